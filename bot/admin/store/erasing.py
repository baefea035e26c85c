"""Erases a member's id from every column of `bot.admin.store.personal`.

Seats and turns stay as those of a former player, and results stay without a member; private rounds
are deleted, as no other member sits there. The versions of rounds are increased, so that no process
writes the id back from its memory; a message that was up to date still counts as drawn. Large
databases are erased in parts, each in one transaction.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta

from sqlalchemy import (
    bindparam,
    case,
    delete,
    func,
    literal,
    select,
    update,
)

from bot.admin.store.personal import PERSONAL_COLUMNS, rounds_naming
from bot.storage.keyed_hash import hash_with, keyed_hash, store_key, stored_key
from bot.storage.schema import (
    bars,
    dares,
    day_card_lines,
    day_cards,
    entries,
    erasures,
    results,
    rounds,
    seats,
    turns,
)
from bot.storage.statement import Connection, Statement, among
from bot.table.players import FIRST_FORMER, FORMER_ELSEWHERE
from bot.table.store.erasures import record_erasure
from bot.table.stored_round import OPEN

PART = 250
"""The number of rounds that are changed in one transaction."""

_SITS = Statement(
    select(seats.c.round)
    .join(rounds, rounds.c.id == seats.c.round)
    .where(among(seats.c.round, "these"), seats.c.user == bindparam("who"), ~seats.c.left)
    .where(rounds.c.status.in_([literal(status) for status in (*OPEN, "resting")]))
)
"""The rounds in which a member still sits."""

_FIRST_SEAT = (
    select(FIRST_FORMER - func.min(seats.c.seat))
    .where(seats.c.round == rounds.c.id, seats.c.user == bindparam("who"))
    .scalar_subquery()
)
_FORMER = func.coalesce(_FIRST_SEAT, FORMER_ELSEWHERE)
_rounds = (
    update(rounds)
    .where(among(rounds.c.id, "these"))
    .values(
        {
            column.name: case((column == bindparam("who"), _FORMER), else_=column)
            for column in (rounds.c.opener, rounds.c.closed_by)
        }
    )
    .values(version=rounds.c.version + 1)
)
_drawn = case((rounds.c.drawn >= rounds.c.version, rounds.c.drawn + 1), else_=rounds.c.drawn)
_ROUNDS, _ROUNDS_DRAWN = Statement(_rounds), Statement(_rounds.values(drawn=_drawn))
_END = Statement(
    update(rounds)
    .where(among(rounds.c.id, "these"))
    .values(
        status=case((rounds.c.status == "waiting", "withdrawn"), else_="closed"),
        deadline=None,
        remind_at=None,
    )
)
_CLOSE_SEATS = Statement(update(seats).where(among(seats.c.round, "these")).values(open=False))
_SEATS = Statement(
    update(seats)
    .where(among(seats.c.round, "these"), seats.c.user == bindparam("who"))
    .values(user=FIRST_FORMER - seats.c.seat)
)
_TURNS = Statement(
    update(turns)
    .where(among(turns.c.round, "these"), turns.c.member == bindparam("who"))
    .values(member=FORMER_ELSEWHERE)
)
_RESULTS = Statement(
    update(results)
    .where(among(results.c.round, "these"), results.c.user == bindparam("who"))
    .values(user=None)
)
_BARS = Statement(
    update(bars).where(bars.c.set_by == bindparam("who")).values(set_by=FORMER_ELSEWHERE)
)
_played = select(entries.c.set_key).where(entries.c.member == bindparam("who"))
_DARES_CHANGE = tuple(  # a card names the members who have played
    Statement(update(dares).where(names).values(version=dares.c.version + 1))
    for names in (
        dares.c.owner == bindparam("who"),
        dares.c.invited == bindparam("who"),
        dares.c.set_key.in_(_played),
    )
)
_cards_change = update(day_cards).values(version=day_cards.c.version + 1)
_CARDS_WITH_ROUNDS = Statement(
    _cards_change.where(
        day_cards.c.channel == day_card_lines.c.channel,
        day_cards.c.day == day_card_lines.c.day,
        day_card_lines.c.round == entries.c.round,
        entries.c.member == bindparam("who"),
    )
)
_DAYS_PLAYED = Statement(
    select(entries.c.set_key, entries.c.guild).where(
        entries.c.member == bindparam("who"), entries.c.set_key.not_like("s%")
    )
)
_CARDS_OF_DAY = Statement(
    _cards_change.where(
        day_cards.c.day == bindparam("of_day"),
        day_cards.c.guild.is_not_distinct_from(bindparam("server", type_=day_cards.c.guild.type)),
    )
)
_private_rounds = select(entries.c.round).where(entries.c.member == bindparam("who"))
_DELETE_PRIVATE = Statement(
    delete(rounds).where(rounds.c.id.in_(_private_rounds), rounds.c.set_key.is_not(None))
)
_FORGET = tuple(
    (one, Statement(update(one.table).where(one.names_member).values({one.column.name: None})))
    for one in PERSONAL_COLUMNS
    if one.erasure == "null"
) + tuple(
    (one, Statement(delete(one.table).where(one.names_member)))
    for one in PERSONAL_COLUMNS
    if one.erasure == "delete"
)
_ALL_VALUES = tuple(
    (one, Statement(select(one.column).where(one.column.is_not(None)).distinct()))
    for one in PERSONAL_COLUMNS
    if one.erasure != "hash"
)
"""All values of the columns that may name a member."""

_ERASURES = Statement(select(erasures))


def erase_part(connection: Connection, user: int, after: int, *, ends: bool = False) -> int | None:
    """Erase a member from some rounds after the round `after`; return the last of them.

    Returns None once there are no more. Open and resting rounds in which the member sits end if
    `ends`; else they are not changed: the member has to leave them before.
    """
    round_ids = rounds_naming(connection, user, after, PART)
    if not round_ids:
        return None
    seated = sorted({*connection.run(_SITS, these=round_ids, who=user).scalars()})
    not_seated = [round_id for round_id in round_ids if round_id not in seated]
    for statement in (_ROUNDS_DRAWN, _SEATS, _TURNS):
        connection.run(statement, these=not_seated, who=user)
    if ends and seated:
        for statement in (_ROUNDS, _SEATS, _END, _CLOSE_SEATS):
            connection.run(statement, these=seated, who=user)
    connection.run(_RESULTS, these=round_ids, who=user)
    return round_ids[-1]


def finish_erasure(connection: Connection, user: int, now: datetime) -> None:
    """Erase a member from everything but rounds, and note the erasure.

    The ids are no longer in the file after `Storage.checkpoint`.
    """
    _erase_others(connection, user)
    record_erasure(connection, keyed_hash(connection, user), now)


def apply_again(restored: Connection, replaced: Connection | None) -> None:
    """Erase in a restored database the members who were erased after it had been copied.

    `replaced` is the database that it replaces, which holds the erasures. Rounds that were open in
    the copy end if an erased member sits in them.
    """
    key = None if replaced is None else stored_key(replaced)
    if replaced is None or key is None:
        return
    if stored_key(restored) is None:
        store_key(restored, key)
    applied, noted = (
        {(row.hash, row.at) for row in database.run(_ERASURES)} for database in (restored, replaced)
    )
    later = sorted(noted - applied, key=lambda erasure: erasure[1])
    hashes = {hashed for hashed, _ in later}
    for user in _members(restored):
        if hash_with(key, user) in hashes:
            after: int | None = 0
            while after is not None:
                after = erase_part(restored, user, after, ends=True)
            _erase_others(restored, user)
    for hashed, at in later:
        record_erasure(restored, hashed, at)


def _erase_others(connection: Connection, user: int) -> None:
    for statement in (*_DARES_CHANGE, _CARDS_WITH_ROUNDS):
        connection.run(statement, who=user)
    for key, guild in connection.run(_DAYS_PLAYED, who=user):
        after = date.fromisoformat(key) + timedelta(days=1)  # tells who has won the day before
        connection.run(_CARDS_OF_DAY, of_day=after.isoformat(), server=guild)
    connection.run(_DELETE_PRIVATE, who=user)
    connection.run(_BARS, who=user)
    for column, statement in _FORGET:
        connection.run(statement, **column.values(user))


def _members(connection: Connection) -> set[int]:
    """Return the ids of all members that the database names."""
    users: set[int] = set()
    for column, statement in _ALL_VALUES:
        prefix = column.prefix
        texts = map(str, connection.run(statement).scalars())
        users.update(
            int(text.removeprefix(prefix))
            for text in texts
            if text.startswith(prefix) and text.removeprefix(prefix).isdecimal()
        )
    return {user for user in users if user > 0}
