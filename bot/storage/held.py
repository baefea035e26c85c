"""Statements for all rounds, and variants for the shards that a process holds."""

from __future__ import annotations

from typing import Any, TypeAlias

from sqlalchemy import Column, ColumnElement, Executable, Integer, bindparam, func, literal

from bot.storage.shards import Shards

Variants: TypeAlias = tuple[Executable, Executable]
"""A statement for all rounds, and its variant for those of some shards."""


def is_held(guild: Column[int]) -> ColumnElement[bool]:
    """Return the condition that a server (NULL or 0: no server) belongs to some shards.

    It is equivalent to `Shards.hold`.
    """
    shards = bindparam("shards", type_=guild.type)
    shard = func.coalesce(guild.op(">>")(literal(22, Integer)).op("%")(shards), 0)
    return shard.in_(bindparam("held", expanding=True))


def of_shards(variants: Variants, shards: Shards | None) -> tuple[Executable, dict[str, Any]]:
    """Return the statement for some shards, None for all rounds, and the values of `is_held`."""
    if shards is None:
        return variants[0], {}
    return variants[1], {"shards": shards.count, "held": list(shards.ids)}
