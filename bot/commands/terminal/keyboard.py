"""The keyboard and screen that all players of a terminal share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rich.console import Console
from rich.text import Text as RichText

from bot.commands.terminal.draw import draw, draw_blocks
from bot.commands.terminal.read import fold
from bot.commands.terminal.seating import LocalPlayer
from bot.language.render import PlainRenderer
from rules.screen import Block, Screen, Seat
from rules.text import Text, say_in

_QUIT = say_in("typed", "quit")


class Quit(Exception):
    """Raised when “q” is typed at a question."""


@dataclass(frozen=True)
class Keyboard:
    """The terminal that all players share.

    `read_line` shows a prompt and returns the typed line; it raises EOFError at the end of the
    input.
    """

    players: tuple[LocalPlayer, ...]
    language: str
    console: Console
    read_line: Callable[[str], str] = input
    renderer: PlainRenderer = field(init=False)

    def __post_init__(self) -> None:
        names = tuple(player.name for player in self.players)
        object.__setattr__(self, "renderer", PlainRenderer(self.language, names, self.only_person))

    @property
    def people(self) -> int:
        return sum(player.level is None for player in self.players)

    @property
    def only_person(self) -> Seat | None:
        """The seat of the only person at the keyboard, None if there are several."""
        seats = [Seat(at) for at, player in enumerate(self.players) if player.level is None]
        return seats[0] if len(seats) == 1 else None

    def ask(self, prompt: str) -> str:
        """Show a prompt and return the typed line. Raises Quit, and EOFError at the input's end."""
        typed = self.read_line(prompt)
        if is_command(typed, _QUIT, self, "q", "exit"):
            raise Quit
        return typed

    def render(self, text: Text) -> str:
        """Return a sentence in the language of this terminal."""
        return self.renderer.render(text)

    def print(self, text: Text, style: str = "") -> None:
        self.console.print(RichText(self.render(text), style))

    def show(self, screen: Screen) -> None:
        """Print a screen below a blank line; the only person sees the goal and is called "you"."""
        self.console.print()
        self.console.print(draw(screen.with_goal(), self.renderer))

    def show_blocks(self, blocks: tuple[Block, ...]) -> None:
        """Print blocks below a blank line; the only person is called "you"."""
        self.console.print()
        self.console.print(draw_blocks(blocks, self.renderer))

    def clear(self) -> None:
        """Clear the terminal and its scrollback; without a terminal, print blank lines."""
        if self.console.is_terminal:
            self.console.clear()
            self.console.file.write("\x1b[3J")
            self.console.file.flush()
        else:
            self.console.print("\n" * 3)


def is_command(typed: str, name: Text, keyboard: Keyboard, *aliases: str) -> bool:
    """Return whether a typed line is a command: an alias, or its `name`, also in English."""
    return fold(typed) in (*aliases, fold(name.template), fold(keyboard.render(name)))
