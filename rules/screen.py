"""What one viewer may see and press, as values.

A `Screen` speaks in seats, faces and sentences; the front ends (`cogs.layout`,
`bot.terminal`) supply names, emoji and the language. It holds only the game:
deadlines, Hint, Leave, Rematch and Review are framed around it by `bot.frame`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Literal, TypeAlias

from rules.dice import FaceSet, Roll
from rules.errors import BadCode
from rules.text import Spoken, Text

_CODE = re.compile(r"[a-z][a-z-]{0,15}(\.[a-z0-9-]{1,24})?")


@dataclass(frozen=True, slots=True, order=True)
class Seat(Spoken):
    """A place at the table, counted from 0 in the order of play."""

    index: int

    @property
    def letter(self) -> str:
        """The letter that stands for the seat where names are too long: A for the first seat."""
        return ascii_uppercase[self.index]


@dataclass(frozen=True, slots=True, order=True)
class Action:
    """Something a seat can do: a verb, and what it is done to.

    Its `code` is stable and stands in records, logs and custom ids.

    >>> Action("reroll", "345").code
    'reroll.345'
    >>> Action.parse("keep")
    Action(verb='keep', on='')
    """

    verb: str
    on: str = ""

    @property
    def code(self) -> str:
        """The action as text, at most 41 characters: "reroll.345", "keep"."""
        return f"{self.verb}.{self.on}" if self.on else self.verb

    @classmethod
    def parse(cls, code: str) -> Action:
        """Read a code back. Raises BadCode for any text that is not one."""
        if not isinstance(code, str) or not _CODE.fullmatch(code):
            raise BadCode
        verb, _, on = code.partition(".")
        return cls(verb, on)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text. `quiet` tells what just happened, `strong` what matters most."""

    text: Text
    size: Literal["strong", "plain", "quiet"] = "plain"


@dataclass(frozen=True, slots=True)
class Dice:
    """Somebody's dice in order of position, drawn large."""

    faces: Roll
    drawn: FaceSet


@dataclass(frozen=True, slots=True)
class Cards:
    """Some cards, drawn large. Hidden cards are simply not here."""

    faces: Roll
    drawn: FaceSet


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table of short cells: a label on the left, then equally wide columns.

    `rows` have one cell more than `head` has columns, the label first; a None is
    an empty cell. Drawn in one monospaced block of at most 26 characters a line.
    """

    head: tuple[Text | str, ...]
    rows: tuple[tuple[Text | str | int | None, ...], ...]


@dataclass(frozen=True, slots=True)
class Divider:
    """A line between two parts of a screen."""


Block: TypeAlias = Line | Dice | Cards | Sheet | Divider


@dataclass(frozen=True, slots=True)
class Press:
    """A button that does `action` at once."""

    action: Action
    label: Text
    style: Literal["main", "plain", "danger"] = "plain"


@dataclass(frozen=True, slots=True)
class Mark:
    """Choose dice by their positions, then do `verb` to the marked ones.

    `submit` is a sentence about n dice ("Reroll {n} dice"). The action is the
    verb on the marked positions, rising: "reroll.345".
    """

    verb: str
    faces: Roll
    drawn: FaceSet
    submit: Text

    def action(self, positions: tuple[int, ...]) -> Action:
        """Return the action on `positions`, at least one of 1-5."""
        return Action(self.verb, "".join(str(position) for position in sorted(positions)))


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of a menu; `chosen` marks the present choice where it may be replaced."""

    action: Action
    label: Text
    detail: Text | None = None
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """A list of at most 25 choices that each act at once."""

    prompt: Text
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Peek:
    """A button that shows a seat its own Screen in private."""

    label: Text


Control: TypeAlias = Press | Mark | Menu | Peek

Tone: TypeAlias = Literal["waiting", "play", "won", "drawn", "gone"]
"""How a screen feels; front ends choose the accent colour by it."""


@dataclass(frozen=True, slots=True)
class Screen:
    """What one viewer sees: a title, blocks from top to bottom, and controls."""

    title: Text
    blocks: tuple[Block, ...]
    controls: tuple[Control, ...] = ()
    tone: Tone = "play"

    @property
    def decides(self) -> bool:
        """Whether its viewer can act here, and not only ask to see their own Screen."""
        return any(not isinstance(control, Peek) for control in self.controls)
