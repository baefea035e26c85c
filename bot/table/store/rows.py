"""Converts a round and its steps to columns and back.

State and options of the game are JSON in the round's row. A state that the present code cannot read
is rebuilt from the record.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from operator import attrgetter
from typing import Any

from sqlalchemy import bindparam, insert, select, update

from bot.storage.schema import rounds, steps
from bot.storage.statement import Connection, Statement, binds
from bot.table import headline
from bot.table.headline import NO_HEADLINE
from bot.table.players import Players
from bot.table.seed import Seed
from bot.table.store import seats
from bot.table.store.errors import UnreadableRound
from bot.table.stored_round import (
    NO_CHANNEL,
    Deadline,
    DiscordPlace,
    MemberTurns,
    RoundEnd,
    StoredParts,
    StoredRound,
    Terms,
)
from rules import codec
from rules.engine import Acted, Landed, Round, Step, replay
from rules.errors import UnknownGame, Unreadable
from rules.game import Weighted
from rules.registry import game
from rules.screen import Action, Seat

_log = logging.getLogger(__name__)

_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

_PATHS = (
    *("terms.minutes", "terms.pair", "place.in_thread", "place.out_of_reach", "rules_known"),
    *("end.closed", "end.closed_by", "end.has_card", "end.headline", "end.better_than"),
)
"""The facts of a table, a column each, by where a round has them.

