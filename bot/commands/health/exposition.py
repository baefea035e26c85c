"""The figures as text, in the format that Prometheus reads (version 0.0.4)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

from bot.ui.figures import Figures, Histogram

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

Value: TypeAlias = "float | Mapping[str, float]"
"""One value, or one for each set of labels."""

COUNTERS = {
    "presses": "Presses of buttons and choices from menus.",
    "commands": "Commands and forms.",
    "refusals": "Presses and commands that a rule or a limit refused.",
    "apologies": "Presses and commands that failed by a fault.",
    "deadlines": "Deadlines that were carried out.",
    "late_deadlines": "Deadlines that were carried out more than ten seconds late.",
}
"""The counters of `Figures` by their names, and what each counts."""

GAUGES = {
    "info": "The version of the bot, as a label.",
    "uptime_seconds": "Seconds since the start.",
    "ready": "1 if members can play: Discord answers, the database answers and stores.",
    "servers": "Servers of this process.",
    "open_rounds": "Open rounds on the servers of this process; absent while the database is.",
    "waiting_writes": "Calls of the database that are under way or wait for their turn.",
    "gateway_latency_seconds": "Seconds that Discord took to answer the last heartbeat.",
}
"""What is measured when it is asked for."""

_ESCAPED = str.maketrans({"\\": r"\\", '"': r"\"", "\n": r"\n"})


def exposition(figures: Figures, gauges: Mapping[str, Value]) -> str:
    """Return the page; of `GAUGES`, those that are given."""
    lines: list[str] = []
    for name, told in COUNTERS.items():
        lines += _metric(f"dice_poker_{name}_total", "counter", told, getattr(figures, name))
    for name, told in GAUGES.items():
        if name in gauges:
            lines += _metric(f"dice_poker_{name}", "gauge", told, gauges[name])
    lines += _histogram(
        "dice_poker_answer_seconds",
        "Seconds from the arrival of an interaction until Discord has taken its answer.",
        figures.answers,
    )
    started = "process_start_time_seconds"
    lines += _metric(started, "gauge", "When the process was started.", figures.started)
    memory = resident_bytes()
    if memory is not None:
        told = "The memory of the process, without that of the analyses."
        lines += _metric("process_resident_memory_bytes", "gauge", told, memory)
    return "\n".join((*lines, ""))


def resident_bytes() -> int | None:
    """Return the resident memory of this process; None where the system has no /proc."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")


def labelled(**labels: str) -> str:
    """Return labels as they stand behind a name.

    >>> labelled(version="1.0", shard="0")
    '{version="1.0",shard="0"}'
    """
    quoted = (f'{name}="{value.translate(_ESCAPED)}"' for name, value in labels.items())
    return f"{{{','.join(quoted)}}}"


def _metric(name: str, kind: str, told: str, value: Value) -> Iterator[str]:
    yield f"# HELP {name} {told}"
    yield f"# TYPE {name} {kind}"
    values = value if isinstance(value, Mapping) else {"": value}
    for labels, each in values.items():
        yield f"{name}{labels} {each}"


def _histogram(name: str, told: str, histogram: Histogram) -> Iterable[str]:
    yield f"# HELP {name} {told}"
    yield f"# TYPE {name} histogram"
    below = 0
    for end, count in zip((*histogram.ends, "+Inf"), histogram.counts, strict=True):
        below += count
        yield f'{name}_bucket{{le="{end}"}} {below}'
    yield f"{name}_sum {histogram.total}"
    yield f"{name}_count {below}"
