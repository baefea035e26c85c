"""Stores the steps of a round, its record: appended by a save, read to rebuild the round."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import Connection, bindparam, insert, select

from bot.storage import rows
from bot.storage.schema import steps
from bot.storage.statement import Statement
from bot.table.stored_round import StoredRound
from rules.engine import Step

_INSERT = Statement(insert(steps), rows.STEP)
_RECORD = (
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


def append(connection: Connection, stored: StoredRound, base: int) -> None:
    """Write the steps that follow the first `base` ones."""
    new = () if stored.play is None else stored.play.steps
    values = [rows.step_row(stored.id, step) for step in new if step.number > base]
    if values:
        _INSERT.run_many(connection, values)


def record(connection: Connection, round_id: int, upto: int = 2**31 - 1) -> tuple[Step, ...]:
    """Read the steps of a round, in order, up to the number `upto`."""
    found = connection.execute(_RECORD, {"which": round_id, "upto": upto})
    return tuple(rows.read_step(row) for row in found)


def without_steps(stored: StoredRound) -> StoredRound:
    """Return the round as it is loaded: its play carries no steps."""
    return stored if stored.play is None else replace(stored, play=replace(stored.play, steps=()))
