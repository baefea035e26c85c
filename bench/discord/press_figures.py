"""The tables of figures of presses: the aims, then the best and the medians of all.

What others use of the machine makes every figure worse and none better, so aims are judged by
the best that the pairs have shown: the least CPU time, the most presses a second.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

from bench.discord.press_run import BOT, NOOP, ORDINARY

Figures = dict[str, float]


@dataclass(frozen=True)
class Aim:
    """An upper bound of a figure of the bot, or of its ratio to the same figure of a peer."""

    label: str
    name: str
    at_most: float
    peer: str | None = None
    digits: int = 1


AIMS = (
    Aim("32 at once: CPU with all that follows, ms", "mixed whole", 0.4, ORDINARY, digits=2),
    Aim("100 a second: p99, ms", "rate p99", 3, NOOP),
    Aim("second start, s", "start second", 2.5, NOOP, digits=2),
    Aim("idle after the second start, RSS, MB", "memory idle", 80, digits=0),
)
"""What the bot should reach; RSS is that of its own process, without the analysis process."""


@dataclass(frozen=True)
class Row:
    """A row: its label, the figure that it shows, and with how many digits."""

    label: str
    name: str
    digits: int = 1


_OF_PHASE = (
    ("CPU, ms a press", "cpu", 2),
    ("aftermath, ms a press", "after", 2),
    ("both together, ms a press", "whole", 2),
    ("presses a second", "throughput", 0),
    ("p50, ms", "p50", 1),
    ("p99, ms", "p99", 1),
    ("slowest, ms", "slowest", 0),
)

ROWS = {
    "start, seconds until READY is answered and the commands are registered": [
        Row("first start", "start first", 2),
        Row("second start", "start second", 2),
        Row("second start, CPU", "start second cpu", 2),
        Row("second start, first command answered", "answer second", 2),
        Row("stop", "stop", 2),
    ],
    "memory, MB": [
        Row("idle, RSS", "memory idle", 0),
        Row("after the load, RSS", "memory load", 0),
        Row("after hints, reviews, /stats, RSS", "memory analysis", 0),
        Row("… of all processes, PSS", "memory analysis all", 0),
    ],
    "32 at once": [Row(label, f"mixed {name}", digits) for label, name, digits in _OF_PHASE],
    "100 a second": [Row(label, f"rate {name}", digits) for label, name, digits in _OF_PHASE],
    "is the run fair?": [
        Row("bytes of an answer", "answer bytes", 0),
        Row("others on the bot’s core, %", "others on bot %", 0),
        Row("others on the bench’s core, %", "others on bench %", 0),
    ],
}
"""The rows of the second table by the title of their part."""


def aims(runs: dict[str, list[Figures]], write: Callable[[str], None]) -> list[str]:
    """Write the table of aims; return those that were missed.

    A ratio is shown of the best figures, and as the median and the range of the pairs.
    """
    missed: list[str] = []
    write(f"{'':<42}{'bot':>8}{'peer':>8}{'best':>8}{'median of the pairs':>22}  aim")
    for aim in AIMS:
        ours = _values(runs.get(BOT, []), aim.name)
        theirs = _values(runs.get(aim.peer or "", []), aim.name)
        if not ours or (aim.peer and not theirs):
            continue
        judged = min(ours)
        shown = f"{judged:>8.{aim.digits}f}"
        if aim.peer is None:
            shown += f"{'':>16}{_spread(ours, aim.digits):>22}"
        else:
            peer = min(theirs)
            judged /= peer
            pairs = [one / other for one, other in zip(ours, theirs, strict=False)]
            shown += f"{peer:>8.{aim.digits}f}{judged:>8.2f}{_spread(pairs, 2):>22}"
        against = "" if aim.peer is None else f" : {aim.peer}"
        reached = judged <= aim.at_most
        verdict = "reached" if reached else "MISSED"
        write(f"{aim.label:<42}{shown}  ≤ {aim.at_most:g}{against} {verdict}")
        if not reached:
            missed.append(f"{aim.label}{against}: {judged:.2f}, aim ≤ {aim.at_most:g}")
    return missed


def table(runs: dict[str, list[Figures]], write: Callable[[str], None]) -> None:
    """Write the best figure and the median of every row and contestant."""
    write("\nthe best (the median)")
    write(f"{'':<40}" + "".join(f"{name:>16}" for name in runs))
    for title, lines in ROWS.items():
        write(f"\n{title}")
        for row in lines:
            cells = (_cell(_values(several, row.name), row) for several in runs.values())
            write(f"  {row.label:<38}{''.join(f'{cell:>16}' for cell in cells)}".rstrip())


def _values(runs: Sequence[Figures], name: str) -> list[float]:
    """Return a figure of all runs that have it; a name that ends in % is a share."""
    key = name.removesuffix(" %")
    factor = 1 if key == name else 100
    return [run[key] * factor for run in runs if key in run]


def _spread(values: Sequence[float], digits: int) -> str:
    """Return the median and, of several values, the range."""
    middle = f"{median(values):.{digits}f}"
    if len(values) == 1:
        return middle
    return f"{middle} ({min(values):.{digits}f}–{max(values):.{digits}f})"


def _cell(values: Sequence[float], row: Row) -> str:
    """Return the best and, of several values, the median."""
    if not values:
        return ""
    best = max(values) if row.name.endswith("throughput") else min(values)
    shown = f"{best:.{row.digits}f}"
    return shown if len(values) == 1 else f"{shown} ({median(values):.{row.digits}f})"
