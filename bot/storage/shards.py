"""The shards of the bot, and those that a process holds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shards:
    """The ids of some of the `count` shards among which the servers are divided.

    Direct messages belong to shard 0.
    """

    count: int
    ids: tuple[int, ...]

    def hold(self, guild: int | None) -> bool:
        """Return whether a server (None: direct messages) belongs to one of these shards."""
        return (0 if guild is None else (guild >> 22) % self.count) in self.ids
