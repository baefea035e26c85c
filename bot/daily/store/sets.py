"""Storage of sets, such as days, and of members' entries.

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

from bot.daily.attempt import DAY_OVER
from bot.daily.calendar import game_of
from bot.daily.judging import par_of
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
from bot.daily.sets import Dare, Key, SharedSet, key_text, read_key, sheet_of
from bot.storage.schema import (
    IS_OPEN_SET,
    IS_PRIVATE,
    IS_UNDRAWN,
    IS_UNJUDGED,
    dares,
    day_card_lines,
    day_cards,
    entries,
    results,
    rounds,
)
from bot.storage.schema import daily_days as sets
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
"""The condition of a finished attempt."""

_OF_A_DARE = tuple(field.name for field in fields(Dare))
"""The columns of a dare besides its key, which are the fields of `Dare`."""


def set_values(shared: SharedSet) -> dict[str, Any]:
    """Return the columns of a new set with a seed, without those of a dare."""
    seed = shared.seed
    assert seed is not None  # noqa: S101 — only sets of 1.x have none
    return {
        "day": key_text(shared.key),
        "seed": seed.secret.hex(),
        "drawn_at": seed.drawn,
        "opened": seed.opened,
        "plays": shared.game,
    }


def read_set(row: Any) -> SharedSet:
    return SharedSet(
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


def read_entries(found: Iterable[Any]) -> tuple[Entry, ...]:
    return tuple(
        Entry(
            *(read_key(key), who, game, played, guild, given),
            *(None if made is None else int(made), verdicts),
        )
        for key, who, game, played, guild, given, made, verdicts in found
    )


def _read_dare(row: Any) -> Dare:
    return Dare(**{name: getattr(row, name) for name in _OF_A_DARE})


# Days

_KEY = sets.c.day == bindparam("key")
_LOAD = Statement(select(sets, dares).outerjoin(dares, dares.c.set_key == sets.c.day).where(_KEY))
_NEW = Statement(
    insert(sets).values(binds("day", "seed", "drawn_at", "opened", "plays")),
    conflict="DO NOTHING",
)
_CLOSE_DAYS = Statement(
    update(sets)
    .where(sets.c.day < bindparam("before"), sets.c.closed.is_(None))
    .values(closed=bindparam("now"))
    .returning(sets.c.day)
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
    update(sets)
    .where(sets.c.closed.is_not(None), sets.c.revealed.is_(None))
    .values(revealed=bindparam("now"))
)
_TELL = Statement(update(sets).where(_KEY).values(perfect=bindparam("points")))


def draw(connection: Connection, day: date, now: datetime) -> SharedSet:
    """Return a day; its seed is drawn and its game chosen now unless that was done."""
    played = game_of(day)
    game = None if played is None else played.info.key
    new = SharedSet(day, draw_seed(NO_CHANNEL, now), game=game)
    connection.run(_NEW, **set_values(new))
    return _loaded(connection, day)


def load_set(connection: Connection, key: Key) -> SharedSet | None:
    """Return a set, None if there is none with this key."""
    row = connection.run(_LOAD, key=key_text(key)).first()
    return None if row is None else read_set(row)


def _loaded(connection: Connection, key: Key) -> SharedSet:
    """Return a set that is stored."""
    return read_set(connection.run(_LOAD, key=key_text(key)).first())


def close(connection: Connection, before: date, now: datetime) -> int:
    """Close the attempts of all days before `before` in one transaction; return their number."""
    closed = connection.run(_CLOSE_DAYS, before=before.isoformat(), now=now)
    return _close_rounds(connection, closed.scalars(), now)


def _close_rounds(connection: Connection, keys: list[str], now: datetime) -> int:
    """Close the open private rounds of sets, which their members left; return their number."""
    connection.run(_LEAVE_ROUNDS, keys=keys, now=now)
    return connection.run(_CLOSE_ROUNDS, keys=keys).changed


def reveal(connection: Connection, now: datetime) -> None:
    """Reveal the seeds of the days whose attempts are closed."""
    connection.run(_REVEAL, now=now)


def tell(connection: Connection, key: Key, perfect: int) -> None:
    """Store the points of perfect play with the dice of a set."""
    connection.run(_TELL, key=key_text(key), points=str(perfect))


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
_with_dare = select(sets, dares).join(dares, dares.c.set_key == sets.c.day)
_UNDRAWN = Statement(_with_dare.where(IS_UNDRAWN).limit(bindparam("most")))
_DUE = Statement(_with_dare.where(IS_OPEN_SET, dares.c.until <= bindparam("now")))
_CLOSE_DARE = Statement(
    update(sets)
    .where(_KEY, sets.c.closed.is_(None))
    .values(closed=bindparam("now"))
    .returning(sets.c.day)
)
_CHANGES = Statement(update(dares).where(_THIS).values(version=dares.c.version + 1))
_TELL_OWNER = Statement(update(dares).where(_THIS, dares.c.told.is_(False)).values(told=True))
_FINISHED_AT = Statement(ENTRY.where(entries.c.set_key == bindparam("key"), _FINISHED))


def open_dare(
    connection: Connection, shared: SharedSet, own: StoredRound | None = None
) -> SharedSet:
    """Store a dare with the owner's `own` sheet; return the stored set.

    A dare that was opened before stays as it is.
    """
    if shared.dare is None:
        raise ValueError(f"set {shared.key} is no dare")
    if connection.run(_NEW, **set_values(shared)).changed:
        connection.run(_NEW_DARE, **dare_values(shared.key, shared.dare))
        if own is not None:
            made = str(total(own) or 0)
            connection.run(_NEW_ENTRY, **_entry(shared.key, own), total=made)
    return _loaded(connection, shared.key)


def place_card(connection: Connection, key: Key, message: int) -> None:
    """Store the message of a newly opened card."""
    connection.run(_PLACE_CARD, key=key_text(key), shown_by=message)


def mark_drawn(connection: Connection, key: Key, version: int) -> None:
    """Store the version that the message of a card shows."""
    connection.run(_MARK_DRAWN, key=key_text(key), shown=version)


def undrawn(connection: Connection, most: int) -> tuple[SharedSet, ...]:
    """Return up to `most` dares whose cards show an earlier version."""
    return tuple(map(read_set, connection.run(_UNDRAWN, most=most)))


def due(connection: Connection, now: datetime) -> tuple[SharedSet, ...]:
    """Return the dares whose time is over and that are not closed yet."""
    return tuple(map(read_set, connection.run(_DUE, now=now)))


def close_dare(connection: Connection, key: Key, now: datetime) -> bool:
    """Close the attempts at a dare in one transaction; return whether it was still open."""
    closed = connection.run(_CLOSE_DARE, key=key_text(key), now=now).scalars()
    if not closed:
        return False
    _close_rounds(connection, closed, now)
    connection.run(_CHANGES, key=key_text(key))
    return True


def tell_owner(connection: Connection, key: Key) -> bool:
    """Note the notice to the owner of a card; return whether it is the first."""
    return bool(connection.run(_TELL_OWNER, key=key_text(key)).changed)


def finished_at(connection: Connection, key: Key) -> tuple[Entry, ...]:
    """Return the finished attempts at a dare, those with most points first."""
    found = read_entries(connection.run(_FINISHED_AT, key=key_text(key)))
    return tuple(sorted(found, key=lambda one: (-(one.total or 0), one.round)))


# Attempts

# On PostgreSQL the shared lock prevents that the set is closed meanwhile.
_IS_OPEN = Statement(
    select(sets.c.day).where(_KEY, sets.c.closed.is_(None)).with_for_update(read=True)
)
_OF_MEMBER = Statement(
    ENTRY.where(entries.c.set_key == bindparam("key"), entries.c.member == bindparam("who"))
)
_JUDGE = Statement(
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
_PLACE = tuple(
    Statement(
        update(table).where(which == bindparam("which"), of_none).values(guild=bindparam("server"))
    )
    for table, which, of_none in (
        (entries, entries.c.round, entries.c.guild.is_(None)),
        (rounds, rounds.c.id, rounds.c.guild.is_(None)),
        (results, results.c.round, results.c.guild == NO_SERVER),
    )
)
_NOT_JUDGED = Statement(
    ENTRY.where(IS_UNJUDGED, entries.c.round > bindparam("after"))
    .order_by(entries.c.round)
    .limit(bindparam("most"))
)


def begin(connection: Connection, begun: StoredRound) -> Entry:
    """Store a private round; return its entry, or the member's earlier one.

    Raises a Refusal if the set is over, and NotUnique if another process stores one meanwhile.
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
    """Return the entry of a member for a set."""
    found = read_entries(connection.run(_OF_MEMBER, key=key_text(key), who=member))
    return found[0] if found else None


