"""The Screen: the view of one viewer as blocks to show and controls to press.

A `Screen` contains seats, faces and sentences; the front ends (`bot.ui.drawing.layout`,
`bot.commands.terminal`) supply names, emoji and the language. It covers the game only:
`bot.table.frame` adds deadlines, Hint, Leave, Rematch and Review.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
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

    An `instruction` says what to do next; it is left out once the round has ended. The goal of the
    game takes the place of lines about an `earlier` turn.
    """

    text: Text
    size: Literal["strong", "plain", "quiet"] = "plain"
    instruction: bool = False
    earlier: bool = False


@dataclass(frozen=True, slots=True)
class Dice:
    """The dice of a seat in order of position, drawn large.

    The latest roll changed the dice at the positions `landed`. Dice that a `Mark` of the same
    Screen shows are left out (`with_dice`).
    """

    faces: Roll
    face_set: FaceSet
    landed: tuple[int, ...] = ()

    @property
    def new(self) -> tuple[int, ...]:
        """The positions of landed dice among others that were kept, else none."""
        return self.landed if len(self.landed) < len(self.faces) else ()


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards that the viewer may see, drawn large."""

    faces: Roll
    face_set: FaceSet


@dataclass(frozen=True, slots=True)
class Possible:
    """Points that may still be written into a cell, drawn unlike written ones."""

    points: int

    @property
    def symbol(self) -> str:
        """The text of the cell: "+17", empty for no points."""
        return f"+{self.points}" if self.points else ""


Cell: TypeAlias = Text | str | int | Possible | None
"""A cell of a table; None is an empty one."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table of short cells: a label on the left, then columns of numbers.

    Each of `rows` has one cell more than `head`, the label. The first `left` rows stand beside the
    others, each half with its own head; with 0 all rows stand below each other. A `ruled` table has
    a line between columns of numbers, so that empty cells show their column. If lines are few, the
    first `paired` rows stand two in a line above the others. The columns of the last `foot` rows
    have their own widths. A line of the drawn table has at most 24 characters.
    """

    head: tuple[Text | str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    left: int = 0
    ruled: bool = False
    paired: int = 0
    foot: int = 0

    @property
    def halves(self) -> tuple[tuple[tuple[Cell, ...], ...], ...]:
        """The rows of the left half and those of the right one, or all of them as one."""
        return (self.rows[: self.left], self.rows[self.left :]) if self.left else (self.rows,)

    def written(self) -> Sheet:
        """Return the sheet with its written points only."""
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

    At most one button of a Screen is `main`, the one that moves the round on. Buttons of the same
    `row` stand side by side, rows in rising order; buttons after a menu stand below it.
    """

    action: Action
    label: Text
    style: Literal["main", "plain"] = "plain"
    row: int = 0


