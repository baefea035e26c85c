"""Reads everything that the database holds about a member, as plain values for a JSON file.

Ids are texts: JSON numbers of other programs are not exact that far. Other
members are not named, by any id.
"""

from __future__ import annotations

import json
from collections import defaultdict
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, bindparam, select

from bot.admin.store.erasing import HELD, naming
from bot.admin.store.personal import PERSONAL
from bot.storage.keyed_hash import known_hash
from bot.storage.schema import decisions, results, rounds, steps

PART = 500
"""How many rounds are read in one transaction at most."""

_ROUNDS = select(rounds).where(rounds.c.id > bindparam("after"), HELD).order_by(rounds.c.id)
_ACTIONS = (
    select(steps.c.round, steps.c.number, steps.c.seat, steps.c.action)
    .where(steps.c.round.in_(bindparam("these", expanding=True)), steps.c.seat.is_not(None))
    .order_by(steps.c.round, steps.c.number)
)
_RESULTS = select(results).where(results.c.round.in_(bindparam("these", expanding=True)))
_DECISIONS = (
    select(decisions)
    .where(decisions.c.round.in_(bindparam("these", expanding=True)))
    .order_by(decisions.c.round, decisions.c.seat, decisions.c.number)
)
"""Those of all seats: they name no member, and belong to who sits there."""


def rounds_after(connection: Connection, user: int, after: int) -> list[dict[str, Any]]:
    """Return some rounds of a member after the round `after`, in order; empty at the end."""
    query = _ROUNDS.limit(PART)
    rows = connection.execute(query, {**naming(user), "after": after}).all()
    these = [row.id for row in rows]
    actions = _actions(connection, these)
    shares = _shares(connection, these)
    judged = _decisions(connection, these)
    return [_round(row, user, actions[row.id], shares, judged[row.id]) for row in rows]


def other_rows(connection: Connection, user: int) -> dict[str, list[dict[str, Any]]]:
    """Return a member's rows of all other tables, by table; results stand with the rounds."""
    found: dict[str, list[dict[str, Any]]] = {}
    hashed = known_hash(connection, user)
    for one in PERSONAL:
        if one.table in (rounds, results):
            continue
        held = select(one.table).where(one.holds(user, hashed))
        found.setdefault(one.table.name, []).extend(
            {key: _plain(value) for key, value in row.items() if key != one.column.name}
            for row in connection.execute(held).mappings()
        )
    return {table: rows for table, rows in found.items() if rows}


def _actions(connection: Connection, these: list[int]) -> dict[int, list[tuple[int, str]]]:
    found: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for row in connection.execute(_ACTIONS, {"these": these}):
        found[row.round].append((row.seat, f"{row.number} {row.action}"))
    return found


def _decisions(connection: Connection, these: list[int]) -> dict[int, list[dict[str, Any]]]:
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in connection.execute(_DECISIONS, {"these": these}).mappings():
        values = {key: value for key, value in row.items() if key not in ("round", "seat")}
        found[row["round"]].append({"seat": row["seat"] + 1, **values})
    return found


def _shares(connection: Connection, these: list[int]) -> dict[tuple[int, int], Row[Any]]:
    return {(row.round, row.seat): row for row in connection.execute(_RESULTS, {"these": these})}


def _round(
    row: Row[Any],
    user: int,
    actions: list[tuple[int, str]],
    shares: dict[tuple[int, int], Row[Any]],
    judged: list[dict[str, Any]],
) -> dict[str, Any]:
    players = json.loads(row.players)
    own = [seat for seat, one in enumerate(players) if one.get("user") == user]
    options = json.loads(row.table_options)
    closed = options.pop("closed", None)
    return {
        "round": row.id,
        "game": row.game,
        "status": row.status,
        "server": _plain_id(row.guild),
        "channel": _plain_id(row.channel),
        "message": _plain_id(row.message),
        "opened": _plain(row.opened),
        "opened_by_you": row.opener == user,
        "closed_by_you": closed == f"by.{user}",
        "language": row.language,
        "options": {**json.loads(row.options), **options},
        "seats": [_seat(one, user) for one in players],
        "your_results": [
            {
                "seat": seat + 1,
                "share": shares[row.id, seat].share,
                "score": shares[row.id, seat].score,
                "finished": _plain(shares[row.id, seat].finished),
            }
            for seat in own
            if (row.id, seat) in shares
        ],
        "your_actions": [action for seat, action in actions if seat in own],
        "your_decisions": [one for one in judged if one["seat"] - 1 in own],
    }


def _seat(player: dict[str, Any], user: int) -> dict[str, Any]:
    if player.get("user") == user:
        return {"who": "you", **{key: value for key, value in player.items() if key != "user"}}
    if player.get("level") is not None:
        return {"who": "computer", "level": player["level"]}
    return {"who": "nobody yet" if player.get("user") is None else "another member"}


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    return str(value) if isinstance(value, int) and value > 2**31 else value


def _plain_id(value: int | None) -> str | None:
    return None if value is None else str(value)
