"""The detection of a silent gateway, which no longer answers heartbeats."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping

SILENT_SECONDS = 60.0
"""The seconds for which a shard's latency may stay the same; heartbeats come every 41 seconds."""


class Heartbeats:
    """The times of the latest changes of the shards' latencies, one for each answered heartbeat."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._heard: Mapping[int, tuple[float, float]] = {}

    def note(self, latencies: Iterable[tuple[int, float]]) -> None:
        """Note the latencies of the shards that are connected."""
        now, before = self._monotonic(), self._heard
        heard = {}
        for shard, latency in latencies:
            known = before.get(shard)
            heard[shard] = known if known and known[0] == latency else (latency, now)
        self._heard = heard

    def silent(self) -> list[int]:
        """Return the shards whose last heartbeat was not answered in time."""
        oldest = self._monotonic() - SILENT_SECONDS
        return [shard for shard, (_, since) in self._heard.items() if since < oldest]
