"""Storage of shared dice, those of days and of dares, and of members' entries.

The seed of a day is drawn before it begins. After its end one transaction closes all its private
rounds, and only then its seed is revealed. Two processes may do this at the same time: a day and a
member's entry for it are unique.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, fields
from datetime import date, datetime
from typing import Any

from sqlalchemy import bindparam, func, insert, select, update

from bot.daily.calendar import game_of
from bot.daily.judging import par_of
from bot.daily.private_round import DAY_OVER
from bot.daily.ranking import (
    DayResult,
    Entry,
    SharedPlace,
    WeekResult,
    day_result,
    places_of_day,
    streak,
    week,
)
from bot.daily.shared_dice import Dare, Key, SharedDice, key_text, read_key, sheet_of
from bot.storage.schema import (
    IS_OPEN_SET,
    IS_PRIVATE,
    IS_UNDRAWN,
    IS_UNJUDGED,
    daily_days,
    dares,
    day_card_lines,
    day_cards,
    entries,
    results,
    rounds,
)
from bot.storage.statement import Connection, Statement, among, binds
from bot.table.seed import Seed, draw_seed
from bot.table.store.entries import total
from bot.table.store.member_settings import hidden_members
from bot.table.store.rounds import open_round
from bot.table.stored_round import NO_CHANNEL, NO_SERVER, StoredRound
from rules.errors import Refusal

ENTRY = select(
    entries.c.set_key,
    entries.c.member,
    rounds.c.game,
    entries.c.round,
    entries.c.guild,
    entries.c.given,
    entries.c.total,
    entries.c.verdicts,
).join(rounds, rounds.c.id == entries.c.round)
"""The columns of an `Entry`."""

_FINISHED = entries.c.total.is_not(None)
"""The condition of a finished private round."""

_OF_A_DARE = tuple(field.name for field in fields(Dare))
"""The columns of a dare besides its key, which are the fields of `Dare`."""


def dice_values(dice: SharedDice) -> dict[str, Any]:
    """Return the columns of new dice with a seed, without those of a dare."""
    seed = dice.seed
    assert seed is not None  # noqa: S101 — only dice of 1.x have none
    return {
        "day": key_text(dice.key),
        "seed": seed.secret.hex(),
        "drawn_at": seed.drawn,
        "opened": seed.opened,
        "plays": dice.game,
    }


def read_dice(row: Any) -> SharedDice:
    return SharedDice(
        read_key(row.day),
        _seed(row),
        row.closed,
        row.revealed,
        None if row.perfect is None else int(row.perfect),
        None if row.set_key is None else _read_dare(row),
        row.plays,
    )


def _seed(row: Any) -> Seed | None:
    if row.seed is None:
        return None
    secret, revealed = bytes.fromhex(row.seed), row.revealed is not None
    return Seed(NO_CHANNEL, secret, row.drawn_at, opened=row.opened, revealed=revealed)


def dare_values(key: Key, dare: Dare) -> dict[str, Any]:
    return {"set_key": key_text(key), **{name: getattr(dare, name) for name in _OF_A_DARE}}


def read_entries(rows: Iterable[Any]) -> tuple[Entry, ...]:
    return tuple(
        Entry(
            key=read_key(row.set_key),
            member=row.member,
            game=row.game,
            round=row.round,
            guild=row.guild,
            loss=row.given,
            total=None if row.total is None else int(row.total),
            verdicts=row.verdicts,
        )
        for row in rows
    )


def _read_dare(row: Any) -> Dare:
    return Dare(**{name: getattr(row, name) for name in _OF_A_DARE})


# Days

_KEY = daily_days.c.day == bindparam("key")
_LOAD = Statement(
    select(daily_days, dares).outerjoin(dares, dares.c.set_key == daily_days.c.day).where(_KEY)
)
_NEW = Statement(
    insert(daily_days).values(binds("day", "seed", "drawn_at", "opened", "plays")),
    conflict="DO NOTHING",
)
_CLOSE_DAYS = Statement(
    update(daily_days)
    .where(daily_days.c.day < bindparam("before"), daily_days.c.closed.is_(None))
    .values(closed=bindparam("now"))
    .returning(daily_days.c.day)
)
_open_rounds = select(rounds.c.id).where(among(rounds.c.set_key, "keys"), IS_PRIVATE)
_LEAVE_ROUNDS = Statement(
    update(results)
    .where(results.c.round.in_(_open_rounds))
    .values(left=True, finished=bindparam("now"), choices=None, lost=None, par=None)
)
_CLOSE_ROUNDS = Statement(
    update(rounds)
    .where(among(rounds.c.set_key, "keys"), IS_PRIVATE)
    .values(status="closed", version=rounds.c.version + 1)
)
_REVEAL = Statement(
    update(daily_days)
    .where(daily_days.c.closed.is_not(None), daily_days.c.revealed.is_(None))
    .values(revealed=bindparam("now"))
)
_STORE_PERFECT = Statement(update(daily_days).where(_KEY).values(perfect=bindparam("points")))


def draw_day(connection: Connection, day: date, now: datetime) -> SharedDice:
    """Return a day; its seed is drawn and its game chosen now unless that was done."""
    played = game_of(day)
    game = None if played is None else played.info.key
    new = SharedDice(day, draw_seed(NO_CHANNEL, now), game=game)
    connection.run(_NEW, **dice_values(new))
    return _load_stored(connection, day)


def load_dice(connection: Connection, key: Key) -> SharedDice | None:
    """Return the dice with this key, None if there are none."""
    row = connection.run(_LOAD, key=key_text(key)).first()
    return None if row is None else read_dice(row)


def _load_stored(connection: Connection, key: Key) -> SharedDice:
    return read_dice(connection.run(_LOAD, key=key_text(key)).first())


def close_days(connection: Connection, before: date, now: datetime) -> int:
    """Close the private rounds of all days before a day in one transaction; return their number."""
    keys = connection.run(_CLOSE_DAYS, before=before.isoformat(), now=now).scalars()
    return _close_rounds(connection, keys, now)


def _close_rounds(connection: Connection, keys: list[str], now: datetime) -> int:
    """Close the unfinished private rounds with dice of these keys; return their number."""
    connection.run(_LEAVE_ROUNDS, keys=keys, now=now)
    return connection.run(_CLOSE_ROUNDS, keys=keys).changed


def reveal_seeds(connection: Connection, now: datetime) -> None:
    """Reveal the seeds of the days whose private rounds are closed."""
    connection.run(_REVEAL, now=now)


def store_perfect(connection: Connection, key: Key, perfect: int) -> None:
    """Store the points of perfect play with shared dice."""
    connection.run(_STORE_PERFECT, key=key_text(key), points=str(perfect))


# Dares

_THIS = dares.c.set_key == bindparam("key")
_NEW_DARE = Statement(insert(dares))
_NEW_ENTRY = Statement(
    insert(entries).values(binds("round", "set_key", "member", "guild", "total"))
)
_PLACE_CARD = Statement(update(dares).where(_THIS).values(message=bindparam("shown_by"), drawn=1))
_MARK_DRAWN = Statement(
    update(dares).where(_THIS, dares.c.drawn < bindparam("shown")).values(drawn=bindparam("shown"))
)
_with_dare = select(daily_days, dares).join(dares, dares.c.set_key == daily_days.c.day)
_UNDRAWN_DARES = Statement(_with_dare.where(IS_UNDRAWN).limit(bindparam("most")))
_DUE_DARES = Statement(_with_dare.where(IS_OPEN_SET, dares.c.until <= bindparam("now")))
_CLOSE_DARE = Statement(
    update(daily_days)
    .where(_KEY, daily_days.c.closed.is_(None))
    .values(closed=bindparam("now"))
    .returning(daily_days.c.day)
)
_CHANGES = Statement(update(dares).where(_THIS).values(version=dares.c.version + 1))
_CLAIM_OWNER_NOTICE = Statement(
    update(dares).where(_THIS, dares.c.told.is_(False)).values(told=True)
)
_FINISHED_ENTRIES = Statement(ENTRY.where(entries.c.set_key == bindparam("key"), _FINISHED))


def open_dare(
    connection: Connection, dice: SharedDice, own: StoredRound | None = None
) -> SharedDice:
    """Store a dare with the owner's `own` sheet; return the stored dice.

    A dare that was opened before stays as it is.
    """
    if dice.dare is None:
        raise ValueError(f"the dice of {dice.key} are of no dare")
    if connection.run(_NEW, **dice_values(dice)).changed:
        connection.run(_NEW_DARE, **dare_values(dice.key, dice.dare))
        if own is not None:
            made = str(total(own) or 0)
            connection.run(_NEW_ENTRY, **_entry(dice.key, own), total=made)
    return _load_stored(connection, dice.key)


def place_card(connection: Connection, key: Key, message: int) -> None:
    """Store the message of a newly opened card."""
    connection.run(_PLACE_CARD, key=key_text(key), shown_by=message)


def mark_drawn(connection: Connection, key: Key, version: int) -> None:
    """Store the version that the message of a card shows."""
    connection.run(_MARK_DRAWN, key=key_text(key), shown=version)


def undrawn_dares(connection: Connection, most: int) -> tuple[SharedDice, ...]:
    """Return up to `most` dares whose cards show an earlier version."""
    return tuple(map(read_dice, connection.run(_UNDRAWN_DARES, most=most)))


def due_dares(connection: Connection, now: datetime) -> tuple[SharedDice, ...]:
    """Return the dares whose time is over and that are not closed yet."""
    return tuple(map(read_dice, connection.run(_DUE_DARES, now=now)))


def close_dare(connection: Connection, key: Key, now: datetime) -> bool:
    """Close the private rounds of a dare in one transaction; return whether it was still open."""
    keys = connection.run(_CLOSE_DARE, key=key_text(key), now=now).scalars()
    if not keys:
        return False
    _close_rounds(connection, keys, now)
    connection.run(_CHANGES, key=key_text(key))
    return True


def claim_owner_notice(connection: Connection, key: Key) -> bool:
    """Note that the owner of a card is notified now; return False if that was done before."""
    return bool(connection.run(_CLAIM_OWNER_NOTICE, key=key_text(key)).changed)


def finished_entries(connection: Connection, key: Key) -> tuple[Entry, ...]:
    """Return the entries of finished private rounds of a dare, those with most points first."""
    entries_of_dare = read_entries(connection.run(_FINISHED_ENTRIES, key=key_text(key)))
    return tuple(sorted(entries_of_dare, key=lambda entry: (-(entry.total or 0), entry.round)))


# Private rounds

# On PostgreSQL the shared lock prevents that the dice are closed meanwhile.
_IS_OPEN = Statement(
    select(daily_days.c.day).where(_KEY, daily_days.c.closed.is_(None)).with_for_update(read=True)
)
_OF_MEMBER = Statement(
    ENTRY.where(entries.c.set_key == bindparam("key"), entries.c.member == bindparam("who"))
)
_STORE_JUDGEMENT = Statement(
    update(entries)
    .where(entries.c.round == bindparam("which"))
    .values(given=bindparam("lost"), verdicts=bindparam("letters"))
)
_DAY_CARDS_CHANGE = Statement(
    update(day_cards)
    .where(
        day_cards.c.channel == day_card_lines.c.channel,
        day_cards.c.day == day_card_lines.c.day,
        day_card_lines.c.round == bindparam("which"),
    )
    .values(version=day_cards.c.version + 1)
)
_PLACE_ON_SERVER = tuple(
    Statement(
        update(table).where(which == bindparam("which"), of_none).values(guild=bindparam("server"))
    )
    for table, which, of_none in (
        (entries, entries.c.round, entries.c.guild.is_(None)),
        (rounds, rounds.c.id, rounds.c.guild.is_(None)),
        (results, results.c.round, results.c.guild == NO_SERVER),
    )
)
_UNJUDGED_ENTRIES = Statement(
    ENTRY.where(IS_UNJUDGED, entries.c.round > bindparam("after"))
    .order_by(entries.c.round)
    .limit(bindparam("most"))
)


def begin_round(connection: Connection, begun: StoredRound) -> Entry:
    """Store a private round; return its entry, or the member's earlier one.

    Raises a Refusal if the dice are closed, and NotUnique if another process stores one meanwhile.
    """
    key = read_key(begun.set_key or "")
    if not connection.run(_IS_OPEN, key=begun.set_key):
        raise Refusal(DAY_OVER)
    earlier = load_entry(connection, key, begun.opener)
    if earlier is not None:
        return earlier
    stored = open_round(connection, begun)
    connection.run(_NEW_ENTRY, **_entry(key, stored), total=None)
    return Entry(key, stored.opener, stored.game, stored.id, stored.place.guild)


def _entry(key: Key, stored: StoredRound) -> dict[str, Any]:
    return {
        "round": stored.id,
        "set_key": key_text(key),
        "member": stored.opener,
        "guild": stored.place.guild,
    }


def load_entry(connection: Connection, key: Key, member: int) -> Entry | None:
    """Return the entry of a member for shared dice."""
    own_entries = read_entries(connection.run(_OF_MEMBER, key=key_text(key), who=member))
    return own_entries[0] if own_entries else None


def store_judgement(connection: Connection, entry: Entry, loss: float, verdicts: str) -> None:
    """Store the loss of a private round, with the letters of its verdicts."""
    connection.run(_STORE_JUDGEMENT, which=entry.round, lost=loss, letters=verdicts)
    connection.run(_DAY_CARDS_CHANGE, which=entry.round)


def place_on_server(connection: Connection, round_id: int, guild: int) -> None:
    """Count a private round on a server, unless it was begun on one."""
    for statement in _PLACE_ON_SERVER:
        connection.run(statement, which=round_id, server=guild)


def unjudged_entries(connection: Connection, most: int, after: int) -> tuple[Entry, ...]:
    """Return the next entries of finished private rounds without judgement, at most `most`.

    They are those of rounds with an id above `after`, in order.
    """
    return read_entries(connection.run(_UNJUDGED_ENTRIES, after=after, most=most))


# Standings

_LISTED = (
    entries.c.guild == bindparam("server"),
    entries.c.member.not_in(hidden_members()) | (entries.c.member == bindparam("reader")),
)
_PLAYS = Statement(
    select(daily_days.c.day, daily_days.c.plays).where(
        daily_days.c.day.between(bindparam("first"), bindparam("last"))
    )
)
_RESULTS = Statement(
    select(entries.c.set_key, entries.c.member, entries.c.total, entries.c.given).where(
        entries.c.set_key.between(bindparam("first"), bindparam("last")), _FINISHED, *_LISTED
    )
)
_UNFINISHED = Statement(
    select(func.count()).where(entries.c.set_key == bindparam("day"), ~_FINISHED, *_LISTED)
)
_FINISHED_ON = Statement(
    select(entries.c.member).where(entries.c.set_key == bindparam("day"), _FINISHED, *_LISTED)
)
_some = (
    select(entries.c.round)
    .where(entries.c.set_key == daily_days.c.day, _FINISHED)
    .limit(1)
    .exists()
)
_PLAYED_DAYS = Statement(
    select(daily_days.c.day).where(
        daily_days.c.day.between(bindparam("first"), bindparam("last")), _some
    )
)
_FINISHED_DAYS = Statement(
    select(entries.c.member, entries.c.set_key).where(
        among(entries.c.member, "members"),
        _FINISHED,
        entries.c.guild.is_not_distinct_from(bindparam("server", type_=entries.c.guild.type)),
        entries.c.set_key <= bindparam("last"),
    )
)


@dataclass(frozen=True, slots=True)
class StandingsFilter:
    """The entries in standings: those of a server, without members with private statistics.

    The `reader` sees their own.
    """

    guild: int
    reader: int | None = None

    @property
    def values(self) -> dict[str, int | None]:
        """The values of the conditions `_LISTED`."""
        return {"server": self.guild, "reader": self.reader}


def results_of_days(
    connection: Connection, first: date, last: date, listed: StandingsFilter
) -> dict[date, list[DayResult]]:
    """Return the results of some days, in a list for each day.

    They are ranked outside the event loop, since there may be thousands.
    """
    span = {"first": first.isoformat(), "last": last.isoformat()}
    days = dict[str, tuple[list[DayResult], float | None]]()
    for row in connection.run(_PLAYS, **span):
        game = sheet_of(row.plays)
        days[row.day] = [], None if game is None else par_of(game)
    for day, member, points, loss in connection.run(_RESULTS, **span, **listed.values):
        results_of_day, par = days[day]
        results_of_day.append(day_result(member, int(points), loss, par))
    return {date.fromisoformat(day): results_of_day for day, (results_of_day, _) in days.items()}


def place_of(
    connection: Connection, day: date, listed: StandingsFilter, member: int
) -> tuple[SharedPlace[DayResult] | None, int]:
    """Return the place of a member on a day, if they have one, and the number of members."""
    day_results = results_of_days(connection, day, day, listed).get(day, [])
    mine = (
        place
        for place in places_of_day(day_results)
        if member in {one.member for one in place.shared}
    )
    return next(mine, None), len(day_results)


def ranked_days(
    connection: Connection, first: date, last: date, listed: StandingsFilter
) -> tuple[tuple[SharedPlace[DayResult], ...], tuple[SharedPlace[WeekResult], ...]]:
    """Return the places of the `last` day, and those of the days from `first` to it together."""
    by_day = results_of_days(connection, first, last, listed)
    places = {day: places_of_day(day_results) for day, day_results in by_day.items()}
    return places.get(last, ()), week(places.values())


def count_unfinished(connection: Connection, day: date, listed: StandingsFilter) -> int:
    """Return the number of unfinished private rounds of a day."""
    return int(connection.run(_UNFINISHED, day=day.isoformat(), **listed.values).scalar())


def members_in_a_row(
    connection: Connection, last: date, listed: StandingsFilter, most: int
) -> set[int]:
    """Return members with two days in a row on a server, up to `last` or the day before.

    At most `most` are returned, with the longest rows among them. Days that nobody anywhere has
    finished are passed over.
    """
    played = sorted(played_days(connection, None, last), reverse=True)
    today = _finished_on(connection, last, listed) if played[:1] == [last] else set[int]()
    before = [day for day in played if day != last]
    if not before:
        return set()
    members = _finished_on(connection, before[0], listed)
    members &= today | (_finished_on(connection, before[1], listed) if before[1:] else set[int]())
    for day in before[1:]:
        if len(members) <= most:
            break
        longer = members & _finished_on(connection, day, listed)
        if len(longer) < most:
            return longer | {*sorted(members - longer)[: most - len(longer)]}
        members = longer
    return members


def _finished_on(connection: Connection, day: date, listed: StandingsFilter) -> set[int]:
    return {*connection.run(_FINISHED_ON, day=day.isoformat(), **listed.values).scalars()}


def played_days(connection: Connection, first: date | None, last: date) -> set[date]:
    """Return the days from `first` on up to `last` that any member anywhere has finished."""
    since = "" if first is None else first.isoformat()
    days = connection.run(_PLAYED_DAYS, first=since, last=last.isoformat()).scalars()
    return {*map(date.fromisoformat, days)}


def finished_days(
    connection: Connection, members: Collection[int], last: date, guild: int | None
) -> dict[int, set[date]]:
    """Return the days up to `last` on which members finished a private round on a server."""
    if not members:
        return {}
    values = {"members": members, "server": guild, "last": last.isoformat()}
    days: dict[int, set[date]] = {member: set() for member in members}
    for row in connection.run(_FINISHED_DAYS, **values):
        days[row.member].add(date.fromisoformat(row.set_key))
    return days


def rows_of_days(
    connection: Connection, members: Collection[int], last: date, guild: int | None
) -> dict[int, int]:
    """Return how many days in a row members have finished on a server, up to `last`."""
    finished = finished_days(connection, members, last, guild)
    first = min((min(days) for days in finished.values() if days), default=last)
    played = played_days(connection, first, last)
    return {member: streak(days, last, played) for member, days in finished.items()}
