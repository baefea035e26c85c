"""How a round and its steps are written into columns, and read back.

Sitters and options are JSON in the round's row. A state that today's code
cannot read is rebuilt from the record.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from dataclasses import asdict, fields, replace
from typing import Any

from sqlalchemy import Row

from bot.rounds import Kept, Sitter
from bot.storage.errors import RoundLost
from rules import codec
from rules.engine import Acted, Landed, Round, Step, replay
from rules.errors import UnknownGame, Unreadable
from rules.registry import game
from rules.screen import Action, Seat

_log = logging.getLogger(__name__)

_SITTER = frozenset(field.name for field in fields(Sitter))


def written(kept: Kept) -> dict[str, Any]:
    """Return the columns that every save writes.

    Not among them are what a round is born with (game, guild, time of opening,
    predecessor) and what the marks keep apart from its version: where it is
    shown, which version is drawn, and the reminder.
    """
    play = kept.play
    return {
        "status": kept.status,
        "opener": kept.opener,
        "sitters": _json([asdict(sitter) for sitter in kept.sitters]),
        "language": kept.language,
        "options": _json(dict(kept.options)),
        "table_options": _json(dict(kept.table_options)),
        "state": None if play is None else _json(codec.encode(play.state)),
        "moment": None if play is None else play.moment,
        "deadline": kept.deadline,
        "nudge": kept.nudge,
    }


def born(kept: Kept) -> dict[str, Any]:
    """Return the columns of a new round, all but its id."""
    return {
        **written(kept),
        "version": kept.version,
        "drawn": kept.drawn,
        "game": kept.game,
        "guild": kept.guild,
        "channel": kept.channel,
        "message": kept.message,
        "recorded": 0 if kept.play is None else kept.play.recorded,
        "opened": kept.opened,
        "nudge_message": kept.nudge_message,
        "successor_of": kept.successor_of,
    }


def read(row: Row[Any], record: Callable[[], tuple[Step, ...]]) -> Kept:
    """Read a round back; its play carries no steps.

    `record` is asked for the steps only where the state cannot be read. Raises
    RoundLost when the record is of no help either.
    """
    kept = Kept(
        id=row.id,
        version=row.version,
        drawn=row.drawn,
        status=row.status,
        game=row.game,
        guild=row.guild,
        channel=row.channel,
        message=row.message,
        opener=row.opener,
        sitters=tuple(_sitter(sitter) for sitter in json.loads(row.sitters)),
        language=row.language,
        options=json.loads(row.options),
        table_options=json.loads(row.table_options),
        opened=row.opened,
        deadline=row.deadline,
        nudge=row.nudge,
        nudge_message=row.nudge_message,
        successor_of=row.successor_of,
    )
    if row.state is None:
        return kept
    return replace(kept, play=_play(kept, row, record))


def _play(kept: Kept, row: Row[Any], record: Callable[[], tuple[Step, ...]]) -> Round[Any]:
    try:
        played = game(kept.game)
    except UnknownGame as error:
        _log.exception("round=%s game=%s is not known any more", kept.id, kept.game)
        raise RoundLost(kept) from error
    try:
        state = codec.decode(played.state, json.loads(row.state))
    except (Unreadable, ValueError) as error:
        _log.warning("round=%s has an unreadable state, rebuilding it: %s", kept.id, error)
    else:
        return Round(played, state, row.moment, row.recorded)
    try:
        rebuilt = replay(played, len(kept.sitters), kept.options, record())
        if rebuilt.recorded != row.recorded:
            raise Unreadable(f"of {row.recorded} steps the record holds {rebuilt.recorded}")  # noqa: TRY301 — one fate for all faults of a record
    except Exception as error:  # yesterday's steps may break today's rules in any way
        _log.exception("round=%s cannot be rebuilt from its record", kept.id)
        raise RoundLost(kept) from error
    return replace(rebuilt, steps=())


def step_row(round_id: int, step: Step) -> dict[str, Any]:
    """Return the columns of one step."""
    row: dict[str, Any] = {"round": round_id, "number": step.number}
    match step:
        case Acted(_, seat, action):
            return {**row, "seat": seat.index, "action": action.code, "faces": None}
        case Landed(_, faces):
            return {**row, "seat": None, "action": None, "faces": " ".join(map(str, faces))}


def read_step(row: Row[Any]) -> Step:
    """Read a step back. Raises BadCode for an action that cannot be one."""
    if row.action is not None:
        return Acted(row.number, Seat(row.seat), Action.parse(row.action))
    return Landed(row.number, tuple(int(face) for face in row.faces.split()))


def _sitter(columns: dict[str, Any]) -> Sitter:
    """Read a sitter as today's class knows them: what is gone is left out."""
    known = {name: value for name, value in columns.items() if name in _SITTER}
    return Sitter(**{**known, "hints": tuple(known.get("hints", ()))})


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
