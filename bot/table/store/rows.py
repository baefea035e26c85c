"""How a round and its steps are written into columns, and read back.

State and options of the game are JSON in the round's row. A state that the present code
cannot read is rebuilt from the record.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from sqlalchemy import Connection, Row, bindparam, insert, select

from bot.storage.schema import steps
from bot.storage.statement import AnyConnection, Statement
from bot.table.commitment import Commitment, OpeningNumber, SetSeed, seed_of
from bot.table.luck import lines_of_set
from bot.table.store import seats, table_options
from bot.table.store.errors import UnreadableRound
from bot.table.stored_round import OPEN, AsStored, Player, StoredRound
from rules import codec
from rules.engine import Acted, Landed, Round, Step, TakenBack, replay
from rules.errors import UnknownGame, Unreadable
from rules.game import Weighted
from rules.registry import dealt, game
from rules.screen import Action, Seat

_log = logging.getLogger(__name__)

_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

_TAKE_BACK = "take-back"
"""The verb under which a choice taken back is stored, with the number of the step before it."""

UPDATED = (
    "status",
    "opener",
    "language",
    "options",
    "state",
    "moment",
    "deadline",
    "remind_at",
    "sealed_until",
)
"""The columns that every save writes, by the names of the code."""

INSERTED = (
    *UPDATED,
    "version",
    "drawn",
    "game",
    "guild",
    "channel",
    "message",
    "recorded",
    "opened",
    "reminder",
    "successor_of",
    "set_key",
    *table_options.NAMES,
)
"""The columns of a new round, all but its id."""

STEP = ("round", "number", "seat", "action", "faces", "label", "source")
"""The columns of a step."""


def update_values(stored: StoredRound) -> dict[str, Any]:
    """Return the values of `UPDATED`.

    A save leaves alone what stays as it was when the round was opened (game,
    guild, time of opening, predecessor) and what is stored apart from the
    version: where the round is shown, which version is drawn, the reminder.
    """
    play = stored.play
    return {
        "status": stored.status,
        "opener": stored.opener,
        "language": stored.language,
        "options": _json(dict(stored.options)),
        "state": None if play is None else _json(codec.encode(play.state)),
        "moment": None if play is None else play.moment,
        "deadline": stored.deadline,
        "remind_at": stored.remind_at,
        "sealed_until": stored.sealed_until,
    }


def insert_values(stored: StoredRound) -> dict[str, Any]:
    """Return the columns of a new round, all but its id."""
    return {
        **update_values(stored),
        "version": stored.version,
        "drawn": stored.drawn,
        "game": stored.game,
        "guild": stored.guild,
        "channel": stored.channel,
        "message": stored.message,
        "recorded": 0 if stored.play is None else stored.play.recorded,
        "opened": stored.opened,
        "reminder": stored.reminder,
        "successor_of": stored.successor_of,
        "set_key": stored.set_key,
        **table_options.values(stored),
    }


def read(
    row: Row[Any], players: tuple[Player, ...], record: Callable[[], tuple[Step, ...]]
) -> StoredRound:
    """Read a round of these players back; its play carries no steps.

    `record` is asked for the steps only where the state cannot be read. Raises
    UnreadableRound when the record is of no help either.
    """
    stored = without_play(row, players)
    if row.state is None:
        return stored
    return replace(stored, play=_play(stored, row, record))


def without_plays(connection: Connection, found: Sequence[Row[Any]]) -> dict[int, StoredRound]:
    """Read some rounds back by their ids, but for their play."""
    players = seats.of_rounds(connection, [row.id for row in found])
    return {row.id: without_play(row, players[row.id]) for row in found}


def without_play(row: Row[Any], players: tuple[Player, ...]) -> StoredRound:
    """Read a round of these players back, but for its play.

    A row that has steps but no state is that of an unreadable round, which was closed.
    """
    options = table_options.read(row)
    return StoredRound(
        id=row.id,
        version=row.version,
        drawn=row.drawn,
        status=row.status,
        game=row.game,
        guild=row.guild,
        channel=row.channel,
        message=row.message,
        opener=row.opener,
        players=players,
        language=row.language,
        options=json.loads(row.options),
        opened=row.opened,
        deadline=row.deadline,
        remind_at=row.remind_at,
        reminder=row.reminder,
        successor_of=row.successor_of,
        unreadable=row.state is None and row.recorded > 0,
        commitment=_commitment(row),
        sealed_until=row.sealed_until,
        set_key=row.set_key,
        set_seed=_set_seed(row),
        as_stored=AsStored(players, tuple(options.values()), row.status in OPEN),
        **options,
    )


def _play(stored: StoredRound, row: Row[Any], record: Callable[[], tuple[Step, ...]]) -> Round[Any]:
    try:
        played = game(stored.game) if stored.set_key is None else dealt(stored.game)
    except UnknownGame as error:
        _log.exception("round=%s game=%s is not known any more", stored.id, stored.game)
        raise UnreadableRound(replace(stored, unreadable=True)) from error
    try:
        state = codec.decode(played.state, json.loads(row.state))
    except (Unreadable, ValueError) as error:
        _log.warning("round=%s has an unreadable state, rebuilding it: %s", stored.id, error)
    else:
        taken_back = sum(len(player.taken_back) for player in stored.players)
        return Round(played, state, row.moment, row.recorded, taken_back=taken_back)
    try:
        rebuilt = replay(played, len(stored.players), stored.options, record())
        if rebuilt.recorded != row.recorded:
            raise Unreadable(f"of {row.recorded} steps the record holds {rebuilt.recorded}")  # noqa: TRY301 — every replay failure is handled the same way
    except Exception as error:  # replaying an old record may fail in any way
        _log.exception("round=%s cannot be rebuilt from its record", stored.id)
        raise UnreadableRound(replace(stored, unreadable=True)) from error
    return replace(rebuilt, steps=())


def step_row(round_id: int, step: Step) -> dict[str, Any]:
    """Return the columns of one step."""
    row: dict[str, Any] = dict.fromkeys(STEP) | {"round": round_id, "number": step.number}
    match step:
        case Acted(_, seat, action, label, weights):
            source = " ".join(f"{choice.code}={weight}" for choice, weight in weights)
            acted = {"seat": seat.index, "action": action.code}
            return {**row, **acted, "label": label or None, "source": source or None}
        case TakenBack(_, seat, to):
            return {**row, "seat": seat.index, "action": Action(_TAKE_BACK, str(to)).code}
        case Landed(_, faces, label, deck):
            landed = {"faces": _spaced(faces), "source": _spaced(deck) or None}
            return {**row, **landed, "label": label or None}


def read_step(row: Row[Any]) -> Step:
    """Read a step back. Raises BadCode for an action that cannot be one."""
    if row.action is not None:
        action, seat = Action.parse(row.action), Seat(row.seat)
        if action.verb == _TAKE_BACK and action.on.isdecimal():
            return TakenBack(row.number, seat, int(action.on))
        return Acted(row.number, seat, action, row.label or "", _weights(row.source))
    return Landed(row.number, _numbers(row.faces), row.label or "", _numbers(row.source))


def _weights(source: str | None) -> Weighted:
    """Read the weights of a mixed choice."""
    pairs = (pair.split("=") for pair in (source or "").split())
    return tuple((Action.parse(code), Fraction(weight)) for code, weight in pairs)


def _commitment(row: Row[Any]) -> Commitment | None:
    """Read the seed beside a round, which other tables hold, where it was asked for."""
    if getattr(row, "block_secret", None) is None:
        return None
    return Commitment(
        row.block_channel,
        row.leaf_number,
        seed_of(bytes(row.block_secret), row.leaf_number),
        row.block_root,
        row.block_id,
        row.block_number,
        row.leaf_levels,
        OpeningNumber(row.leaf_opened, row.leaf_opened_by),
        proof=row.leaf_proof,
    )


def _set_seed(row: Row[Any]) -> SetSeed | None:
    """Read the seed of the set of a private round, where it was asked for."""
    if getattr(row, "set_secret", None) is None:
        return None
    return SetSeed(
        bytes.fromhex(row.set_secret),
        row.set_digest,
        lines_of_set(row.set_key, row.set_opened),
        row.set_revealed is not None,
        row.set_opened,
    )


def _spaced(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


def _numbers(text: str | None) -> tuple[int, ...]:
    return tuple(map(int, (text or "").split()))


_INSERT = Statement(insert(steps), STEP)
_RECORD = Statement(
    select(steps)
    .where(steps.c.round == bindparam("which"), steps.c.number <= bindparam("upto"))
    .order_by(steps.c.number)
)


def first_new(after: StoredRound) -> int:
    """Return how many steps of the record lie before the new ones.

    Raises ValueError when the new steps do not follow each other.
    """
    if after.play is None:
        return 0
    recorded, new = after.play.recorded, after.play.steps
    base = recorded - len(new)
    numbers = [step.number for step in new]
    if numbers != list(range(base + 1, recorded + 1)):
        raise ValueError(f"round {after.id} has {recorded} steps, not followed by {numbers}")
    return base


def append(connection: AnyConnection, stored: StoredRound, base: int) -> None:
    """Write the steps that follow the first `base` ones."""
    new = () if stored.play is None else stored.play.steps
    values = [step_row(stored.id, step) for step in new if step.number > base]
    if values:
        _INSERT.run_many(connection, values)


def record(connection: AnyConnection, round_id: int, upto: int = 2**31 - 1) -> tuple[Step, ...]:
    """Read the steps of a round, in order, up to the number `upto`."""
    found = _RECORD.run(connection, {"which": round_id, "upto": upto})
    return tuple(read_step(row) for row in found)


def without_steps(play: Round[Any] | None) -> Round[Any] | None:
    """Return the play of a round as it is loaded, without steps."""
    return play if play is None or not play.steps else replace(play, steps=())