@dataclass(frozen=True, slots=True)
class Mark:
    """A selection of dice by position, with a button that plays `verb` on the selected ones.

    It has 1 to `MAX_DICE` dice, and a Screen has at most one `Mark`. `submit` is the label of the
    button, a sentence about n dice that names no seat ("Reroll {n} dice"). The action names the
    selected positions in rising order: "reroll.345". The latest roll changed the dice at the
    positions `landed`. If `explained`, a line says how to select dice and which are selected.
    """

    verb: str
    faces: Roll
    face_set: FaceSet
    submit: Text
    landed: tuple[int, ...] = ()
    explained: bool = True

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
    """A list of 1 to `MAX_CHOICES` choices; selecting one plays its action at once."""

    prompt: Text
    choices: tuple[Choice, ...]

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
class Part:
    """A part that cards are tapped into: its `name`, and the question for each of its cards.

    It has as many cards as `asks`; the last question is for its last card.
    """

    name: Text
    asks: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Sort:
    """Cards that are tapped into `parts`, one after the other; the last part gets the rest.

    `choices` has every possible choice once; `prompt` asks for one on a keyboard. Their actions
    name the cards of each part, the rest first and the first of the `parts` last: "split.443-22-1".
    A button with the label `confirm` plays the completed choice; the button `pick` completes its
    own choice without playing it. A seat that has decided sees only a button with the label
    `change`, which selects the cards of its choice again.

    `selected` has one position for each card of the parts in turn, counted from 1; 0 is a missing
    card, and zeros at the end are left out. It is empty before the first tap, (0,) where all cards
    were taken back.

    >>> parts = (Part(say("A"), (say("a"),)), Part(say("B"), (say("b"), say("b"))))
    >>> made = Choice(Action("split", "443-22-1"), say("made"))
    >>> labels = say("?"), say("Confirm"), say("Change it")
    >>> sort = Sort((4, 4, 3, 2, 2, 1), None, parts, (made,), *labels)
    >>> sort.tapped((6, 4), 6), sort.tapped((0, 4), 5), sort.tapped((5, 4), 6)
    ((0, 4), (5, 4), (5, 4, 6))
    >>> sort.positions(made.action), sort.choice((6, 4, 5)) == made, sort.choice((6, 4))
    ((6, 4, 5), True, None)
    """

    faces: Roll
    face_set: FaceSet
    parts: tuple[Part, ...]
    choices: tuple[Choice, ...]
    prompt: Text
    confirm: Text
    change: Text
    pick: Press | None = None
    selected: tuple[int, ...] = ()

    def tapped(self, selected: Sequence[int], position: int) -> tuple[int, ...]:
        """Return the selection after a tap on a card, which removes it or adds it next.

        A complete selection takes no further card.
        """
        places = [*self._open(selected)]
        if position in places:
            places[places.index(position)] = 0
        elif 0 in places:
            places[places.index(0)] = position
        while len(places) > 1 and not places[-1]:
            places.pop()
        return tuple(places)

    def positions(self, action: Action) -> tuple[int, ...] | None:
        """Return the selection of an action, None if it is no choice of this control."""
        if all(choice.action != action for choice in self.choices):
            return None
        left = dict(enumerate(self.faces, 1))
        selected = []
        for card in "".join(reversed(action.on.split("-")[1:])):
            position = next(at for at, face in left.items() if face == int(card))
            selected.append(position)
            del left[position]
        return tuple(selected)

    def choice(self, selected: Sequence[int]) -> Choice | None:
        """Return the choice of a complete selection, None while a card is missing."""
        places = self._open(selected)
        if 0 in places:
            return None
        left = [face for place, face in enumerate(self.faces, 1) if place not in places]
        groups = [left]
        for part in reversed(self.parts):
            size = len(part.asks)
            groups.append([self.faces[place - 1] for place in places[-size:]])
            places = places[:-size]
        on = "-".join("".join(map(str, sorted(group, reverse=True))) for group in groups)
        return next(choice for choice in self.choices if choice.action.on == on)

    @property
    def decided(self) -> Choice | None:
        """The choice of a seat that has decided, None while it selects cards."""
        if self.selected:
            return None
        return next((choice for choice in self.choices if choice.chosen), None)

    def part_of(self, position: int) -> Part | None:
        """Return the part of a selected card, None for other cards."""
        places = iter(self._open(self.selected))
        for part in self.parts:
            if position in [next(places) for _ in part.asks]:
                return part
        return None

    def next_ask(self) -> Text | None:
        """Return the question for the next card, None if no card is missing."""
        places = iter(self._open(self.selected))
        for part in self.parts:
            missing = [next(places) for _ in part.asks].count(0)
            if missing:
                return part.asks[-missing]
        return None

    def _open(self, selected: Sequence[int]) -> tuple[int, ...]:
        """Return a position for each card of the parts, 0 for missing ones."""
        size = sum(len(part.asks) for part in self.parts)
        return (*selected[:size], *(0,) * (size - len(selected)))


@dataclass(frozen=True, slots=True)
class Peek:
    """A button that shows a seat its own Screen in private.

    It is `main` if the seat needs that Screen to decide.
    """

    label: Text
    main: bool = False


Control: TypeAlias = Press | Mark | Menu | Sort | Peek

