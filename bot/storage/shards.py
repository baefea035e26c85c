"""The shards of the bot, those that a process holds, and the condition that a server is theirs.

A server belongs to shard `(id >> 22) % count`, direct messages to shard 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, ColumnElement, Integer, bindparam, func, literal

from bot.storage.statement import among


@dataclass(frozen=True, slots=True)
class Shards:
    """The ids of some of the `count` shards among which the servers are divided."""

    count: int
    ids: tuple[int, ...]

    def hold(self, guild: int | None) -> bool:
        """Return whether a server (None: direct messages) belongs to one of these shards."""
        return (0 if guild is None else (guild >> 22) % self.count) in self.ids

    @property
    def does_shared_work(self) -> bool:
        """Whether their process does what must happen once for all processes: it has shard 0."""
        return self.hold(None)

    @property
    def part(self) -> float:
        """The part of all shards that these are, above 0 and at most 1."""
        return len(self.ids) / self.count

    @property
    def values(self) -> dict[str, Any]:
        """The values of `is_held`."""
        return {"shards": self.count, "held": self.ids}


ALL_SERVERS = Shards(1, (0,))
"""What a process holds that has all servers."""


def is_held(guild: Column[int]) -> ColumnElement[bool]:
    """Return the condition that a server (NULL or 0: no server) belongs to some shards.

    It is equivalent to `Shards.hold`; `Shards.values` are its values.
    """
    shards = bindparam("shards", type_=guild.type)
    shard = func.coalesce(guild.op(">>")(literal(22, Integer)).op("%")(shards), 0)
    return among(shard, "held")
