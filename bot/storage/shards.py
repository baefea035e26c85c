"""Shards: the connections to Discord that share the servers, and which of them a process holds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shards:
    """Some of the `count` shards that the servers are divided among, by their ids.

    Direct messages belong to shard 0.
    """

    count: int
    ids: tuple[int, ...]

    def hold(self, guild: int | None) -> bool:
        """Return whether a server (None: direct messages) belongs to one of these shards."""
        return (0 if guild is None else (guild >> 22) % self.count) in self.ids
