"""The view of one viewer as values: blocks to show and controls to press.

A `Screen` contains seats, faces and sentences; the front ends (`bot.ui.layout`,
`bot.commands.terminal`) supply names, emoji and the language. It covers the game only:
`bot.table.frame` adds deadlines, Hint, Leave, Rematch and Review.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from string import ascii_uppercase
from typing import Literal, TypeAlias

from rules.dice import FaceSet, Roll
from rules.errors import BadCode
from rules.text import Placeholder, Text, say

MAX_DICE = 9
"""The maximum number of dice in a roll or a `Mark`: positions are single digits."""

MAX_CHOICES = 25
"""The maximum number of choices in one menu, set by Discord."""

_CODE = re.compile(r"[a-z][a-z-]{0,15}(\.[a-z0-9-]{1,24})?")


@dataclass(frozen=True, slots=True, order=True)
class Seat(Placeholder):
    """A seat of a round; indices count from 0 in the order of play."""

    index: int

    @property
    def letter(self) -> str:
        """The letter that replaces the seat's name in narrow columns: A for the first seat."""
        return ascii_uppercase[self.index]


@dataclass(frozen=True, slots=True, order=True)
class Action:
    """An action of a seat: a verb and its object, `on`.

    Its `code` is stable; records, logs and custom ids contain it.

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
        """Return the action with this code. Raises BadCode for any other value."""
        if not isinstance(code, str) or not _CODE.fullmatch(code):
            raise BadCode
        verb, _, on = code.partition(".")
        return cls(verb, on)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text: `strong` for the main statement, `quiet` for the latest event.

    An `instruction` says what to do next; it is left out once the round has ended. What is of
    an `earlier` turn is left out where a position is to be tried.
    """

    text: Text
    size: Literal["strong", "plain", "quiet"] = "plain"
    instruction: bool = False
    earlier: bool = False


@dataclass(frozen=True, slots=True)
class Dice:
    """The dice of a seat in order of position, drawn large.

    A reroll has just brought the dice at the positions `landed`. The dice that a `Mark` of
    the same Screen selects are left out: it shows them itself (`with_dice`).
    """

    faces: Roll
    face_set: FaceSet
    landed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards that the viewer may see, drawn large."""

    faces: Roll
    face_set: FaceSet


@dataclass(frozen=True, slots=True)
class Possible:
    """Points that may still be written into a cell; they are told apart from written ones."""

    points: int

    @property
    def symbol(self) -> str:
        """The points as they are drawn: "+17", and nothing for none."""
        return f"+{self.points}" if self.points else ""


Cell: TypeAlias = Text | str | int | Possible | None
"""A cell of a table; None is an empty one."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table of short cells: a label on the left, then columns of numbers.

    Each of `rows` has one cell more than `head`: the label comes first. The first
    `left` rows stand beside the others, each half with its own head; with 0 all rows
    stand below each other. A `ruled` one has a line between columns of numbers, so that
    empty cells show whose they are. A line of the drawn table has at most 24 characters.
    """

    head: tuple[Text | str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    left: int = 0
    ruled: bool = False

    @property
    def halves(self) -> tuple[tuple[tuple[Cell, ...], ...], ...]:
        """The rows of the left half and those of the right one, or all of them as one."""
        return (self.rows[: self.left], self.rows[self.left :]) if self.left else (self.rows,)

    def written(self) -> Sheet:
        """Return the sheet without points that may still be written."""
        rows = tuple(
            tuple(None if isinstance(cell, Possible) else cell for cell in row) for row in self.rows
        )
        return replace(self, rows=rows)


@dataclass(frozen=True, slots=True)
class Heading:
    """The title of a part of the rules; the blocks before the first one have no title.

    Front ends with little room show one part at a time.
    """

    text: Text


@dataclass(frozen=True, slots=True)
class Divider:
    """A horizontal line between two parts of a screen."""


Block: TypeAlias = Line | Dice | Cards | Sheet | Heading | Divider


@dataclass(frozen=True, slots=True)
class Press:
    """A button that plays `action` at once.

    At most one button of a Screen is `main`: the one that moves the round on. Buttons
    of the same `row` stand side by side, rows in rising order; those that follow a menu
    stand below it.
    """

    action: Action
    label: Text
    style: Literal["main", "plain"] = "plain"
    row: int = 0


@dataclass(frozen=True, slots=True)
class Mark:
    """A selection of dice by position, with a button that plays `verb` on the selected ones.

    It has 1 to `MAX_DICE` dice, and a Screen has at most one `Mark`. `submit` is
    the label of the button, a sentence about n dice that names no seat ("Reroll {n} dice"). The
    action names the selected positions in rising order: "reroll.345". A reroll has just
    brought the dice at the positions `landed`.
    """

    verb: str
    faces: Roll
    face_set: FaceSet
    submit: Text
    landed: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not 1 <= len(self.faces) <= MAX_DICE:
            remedy = (
                "show fewer of them at a time"
                if self.faces
                else "leave it out where nothing can be selected"
            )
            raise ValueError(
                f"a Mark selects from 1 to {MAX_DICE} dice, not {len(self.faces)}: {remedy}"
            )

    def action(self, positions: tuple[int, ...]) -> Action:
        """Return the action on `positions`, at least one, counted from 1."""
        return Action(self.verb, "".join(str(position) for position in sorted(positions)))


@dataclass(frozen=True, slots=True)
class Choice:
    """One entry of a menu; `chosen` is true for the current choice of a replaceable decision."""

    action: Action
    label: Text
    detail: Text | None = None
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """A list of 1 to `MAX_CHOICES` choices; selecting one plays its action at once.

    With a label `confirm`, selecting one only shows it (`Screen.with_choice`): a button
    with that label plays it.
    """

    prompt: Text
    choices: tuple[Choice, ...]
    confirm: Text | None = None

    def __post_init__(self) -> None:
        if not 1 <= len(self.choices) <= MAX_CHOICES:
            remedy = (
                "spread them over several decisions"
                if self.choices
                else "leave it out where nothing can be chosen"
            )
            raise ValueError(
                f"a Menu has 1 to {MAX_CHOICES} choices, not {len(self.choices)}: {remedy}"
            )


@dataclass(frozen=True, slots=True)
class Peek:
    """A button that shows a seat its own Screen in private.

    It is `main` where the seat needs that Screen to decide.
    """

    label: Text
    main: bool = False


Control: TypeAlias = Press | Mark | Menu | Peek

_AT_MOST_ONE: Mapping[type[Control], str] = {
    Mark: "let the seat select in one set of dice, or in one after the other",
    Menu: "put all choices into one, or offer them in one decision after the other",
    Peek: "show a seat all that is its own on one Screen",
}
"""The controls that a Screen has at most once, since two of them would share their custom ids.

