"""Draws a Screen in letters and boxes, as wide as the terminal allows.

Nothing is said by colour alone: what stands out is also first, framed or named.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from rich.box import SIMPLE_HEAD
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.rule import Rule
from rich.table import Table
from rich.text import Text as Drawn

from bot.terminal.read import TypedLine, lines_of, mark_of
from bot.words import Voice, speak
from rules.dice import PIPS, FaceSet, Roll
from rules.screen import Block, Cards, Dice, Divider, Line, Mark, Menu, Press, Screen, Sheet
from rules.text import Text, say

_STYLES = {"strong": "bold", "plain": "", "quiet": "dim"}
_TONES = {"waiting": "cyan", "play": "cyan", "won": "green", "drawn": "yellow", "gone": "dim"}

_PIPS = (
    ("     ", "  ●  ", "     "),
    ("●    ", "     ", "    ●"),
    ("●    ", "  ●  ", "    ●"),
    ("●   ●", "     ", "●   ●"),
    ("●   ●", "  ●  ", "●   ●"),
    ("●   ●", "●   ●", "●   ●"),
)
"""The pips of faces 1 to 6, three rows of five columns each."""


@dataclass(frozen=True, slots=True)
class Row:
    """Dice or cards side by side: with pips, else framed symbols, else bare symbols."""

    faces: Roll
    drawn: FaceSet
    numbered: bool = False
    corners: tuple[str, str, str, str] = ("┌", "┐", "└", "┘")
    pips: bool = False

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw the widest form that fits; frames only where the terminal has letters for them."""
        for cells in [*self._forms()][-1:] if options.ascii_only else self._forms():
            drawn = [" ".join(parts) for parts in zip(*cells, strict=True)]
            if all(len(line) <= options.max_width for line in drawn):
                break
        for line in drawn:
            yield Drawn(line.rstrip(), no_wrap=True)
        if self.numbered:
            widths = [len(cell[0]) for cell in cells]
            numbers = (
                str(place).rjust(width // 2 + 1).ljust(width)
                for place, width in enumerate(widths, 1)
            )
            yield Drawn(" ".join(numbers).rstrip(), "dim", no_wrap=True)

    def _forms(self) -> Iterator[list[tuple[str, ...]]]:
        symbols = [self.drawn.symbols[face - 1] for face in self.faces]
        if self.pips:
            yield [self._framed(_PIPS[face - 1]) for face in self.faces]
        yield [self._framed((f"{symbol:^3}",)) for symbol in symbols]
        yield [(f"{symbol:>2}",) for symbol in symbols]

    def _framed(self, rows: tuple[str, ...]) -> tuple[str, ...]:
        left, right, below_left, below_right = self.corners
        edge = "─" * (len(rows[0]) + 2)
        return (
            f"{left}{edge}{right}",
            *(f"│ {row} │" for row in rows),
            f"{below_left}{edge}{below_right}",
        )


def draw(screen: Screen, language: str, voice: Voice) -> RenderableType:
    """Return the screen for rich: title, blocks, then what can be typed."""
    title = Drawn(speak(screen.title, language, voice), f"bold {_TONES[screen.tone]}")
    return Group(
        title,
        Drawn(),
        draw_blocks(screen.blocks, language, voice),
        draw_controls(screen, language, voice),
    )


def draw_blocks(blocks: tuple[Block, ...], language: str, voice: Voice) -> RenderableType:
    """Return the blocks from top to bottom. Pips are drawn while at most two seats show dice."""
    large = sum(isinstance(block, Dice) for block in blocks) <= 2
    return Group(*(_block(block, language, voice, large) for block in blocks))


def _block(block: Block, language: str, voice: Voice, large: bool) -> RenderableType:
    match block:
        case Line(text, size):
            return Drawn(speak(text, language, voice), _STYLES[size])
        case Dice(faces, drawn):
            return Row(faces, drawn, numbered=True, pips=large and drawn == PIPS)
        case Cards(faces, drawn):
            return Row(faces, drawn, corners=("╭", "╮", "╰", "╯"))
        case Sheet():
            return _sheet(block, language, voice)
        case Divider():
            return Rule(style="dim")


def _sheet(sheet: Sheet, language: str, voice: Voice) -> Table:
    def cell(value: Text | str | int | None) -> Drawn:
        if isinstance(value, Text):
            return Drawn(speak(value, language, voice))
        return Drawn("" if value is None else str(value))

    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    table.add_column("")
    for head in sheet.head:
        table.add_column(cell(head), justify="right")
    for row in sheet.rows:
        table.add_row(*map(cell, row))
    return table


def draw_controls(screen: Screen, language: str, voice: Voice) -> RenderableType:
    """Return what can be typed: an example for dice, then buttons and menus behind their keys."""
    mark = mark_of(screen)
    lines = iter(lines_of(screen, language))
    buttons = _grid()
    parts: list[RenderableType] = []
    for control in screen.controls:
        match control:
            case Press():
                line = next(lines)
                buttons.add_row(line.key, _label(line, language, voice))
            case Menu(prompt, choices):
                menu = _grid()
                for line in islice(lines, len(choices)):
                    menu.add_row(line.key, _label(line, language, voice))
                parts.extend((Drawn(), Drawn(speak(prompt, language, voice)), menu))
            case _:
                continue
    if buttons.row_count:
        parts[:0] = [Drawn(), buttons]
    if mark is not None:
        parts[:0] = [Drawn(), Drawn(speak(_example(mark), language, voice))]
    return Group(*parts)


def _example(mark: Mark) -> Text:
    return say(
        "Type positions to choose dice. For example, “3 4 5” means: {what}",
        what=mark.submit.counted(3),
    )


def _grid() -> Table:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column()
    return grid


def _label(line: TypedLine, language: str, voice: Voice) -> Drawn:
    label = Drawn(speak(line.label, language, voice))
    if line.chosen:
        label = Drawn.assemble("✓ ", label)
    if line.detail is not None:
        label.append(" · ").append(speak(line.detail, language, voice), "dim")
    return label
