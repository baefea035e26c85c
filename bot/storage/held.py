"""Statements about all rounds, and the same about those that the shards of one process hold."""

from __future__ import annotations

from typing import Any, TypeAlias

from sqlalchemy import Executable, Integer, bindparam, func, literal

from bot.storage.schema import rounds
from bot.storage.shards import Shards

Variants: TypeAlias = tuple[Executable, Executable]
"""A statement for all rounds, and the same for those of some shards."""

HELD = func.coalesce(
    rounds.c.guild.op(">>")(literal(22, Integer)).op("%")(
        bindparam("shards", type_=rounds.c.guild.type)
    ),
    0,
).in_(bindparam("held", expanding=True))
"""The condition that a round belongs to some shards, as `Shards.hold` says."""


def of_shards(variants: Variants, shards: Shards | None) -> tuple[Executable, dict[str, Any]]:
    """Return the statement for some shards, None for all rounds, and the values of `HELD`."""
    if shards is None:
        return variants[0], {}
    return variants[1], {"shards": shards.count, "held": list(shards.ids)}