The values are the remedies named in the error message.
"""

Tone: TypeAlias = Literal["waiting", "play", "won", "drawn", "lost", "gone"]
"""The kind of a screen; front ends derive the accent colour from it."""


@dataclass(frozen=True, slots=True)
class Screen:
    """The view of one viewer: a title, blocks from top to bottom, and controls.

    The `title` of a round in progress says whose turn it is (`rules.headlines`), that
    of a round that has ended who won. The `footer` is small print: the game and its phase.
    The `goal` says in one line what is wanted, on the first turn of a seat: it is shown
    to those who are new to the game. `mark` is the control that selects dice and `menu` the one
    that offers a list of choices, if there is one. The screen `decides` if it has a control that
    plays an action; a `Peek` does not.
    """

    title: Text
    blocks: tuple[Block, ...]
    controls: tuple[Control, ...] = ()
    tone: Tone = "play"
    footer: Text | None = None
    goal: Text | None = None

    mark: Mark | None = field(init=False, repr=False, compare=False)
    menu: Menu | None = field(init=False, repr=False, compare=False)
    decides: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        kinds: dict[type, Control] = {}
        main = 0
        for control in self.controls:
            kind = type(control)
            if kind in _AT_MOST_ONE and kind in kinds:
                raise ValueError(f"a Screen has at most one {kind.__name__}: {_AT_MOST_ONE[kind]}")
            kinds[kind] = control
            main += isinstance(control, Press) and control.style == "main"
        if main > 1:
            raise ValueError(
                "a Screen has at most one main button: the one that moves the round on"
            )
        object.__setattr__(self, "mark", kinds.get(Mark))
        object.__setattr__(self, "menu", kinds.get(Menu))
        object.__setattr__(self, "decides", bool(kinds.keys() - {Peek}))

    def with_goal(self) -> Screen:
        """Return the screen with its `goal` as the first line."""
        if self.goal is None:
            return self
        goal = Line(self.goal, instruction=True)
        return replace(self, blocks=(goal, *self.blocks), goal=None)

    def with_choice(self, action: Action) -> Screen | None:
        """Return the screen with `action` chosen in its menu, and a button that confirms it.

        The choice that the seat has made already needs no button. None where the menu does
        not offer the action, or plays it at once.
        """
        menu = self.menu
        if menu is None or menu.confirm is None:
            return None
        found = next((choice for choice in menu.choices if choice.action == action), None)
        if found is None:
            return None
        if found.chosen:
            return self
        choices = tuple(replace(one, chosen=one == found) for one in menu.choices)
        chosen = Line(say("Chosen, not confirmed yet: {choice}", choice=found.label), "strong")
        details = () if found.detail is None else (Line(found.detail, "quiet"),)
        controls = (
            *(one for one in self.controls if one is not menu),
            replace(menu, choices=choices),
            Press(action, menu.confirm, "main"),
        )
        return replace(self, blocks=(*self.blocks, chosen, *details), controls=controls)

    @property
    def suffices(self) -> bool:
        """Whether a seat can decide on this public screen, without a look at its own."""
        needs_own = any(isinstance(control, Peek) and control.main for control in self.controls)
        return self.decides and not needs_own


def with_dice(screen: Screen) -> tuple[Block, ...]:
    """Return the blocks of a screen, and below them the dice that its `Mark` selects."""
    mark = screen.mark
    if mark is None:
        return screen.blocks
    return (*screen.blocks, Dice(mark.faces, mark.face_set, mark.landed))