_AT_MOST_ONE: Mapping[type[Control], str] = {
    Mark: "let the seat select in one set of dice, or in one after the other",
    Menu: "put all choices into one, or offer them in one decision after the other",
    Sort: "let the seat sort one hand of cards at a time",
    Peek: "show a seat all that is its own on one Screen",
}
"""The controls that a Screen has at most once, with the remedies for the error message.

Two would share their custom ids.
"""

Tone: TypeAlias = Literal["waiting", "play", "won", "drawn", "lost", "gone"]
"""The kind of a screen; front ends derive the accent colour from it."""


@dataclass(frozen=True, slots=True)
class Screen:
    """The view of one viewer: a title, blocks from top to bottom, and controls.

    The `title` names the acting seat of a round in progress (`rules.headlines`) or the winner of a
    finished one. The `footer` is small print: the game and its phase. The `goal` is the aim of the
    game in one line, on the first turn of a seat; members who are new to the game see it. A
    `jackpot` that has just landed or been written stands above the title; it has a colour of its
    own, and all dice are large. `mark` is the control that selects dice, `menu` the one that offers
    a list of choices and `sort` the one that takes cards, None without one. The screen `decides` if
    it has a control that plays an action; a `Peek` does not.
    """

    title: Text
    blocks: tuple[Block, ...]
    controls: tuple[Control, ...] = ()
    tone: Tone = "play"
    footer: Text | None = None
    goal: Text | None = None
    jackpot: Text | None = None

    mark: Mark | None = field(init=False, repr=False, compare=False)
    menu: Menu | None = field(init=False, repr=False, compare=False)
    sort: Sort | None = field(init=False, repr=False, compare=False)
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
        if Mark in kinds and Sort in kinds:
            raise ValueError("a Screen has a Mark or a Sort: both select by position")
        if main > 1:
            raise ValueError(
                "a Screen has at most one main button: the one that moves the round on"
            )
        object.__setattr__(self, "mark", kinds.get(Mark))
        object.__setattr__(self, "menu", kinds.get(Menu))
        object.__setattr__(self, "sort", kinds.get(Sort))
        object.__setattr__(self, "decides", bool(kinds.keys() - {Peek}))

    def with_goal(self) -> Screen:
        """Return the screen with its `goal` as the first line, in place of earlier lines."""
        if self.goal is None:
            return self
        goal = Line(self.goal, instruction=True)
        blocks = (block for block in self.blocks if not (isinstance(block, Line) and block.earlier))
        return replace(self, blocks=(goal, *blocks), goal=None)

    def sorted_by(self, selected: Sequence[int]) -> Screen:
        """Return the screen with cards selected in its `Sort`, and a line about the next step.

        The line asks for a card or shows the choice to be confirmed; there is none for a seat that
        has decided.
        """
        if self.sort is None:
            return self
        sort = replace(self.sort, selected=tuple(selected))
        made, ask = sort.choice(sort.selected), sort.next_ask()
        lines: tuple[Line, ...] = ()
        if made is not None:
            chosen = say("Chosen, not confirmed yet: {choice}", choice=made.label)
            details = () if made.detail is None else (Line(made.detail, "quiet"),)
            lines = (Line(chosen, "strong"), *details)
        elif ask is not None and sort.decided is None:
            lines = (Line(ask, "strong", instruction=True),)
        controls = tuple(sort if control is self.sort else control for control in self.controls)
        return replace(self, blocks=(*self.blocks, *lines), controls=controls)

    @property
    def suffices(self) -> bool:
        """Whether a seat can decide on this public screen alone."""
        needs_own = any(isinstance(control, Peek) and control.main for control in self.controls)
        return self.decides and not needs_own


def with_dice(screen: Screen) -> tuple[Block, ...]:
    """Return the blocks of a screen, and below them the dice that its `Mark` selects."""
    mark = screen.mark
    if mark is None:
        return screen.blocks
    return (*screen.blocks, Dice(mark.faces, mark.face_set, mark.landed))
