"""Screens as rich renderables that fit the width of the terminal.

Colour is never the only distinction.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, zip_longest

from rich.box import SIMPLE_HEAD
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.rule import Rule
from rich.table import Table
from rich.text import Text as RichText

from bot.commands.terminal.read import TypedLine, lines_of, typed_controls
from bot.language.render import PlainRenderer
from rules.dice import PIPS, FaceSet, Roll
from rules.screen import (
    Block,
    Cards,
    Cell,
    Dice,
    Divider,
    Heading,
    Line,
    Menu,
    Possible,
    Press,
    Screen,
    Sheet,
    Sort,
    with_dice,
)
from rules.text import Text, say

_STYLES = {"strong": "bold", "plain": "", "quiet": "dim"}
_TONES = {
    "waiting": "cyan",
    "play": "cyan",
    "won": "green",
    "drawn": "yellow",
    "lost": "dim",
    "gone": "dim",
}

_EXAMPLE = say("Type the dice to reroll, e.g. “3 4 5” for the last three.")

_PIPS = (
    ("     ", "  ●  ", "     "),
    ("●    ", "     ", "    ●"),
    ("●    ", "  ●  ", "    ●"),
    ("●   ●", "     ", "●   ●"),
    ("●   ●", "  ●  ", "●   ●"),
    ("●   ●", "●   ●", "●   ●"),
)
"""The pips of the faces 1 to 6: three rows of five columns each."""


@dataclass(frozen=True, slots=True)
class FaceRow:
    """Dice or cards side by side: with pips, as framed symbols or as bare symbols.

    The numbers of the positions `landed` stand in brackets.
    """

    faces: Roll
    face_set: FaceSet
    numbered: bool = False
    landed: tuple[int, ...] = ()
    corners: tuple[str, str, str, str] = ("┌", "┐", "└", "┘")
    pips: bool = False

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the widest form that fits."""
        for cells in self._forms():
            lines = [" ".join(parts) for parts in zip(*cells, strict=True)]
            if all(len(line) <= options.max_width for line in lines):
                break
        for line in lines:
            yield RichText(line.rstrip(), no_wrap=True)
        if self.numbered:
            widths = [len(cell[0]) for cell in cells]
            numbers = (self._number(position, width) for position, width in enumerate(widths, 1))
            yield RichText(" ".join(numbers).rstrip(), "dim", no_wrap=True)

    def _number(self, position: int, width: int) -> str:
        if position in self.landed:
            return f"[{position}]".rjust(width // 2 + 2).ljust(width)
        return str(position).rjust(width // 2 + 1).ljust(width)

    def _forms(self) -> Iterator[list[tuple[str, ...]]]:
        """Yield the lines of each face in all forms, widest first."""
        symbols = [self.face_set.symbols[face - 1] for face in self.faces]
        if self.pips:
            yield [self._frame(_PIPS[face - 1]) for face in self.faces]
        yield [self._frame((f"{symbol:^3}",)) for symbol in symbols]
        yield [(f"{symbol:>2}",) for symbol in symbols]

    def _frame(self, rows: tuple[str, ...]) -> tuple[str, ...]:
        left, right, below_left, below_right = self.corners
        edge = "─" * (len(rows[0]) + 2)
        return (
            f"{left}{edge}{right}",
            *(f"│ {row} │" for row in rows),
            f"{below_left}{edge}{below_right}",
        )


def draw(screen: Screen, renderer: PlainRenderer) -> RenderableType:
    """Return a Screen as a renderable: title, blocks, dice to choose, controls, small print."""
    title = RichText(renderer.render(screen.title), f"bold {_TONES[screen.tone]}")
    parts = [title, RichText(), draw_blocks(with_dice(screen), renderer)]
    parts.append(draw_controls(screen, renderer))
    if screen.footer is not None:
        parts += [RichText(), RichText(renderer.render(screen.footer), "dim")]
    return Group(*parts)


def draw_blocks(blocks: tuple[Block, ...], renderer: PlainRenderer) -> RenderableType:
    """Return blocks as a renderable; dice have pips if there are at most two blocks of dice."""
    large = sum(isinstance(block, Dice) for block in blocks) <= 2
    return Group(*(_block(block, renderer, large) for block in blocks))


def _block(block: Block, renderer: PlainRenderer, large: bool) -> RenderableType:
    match block:
        case Line(text, size):
            return _with_emphasis(renderer.render(text), _STYLES[size])
        case Heading(text):
            return RichText(f"\n{renderer.render(text)}\n", "bold underline")
        case Dice(faces, face_set):
            pips = large and face_set == PIPS
            return FaceRow(faces, face_set, numbered=True, landed=block.new, pips=pips)
        case Cards(faces, face_set):
            return FaceRow(faces, face_set, corners=("╭", "╮", "╰", "╯"))
        case Sheet():
            return _sheet(block, renderer)
        case Divider():
            return Rule(style="dim")


def _with_emphasis(text: str, style: str) -> RichText:
    """Return a line in which the words between double asterisks are bold."""
    line = RichText(style=style)
    for index, words in enumerate(text.split("**")):
        line.append(words, "bold" if index % 2 else "")
    return line


def _sheet(sheet: Sheet, renderer: PlainRenderer) -> Table:
    def cell(value: Cell) -> RichText:
        match value:
            case Text():
                return RichText(renderer.render(value))
            case Possible():
                return RichText(value.symbol, "dim")
            case _:
                return RichText("" if value is None else str(value))

    headed = any(sheet.head)
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False, show_header=headed)
    for _ in sheet.halves:
        table.add_column("")
        for head in sheet.head:
            table.add_column(cell(head), justify="right")
    nothing = (None,) * (1 + len(sheet.head))
    for rows in zip_longest(*sheet.halves, fillvalue=nothing):
        table.add_row(*(cell(value) for row in rows for value in row))
    return table


def draw_controls(screen: Screen, renderer: PlainRenderer) -> RenderableType:
    """Return the controls: an example of selecting dice, then buttons and menus with their keys."""
    mark = screen.mark
    lines = iter(lines_of(screen, renderer))
    buttons = _grid()
    parts: list[RenderableType] = []
    for control in typed_controls(screen):
        match control:
            case Press():
                line = next(lines)
                buttons.add_row(line.key, _label(line, renderer))
            case Menu(prompt=prompt, choices=choices) | Sort(prompt=prompt, choices=choices):
                menu = _grid()
                for line in islice(lines, len(choices)):
                    menu.add_row(line.key, _label(line, renderer))
                parts.extend((RichText(), RichText(renderer.render(prompt)), menu))
            case _:
                continue
    if buttons.row_count:
        parts[:0] = [RichText(), buttons]
    if mark is not None:
        parts[:0] = [RichText(), RichText(renderer.render(_EXAMPLE))]
    return Group(*parts)


def _grid() -> Table:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column()
    return grid


def _label(line: TypedLine, renderer: PlainRenderer) -> RichText:
    label = RichText(renderer.render(line.label))
    if line.chosen:
        label = RichText.assemble("✓ ", label)
    if line.detail is not None:
        label.append(" · ").append(renderer.render(line.detail), "dim")
    return label
