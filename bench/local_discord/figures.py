"""The tables of figures: the aims, then the best and the medians of all figures.

What others use of the machine makes every figure worse and none better, so aims are judged by
the best that the pairs have shown: the least CPU time, the most presses a second.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

BOT, NOOP, STORES, RAW = "bot", "no-op", "stores", "raw"
DISK, STORES_ON_DISK, PREFILLED = "bot on disk", "stores on disk", "prefilled"
"""The names of the contestants, which are the columns."""

Figures = dict[str, float]

UNCHANGED = (
    ("second start, first command answered", "answer second"),
    ("idle, RSS", "memory idle rss"),
    ("32 at once: CPU a press", "32 mixed cpu"),
    ("32 at once: presses a second", "32 mixed throughput"),
    ("32 at once: p99", "32 mixed p99"),
)
"""The figures that a full database must not change."""


@dataclass(frozen=True)
class Aim:
    """A bound of a figure, or of its ratio to the same figure of a peer."""

    label: str
    name: str
    digits: int = 1
    at_most: float | None = None
    at_least: float | None = None
    contestant: str = BOT
    peer: str | None = None

    @property
    def words(self) -> str:
        return f"≤ {self.at_most:g}" if self.at_most is not None else f"≥ {self.at_least:g}"

    def reached(self, figure: float) -> bool:
        """Return whether a figure, or a ratio, keeps the bound."""
        return (self.at_most is None or figure <= self.at_most) and (
            self.at_least is None or figure >= self.at_least
        )


AIMS = (
    Aim("32 at once: CPU, ms a press", "32 mixed cpu", 2, at_most=1.4, peer=NOOP),
    Aim("32 at once: CPU, ms a press", "32 mixed cpu", 2, at_most=1.3, peer=STORES),
    Aim("… with the aftermath", "32 mixed whole", 2, at_most=2.2, peer=NOOP),
    Aim("32 at once: presses a second", "32 mixed throughput", 0, at_least=0.7, peer=NOOP),
    Aim("32 at once: p99, ms", "32 mixed p99", at_most=1.2, peer=NOOP),
    Aim("8 at once: p99, ms", "8 mixed p99", at_most=1.5, peer=NOOP),
    Aim("100 a second: p99, ms", "rate mixed p99", at_most=10),
    Aim("100 a second from READY on: p99, ms", "early mixed p99", at_most=10),
    Aim(
        "on a disk, 32 at once: presses a second",
        "32 mixed throughput",
        0,
        at_least=1,
        contestant=DISK,
        peer=STORES_ON_DISK,
    ),
    Aim("second start, s", "start second", 2, at_most=2.5, peer=NOOP),
    Aim("idle after the second start, RSS, MB", "memory idle rss", 0, at_most=80),
    Aim("after hints, reviews, /stats, RSS, MB", "memory analysis rss", 0, at_most=105),
)
"""What the bot should reach; RSS is that of its own process, without the analysis process."""


@dataclass(frozen=True)
class Row:
    """A row: its label, the figure that it shows, and with how many digits."""

    label: str
    name: str
    digits: int = 1


def rows() -> dict[str, list[Row]]:
    """Return the rows by the title of their part."""
    made = {
        "start, seconds until READY is answered and the commands are registered": [
            Row("first start", "start first", 2),
            Row("second start", "start second", 2),
            Row("second start, CPU", "start second cpu", 2),
            Row("second start, first command answered", "answer second", 2),
            Row("stop", "stop", 2),
        ],
        "memory, MB": [
            Row("idle, RSS", "memory idle rss", 0),
            Row("idle, PSS", "memory idle pss", 0),
            Row("idle, all RSS", "memory idle all rss", 0),
            Row("after the load, RSS", "memory load rss", 0),
            Row("a round of each game, RSS", "memory games rss", 0),
            Row("hints, reviews, /stats too, RSS", "memory analysis rss", 0),
            Row("hints, reviews, /stats too, all RSS", "memory analysis all rss", 0),
            Row("hints, reviews, /stats too, all PSS", "memory analysis all pss", 0),
            Row("other processes then", "memory analysis children", 0),
        ],
    }
    shown = (
        ("cpu", "CPU, ms a press", 2),
        ("after", "aftermath, ms a press", 2),
        ("whole", "both together, ms a press", 2),
        ("round", "aftermath, ms a round", 2),
        ("throughput", "presses a second", 0),
        ("p50", "p50, ms", 1),
        ("p99", "p99, ms", 1),
    )
    presses = tuple(row for row in shown if row[0] not in ("after", "whole", "round"))
    slowest = ("slowest", "slowest, ms", 0)
    parts = (
        ("32 at once", "32 mixed", shown),
        ("8 at once", "8 mixed", shown),
        ("100 a second", "rate mixed", (*shown, slowest)),
        ("100 a second in the first ten seconds after READY", "early mixed", (*shown, slowest)),
        ("32 at once, no dice rolled again", "32 kept", shown),
        ("32 at once, openings alone", "32 play", presses),
        ("32 at once, dice alone", "32 mark", presses),
        ("32 at once, last presses alone", "32 act", presses),
    )
    for title, name, several in parts:
        made[title] = [Row(unit, f"{name} {key}", digits) for key, unit, digits in several]
    made["is the run fair?"] = [
        Row("bytes of an answer", "answer bytes", 0),
        Row("the bench on its core, 32 at once, %", "32 mixed busy %", 0),
        Row("others on the bot’s core, %", "others on bot %", 0),
        Row("others on the bench’s core, %", "others on bench %", 0),
    ]
    return made


def aims(runs: dict[str, list[Figures]], write: Callable[[str], None]) -> list[str]:
    """Write the table of aims; return those that were missed.

    A ratio is shown of the best figures, and as the median and the range of the pairs.
    """
    missed: list[str] = []
    write(f"{'':<42}{'bot':>8}{'peer':>8}{'best':>8}{'median of the pairs':>22}  aim")
    for aim in AIMS:
        ours = _values(runs.get(aim.contestant, []), aim.name)
        theirs = _values(runs.get(aim.peer or "", []), aim.name)
        if not ours or (aim.peer and not theirs):
            continue
        judged = best(ours, aim.name)
        shown = f"{judged:>8.{aim.digits}f}"
        if aim.peer is None:
            shown += f"{'':>16}{_spread(ours, aim.digits):>22}"
        else:
            peer = best(theirs, aim.name)
            judged /= peer
            pairs = _ratios(runs, aim.name, aim.contestant, aim.peer)
            shown += f"{peer:>8.{aim.digits}f}{judged:>8.2f}{_spread(pairs, 2):>22}"
        against = "" if aim.peer is None else f" : {aim.peer}"
        reached = aim.reached(judged)
        write(f"{aim.label:<42}{shown}  {aim.words}{against} {'reached' if reached else 'MISSED'}")
        if not reached:
            missed.append(f"{aim.label}{against}: {judged:.2f}, aim {aim.words}")
    return missed


def table(runs: dict[str, list[Figures]], write: Callable[[str], None]) -> None:
    """Write the best figure and the median of every row and contestant."""
    order = (BOT, PREFILLED, NOOP, STORES, RAW, DISK, STORES_ON_DISK)
    columns = [name for name in order if name in runs]
    write("\nthe best (the median)")
    write(f"{'':<40}" + "".join(f"{name:>16}" for name in columns))
    for title, lines in rows().items():
        cells = {
            row: [_cell(_values(runs[name], row.name), row) for name in columns] for row in lines
        }
        if any(map(any, cells.values())):
            write(f"\n{title}")
        for row, several in cells.items():
            if any(several):
                shown = "".join(f"{cell:>16}" for cell in several)
                write(f"  {row.label:<38}{shown}".rstrip())
    if PREFILLED in runs:
        write("\nprefilled, beside an almost empty database: the median of the pairs")
        for label, name in UNCHANGED:
            write(f"  {label:<38}{_spread(_ratios(runs, name, PREFILLED, BOT), 2):>20}")


def best(values: Sequence[float], name: str) -> float:
    """Return the best of some figures: the most presses a second, the least of all else."""
    return max(values) if name.endswith("throughput") else min(values)


def _values(runs: Sequence[Figures], name: str) -> list[float]:
    """Return a figure of all runs that have it; a name that ends in % is a share."""
    key = name.removesuffix(" %")
    factor = 1 if key == name else 100
    return [run[key] * factor for run in runs if key in run]


def _ratios(runs: dict[str, list[Figures]], name: str, one: str, other: str) -> list[float]:
    """Return a contestant's figure by that of another one, pair by pair."""
    ours, others = _values(runs.get(one, []), name), _values(runs.get(other, []), name)
    return [first / second for first, second in zip(ours, others, strict=False) if second]


def _spread(values: Sequence[float], digits: int) -> str:
    """Return the median and, of several values, the range."""
    if not values:
        return ""
    middle = f"{median(values):.{digits}f}"
    if len(values) == 1:
        return middle
    return f"{middle} ({min(values):.{digits}f}–{max(values):.{digits}f})"


def _cell(values: Sequence[float], row: Row) -> str:
    """Return the best and, of several values, the median."""
    if not values:
        return ""
    shown = f"{best(values, row.name):.{row.digits}f}"
    return shown if len(values) == 1 else f"{shown} ({median(values):.{row.digits}f})"
