"""Storage of sets, such as days, and of members' entries.

The seed of a day is drawn before it begins. After its end one transaction closes all its private
rounds, and only then its seed is revealed. Two processes may do this at the same time: a day and a
member's entry for it are unique.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass, fields
from datetime import date, datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

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
from bot.storage.statement import insert_for, savepoint
from bot.table.seed import Seed, drawn_seed
from bot.table.store.entries import total
from bot.table.store.hidden import hidden_members
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


def read_set(row: Row[Any]) -> SharedSet:
    return SharedSet(
        read_key(row.day),
        _seed(row),
        row.closed,
        row.revealed,
        None if row.perfect is None else int(row.perfect),
        None if row.set_key is None else _read_dare(row),
        row.plays,
    )


def _seed(row: Row[Any]) -> Seed | None:
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


def _read_dare(row: Row[Any]) -> Dare:
    return Dare(**{name: getattr(row, name) for name in _OF_A_DARE})


# Days


def draw(connection: Connection, day: date, now: datetime) -> SharedSet:
    """Return a day; its seed is drawn and its game chosen now unless that was done."""
    played = game_of(day)
    game = None if played is None else played.info.key
    new = SharedSet(day, drawn_seed(NO_CHANNEL, now), game=game)
    connection.execute(
        insert_for(connection)(sets)
        .values(set_values(new))
        .on_conflict_do_nothing(index_elements=["day"])
    )
    return read_set(connection.execute(_of_key(day)).one())


def load_set(connection: Connection, key: Key) -> SharedSet | None:
    """Return a set, None if there is none with this key."""
    row = connection.execute(_of_key(key)).first()
    return None if row is None else read_set(row)


def close(connection: Connection, before: date, now: datetime) -> int:
    """Close the attempts of all days before `before` in one transaction; return their number."""
    ended = sets.c.day < before.isoformat()
    connection.execute(update(sets).where(ended, sets.c.closed.is_(None)).values(closed=now))
    return _close_rounds(connection, rounds.c.set_key < before.isoformat(), now)


def _close_rounds(connection: Connection, of_sets: ColumnElement[bool], now: datetime) -> int:
    """Close the open private rounds of sets, which their members left; return their number."""
    which = select(rounds.c.id).where(of_sets, IS_PRIVATE)
    connection.execute(
        update(results)
        .where(results.c.round.in_(which))
        .values(left=True, finished=now, choices=None, lost=None, par=None)
    )
    found = connection.execute(
        update(rounds)
        .where(of_sets, IS_PRIVATE)
        .values(status="closed", version=rounds.c.version + 1)
    )
    return int(found.rowcount)


def reveal(connection: Connection, now: datetime) -> None:
    """Reveal the seeds of the days whose attempts are closed."""
    connection.execute(
        update(sets)
        .where(sets.c.closed.is_not(None), sets.c.revealed.is_(None))
        .values(revealed=now)
    )


def tell(connection: Connection, key: Key, perfect: int) -> None:
    """Store the points of perfect play with the dice of a set."""
    connection.execute(update(sets).where(sets.c.day == key_text(key)).values(perfect=str(perfect)))


# Dares


def open_dare(
    connection: Connection, shared: SharedSet, own: StoredRound | None = None
) -> SharedSet:
    """Store a dare with the owner's `own` sheet; return the stored set.

    A dare that was opened before stays as it is.
    """
    if shared.dare is None:
        raise ValueError(f"set {shared.key} is no dare")
    with suppress(IntegrityError), savepoint(connection):
        connection.execute(insert(sets).values(set_values(shared)))
        connection.execute(insert(dares).values(dare_values(shared.key, shared.dare)))
        if own is not None:
            row = {**_entry(shared.key, own), "total": str(total(own) or 0)}
            connection.execute(insert(entries).values(row))
    return read_set(connection.execute(_of_key(shared.key)).one())


def place_card(connection: Connection, key: Key, message: int) -> None:
    """Store the message of a newly opened card."""
    connection.execute(
        update(dares).where(dares.c.set_key == key_text(key)).values(message=message, drawn=1)
    )


def mark_drawn(connection: Connection, key: Key, version: int) -> None:
    """Store the version that the message of a card shows."""
    connection.execute(
        update(dares)
        .where(dares.c.set_key == key_text(key), dares.c.drawn < version)
        .values(drawn=version)
    )


def undrawn(connection: Connection, most: int) -> tuple[SharedSet, ...]:
    """Return up to `most` dares whose cards show an earlier version."""
    query = select(sets, dares).join(dares, dares.c.set_key == sets.c.day).where(IS_UNDRAWN)
    return tuple(map(read_set, connection.execute(query.limit(most))))


def due(connection: Connection, now: datetime) -> tuple[SharedSet, ...]:
    """Return the dares whose time is over and that are not closed yet."""
    query = select(sets, dares).join(dares, dares.c.set_key == sets.c.day)
    found = connection.execute(query.where(IS_OPEN_SET, dares.c.until <= now))
    return tuple(map(read_set, found))


def close_dare(connection: Connection, key: Key, now: datetime) -> bool:
    """Close the attempts at a dare in one transaction; return whether it was still open."""
    which = key_text(key)
    found = connection.execute(
        update(sets).where(sets.c.day == which, sets.c.closed.is_(None)).values(closed=now)
    )
    if not found.rowcount:
        return False
    _close_rounds(connection, rounds.c.set_key == which, now)
    connection.execute(
        update(dares).where(dares.c.set_key == which).values(version=dares.c.version + 1)
    )
    return True


def tell_owner(connection: Connection, key: Key) -> bool:
    """Note the notice to the owner of a card; return whether it is the first."""
    found = connection.execute(
        update(dares)
        .where(dares.c.set_key == key_text(key), dares.c.told.is_(False))
        .values(told=True)
    )
    return bool(found.rowcount)


def finished_at(connection: Connection, key: Key) -> tuple[Entry, ...]:
    """Return the finished attempts at a dare, those with most points first."""
    query = ENTRY.where(entries.c.set_key == key_text(key), _FINISHED)
    found = read_entries(connection.execute(query))
    return tuple(sorted(found, key=lambda one: (-(one.total or 0), one.round)))


# Attempts


def begin(connection: Connection, begun: StoredRound) -> Entry:
    """Store a private round; return its entry, or the member's earlier one.

    Raises a Refusal if the set is over.
    """
    key = read_key(begun.set_key or "")
    # On PostgreSQL the shared lock prevents that the set is closed meanwhile.
    open_set = select(sets.c.day).where(sets.c.day == begun.set_key, sets.c.closed.is_(None))
    if connection.execute(open_set.with_for_update(read=True)).first() is None:
        raise Refusal(DAY_OVER)
    # If another press or process was faster, its attempt is the only one.
    with suppress(IntegrityError), savepoint(connection):
        stored = open_round(connection, begun)
        connection.execute(insert(entries).values(_entry(key, stored)))
    (entry,) = read_entries(connection.execute(_of_member(key, begun.opener)))
    return entry


def _entry(key: Key, stored: StoredRound) -> dict[str, Any]:
    return {
        "round": stored.id,
        "set_key": key_text(key),
        "member": stored.opener,
        "guild": stored.guild,
    }


def load_entry(connection: Connection, key: Key, member: int) -> Entry | None:
    """Return the entry of a member for a set."""
    found = read_entries(connection.execute(_of_member(key, member)))
    return found[0] if found else None


def judge(connection: Connection, entry: Entry, given: float, verdicts: str = "") -> None:
    """Store the loss of an attempt, with the letters of its verdicts."""
    judged = {"given": given, "verdicts": verdicts or None}
    connection.execute(update(entries).where(entries.c.round == entry.round).values(judged))
    _day_cards_change(connection, entry.round)


def place(connection: Connection, round_id: int, guild: int) -> None:
    """Count an attempt on a server, unless it was begun on one."""
    for table, which in ((entries, entries.c.round), (rounds, rounds.c.id)):
        connection.execute(
            update(table).where(which == round_id, table.c.guild.is_(None)).values(guild=guild)
        )
    of_none = (results.c.round == round_id, results.c.guild == NO_SERVER)
    connection.execute(update(results).where(*of_none).values(guild=guild))


def not_judged(connection: Connection, most: int, after: int = 0) -> tuple[Entry, ...]:
    """Return up to `most` entries of finished attempts without judgement, `after` a round."""
    query = ENTRY.where(IS_UNJUDGED, entries.c.round > after).order_by(entries.c.round).limit(most)
    return read_entries(connection.execute(query))


@dataclass(frozen=True, slots=True)
class Listed:
    """The attempts in standings: those of a server, without members with private statistics.

    The `reader` sees their own.
    """

    guild: int
    reader: int | None = None

    @property
    def conditions(self) -> tuple[ColumnElement[bool], ...]:
        shown = entries.c.member.not_in(hidden_members())
        return entries.c.guild == self.guild, shown | (entries.c.member == self.reader)


def results_of_days(
    connection: Connection, first: date, last: date, of: Listed
) -> dict[date, list[DayResult]]:
    """Return the finished attempts at some days, of which each has its list.

    They are ranked outside the event loop, since there may be thousands.
    """
    span = first.isoformat(), last.isoformat()
    plays = select(sets.c.day, sets.c.plays).where(sets.c.day.between(*span))
    days = dict[str, tuple[list[DayResult], float | None]]()
    for row in connection.execute(plays):
        game = sheet_of(row.plays)
        days[row.day] = [], None if game is None else par_of(game)
    query = select(entries.c.set_key, entries.c.member, entries.c.total, entries.c.given).where(
        entries.c.set_key.between(*span), _FINISHED, *of.conditions
    )
    for day, member, made, given in connection.execute(query):
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
    query = select(func.count()).where(
        entries.c.set_key == day.isoformat(), ~_FINISHED, *of.conditions
    )
    return connection.execute(query).scalar_one()


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
    query = select(entries.c.member).where(
        entries.c.set_key == day.isoformat(), _FINISHED, *of.conditions
    )
    return {*connection.execute(query).scalars()}


def played_days(connection: Connection, first: date | None, last: date) -> set[date]:
    """Return the days from `first` on up to `last` that any member anywhere has finished."""
    some = (
        select(entries.c.round).where(entries.c.set_key == sets.c.day, _FINISHED).limit(1).exists()
    )
    since = "" if first is None else first.isoformat()
    query = select(sets.c.day).where(sets.c.day.between(since, last.isoformat()), some)
    return {*map(date.fromisoformat, connection.execute(query).scalars())}


def finished_days(
    connection: Connection, members: Collection[int], last: date, guild: int | None
) -> dict[int, set[date]]:
    """Return the days up to `last` on which members finished an attempt on a server."""
    if not members:
        return {}
    query = select(entries.c.member, entries.c.set_key).where(
        entries.c.member.in_(members),
        _FINISHED,
        entries.c.guild == guild,
        entries.c.set_key <= last.isoformat(),
    )
    found: dict[int, set[date]] = {member: set() for member in members}
    for row in connection.execute(query):
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


def _day_cards_change(connection: Connection, round_id: int) -> None:
    """Note that the cards on which an attempt stands have to be drawn again."""
    on = select(day_card_lines.c.channel, day_card_lines.c.day).where(
        day_card_lines.c.round == round_id
    )
    for channel, day in connection.execute(on).all():
        connection.execute(
            update(day_cards)
            .where(day_cards.c.channel == channel, day_cards.c.day == day)
            .values(version=day_cards.c.version + 1)
        )


def _of_key(key: Key) -> Select[Any]:
    return (
        select(sets, dares)
        .outerjoin(dares, dares.c.set_key == sets.c.day)
        .where(sets.c.day == key_text(key))
    )


def _of_member(key: Key, member: int) -> Select[Any]:
    return ENTRY.where(entries.c.set_key == key_text(key), entries.c.member == member)
