"""Reads all data about a member from the database, as values for JSON.

Ids are strings: JSON numbers are not exact at that size in other programs. No id of another member
is included.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from dataclasses import fields
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, or_, select

from bot.admin.store.personal import PERSONAL_COLUMNS, rounds_naming
from bot.storage.keyed_hash import existing_hash
from bot.storage.schema import bars, day_card_lines, entries, results, rounds, seats, steps, turns
from bot.storage.statement import Connection, Statement, among
from bot.table.players import Player
from bot.table.store import rows
from bot.table.stored_round import MemberTurn, StoredRound

PART = 100
"""The most rounds that are read in one transaction."""

_ROUNDS = Statement(select(rounds).where(among(rounds.c.id, "these")).order_by(rounds.c.id))
_ACTIONS = Statement(
    select(steps.c.round, steps.c.number, steps.c.seat, steps.c.action)
    .where(among(steps.c.round, "these"), steps.c.seat.is_not(None))
    .order_by(steps.c.round, steps.c.number)
)
_RESULTS = Statement(select(results).where(among(results.c.round, "these")))
_OTHER_ROWS = tuple(
    (one, Statement(select(one.table).where(one.names_member)))
    for one in PERSONAL_COLUMNS
    if one.table not in (rounds, seats, turns, results, bars)
)
_BARS = Statement(
    select(bars).where(or_(bars.c.member == bindparam("hashed"), bars.c.set_by == bindparam("who")))
)
_ON_CARDS = Statement(
    select(day_card_lines)
    .join(entries, entries.c.round == day_card_lines.c.round)
    .where(entries.c.member == bindparam("who"))
    .order_by(day_card_lines.c.day, day_card_lines.c.channel)
)
_COLUMNS_OF_ROUND = ("round", "user", "guild")
"""The columns of a result that repeat values of its round."""

_IDS = {
    (one.table.name, one.column.name)
    for one in PERSONAL_COLUMNS
    if not one.prefix and one.erasure != "hash"
}
"""The columns that hold only ids of members."""


def rounds_after(connection: Connection, user: int, after: int) -> list[dict[str, Any]]:
    """Return some rounds of a member after the round `after`, in order; empty at the end."""
    round_ids = rounds_naming(connection, user, after, PART)
    stored = rows.read_without_plays(connection, connection.run(_ROUNDS, these=round_ids))
    actions = _actions(connection, round_ids)
    results = _results(connection, round_ids)
    return [_round(round_, user, actions[round_.id], results) for round_ in stored.values()]


def other_rows(connection: Connection, user: int) -> dict[str, list[dict[str, Any]]]:
    """Return a member's rows of all other tables, by table.

    Results and turns are included in the rounds.
    """
    tables: dict[str, list[dict[str, Any]]] = {}
    hashed = existing_hash(connection, user)
    for personal, statement in _OTHER_ROWS:
        table = personal.table.name
        tables.setdefault(table, []).extend(
            {
                key: _plain(value)
                for key, value in row._asdict().items()
                if key != personal.column.name and (table, key) not in _IDS
            }
            for row in connection.run(statement, **personal.values(user, hashed))
        )
    tables["bars"] = _bars(connection, user, hashed)
    tables["day_card_lines"] = [
        {key: _plain(value) for key, value in row._asdict().items()}
        for row in connection.run(_ON_CARDS, who=user)
    ]
    return {table: rows for table, rows in tables.items() if rows}


def _bars(connection: Connection, user: int, hashed: str | None) -> list[dict[str, Any]]:
    """Return the bars of a member, and those that they have set as a moderator."""
    return [
        {
            "guild": _plain(row.guild),
            "until": _plain(row.until),
            "set_by_you": row.set_by == user,
        }
        for row in connection.run(_BARS, hashed=hashed, who=user)
    ]


def _actions(connection: Connection, round_ids: list[int]) -> dict[int, list[tuple[int, str]]]:
    """Return the actions of some rounds, by round, each with its seat."""
    actions: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for row in connection.run(_ACTIONS, these=round_ids):
        actions[row.round].append((row.seat, f"{row.number} {row.action}"))
    return actions


def _results(connection: Connection, round_ids: list[int]) -> dict[tuple[int, int], dict[str, Any]]:
    """Return the results of some rounds, by round and seat; in them seats are counted from 1."""
    rows = [row._asdict() for row in connection.run(_RESULTS, these=round_ids)]
    return {
        (row["round"], row["seat"]): {
            key: row["seat"] + 1 if key == "seat" else _plain(value)
            for key, value in row.items()
            if key not in _COLUMNS_OF_ROUND
        }
        for row in rows
    }


def _round(
    stored: StoredRound,
    user: int,
    actions: list[tuple[int, str]],
    results: dict[tuple[int, int], dict[str, Any]],
) -> dict[str, Any]:
    own = [seat.index for seat in stored.seats_of(user) if not stored.players[seat.index].everybody]
    taken = stored.turns.taken
    turns = [(number, one) for number, one in enumerate(taken, 1) if one.member == user]
    facts = rows.fact_values(stored).items()
    table_facts = {key: value for key, value in facts if value and not key.startswith("closed")}
    return {
        "round": stored.id,
        "game": stored.game,
        "status": stored.status,
        "server": _plain_id(stored.place.guild),
        "channel": _plain_id(stored.place.channel),
        "message": _plain_id(stored.place.message),
        "opened": _plain(stored.opened),
        "opened_by_you": stored.opener == user,
        "closed_by_you": stored.end.closed_by == user,
        "language": stored.language,
        "options": {**stored.options, **table_facts},
        "seats": [_seat(one, user) for one in stored.players],
        "your_results": [results[stored.id, seat] for seat in own if (stored.id, seat) in results],
        "your_actions": [action for seat, action in actions if seat in own],
        "your_turns": [_turn(stored, *one, actions) for one in turns],
    }


def _turn(
    stored: StoredRound, number: int, turn: MemberTurn, actions: list[tuple[int, str]]
) -> dict[str, Any]:
    """Return a turn on the seat of everybody, with the actions in it."""
    taken = stored.turns.taken
    first_after = taken[number].step if number < len(taken) else sys.maxsize
    shared = [seat for seat, player in enumerate(stored.players) if player.everybody]
    chosen = [
        action
        for seat, action in actions
        if seat in shared and turn.step <= int(action.partition(" ")[0]) < first_after
    ]
    return {
        "turn": number,
        "begun": _plain(turn.begun),
        "ended": _plain(turn.ended),
        "points": turn.points,
        "missed": turn.missed,
        "actions": chosen,
    }


def _seat(player: Player, user: int) -> dict[str, Any]:
    if player.user == user:
        values = {one.name: getattr(player, one.name) for one in fields(player)}
        return {"who": "you", **{key: value for key, value in values.items() if key != "user"}}
    if player.level is not None:
        return {"who": "computer", "level": player.level}
    if player.everybody:
        return {"who": "everybody"}
    return {"who": "nobody yet" if player.user is None else "another member"}


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    return str(value) if isinstance(value, int) and value > 2**31 else value


def _plain_id(value: int | None) -> str | None:
    return None if value is None else str(value)