def judge(connection: Connection, entry: Entry, given: float, verdicts: str = "") -> None:
    """Store the loss of an attempt, with the letters of its verdicts."""
    connection.run(_JUDGE, which=entry.round, lost=given, letters=verdicts or None)
    connection.run(_DAY_CARDS_CHANGE, which=entry.round)


def place(connection: Connection, round_id: int, guild: int) -> None:
    """Count an attempt on a server, unless it was begun on one."""
    for statement in _PLACE:
        connection.run(statement, which=round_id, server=guild)


def not_judged(connection: Connection, most: int, after: int = 0) -> tuple[Entry, ...]:
    """Return up to `most` entries of finished attempts without judgement, `after` a round."""
    return read_entries(connection.run(_NOT_JUDGED, after=after, most=most))


# Standings

_LISTED = (
    entries.c.guild == bindparam("server"),
    entries.c.member.not_in(hidden_members()) | (entries.c.member == bindparam("reader")),
)
_PLAYS = Statement(
    select(sets.c.day, sets.c.plays).where(
        sets.c.day.between(bindparam("first"), bindparam("last"))
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
_some = select(entries.c.round).where(entries.c.set_key == sets.c.day, _FINISHED).limit(1).exists()
_PLAYED_DAYS = Statement(
    select(sets.c.day).where(sets.c.day.between(bindparam("first"), bindparam("last")), _some)
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
class Listed:
    """The attempts in standings: those of a server, without members with private statistics.

    The `reader` sees their own.
    """

    guild: int
    reader: int | None = None

    @property
    def values(self) -> dict[str, int | None]:
        """The values of the conditions `_LISTED`."""
        return {"server": self.guild, "reader": self.reader}


def results_of_days(
    connection: Connection, first: date, last: date, of: Listed
) -> dict[date, list[DayResult]]:
    """Return the finished attempts at some days, of which each has its list.

    They are ranked outside the event loop, since there may be thousands.
    """
    span = {"first": first.isoformat(), "last": last.isoformat()}
    days = dict[str, tuple[list[DayResult], float | None]]()
    for row in connection.run(_PLAYS, **span):
        game = sheet_of(row.plays)
        days[row.day] = [], None if game is None else par_of(game)
    for day, member, made, given in connection.run(_RESULTS, **span, **of.values):
        results_of_day, par = days[day]
        results_of_day.append(day_result(member, int(made), given, par))
    return {date.fromisoformat(day): found for day, (found, _) in days.items()}


def place_of(
    connection: Connection, day: date, of: Listed, member: int
) -> tuple[SharedPlace[DayResult] | None, int]:
    """Return the place of a member on a day, if they have one, and the number of members."""
    found = results_of_days(connection, day, day, of).get(day, [])
    mine = (
        place for place in places_of_day(found) if member in {one.member for one in place.shared}
    )
    return next(mine, None), len(found)


def ranked_days(
    connection: Connection, first: date, last: date, of: Listed
) -> tuple[tuple[SharedPlace[DayResult], ...], tuple[SharedPlace[WeekResult], ...]]:
    """Return the places of the last of some days, and those of the days together."""
    found = results_of_days(connection, first, last, of)
    placed = {day: places_of_day(results) for day, results in found.items()}
    return placed.get(last, ()), week(placed.values())


def unfinished(connection: Connection, day: date, of: Listed) -> int:
    """Return the number of unfinished attempts at a day."""
    return int(connection.run(_UNFINISHED, day=day.isoformat(), **of.values).scalar())


def in_a_row(connection: Connection, last: date, of: Listed, most: int) -> set[int]:
    """Return members with two days in a row on a server, up to `last` or the day before.

    At most `most` are returned, with the longest rows among them. Days that nobody anywhere has
    finished are passed over.
    """
    played = sorted(played_days(connection, None, last), reverse=True)
    today = _finished_on(connection, last, of) if played[:1] == [last] else set[int]()
    before = [day for day in played if day != last]
    if not before:
        return set()
    found = _finished_on(connection, before[0], of)
    found &= today | (_finished_on(connection, before[1], of) if before[1:] else set[int]())
    for day in before[1:]:
        if len(found) <= most:
            break
        longer = found & _finished_on(connection, day, of)
        if len(longer) < most:
            return longer | {*sorted(found - longer)[: most - len(longer)]}
        found = longer
    return found


def _finished_on(connection: Connection, day: date, of: Listed) -> set[int]:
    return {*connection.run(_FINISHED_ON, day=day.isoformat(), **of.values).scalars()}


def played_days(connection: Connection, first: date | None, last: date) -> set[date]:
    """Return the days from `first` on up to `last` that any member anywhere has finished."""
    since = "" if first is None else first.isoformat()
    found = connection.run(_PLAYED_DAYS, first=since, last=last.isoformat())
    return {*map(date.fromisoformat, found.scalars())}


def finished_days(
    connection: Connection, members: Collection[int], last: date, guild: int | None
) -> dict[int, set[date]]:
    """Return the days up to `last` on which members finished an attempt on a server."""
    if not members:
        return {}
    asked = {"members": members, "server": guild, "last": last.isoformat()}
    found: dict[int, set[date]] = {member: set() for member in members}
    for row in connection.run(_FINISHED_DAYS, **asked):
        found[row.member].add(date.fromisoformat(row.set_key))
    return found


def rows_of_days(
    connection: Connection, members: Collection[int], last: date, guild: int | None
) -> dict[int, int]:
    """Return how many days in a row members have finished on a server, up to `last`."""
    finished = finished_days(connection, members, last, guild)
    first = min((min(days) for days in finished.values() if days), default=last)
    played = played_days(connection, first, last)
    return {member: streak(days, last, played) for member, days in finished.items()}
