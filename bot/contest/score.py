"""The score of a contest, how far chance may have moved it, and its picture."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from pathlib import Path

from bot.contest.strategies import Mistaken


@dataclass(frozen=True, slots=True)
class Score:
    """How many rounds were won, drawn and lost; at least one was played."""

    won: int
    drawn: int
    lost: int

    @property
    def played(self) -> int:
        """The number of rounds."""
        return self.won + self.drawn + self.lost

    @property
    def share(self) -> float:
        """The share of the wins, from 0 to 1; a draw counts one half.

        >>> Score(2, 2, 0).share
        0.75
        """
        return (self.won + self.drawn / 2) / self.played

    @property
    def margin(self) -> float:
        """The margin of error: in 95 of 100 contests the true share lies within it.

        1.96 standard errors of the mean. A contest that only ever ended in one
        way has no spread to judge by; its margin is 3 / rounds, which leaves
        room for the same 5 % (the "rule of three").

        >>> Score(5_000, 0, 5_000).margin
        0.0098
        """
        mean = self.share
        squares = (self.won + self.drawn / 4) / self.played
        spread = max(0.0, squares - mean * mean)
        return 1.96 * sqrt(spread / self.played) if spread else min(1.0, 3 / self.played)


def score_of(results: Iterable[float]) -> Score:
    """Count rounds that each ended in 1, 0.5 or 0.

    >>> score_of([1, 0.5, 1])
    Score(won=2, drawn=1, lost=0)
    """
    counted = {1.0: 0, 0.5: 0, 0.0: 0}
    for result in results:
        counted[result] += 1
    return Score(counted[1.0], counted[0.5], counted[0.0])


def picture_path(text: str) -> Path:
    """Return where a picture is written to. Raises Mistaken where it cannot be."""
    path = Path(text).expanduser()
    if path.suffix.lower() != ".png":
        raise Mistaken(f"the picture is a PNG: give a name that ends in .png, not {text}")
    if not path.parent.is_dir():
        raise Mistaken(f"there is no folder {path.parent} for the picture")
    return path


def draw(score: Score, title: str, bars: tuple[str, str, str], path: Path) -> None:
    """Write the histogram of wins, draws and losses as a PNG. Raises Mistaken if it cannot be.

    `bars` name the three.
    """
    from matplotlib.figure import Figure  # noqa: PLC0415 - takes a second to load

    figure = Figure(figsize=(6.4, 4.2), layout="constrained")
    axes = figure.subplots()
    counts = (score.won, score.drawn, score.lost)
    drawn = axes.bar(bars, counts, color=("#3b82c4", "#9aa3ad", "#d9822b"), width=0.7)
    labels = [f"{count:,}\n{count / score.played:.2%}" for count in counts]
    axes.bar_label(drawn, labels, padding=3)
    axes.set_ylim(0, max(counts) * 1.18)
    axes.set_ylabel("rounds")
    axes.yaxis.set_major_formatter("{x:,.0f}")
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_title(title, wrap=True, fontsize=11, parse_math=False)
    try:
        figure.savefig(path, dpi=150)
    except OSError as fault:
        raise Mistaken(f"the picture cannot be written: {fault}") from fault
