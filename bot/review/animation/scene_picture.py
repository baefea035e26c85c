"""The picture of a scene: the title, the board, the verdict and the plot."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

from PIL import Image

from bot.language.render import render
from bot.pictures.colours import FOREGROUND, GRID, VERDICTS
from bot.review.animation import sheets
from bot.review.animation.drawing import (
    ACCENT,
    LINE_HEIGHT,
    QUIET,
    SMALL,
    Canvas,
    PictureRenderer,
    drawable,
)
from bot.review.animation.plot import Plot
from bot.review.animation.scenes import Scene
from bot.review.review_page import VERDICT_NAMES
from rules.review import Verdict
from rules.screen import Block, Cards, Dice, Divider, Heading, Line, Sheet
from rules.text import Text, say

SIZE = WIDTH, HEIGHT = 540, 600
MARGIN = 24
ROOM = WIDTH - 2 * MARGIN
BOARD_TOP = 166
"""The top of the board: below two lines of title, and the verdict with two lines of its cost.

So dice stay in place from picture to picture, and unchanged parts are not stored again.
"""

PLOT_TOP, LOWEST_PLOT_TOP = 420, 468
"""The top of the plot, and its lowest top at the end, below a long board."""

TITLES = (26, 24, 21)
"""The sizes of the title: the largest one that fits into a line, else the last."""

VERDICT = 18
LARGE_DIE, DIE, GAP = 91, 72, 9
ALMOST = 1.15
"""The factor by which a line may exceed its room and be drawn smaller rather than broken."""

CELL = 18
SMALLEST, SMALLEST_SHEET = 0.58, 0.94
"""The smallest scale of a long board, and of one with sheets; blocks without room are left out."""

TILTS = (14, -20, 10, -12, 18)
"""The angles in degrees of falling dice, one after the other."""

Falling: TypeAlias = Mapping[Dice | Cards, tuple[int, ...]]
"""Rows of dice or cards, with the positions that are still in the air."""

LETTERS: Mapping[str, int] = MappingProxyType({"strong": 20, "plain": 20, "quiet": SMALL})


@dataclass(frozen=True, slots=True)
class Painter:
    """Draws the scenes of a round with a number of `turns`, in one language.

    Without a `plot` the board has its room. `die` is the size of the dice.
    """

    game: Text
    turns: int
    die: int
    plot: Plot | None
    renderer: PictureRenderer
    pictures: Path

    def picture(
        self, scene: Scene, share: float | None, falling: Falling = MappingProxyType({})
    ) -> Image.Image:
        """Return the picture of a scene; `share` is the part of the animation that has passed.

        With None the picture stands alone, without the bar that shows this part. The dice and cards
        that are `falling` are still in the air.
        """
        canvas = Canvas(SIZE, self.renderer, self.pictures)
        self._draw_head(canvas, scene)
        top = self._draw_title(canvas, scene)
        if self.plot is None:
            bottom = HEIGHT - 18
            _Board(canvas, self.renderer, scene, self.die, bottom - top).draw(top, bottom, falling)
        else:
            lowest = LOWEST_PLOT_TOP if scene.is_end else PLOT_TOP
            board = _Board(canvas, self.renderer, scene, self.die, lowest - top)
            bottom = max(PLOT_TOP, min(lowest, round(top + board.height)))
            board.draw(top, bottom, falling)
            self.plot.draw(canvas, (12, bottom + 4, WIDTH - 12, HEIGHT - 14), scene.shown)
        if share is not None:
            canvas.box((0, HEIGHT - 6, WIDTH, HEIGHT), 0, GRID)
            canvas.box((0, HEIGHT - 6, max(share * WIDTH, 6), HEIGHT), 0, ACCENT)
        return canvas.image

    def _text(self, text: Text) -> str:
        return drawable(render(text, self.renderer.language, self.renderer))

    def _draw_head(self, canvas: Canvas, scene: Scene) -> None:
        canvas.text((MARGIN, 8), self._text(self.game), SMALL, QUIET)
        if self.turns > 1:
            turn = self._text(say("turn {turn} of {turns}", turn=scene.turn, turns=self.turns))
            canvas.text((WIDTH - MARGIN - canvas.width(turn, SMALL), 8), turn, SMALL, QUIET)

    def _draw_title(self, canvas: Canvas, scene: Scene) -> float:
        """Write the title, and below it the verdict; return the top of the board."""
        top, text = 31.0, self._text(scene.title)
        size = next(
            (one for one in TITLES if canvas.width(text, one, bold=True) <= ROOM), TITLES[-1]
        )
        for line in canvas.wrapped(text, size, ROOM, bold=True)[:2]:
            canvas.text((MARGIN, top), line, size, bold=True)
            top += size * LINE_HEIGHT
        if scene.is_end:
            return top + 8
        if scene.verdict is not None:
            top = self._draw_verdict(canvas, scene, scene.verdict, top + 4)
        return BOARD_TOP

    def _draw_verdict(self, canvas: Canvas, scene: Scene, verdict: Verdict, top: float) -> float:
        """Write the verdict, and below it the cost of a costly choice."""
        name = self._text(VERDICT_NAMES[verdict])
        wide = canvas.width(name, VERDICT, bold=True) + 20
        high = VERDICT * LINE_HEIGHT + 2
        canvas.box((MARGIN, top, MARGIN + wide, top + high), 9, VERDICTS[verdict])
        canvas.text((MARGIN + 10, top + 1), name, VERDICT, "#1e1f22", bold=True)
        top += high + 3
        if scene.cost is not None:
            for line in canvas.wrapped(self._text(scene.cost), SMALL, ROOM)[:2]:
                canvas.text((MARGIN, top), line, SMALL, QUIET)
                top += SMALL * LINE_HEIGHT
        return top


class _Board:
    """The blocks of a scene, made small enough for a height.

    Quiet lines are left out first, then dice are drawn smaller; then the sheets are left out, and
    the first of the lines that name no row of dice. Letters are never smaller than `SMALL`.
    """

    def __init__(
        self, canvas: Canvas, renderer: PictureRenderer, scene: Scene, die: int, room: float
    ) -> None:
        self._canvas, self._renderer, self._scene, self._size = canvas, renderer, scene, die
        self._blocks: Sequence[Block] = scene.blocks
        self._texts: dict[Line, str] = {}
        self.scale = 1.0
        self.height = self._measured()
        if self.height > room:
            self._leave_out(lambda block: isinstance(block, Line) and block.size == "quiet")
            self._shrink(room, SMALLEST_SHEET)
        if self.height > room:
            self._leave_out(lambda block: isinstance(block, Sheet))
            self._shrink(room, SMALLEST)
        while self.height > room and self._leave_out_a_line():
            self.height = self._measured()

    def _leave_out_a_line(self) -> bool:
        """Leave out the first line that names no row of dice below it; return whether one was."""
        after = [*self._blocks[1:], None]
        for place, (block, following) in enumerate(zip(self._blocks, after, strict=True)):
            if isinstance(block, Line) and not isinstance(following, Dice | Cards):
                self._blocks = [*self._blocks[:place], *self._blocks[place + 1 :]]
                return not self._scene.is_end
        return False

    def _leave_out(self, superfluous: Callable[[Block], bool]) -> None:
        self._blocks = [block for block in self._blocks if not superfluous(block)]
        self.scale = 1.0
        self.height = self._measured()

    def _shrink(self, room: float, smallest: float) -> None:
        while self.height > room and self.scale > smallest:
            self.scale -= 0.06
            self.height = self._measured()

    def _measured(self) -> float:
        return sum(self._height_of(block) for block in self._blocks)

    def _height_of(self, block: Block) -> float:
        match block:
            case Line():
                return len(self._lines(block)) * self._letters(block) * LINE_HEIGHT + 2
            case Dice() | Cards():
                return self._die(block) + 18 * self.scale
            case Divider():
                return 9 * self.scale
            case Sheet():
                return sheets.height(block, self._cell_size)
            case Heading():
                return 0

    @property
    def _cell_size(self) -> int:
        return max(SMALL, round(CELL * self.scale))

    def _letters(self, line: Line) -> int:
        """Return the size of a line's letters: a little smaller where that avoids a second line."""
        size = max(SMALL, round(LETTERS[line.size] * self.scale))
        wide = self._canvas.width(self._text(line), size, bold=line.size == "strong")
        return max(SMALL, int(size * ROOM / wide)) if ROOM < wide <= ALMOST * ROOM else size

    def _text(self, line: Line) -> str:
        if line not in self._texts:
            said = render(line.text, self._renderer.language, self._renderer)
            self._texts[line] = drawable(said)
        return self._texts[line]

    def _lines(self, line: Line) -> list[str]:
        bold = line.size == "strong"
        return self._canvas.wrapped(self._text(line), self._letters(line), ROOM, bold=bold)

    def _die(self, dice: Dice | Cards) -> int:
        return round(min(self._size * self.scale, (ROOM + GAP) / len(dice.faces) - GAP))

    def draw(self, top: float, bottom: float, falling: Falling) -> None:
        """Draw the blocks from `top` on, as far as they have room."""
        for place, block in enumerate(self._blocks):
            height = self._height_of(block)
            if top + height > bottom + 4:
                return
            match block:
                case Line():
                    self._draw_line(block, top)
                case Dice() | Cards():
                    last = not any(isinstance(one, Dice) for one in self._blocks[place + 1 :])
                    chosen = self._scene.chosen if last else ()
                    self._draw_dice(block, top, chosen, falling.get(block, ()))
                case Sheet():
                    at = (MARGIN, top)
                    sheets.draw(
                        self._canvas, self._renderer, block, at, room=ROOM, size=self._cell_size
                    )
                case _:
                    pass
            top += height

    def _draw_line(self, line: Line, top: float) -> None:
        size, bold = self._letters(line), line.size == "strong"
        colour = QUIET if line.size == "quiet" else FOREGROUND
        for place, text in enumerate(self._lines(line)):
            at = (MARGIN, top + place * size * LINE_HEIGHT)
            self._canvas.text(at, text, size, colour, bold=bold)

    def _draw_dice(
        self, dice: Dice | Cards, top: float, chosen: tuple[int, ...], falling: tuple[int, ...]
    ) -> None:
        """Draw a row of dice: those to be rerolled are faded, new ones have a frame."""
        size = self._die(dice)
        plain = not self._scene.is_choice and not falling
        landed = dice.new if isinstance(dice, Dice) and plain else ()
        for position, face in enumerate(dice.faces, 1):
            x, y = round(MARGIN + (position - 1) * (size + GAP)), round(top + 6)
            name, symbol = f"{dice.face_set.key}_{face}", dice.face_set.symbols[face - 1]
            tilt = TILTS[position % len(TILTS)] if position in falling else 0
            self._canvas.face(
                (x, y - abs(tilt) // 3), name, symbol, size, faded=position in chosen, tilt=tilt
            )
            if position in (*chosen, *landed):
                edge = (x - 4, y - 4, x + size + 3, y + size + 3)
                colour = VERDICTS["blunder"] if position in chosen else ACCENT
                self._canvas.frame(edge, size // 4, colour)
