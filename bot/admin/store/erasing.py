"""Erases a member's id from every column of `bot.admin.store.personal`.

Seats and turns stay as those of a former player, and results stay without a member; private rounds
are deleted, as no other member sits there. The versions of rounds are increased, so that no process
writes the id back from its memory; a message that was up to date still counts as drawn. Large
databases are erased in parts, each in one transaction.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    and_,
    bindparam,
    case,
    delete,
    func,
    inspect,
    select,
    update,
)

from bot.admin.store.personal import PERSONAL, naming
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
from bot.table.store.erasures import note
from bot.table.stored_round import FIRST_FORMER, FORMER_ELSEWHERE, OPEN

PART = 250
"""The number of rounds that are changed in one transaction."""

_THESE: BindParameter[Any] = bindparam("these", expanding=True)
_SITS = (
    select(seats.c.round)
    .join(rounds, rounds.c.id == seats.c.round)
    .where(seats.c.round.in_(_THESE), seats.c.user == bindparam("who"), seats.c.left.is_(False))
    .where(rounds.c.status.in_((*OPEN, "resting")))
)
"""The rounds in which a member still sits."""

_FIRST_SEAT = (
    select(FIRST_FORMER - func.min(seats.c.seat))
    .where(seats.c.round == rounds.c.id, seats.c.user == bindparam("who"))
    .scalar_subquery()
)
_FORMER = func.coalesce(_FIRST_SEAT, FORMER_ELSEWHERE)
_ROUNDS = (
    update(rounds)
    .where(rounds.c.id.in_(_THESE))
    .values(
        {
            column.name: case((column == bindparam("who"), _FORMER), else_=column)
            for column in (rounds.c.opener, rounds.c.closed_by)
        }
    )
    .values(version=rounds.c.version + 1)
)
_DRAWN = case((rounds.c.drawn >= rounds.c.version, rounds.c.drawn + 1), else_=rounds.c.drawn)
_END = (
    update(rounds)
    .where(rounds.c.id.in_(_THESE))
    .values(
        status=case((rounds.c.status == "waiting", "withdrawn"), else_="closed"),
        deadline=None,
        remind_at=None,
    )
)
_CLOSE_SEATS = update(seats).where(seats.c.round.in_(_THESE)).values(open=False)
_SEATS = (
    update(seats)
    .where(seats.c.round.in_(_THESE), seats.c.user == bindparam("who"))
    .values(user=FIRST_FORMER - seats.c.seat)
)
_TURNS = (
    update(turns)
    .where(turns.c.round.in_(_THESE), turns.c.member == bindparam("who"))
    .values(member=FORMER_ELSEWHERE)
)
_RESULTS = (
    update(results)
    .where(results.c.round.in_(_THESE), results.c.user == bindparam("who"))
    .values(user=None)
)
_BARS = update(bars).where(bars.c.set_by == bindparam("who")).values(set_by=FORMER_ELSEWHERE)


def erase_part(connection: Connection, user: int, after: int) -> int | None:
    """Erase a member from some rounds after the round `after`; return the last of them.

    Returns None once there are no more. Open and resting rounds in which the member sits are not
    changed: the member has to leave them before.
    """
    return _erase_rounds(connection, user, after)


def finish(connection: Connection, user: int, now: datetime) -> None:
    """Erase a member from everything but rounds, and note the erasure.

    The ids are no longer in the file after `Storage.checkpoint`.
    """
    _erase_others(connection, user)
    note(connection, keyed_hash(connection, user), now)


def apply_again(restored: Connection, replaced: Connection | None) -> None:
    """Erase in a restored database the members who were erased after it had been copied.

    `replaced` is the database that it replaces, which holds the erasures. Rounds that were open in
    the copy end if an erased member sits in them.
    """
    if replaced is None or not inspect(replaced).has_table(erasures.name):
        return
    key = stored_key(replaced)
    if key is None:
        return
    if restored.dialect.name == "sqlite":
        restored.exec_driver_sql("PRAGMA secure_delete = ON")
    if stored_key(restored) is None:
        store_key(restored, key)
    known, noted = (
        {(row.hash, row.at) for row in one.execute(select(erasures))}
        for one in (restored, replaced)
    )
    later = sorted(noted - known, key=lambda one: one[1])
    hashes = {hashed for hashed, _ in later}
    for user in _members(restored):
        if hash_with(key, user) in hashes:
            reached: int | None = 0
            while reached is not None:
                reached = _erase_rounds(restored, user, reached, ends=True)
            _erase_others(restored, user)
    for hashed, at in later:
        note(restored, hashed, at)


def _erase_rounds(
    connection: Connection, user: int, after: int, *, ends: bool = False
) -> int | None:
    """Erase a member from some rounds after the round `after`; return the last of them.

    A round in which the member still sits is ended if `ends`, or else not changed.
    """
    these = naming(connection, user, after, PART)
    if not these:
        return None
    among: dict[str, Any] = {"these": these, "who": user}
    sits = sorted({*connection.execute(_SITS, among).scalars()})
    among["these"] = [one for one in these if one not in sits]
    if among["these"]:
        connection.execute(_ROUNDS.values(drawn=_DRAWN), among)
        connection.execute(_SEATS, among)
        connection.execute(_TURNS, among)
    if ends and sits:
        among_those = {"these": sits, "who": user}
        for statement in (_ROUNDS, _SEATS, _END, _CLOSE_SEATS):
            connection.execute(statement, among_those)
    connection.execute(_RESULTS, {"these": these, "who": user})
    return these[-1]


def _erase_others(connection: Connection, user: int) -> None:
    played = select(entries.c.set_key).where(entries.c.member == user)
    drawn_again = update(dares).values(version=dares.c.version + 1)
    for names in (  # a card names the members who have played
        dares.c.owner == user,
        dares.c.invited == user,
        dares.c.set_key.in_(played),
    ):
        connection.execute(drawn_again.where(names))
    for where in _day_cards_naming(connection, user):
        connection.execute(update(day_cards).where(where).values(version=day_cards.c.version + 1))
    of_sets = (
        select(rounds.c.id)
        .join(entries, entries.c.round == rounds.c.id)
        .where(entries.c.member == user, rounds.c.set_key.is_not(None))
    )
    private = list(connection.execute(of_sets).scalars())
    connection.execute(_BARS, {"who": user})
    for one in PERSONAL:
        if one.fate == "null":
            connection.execute(update(one.table).where(one.holds(user)).values({one.column: None}))
        elif one.fate == "delete":
            connection.execute(delete(one.table).where(one.holds(user)))
    connection.execute(delete(rounds).where(rounds.c.id.in_(private)))


def _day_cards_naming(connection: Connection, user: int) -> Iterator[ColumnElement[bool]]:
    """Yield conditions of the cards of days that may name a member.

    Those are the cards on which their attempts stand, and those on the day after, which tell who
    has won the day before.
    """
    played = select(entries.c.set_key, entries.c.guild, entries.c.round).where(
        entries.c.member == user, entries.c.set_key.not_like("s%")
    )
    for key, guild, round_id in connection.execute(played).all():
        on = select(day_card_lines.c.channel).where(day_card_lines.c.round == round_id)
        yield and_(day_cards.c.day == key, day_cards.c.channel.in_(on))
        after = date.fromisoformat(key) + timedelta(days=1)
        yield and_(day_cards.c.day == after.isoformat(), day_cards.c.guild == guild)


def _members(connection: Connection) -> set[int]:
    found: set[int] = set()
    for column in (one.column for one in PERSONAL if one.fate == "former"):
        distinct = select(column).where(column > 0).distinct()
        found.update(connection.execute(distinct).scalars())
    for one in PERSONAL:
        if one.fate in ("null", "delete"):
            held = connection.execute(select(one.column).where(one.column.is_not(None))).scalars()
            prefix = one.prefix or ""
            texts = (str(value) for value in held)
            found.update(
                int(text.removeprefix(prefix))
                for text in texts
                if text.startswith(prefix) and text.removeprefix(prefix).isdecimal()
            )
    return {user for user in found if user > 0}
