"""The end of a round as one picture: winners, totals or dice, and lines.

A phone shows the picture 390 pixels wide, half as wide as it is drawn: letters are at least 20
pixels high there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from PIL import Image, ImageDraw

from bot.language.render import render
from bot.pictures.avatar import put_avatar
from bot.pictures.colours import FOREGROUND, GRID, LINES
from bot.pictures.png import png
from bot.review.played_round import Played
from bot.review.share_canvas import (
    LINE_HEIGHT,
    PANEL,
    QUIET,
    Canvas,
    PictureRenderer,
    drawable,
)
from rules.review import SeatReview, seen_alike
from rules.screen import Cards, Dice, Line, Screen
from rules.text import Text, say

WIDTH, MARGIN = 780, 44
ROOM = WIDTH - 2 * MARGIN
TITLES = (58, 52, 46, 42)
"""The sizes of the title: the largest one that fits into a line, else the last."""

LETTERS = 40
TOTAL, ONLY_TOTAL = 64, 200
"""The sizes of the totals of several seats, and of the total of a single one."""

AVATAR, BESIDE = 68, 84
"""The size of an avatar, and the distance from its left edge to the name."""

DIE, GAP, IN_LINES = 124, 14, 72
"""The sizes of dice in rows of their own, and of the letters where dice are a line of text."""

FEW = 4
"""The most seats for which lines of dice have that size."""
BAR = 14
"""The height of the bar in the colour of the game."""

PLOT = 220
"""The height of the lines."""


def share_picture(
    played: Played,
    end: Screen,
    reviews: tuple[SeatReview, ...],
    names: Sequence[str],
    avatars: Mapping[int, bytes],
    *,
    headline: Text | None = None,
    language: str,
    pictures: Path,
) -> bytes:
    """Return a PNG, 780 pixels wide, of the `end`, the Screen of the board of a round.

    Its `headline` stands above the name of the game, or who has won. `names` are those of the
    seats, `avatars` PNG files by seat, `pictures` is the folder of the pictures of faces.
    """
    renderer = PictureRenderer(language, tuple(names))
    canvas = Canvas((WIDTH, 1), renderer, pictures)
    draft = _Card(canvas, played, end, reviews, avatars, headline, renderer)
    height = round(draft.draw())
    card = replace(draft, canvas=Canvas((WIDTH, height), renderer, pictures))
    card.draw()
    return png(card.canvas.image)


@dataclass(frozen=True, slots=True)
class _Card:
    """The picture while it is drawn from top to bottom."""

    canvas: Canvas
    played: Played
    end: Screen
    reviews: tuple[SeatReview, ...]
    avatars: Mapping[int, bytes]
    headline: Text | None
    renderer: PictureRenderer

    def draw(self) -> float:
        """Draw everything; return the height."""
        outcome = self.played.outcome
        scores = None if outcome is None else outcome.scores
        alone = len(self.played.players) == 1
        self.canvas.box((0, 0, WIDTH, BAR), 0, self.played.game.info.colour)
        title = self.played.game.info.name if alone and scores else self.end.title
        top = self._title(self._text(self.headline or title), BAR + 26)
        if self.headline is not None:
            top = self._wrapped(self._text(title), top + 4, bold=True)
        if scores and alone:
            top = self._only_total(str(scores[0]), top)
        elif scores:
            top = self._totals(scores, top + 10)
        else:
            top = self._hands(top + 6)
        if self.reviews and seen_alike(self.reviews, self.played.unit):
            top = self._lines(top + 18, named=not scores)
        elif self.avatars and not scores:
            top = self._names(top + 8)
        return top + MARGIN - 8

    def _text(self, text: Text) -> str:
        return drawable(render(text, self.renderer.language, self.renderer))

    def _title(self, title: str, top: float) -> float:
        wide = (one for one in TITLES if self.canvas.width(title, one, bold=True) <= ROOM)
        return self._wrapped(title, top, next(wide, TITLES[-1]), bold=True)

    def _wrapped(
        self,
        text: str,
        top: float,
        size: int = LETTERS,
        colour: str = FOREGROUND,
        *,
        bold: bool = False,
    ) -> float:
        """Write a text into as many lines as it needs; return their lower end."""
        for line in self.canvas.wrapped(text, size, ROOM, bold=bold):
            self.canvas.text((MARGIN, top), line, size, colour, bold=bold)
            top += size * LINE_HEIGHT
        return top

    def _only_total(self, total: str, top: float) -> float:
        colour = self.played.game.info.colour
        middle = top + 10 + AVATAR / 2
        beside = self._avatar(0, (MARGIN + AVATAR / 2, middle), colour)
        at = (MARGIN + beside, middle - LETTERS * LINE_HEIGHT / 2)
        self.canvas.text(at, self.renderer.names[0], LETTERS)
        top += AVATAR + 14 if beside else LETTERS * LINE_HEIGHT + 14
        self.canvas.text((MARGIN - 6, top - 18), total, ONLY_TOTAL, colour, bold=True)
        return top + ONLY_TOTAL * 1.1

    def _totals(self, scores: Sequence[int], top: float) -> float:
        """Write a row for each seat, the highest total first and in bold."""
        best, beside = max(scores), BESIDE if self.avatars else 50
        for index in sorted(range(len(scores)), key=lambda one: (-scores[one], one)):
            won, total = scores[index] == best, str(scores[index])
            wide = self.canvas.width(total, TOTAL, bold=True)
            colour = self.played.game.info.colour if won else FOREGROUND
            middle = top + TOTAL * LINE_HEIGHT / 2
            line = LINES[index % len(LINES)]
            if not self._avatar(index, (MARGIN + AVATAR / 2, middle), line):
                self.canvas.dot((MARGIN + beside / 2 - 8, middle), 16, line)
            at = (MARGIN + beside, middle - LETTERS * LINE_HEIGHT / 2)
            self.canvas.text(at, self.renderer.names[index], LETTERS, bold=won)
            self.canvas.text((WIDTH - MARGIN - wide, top), total, TOTAL, colour, bold=True)
            top += TOTAL * LINE_HEIGHT
        return top

    def _avatar(self, index: int, middle: tuple[float, float], ring: str) -> int:
        """Draw the avatar of a seat; return the offset of the name, 0 without an avatar."""
        file = self.avatars.get(index)
        drawn = file is not None and put_avatar(self.canvas.image, middle, AVATAR, file, ring)
        return BESIDE if drawn else 0

    def _hands(self, top: float) -> float:
        """Draw the lines about the result, and the dice or cards with the lines that name them."""
        for block in self._shown():
            match block:
                case Line(text):
                    told, bold = self._text(text), block.size == "strong"
                    only_dice = {*told} <= {*self.renderer.faces_of, " "}
                    large = only_dice and len(self.played.players) <= FEW
                    top = self._wrapped(told, top, IN_LINES if large else LETTERS, bold=bold)
                case Dice(faces, face_set) | Cards(faces, face_set):
                    edge = round(min(DIE, (ROOM + GAP) / len(faces) - GAP))
                    for place, face in enumerate(faces):
                        at = (MARGIN + place * (edge + GAP), round(top + 8))
                        symbol = face_set.symbols[face - 1]
                        self.canvas.face(at, f"{face_set.key}_{face}", symbol, edge)
                    top += edge + 26
        return top

    def _shown(self) -> Iterator[Line | Dice | Cards]:
        """Yield the blocks of the board for the picture: no sheets, and no quiet lines."""
        for block in self.end.blocks:
            match block:
                case Dice() | Cards():
                    yield block
                case Line(size="strong" | "plain"):
                    yield block
                case _:
                    pass

    def _lines(self, top: float, *, named: bool) -> float:
        """Draw the lines of all seats below their caption, and with `named` the names."""
        points = self.played.unit == "points"
        caption = say("expected points") if points else say("chance to win")
        top = self._wrapped(self._text(caption), top, colour=QUIET)
        if named:
            top = self._names(top)
        left, right, bottom = MARGIN, WIDTH - MARGIN, top + 8 + PLOT
        self.canvas.box((left - 12, top + 8, right + 12, bottom), 16, PANEL)
        worths = [worth for one in self.reviews for worth in one.worths]
        lowest, highest = (min(worths), max(worths)) if points else (0.0, 1.0)
        span = highest - lowest or 1.0
        steps = max(len(one.worths) for one in self.reviews) - 1 or 1
        inner_top, inner = top + 30, PLOT - 44

        def at(step: int, worth: float) -> tuple[float, float]:
            x = left + 8 + (right - left - 30) * step / steps
            return x, inner_top + inner * (highest - worth) / span

        middle = at(0, lowest + span / 2)[1]
        self.canvas.box((left + 8, middle - 1, right - 22, middle + 1), 0, GRID)
        sheet = Image.new("RGBA", self.canvas.image.size, (0, 0, 0, 0))
        pen = ImageDraw.Draw(sheet)
        for index, one in enumerate(self.reviews):
            line = [at(step, worth) for step, worth in enumerate(one.worths)]
            pen.line(line, LINES[index % len(LINES)], 6, joint="curve")
        self.canvas.image.paste(sheet, mask=sheet)
        for index, one in enumerate(self.reviews):
            self.canvas.dot(at(len(one.worths) - 1, one.worths[-1]), 11, LINES[index % len(LINES)])
        return bottom

    def _names(self, top: float) -> float:
        """Write the names of all seats with their colours, side by side if there is room."""
        left: float = MARGIN
        row = AVATAR + 8 if self.avatars else LETTERS * LINE_HEIGHT
        for index, name in enumerate(self.renderer.names):
            beside = BESIDE if index in self.avatars else 38
            wide = beside + 6 + self.canvas.width(name, LETTERS)
            if left > MARGIN and left + wide > WIDTH - MARGIN:
                left, top = MARGIN, top + row
            middle = top + row / 2
            line = LINES[index % len(LINES)]
            if not self._avatar(index, (left + AVATAR / 2, middle), line):
                self.canvas.dot((left + beside / 2 - 5, middle), 14, line)
            self.canvas.text((left + beside, middle - LETTERS * LINE_HEIGHT / 2), name, LETTERS)
            left += wide + 34
        return top + row
