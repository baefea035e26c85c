"""The figures as text in the format of Prometheus (version 0.0.4).

The page has only the given figures, not those of the library's default registry.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import TypeAlias

from prometheus_client import generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from bot.ui.figures import Figures, Histogram

Value: TypeAlias = "float | Mapping[str, float]"
"""One value, or one for each value of the label."""

COUNTERS = {
    "presses": "Presses of buttons and choices from menus.",
    "commands": "Commands and forms.",
    "refusals": "Presses and commands that a rule or a limit refused.",
    "apologies": "Presses and commands that failed by a fault.",
    "deadlines": "Deadlines that were carried out.",
    "late_deadlines": "Deadlines that were carried out more than ten seconds late.",
    "gateway_sessions": "Connections to Discord's gateway, new or resumed.",
    "discord_errors": "Rate limits and faults that Discord answered with, by their kind.",
    "logged_errors": "Lines of the log that tell an error.",
}
"""The counters by name, with their descriptions: those of `Figures`, then others."""

GAUGES = {
    "info": "The version of the bot, as a label.",
    "uptime_seconds": "Seconds since the start.",
    "ready": "1 if members can play: Discord answers, the database answers and stores.",
    "lease": "1 in the process that does what must happen once for all of them.",
    "servers": "Servers of this process.",
    "open_rounds": "Open rounds on the servers of this process; absent while the database is.",
    "waiting_accounts": "Rounds that have ended and wait for their accounting, 100000 at most.",
    "waiting_counts": "Rounds that wait to be added to the standings anew, 100000 at most.",
    "outdated_boards": "Boards known to be older than their rounds, which are drawn again.",
    "waiting_writes": "Calls of the database that are under way or wait for their turn.",
    "gateway_latency_seconds": "Seconds that Discord took to answer the last heartbeat.",
    "gateway_sessions_left": "New sessions that Discord allows today, as it said last.",
    "waiting_requests": "Requests to Discord that are under way or wait for a rate limit.",
    "waiting_questions": "Hints, reviews and others that are being computed or wait.",
    "database_bytes": "Bytes of the database.",
    "backup_bytes": "Bytes of the newest backup in BACKUP_DIR.",
    "backup_age_seconds": "Seconds since the newest backup in BACKUP_DIR was made.",
    "free_disk_bytes": "Bytes free on the disk of the database, and on that of the backups.",
}
"""The figures that are measured on request."""

LABELS = {
    "info": "version",
    "gateway_latency_seconds": "shard",
    "gateway_sessions": "kind",
    "discord_errors": "kind",
    "free_disk_bytes": "of",
}
"""The label of each figure that has one."""


def exposition(
    figures: Figures, gauges: Mapping[str, Value], counters: Mapping[str, Value] | None = None
) -> bytes:
    """Return the page of `Figures`, the other counters and the given ones of `GAUGES`."""
    return generate_latest(_Figures(figures, gauges, counters or {}))


@dataclass(frozen=True)
class _Figures(Collector):
    figures: Figures
    gauges: Mapping[str, Value]
    counters: Mapping[str, Value]

    def collect(self) -> Iterator[Metric]:
        for name, told in COUNTERS.items():
            value = self.counters.get(name, getattr(self.figures, name, None))
            if value is not None:
                yield _family(CounterMetricFamily, name, told, value)
        for name, told in GAUGES.items():
            if name in self.gauges:
                yield _family(GaugeMetricFamily, name, told, self.gauges[name])
        yield _histogram(
            "dice_poker_answer_seconds",
            "Seconds from the arrival of an interaction until Discord has taken its answer.",
            self.figures.answers,
        )
        yield GaugeMetricFamily(
            "process_start_time_seconds", "When the process was started.", self.figures.started
        )
        memory = resident_bytes()
        if memory is not None:
            told = "The memory of the process, without that of the analyses."
            yield GaugeMetricFamily("process_resident_memory_bytes", told, memory)


def resident_bytes() -> int | None:
    """Return the resident memory of this process, None on systems without /proc."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")


def _family(
    kind: type[CounterMetricFamily | GaugeMetricFamily], name: str, told: str, value: Value
) -> Metric:
    if not isinstance(value, Mapping):
        return kind(f"dice_poker_{name}", told, value)
    family = kind(f"dice_poker_{name}", told, labels=[LABELS[name]])
    for label, each in value.items():
        family.add_metric([label], each)
    return family


def _histogram(name: str, told: str, histogram: Histogram) -> Metric:
    ends = [*map(str, histogram.ends), "+Inf"]
    buckets = [*zip(ends, accumulate(histogram.counts), strict=True)]
    return HistogramMetricFamily(name, told, buckets, histogram.total)