They are written when a round opens, and later only where one has changed.
"""

FACTS = tuple(path.rpartition(".")[2] for path in _PATHS)
"""The columns of the facts."""

_facts = attrgetter(*_PATHS)

_SAVE_FACTS = Statement(
    update(rounds).where(rounds.c.id == bindparam("which")).values(binds(*FACTS))
)

UPDATED = (
    "status",
    "opener",
    "language",
    "options",
    "state",
    "moment",
    "deadline",
    "remind_at",
    "secret_until",
)
"""The columns that every save writes, by their names in the code."""

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
    *FACTS,
)
"""The columns of a new round, all but its id."""

ALL_STEPS = 2**31 - 1
"""A number above that of any step."""

STEP = ("round", "number", "seat", "action", "faces", "label", "source")
"""The columns of a step."""


def update_values(stored: StoredRound) -> dict[str, Any]:
    """Return the values of `UPDATED`.

    A save does not change the values that are fixed when the round is opened (game, guild, time of
    opening, predecessor), nor those that are stored apart from the version: the place of the
    message, the drawn version, the reminder.
    """
    play = stored.play
    return {
        "status": stored.status,
        "opener": stored.opener,
        "language": stored.language,
        "options": _json(dict(stored.options)),
        "state": None if play is None else _json(codec.encode(play.state)),
        "moment": None if play is None else play.moment,
        "deadline": stored.deadline.at,
        "remind_at": stored.deadline.remind_at,
        "secret_until": stored.end.secret_until,
    }


def insert_values(stored: StoredRound) -> dict[str, Any]:
    """Return the columns of a new round, all but its id."""
    return {
        **update_values(stored),
        "version": stored.version,
        "drawn": stored.place.drawn,
        "game": stored.game,
        "guild": stored.place.guild,
        "channel": stored.place.channel,
        "message": stored.place.message,
        "recorded": 0 if stored.play is None else stored.play.recorded,
        "opened": stored.opened,
        "reminder": stored.deadline.reminder,
        "successor_of": stored.successor_of,
        "set_key": stored.set_key,
        **fact_values(stored),
    }


def read_round(
    connection: Connection, row: Any, record: Callable[[], tuple[Step, ...]]
) -> StoredRound:
    """Read a round with its seats; its play carries no steps.

    `record` is called for the steps if the state cannot be read, and for the headline of a round
    that has ended without one. Raises UnreadableRound if the record cannot be read either.
    """
    players, turns = seats.of_round(connection, row.id), MemberTurns()
    if players.everybody:
        taken = seats.turns_of(connection, [row.id])[row.id]
        turns = MemberTurns(taken, seats.kept_out_of(connection, row.id))
    stored = read_without_play(row, players, turns)
    if row.state is None:
        return stored
    stored = replace(stored, play=_read_play(stored, row, record))
    if stored.finished and stored.end.headline is None:  # of version 1.0.0
        best = headline.choose_headline(stored, record())
        code = NO_HEADLINE if best is None else best.code
        stored = replace(stored, end=replace(stored.end, headline=code))
    return stored


def read_without_plays(connection: Connection, rows: Sequence[Any]) -> dict[int, StoredRound]:
    """Read some rounds by their ids, without their play."""
    players = seats.of_rounds(connection, [row.id for row in rows])
    shared = [round_id for round_id, seated in players.items() if seated.everybody]
    taken = seats.turns_of(connection, shared)
    return {
        row.id: read_without_play(row, players[row.id], MemberTurns(taken.get(row.id, ())))
        for row in rows
    }


def read_without_play(row: Any, players: Players, turns: MemberTurns) -> StoredRound:
    """Read a round with these players and turns of everybody, without its play.

    A row that has steps but no state is that of an unreadable round, which was closed.
    """
    stored = StoredRound(
        id=row.id,
        version=row.version,
        status=row.status,
        game=row.game,
        opener=row.opener,
        players=players,
        opened=row.opened,
        language=row.language,
        options=json.loads(row.options),
        place=DiscordPlace(
            channel=row.channel,
            guild=row.guild,
            message=row.message,
            in_thread=row.in_thread,
            out_of_reach=row.out_of_reach,
            drawn=row.drawn,
        ),
        terms=Terms(row.minutes, row.pair),
        deadline=Deadline(row.deadline, row.remind_at, row.reminder),
        turns=turns,
        end=RoundEnd(
            closed=row.closed,
            closed_by=row.closed_by,
            headline=row.headline,
            better_than=row.better_than,
            secret_until=row.secret_until,
            has_card=row.has_card,
        ),
        seed=_read_seed(row),
        successor_of=row.successor_of,
        set_key=row.set_key,
        rules_known=row.rules_known,
        unreadable=row.state is None and row.recorded > 0,
    )
    return replace(stored, as_stored=stored_parts(stored))


def _read_play(stored: StoredRound, row: Any, record: Callable[[], tuple[Step, ...]]) -> Round[Any]:
    try:
        played = game(stored.game)
    except UnknownGame as error:
        _log.exception("round=%s game=%s is not known any more", stored.id, stored.game)
        raise UnreadableRound(replace(stored, unreadable=True)) from error
    try:
        state = codec.decode(played.state, json.loads(row.state))
    except (Unreadable, ValueError) as error:
        _log.warning("round=%s has an unreadable state, rebuilding it: %s", stored.id, error)
    else:
        return Round(played, state, row.moment, row.recorded)
    try:
        rebuilt = replay(played, len(stored.players), stored.options, record())
        if rebuilt.recorded != row.recorded:
            raise Unreadable(f"of {row.recorded} steps the record holds {rebuilt.recorded}")  # noqa: TRY301 — every replay failure is handled the same way
    except Exception as error:  # replaying an old record may fail in any way
        _log.exception("round=%s cannot be rebuilt from its record", stored.id)
        raise UnreadableRound(replace(stored, unreadable=True)) from error
    return replace(rebuilt, moment=row.moment, steps=())


def step_row(round_id: int, step: Step) -> dict[str, Any]:
    """Return the columns of one step."""
    row: dict[str, Any] = dict.fromkeys(STEP) | {"round": round_id, "number": step.number}
    match step:
        case Acted(_, seat, action, label, weights):
            source = " ".join(f"{choice.code}={weight}" for choice, weight in weights)
            acted = {"seat": seat.index, "action": action.code}
            return {**row, **acted, "label": label or None, "source": source or None}
        case Landed(_, faces, label, deck):
            landed = {"faces": _spaced(faces), "source": _spaced(deck) or None}
            return {**row, **landed, "label": label or None}


def read_step(row: Any) -> Step:
    """Read a step. Raises BadCode for an invalid action."""
    if row.action is not None:
        action = Action.parse(row.action)
        return Acted(row.number, Seat(row.seat), action, row.label or "", _read_weights(row.source))
    return Landed(row.number, _numbers(row.faces), row.label or "", _numbers(row.source))


def _read_weights(source: str | None) -> Weighted:
    """Read the weights of a mixed choice."""
    pairs = (pair.split("=") for pair in (source or "").split())
    return tuple((Action.parse(code), Fraction(weight)) for code, weight in pairs)


def _read_seed(row: Any) -> Seed | None:
    """Read the seed of a round, or of its day or dare, if their columns were selected."""
    if getattr(row, "seed_seed", None) is not None:
        return Seed(
            row.seed_channel,
            bytes(row.seed_seed),
            row.seed_drawn,
            row.seed_reason,
            row.seed_opened,
            row.seed_levels,
            row.seed_proven,
        )
    if getattr(row, "set_secret", None) is not None:
        return Seed(
            NO_CHANNEL,
            bytes.fromhex(row.set_secret),
            row.set_drawn,
            opened=row.set_opened,
            revealed=row.set_revealed is not None,
        )
    return None


def _spaced(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


def _numbers(text: str | None) -> tuple[int, ...]:
    return tuple(map(int, (text or "").split()))


_INSERT = Statement(insert(steps))
_RECORD = Statement(
    select(steps)
    .where(steps.c.round == bindparam("which"), steps.c.number <= bindparam("upto"))
    .order_by(steps.c.number)
)


def count_earlier_steps(after: StoredRound) -> int:
    """Return the number of steps of the record before the new ones.

    Raises ValueError when the new steps do not follow each other.
    """
    if after.play is None:
        return 0
    recorded, new = after.play.recorded, after.play.steps
    base = recorded - len(new)
    numbers = [*map(attrgetter("number"), new)]
    if numbers != list(range(base + 1, recorded + 1)):
        raise ValueError(f"round {after.id} has {recorded} steps, not followed by {numbers}")
    return base


def append_steps(connection: Connection, stored: StoredRound, base: int) -> None:
    """Write the steps that follow the first `base` ones."""
    new = () if stored.play is None else stored.play.steps
    values = [step_row(stored.id, step) for step in new if step.number > base]
    connection.run_many(_INSERT, values)


def read_record(connection: Connection, round_id: int, upto: int = ALL_STEPS) -> tuple[Step, ...]:
    """Read the steps of a round, in order, up to the number `upto`."""
    return tuple(map(read_step, connection.run(_RECORD, which=round_id, upto=upto)))


def without_steps(play: Round[Any] | None) -> Round[Any] | None:
    """Return a play as it is when loaded, without steps."""
    return play if play is None or not play.steps else replace(play, steps=())


def has_landed(play: Round[Any] | None) -> bool:
    """Return whether dice or cards have landed in the steps of a play that is being stored."""
    return play is not None and Landed in map(type, play.steps)


def save_facts(connection: Connection, after: StoredRound) -> None:
    """Write the facts of the table of a round if one has changed since it was stored."""
    if after.as_stored is None or after.as_stored.facts != _facts(after):
        connection.run(_SAVE_FACTS, which=after.id, **fact_values(after))


def fact_values(stored: StoredRound) -> dict[str, Any]:
    """Return the values of `FACTS`."""
    return dict(zip(FACTS, _facts(stored), strict=True))


def stored_parts(stored: StoredRound) -> StoredParts:
    """Return what is stored of a round outside the columns that every save writes."""
    facts = _facts(stored)
    return StoredParts(stored.players, facts, stored.open, stored.ended, stored.turns)
