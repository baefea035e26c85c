"""Stores the players on the seats of a round, and the turns of everybody.

The rows are written when a round opens, and later only if a seat has changed: an action that
changes no seat needs no statement here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import bindparam, delete, insert, select

from bot.storage.schema import IS_SEAT_OF_OPEN, kept_out, rounds, seats, turns
from bot.storage.statement import Connection, Statement, among, upsert
from bot.table.players import Player, Players
from bot.table.stored_round import MemberTurn, StoredParts, StoredRound

_OF_TURN = ("member", "begun", "step", "ended", "points", "missed")
"""The columns of a turn, and the fields of a `MemberTurn`."""

_INSERT = Statement(insert(seats))
_CHANGE = upsert(seats)
_REMOVE = Statement(
    delete(seats).where(seats.c.round == bindparam("which"), seats.c.seat >= bindparam("first_one"))
)
_OF_ROUND = Statement(
    select(seats).where(seats.c.round == bindparam("which")).order_by(seats.c.seat)
)
_OF_SOME = Statement(select(seats).where(among(seats.c.round, "some")).order_by(seats.c.seat))
_OPEN = Statement(
    select(seats.c.round)
    .join(rounds, rounds.c.id == seats.c.round)
    .where(seats.c.user == bindparam("who"), IS_SEAT_OF_OPEN)
    .order_by(rounds.c.deadline, seats.c.round)
)

_PUT_TURNS = upsert(turns)
_TURNS = Statement(
    select(turns).where(among(turns.c.round, "some")).order_by(turns.c.round, turns.c.number)
)
_KEEP_OUT = Statement(insert(kept_out))
_LET_IN = Statement(
    delete(kept_out).where(
        kept_out.c.round == bindparam("which"), kept_out.c.member == bindparam("who")
    )
)
_KEPT_OUT = Statement(
    select(kept_out.c.member)
    .where(kept_out.c.round == bindparam("which"))
    .order_by(kept_out.c.member)
)


def insert_all(connection: Connection, new: StoredRound) -> None:
    """Write the seats of a round whose row was just written."""
    connection.run_many(_INSERT, _rows(new))


def save(connection: Connection, after: StoredRound) -> None:
    """Write the changes of a round's seats since it was stored, and their turns."""
    stored = after.as_stored
    if after.players.everybody and stored is not None:
        _save_turns(connection, after, stored)
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
    connection.run_many(_CHANGE, changed)
    if stored is None or len(before) > len(after.players):
        connection.run(_REMOVE, which=after.id, first_one=len(after.players))


def _save_turns(connection: Connection, after: StoredRound, stored: StoredParts) -> None:
    changed = [
        {"round": after.id, "number": number, **{name: getattr(turn, name) for name in _OF_TURN}}
        for number, turn in enumerate(after.turns.taken, 1)
        if turn not in stored.turns.taken[number - 1 : number]
    ]
    connection.run_many(_PUT_TURNS, changed)
    for member in sorted({*after.turns.kept_out} - {*stored.turns.kept_out}):
        connection.run(_KEEP_OUT, round=after.id, member=member)
    for member in sorted({*stored.turns.kept_out} - {*after.turns.kept_out}):
        connection.run(_LET_IN, which=after.id, who=member)


def turns_of(connection: Connection, round_ids: Iterable[int]) -> dict[int, tuple[MemberTurn, ...]]:
    """Return the turns on the seats of everybody in some rounds, in order."""
    taken: dict[int, tuple[MemberTurn, ...]] = dict.fromkeys(round_ids, ())
    for row in connection.run(_TURNS, some=taken) if taken else ():
        taken[row.round] += (MemberTurn(**{name: getattr(row, name) for name in _OF_TURN}),)
    return taken


def kept_out_of(connection: Connection, round_id: int) -> tuple[int, ...]:
    """Return the members whom the opener of a round keeps out of it."""
    return tuple(connection.run(_KEPT_OUT, which=round_id).scalars())


def of_round(connection: Connection, round_id: int) -> Players:
    """Return the players of a round, by seat."""
    return Players(map(_read_player, connection.run(_OF_ROUND, which=round_id)))


def of_rounds(connection: Connection, round_ids: Iterable[int]) -> dict[int, Players]:
    """Return the players of some rounds."""
    players: dict[int, list[Player]] = {round_id: [] for round_id in round_ids}
    for row in connection.run(_OF_SOME, some=players) if players else ():
        players[row.round].append(_read_player(row))
    return {round_id: Players(seated) for round_id, seated in players.items()}


def open_rounds_of(connection: Connection, user: int) -> tuple[int, ...]:
    """Return the open rounds in which a member has a seat, in the order of their deadlines."""
    return tuple(connection.run(_OPEN, who=user).scalars())


def _rows(stored: StoredRound) -> list[dict[str, Any]]:
    return [
        {
            "round": stored.id,
            "seat": seat,
            "user": player.user,
            "level": player.level,
            "accepted": player.accepted,
            "left": player.left,
            "left_at": player.left_at,
            "missed_turns": player.missed_turns,
            "wins": player.wins,
            "hinted": _spaced(player.hinted),
            "open": stored.open,
        }
        for seat, player in enumerate(stored.players)
    ]


def _read_player(row: Any) -> Player:
    return Player(
        user=row.user,
        level=row.level,
        accepted=row.accepted,
        left=row.left,
        left_at=row.left_at,
        missed_turns=row.missed_turns,
        wins=row.wins,
        hinted=_numbers(row.hinted),
    )


def _spaced(numbers: Iterable[int]) -> str | None:
    return " ".join(map(str, numbers)) or None


def _numbers(text: str | None) -> tuple[int, ...]:
    return tuple(map(int, (text or "").split()))
