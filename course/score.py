"""The score of a contest, its margin of error and its histogram."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from math import sqrt
from pathlib import Path

from course.strategies import ContestError
from course.typed_paths import path_of

SIZE = WIDTH, HEIGHT = 960, 630
EDGE = 24
"""The free pixels at the edges of the picture."""

LETTERS, LINE_HEIGHT = 24, 32
PAPER, INK, PALE = "#ffffff", "#1e1f22", "#dcdee2"
COLOURS = ("#3b82c4", "#9aa3ad", "#d9822b")
"""The colours of wins, draws and losses."""

LONGEST = 40
"""The letters of the longest bar."""


@dataclass(frozen=True, slots=True)
class Score:
    """The numbers of deals won, drawn and lost, at least one in all."""

    won: int
    drawn: int
    lost: int

    @property
    def played(self) -> int:
        """The number of deals."""
        return self.won + self.drawn + self.lost

    @property
    def most(self) -> int:
        """The number of deals with the most frequent result, the longest bar."""
        return max(self.won, self.drawn, self.lost)

    @property
    def share(self) -> float:
        """The share of the wins, 0 to 1; a draw counts one half.

        >>> Score(2, 2, 0).share
        0.75
        """
        return (self.won + self.drawn / 2) / self.played

    @property
    def margin(self) -> float:
        """The half-width of the 95 % confidence interval of `share`.

        1.96 standard errors of the mean. If all deals had the same result, the
        variance is 0 and the margin is 3 / deals (the "rule of three").

        >>> Score(5_000, 0, 5_000).margin
        0.0098
        """
        mean = self.share
        squares = (self.won + self.drawn / 4) / self.played
        variance = max(0.0, squares - mean * mean)
        return 1.96 * sqrt(variance / self.played) if variance else min(1.0, 3 / self.played)

    @property
    def parts(self) -> tuple[tuple[str, int, str], ...]:
        """The names, numbers and shares of wins, draws and losses."""
        counts = {"won": self.won, "drawn": self.drawn, "lost": self.lost}
        return tuple((name, n, f"{100 * n / self.played:.2f} %") for name, n in counts.items())

    @property
    def histogram(self) -> tuple[str, ...]:
        """The lines of a histogram in letters.

        >>> Score(1, 1, 2).histogram[2]
        'lost            2   50.00 %  ########################################'
        """
        return tuple(
            f"{name:<5}{n:>12,}{share:>10}  {'#' * round(LONGEST * n / self.most)}".rstrip()
            for name, n, share in self.parts
        )


def score_of(results: Iterable[float]) -> Score:
    """Return the score of results that are 1 (won), 0.5 (drawn) or 0 (lost).

    >>> score_of([1, 0.5, 1])
    Score(won=2, drawn=1, lost=0)
    """
    counts = {1.0: 0, 0.5: 0, 0.0: 0}
    for result in results:
        counts[result] += 1
    return Score(counts[1.0], counts[0.5], counts[0.0])


def picture_path(text: str | None) -> Path | None:
    """Return the path of the picture, None if none is wanted.

    Raises ContestError unless it ends in .png and its folder exists.
    """
    if text is None:
        return None
    if Path(text).suffix.lower() != ".png":
        raise ContestError(f"the picture is a PNG: give a name that ends in .png, not {text}")
    try:
        path = path_of(text)
        has_folder = path.parent.is_dir()
    except OSError as error:
        raise _not_written(error) from error
    if not has_folder:
        raise ContestError(f"there is no folder {path.parent} for the picture")
    return path


def _not_written(error: OSError) -> ContestError:
    return ContestError(f"the picture cannot be written: {error.strerror or error}")


def draw(score: Score, title: str, path: Path) -> None:
    """Write the histogram as a PNG. Raises ContestError if the file cannot be written."""
    # Pillow is slow to import, so only pictures load it
    from PIL import Image  # noqa: PLC0415

    from bot.pictures.axes import AWAY, Axes, Span, whole_ticks  # noqa: PLC0415
    from bot.pictures.font import drawable_text, width, wrap  # noqa: PLC0415

    picture = Image.new("RGB", SIZE, PAPER)
    lines = [
        line
        for part in title.splitlines()
        for line in wrap(drawable_text(part), WIDTH - 2 * EDGE, partial(width, size=LETTERS))
    ]
    ticks = {tick: f"{tick:,}" for tick in whole_ticks(0, score.most, 6)}
    left = EDGE + AWAY + max(width(tick, LETTERS) for tick in ticks.values())
    top = round(EDGE + (len(lines) + 3.6) * LINE_HEIGHT)
    box = (round(left), top, WIDTH - EDGE, HEIGHT - EDGE - AWAY - LINE_HEIGHT)
    axes = Axes(picture, box, Span(0.5, 3.5), Span(0, score.most), PAPER)
    axes.rows(ticks, PALE)
    for number, ((_, n, share), colour) in enumerate(zip(score.parts, COLOURS, strict=True), 1):
        axes.bar(number - 0.35, number + 0.35, n, colour)
        x, y = axes.at(number, n)
        axes.label((x, y - AWAY / 2), f"{n:,}\n{share}", LETTERS, INK, anchor="md", halo=True)
    axes.rows([0], INK)
    axes.label_rows(ticks, LETTERS, INK)
    names = {number: name for number, (name, _, _) in enumerate(score.parts, 1)}
    axes.label_columns(names, LETTERS, INK)
    for number, line in enumerate(lines, 1):
        axes.label(
            (WIDTH / 2, EDGE + (number - 0.3) * LINE_HEIGHT), line, LETTERS, INK, anchor="ms"
        )
    axes.label((EDGE, EDGE + (len(lines) + 1) * LINE_HEIGHT), "deals", LETTERS, INK)
    axes.finish()
    try:
        picture.save(path, format="PNG")
    except OSError as error:
        raise _not_written(error) from error
