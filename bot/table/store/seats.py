"""Stores who sits on each seat of a round, in rows of their own.

They are written when a round opens, and later only where something about a seat has changed:
an act that changes none costs nothing here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import BindParameter, Connection, bindparam, delete, insert, select

from bot.storage.schema import IS_SEAT_OF_OPEN, rounds, seats
from bot.storage.statement import AnyConnection, Statement, Upsert
from bot.table.stored_round import Player, StoredRound

_SOME: BindParameter[Any] = bindparam("some", expanding=True)
_INSERT = Statement(insert(seats), [column.name for column in seats.columns])
_CHANGE = Upsert(seats)
_REMOVE = Statement(
    delete(seats).where(seats.c.round == bindparam("which"), seats.c.seat >= bindparam("first_one"))
)
_OF_ROUND = Statement(
    select(seats).where(seats.c.round == bindparam("which")).order_by(seats.c.seat)
)
_OF_SOME = select(seats).where(seats.c.round.in_(_SOME))
_OPEN = (
    select(seats.c.round)
    .join(rounds, rounds.c.id == seats.c.round)
    .where(seats.c.user == bindparam("who"), IS_SEAT_OF_OPEN)
    .order_by(rounds.c.deadline, seats.c.round)
)


def insert_all(connection: AnyConnection, new: StoredRound) -> None:
    """Write the seats of a round that has just got its row."""
    if new.players:
        _INSERT.run_many(connection, _rows(new))


def save(connection: AnyConnection, after: StoredRound) -> None:
    """Write what has changed about the seats of a round since it was stored."""
    stored = after.as_stored
    before = () if stored is None else stored.players
    if stored is not None and stored.open == after.open:
        if before == after.players:
            return
        changed = [
            row
            for row, player in zip(_rows(after), after.players, strict=True)
            if row["seat"] >= len(before) or before[row["seat"]] != player
        ]
    else:
        changed = _rows(after)
    _CHANGE.run_many(connection, changed)
    if stored is None or len(before) > len(after.players):
        _REMOVE.run(connection, {"which": after.id, "first_one": len(after.players)})


def of_round(connection: AnyConnection, round_id: int) -> tuple[Player, ...]:
    """Return the players of a round, by seat."""
    return tuple(_player(row) for row in _OF_ROUND.run(connection, {"which": round_id}))


def of_rounds(connection: Connection, round_ids: Iterable[int]) -> dict[int, tuple[Player, ...]]:
    """Return the players of some rounds."""
    found: dict[int, tuple[Player, ...]] = dict.fromkeys(round_ids, ())
    rows = connection.execute(_OF_SOME, {"some": [*found]}).all() if found else ()
    for row in sorted(rows, key=lambda row: row.seat):
        found[row.round] += (_player(row),)
    return found


def open_rounds_of(connection: Connection, user: int) -> tuple[int, ...]:
    """Return the open rounds in which a member has a seat, in the order of their deadlines."""
    return tuple(connection.execute(_OPEN, {"who": user}).scalars())


def _rows(stored: StoredRound) -> list[dict[str, Any]]:
    return [
        {
            "round": stored.id,
            "seat": seat,
            "user": one.user,
            "level": one.level,
            "accepted": one.accepted,
            "left": one.left,
            "left_at": one.left_at,
            "missed_turns": one.missed_turns,
            "wins": one.wins,
            "hinted": _spaced(one.hinted),
            "coached": _spaced(one.coached),
            "taken_back": _spaced(one.taken_back),
            "word": one.word or None,
            "early_word": one.early_word,
            "open": stored.open,
        }
        for seat, one in enumerate(stored.players)
    ]


def _player(row: Any) -> Player:
    return Player(
        user=row.user,
        level=row.level,
        accepted=bool(row.accepted),
        left=bool(row.left),
        left_at=row.left_at,
        missed_turns=row.missed_turns,
        wins=row.wins,
        hinted=_numbers(row.hinted),
        coached=_numbers(row.coached),
        taken_back=_numbers(row.taken_back),
        word=row.word or "",
        early_word=bool(row.early_word),
    )


def _spaced(numbers: Iterable[int]) -> str | None:
    return " ".join(map(str, numbers)) or None


def _numbers(text: str | None) -> tuple[int, ...]:
    return tuple(map(int, (text or "").split()))
