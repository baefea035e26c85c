"""The table of figures: medians and ranges of all runs, ratios of each pair, and the aims."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Literal

BOT, NOOP_BOT, DISK, PREFILLED = "bot", "no-op", "on disk", "prefilled"
"""The names of the contestants, which are the columns."""

Figures = dict[str, float]

UNCHANGED = (
    ("next start, first command answered", "answer second"),
    ("idle, RSS", "memory idle rss"),
    ("32 at once, mixed: CPU a press", "32 mixed cpu"),
    ("32 at once, mixed: presses a second", "32 mixed throughput"),
    ("32 at once, mixed: p99", "32 mixed p99"),
)
"""The figures that a database full of rounds must leave as they are."""


@dataclass(frozen=True)
class Row:
    """A row: its label, the figure that it shows, and the aim that it has.

    An aim is a bound of the ratio of the bot to the no-op bot, or of the figure itself; only in
    the first case is the ratio shown.
    """

    label: str
    name: str
    digits: int = 1
    of: Literal["ratio", "figure"] = "ratio"
    at_most: float | None = None
    at_least: float | None = None

    @property
    def aim(self) -> str:
        """The aim in words."""
        if self.at_most is not None:
            return f"≤ {self.at_most:g}"
        return "" if self.at_least is None else f"≥ {self.at_least:g}"

    def reached(self, figure: float) -> bool:
        """Return whether a figure, or a ratio, keeps the aim."""
        return (self.at_most is None or figure <= self.at_most) and (
            self.at_least is None or figure >= self.at_least
        )


def rows() -> dict[str, list[Row]]:
    """Return the rows by the title of their part."""
    made = {
        "start, seconds until READY is answered and the commands are registered": [
            Row("first start", "start first", 2),
            Row("next start", "start second", 2, at_most=2.5),
            Row("next start, first command answered", "answer second", 2),
            Row("stop", "stop", 2, of="figure"),
        ],
        "memory, MB": [
            Row("idle, RSS", "memory idle rss", 0, of="figure", at_most=80),
            Row("idle, PSS", "memory idle pss", 0, of="figure"),
            Row("a round of each game, RSS", "memory games rss", 0, of="figure", at_most=110),
            Row("a round of each game, all RSS", "memory games all rss", 0, of="figure"),
            Row("hints and reviews too, RSS", "memory analysis rss", 0, of="figure", at_most=110),
            Row("hints and reviews too, all RSS", "memory analysis all rss", 0, of="figure"),
            Row("hints and reviews too, all PSS", "memory analysis all pss", 0, of="figure"),
            Row(
                "hints and reviews too, other processes", "memory analysis children", 0, of="figure"
            ),
            Row("after the load, RSS", "memory load rss", 0, of="figure"),
        ],
    }
    aims: dict[str, dict[str, float]] = {
        "32 mixed cpu": {"at_most": 1.6},
        "32 mixed throughput": {"at_least": 0.75},
        "32 mixed p99": {"at_most": 1.5},
        "8 mixed p99": {"at_most": 2},
    }
    shown = (
        ("cpu", "CPU, ms a press", 2),
        ("throughput", "presses a second", 0),
        ("p50", "p50, ms", 1),
        ("p99", "p99, ms", 1),
    )
    kinds = (("mixed", "mixed"), ("mark", "marks"), ("act", "acts"), ("play", "/play"))
    for at_once in (32, 8):
        made[f"{at_once} at once"] = [
            Row(f"{label}: {unit}", name, digits, **aims.get(name, {}))  # type: ignore[arg-type]
            for kind, label in kinds
            for key, unit, digits in shown
            for name in (f"{at_once} {kind} {key}",)
        ]
    made["100 a second"] = [
        Row(f"mixed: {unit}", f"rate mixed {key}", digits)
        for key, unit, digits in (*shown, ("slowest", "slowest, ms", 0))
    ]
    made["is the run fair?"] = [
        Row("bytes of an answer", "answer bytes", 0),
        Row("the bench on its core, 32 at once, %", "32 mixed busy %", 0),
        Row("others on the bot’s core, %", "others on bot %", 0),
        Row("others on the bench’s core, %", "others on bench %", 0),
    ]
    return made


def table(runs: dict[str, list[Figures]], write: Callable[[str], None]) -> list[str]:
    """Write the table; return the aims that were missed."""
    columns = [name for name in (BOT, DISK, PREFILLED, NOOP_BOT) if name in runs]
    missed: list[str] = []
    head = "".join(f"{name:>20}" for name in columns)
    write(f"{'':<40}{head}{'ratio':>18}  aim")
    for title, lines in rows().items():
        write(f"\n{title}")
        for row in lines:
            cells = [_cell(_values(runs[name], row.name), row.digits) for name in columns]
            if not any(cells):
                continue
            ratios = _ratios(runs, row.name) if row.of == "ratio" else []
            judged = ratios if row.of == "ratio" else _values(runs.get(BOT, []), row.name)
            verdict = ""
            if row.aim and judged:
                reached = row.reached(median(judged))
                verdict = f"{row.aim} {'reached' if reached else 'MISSED'}"
                if not reached:
                    missed.append(f"{title}, {row.label}: {median(judged):.2f}, aim {row.aim}")
            shown = "".join(f"{cell:>20}" for cell in cells)
            write(f"  {row.label:<38}{shown}{_cell(ratios, 2):>18}  {verdict}".rstrip())
    if PREFILLED in runs:
        write("\nprefilled, beside an almost empty database")
        for label, name in UNCHANGED:
            write(f"  {label:<38}{_cell(_ratios(runs, name, PREFILLED, BOT), 2):>20}")
    return missed


def _values(runs: Sequence[Figures], name: str) -> list[float]:
    """Return a figure of all runs that have it; a name that ends in % is a share."""
    key = name.removesuffix(" %")
    factor = 1 if key == name else 100
    return [run[key] * factor for run in runs if key in run]


def _ratios(
    runs: dict[str, list[Figures]], name: str, one: str = BOT, other: str = NOOP_BOT
) -> list[float]:
    """Return a contestant's figure by that of another one, pair by pair."""
    ours, others = _values(runs.get(one, []), name), _values(runs.get(other, []), name)
    if name.endswith("%"):
        return []
    return [first / second for first, second in zip(ours, others, strict=False) if second]


def _cell(values: Sequence[float], digits: int) -> str:
    """Return the median and, of several values, the range."""
    if not values:
        return ""
    middle = f"{median(values):.{digits}f}"
    if len(values) == 1:
        return middle
    return f"{middle} ({min(values):.{digits}f}–{max(values):.{digits}f})"
