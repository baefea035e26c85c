"""A terminal whose user types words from a list."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from io import StringIO
from typing import Any

from rich.console import Console

from bot.commands.terminal import run
from rules.engine import Luck


@dataclass
class Script:
    """A terminal whose user types these words, in order, and then Ctrl-D."""

    words: Iterable[str | BaseException] = ()
    width: int = 80
    prompts: list[str] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    """What the terminal had printed before each prompt, since the last."""

    def __post_init__(self) -> None:
        self.file = StringIO()
        self.console = Console(file=self.file, width=self.width, color_system=None)
        self.words = iter(self.words)

    def ask(self, prompt: str) -> str:
        self.prompts.append(prompt)
        self.shown.append(self.rest)
        self.file.truncate(0)
        self.file.seek(0)
        word = next(iter(self.words), EOFError())
        if isinstance(word, BaseException):
            raise word
        return word

    @property
    def rest(self) -> str:
        return self.file.getvalue()

    def run(self, game: str, luck: Luck, **chosen: Any) -> int:
        return run(game, luck=luck, console=self.console, ask=self.ask, **chosen)
