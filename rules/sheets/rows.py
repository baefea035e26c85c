"""Rows and their scores, and score sheets as values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from rules.dice import DIFFERENT_ROLLS, Roll, face_counts
from rules.screen import Action
from rules.text import Text, say_in

ScoreSheet: TypeAlias = tuple[int | None, ...]
"""The points written in each row, in the order of the rows; None for an open row."""

EXACT_ROWS = 5
"""Two sheets are played exactly from the first state in which neither has more open rows."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a sheet.

    Its `name` has at most 14 letters, so that sentences, buttons and tables call it the same.
    `worth` returns the points of five dice, 0 if the row's condition is not met. A row that
    counts a single `face` belongs to the upper part of the sheet.
    """

    key: str
    name: Text
    worth: Callable[[Roll], int]
    face: int | None = None

    @property
    def action(self) -> Action:
        """The action that writes a roll into this row."""
        return Action("write", self.key)


@dataclass(frozen=True)
class Rows:
    """The rows of a game in order: those of single faces first, where it has them."""

    rows: tuple[Row, ...]
    _worths: dict[Roll, tuple[int, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        worths = {roll: tuple(row.worth(roll) for row in self.rows) for roll in DIFFERENT_ROLLS}
        object.__setattr__(self, "_worths", worths)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index: int) -> Row:
        return self.rows[index]

    @property
    def empty(self) -> ScoreSheet:
        """The sheet with all rows open."""
        return (None,) * len(self.rows)

    @property
    def faces(self) -> int:
        """The number of rows that count a single face."""
        return sum(row.face is not None for row in self.rows)

    def index(self, key: str) -> int:
        """Return the index of the row with this key. Raises ValueError for an unknown key."""
        return [row.key for row in self.rows].index(key)

    def worths(self, dice: Roll) -> tuple[int, ...]:
        """Return the points of five dice in each row. Raises KeyError for anything else."""
        return self._worths[tuple(sorted(dice))]

    def most(self, sheet: ScoreSheet, dice: Roll) -> int:
        """Return the index of the open row with the most points, the first of equal ones.

        README 3.6 of Thirteen Rows, README 4.4 of Nine Categories.
        """
        worths = self.worths(dice)
        return max(open_rows(sheet), key=lambda index: (worths[index], -index))


def open_rows(sheet: ScoreSheet) -> tuple[int, ...]:
    """Return the indices of the open rows.

    >>> open_rows((None, 0, None))
    (0, 2)
    """
    return tuple(index for index, written in enumerate(sheet) if written is None)


def write(sheet: ScoreSheet, index: int, worth: int) -> ScoreSheet:
    """Return the sheet after `worth` was written into the open row `index`.

    >>> write((None, 0, None), 2, 25)
    (None, 0, 25)
    """
    return (*sheet[:index], worth, *sheet[index + 1 :])


def total(sheet: ScoreSheet) -> int:
    """Return the sum of the written points.

    >>> total((3, None, 25))
    28
    """
    return sum(written for written in sheet if written is not None)


def has_equal(dice: Roll, number: int) -> bool:
    """Return whether at least `number` dice show the same face."""
    return max(face_counts(dice)) >= number


def is_full_house(dice: Roll) -> bool:
    """Return whether five dice are three of one face and two of another.

    README 3.3 of Thirteen Rows, README 4.2 of Nine Categories.

    >>> is_full_house((2, 2, 5, 5, 5)), is_full_house((5, 5, 5, 5, 5))
    (True, False)
    """
    return sorted(face_counts(dice))[-2:] == [2, 3]


def longest_run(dice: Roll) -> int:
    """Return the length of the longest run of consecutive faces.

    >>> longest_run((3, 1, 4, 4, 6))
    2
    """
    longest = run = 0
    for count in face_counts(dice):
        run = run + 1 if count else 0
        longest = max(longest, run)
    return longest


THREE, FOUR, FIVE = "three-of-a-kind", "four-of-a-kind", "five-of-a-kind"
FULL_HOUSE, CHANCE = "full-house", "chance"
SMALL_STRAIGHT, LARGE_STRAIGHT = "small-straight", "large-straight"

_SHARED: dict[str, Text] = {
    THREE: say_in("row", "3 of a kind"),
    FOUR: say_in("row", "4 of a kind"),
    FIVE: say_in("row", "5 of a kind"),
    FULL_HOUSE: say_in("row", "Full house"),
    SMALL_STRAIGHT: say_in("row", "Small straight"),
    LARGE_STRAIGHT: say_in("row", "Large straight"),
    CHANCE: say_in("row", "Chance"),
}


def shared_row(key: str, worth: Callable[[Roll], int]) -> Row:
    """Return a row whose name several games share."""
    return Row(key, _SHARED[key], worth)
