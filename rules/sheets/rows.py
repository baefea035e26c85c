"""Rows and their scores, and score sheets as values."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from rules.dice import DIFFERENT_ROLLS, Roll, face_counts
from rules.screen import Action
from rules.sheets.ledger import Bonuses, RowEntry
from rules.text import Text, say_in

ScoreSheet: TypeAlias = tuple[int | None, ...]
"""The points written in each row, in the order of the rows; None for an open row.

The sheet of a game with bonuses ends with two entries more, which are never None: the points
of further fives of a kind, and the upper bonus. So the sum of all entries is the total.
"""

EXACT_ROWS = 5
"""Two sheets are played exactly from the first state in which neither has more open rows."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a sheet.

    Its `name` has at most 14 letters, to fit sentences, buttons and tables alike. `worth` returns
    the points of five dice, 0 if the row's condition is not met. A row that counts a single `face`
    belongs to the upper part of the sheet.
    """

    key: str
    name: Text
    worth: Callable[[Roll], int]
    face: int | None = None

    @property
    def action(self) -> Action:
        """The action that writes a roll into this row."""
        return Action("write", self.key)


@dataclass(frozen=True, eq=False)
class Rows:
    """The rows of a game in order: those of single faces first, where it has them.

    `bonuses` are those of a sheet, None for a game without. They depend on the *ledger* of a sheet,
    a number below `ledgers` that follows from the sheet and is always 0 without bonuses.
    """

    rows: tuple[Row, ...]
    bonuses: Bonuses | None = None
    scores: tuple[tuple[int, ...], ...] = field(init=False, repr=False)
    """The points of each row for each of the 252 different rolls, disregarding jokers."""
    _entries: dict[Roll, tuple[RowEntry, ...]] = field(init=False, repr=False)
    _places: dict[str, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        scores = tuple(tuple(map(row.worth, DIFFERENT_ROLLS)) for row in self.rows)
        object.__setattr__(self, "scores", scores)
        entries = {
            roll: tuple(RowEntry(row, points) for row, points in enumerate(column))
            for roll, column in self.scores_by_roll.items()
        }
        object.__setattr__(self, "_entries", entries)
        places = {row.key: place for place, row in enumerate(self.rows)}
        object.__setattr__(self, "_places", places)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index: int) -> Row:
        return self.rows[index]

    @property
    def empty(self) -> ScoreSheet:
        return (None,) * len(self.rows) + ((0, 0) if self.bonuses else ())

    @cached_property
    def faces(self) -> int:
        """The number of rows that count a single face."""
        return sum(row.face is not None for row in self.rows)

    @cached_property
    def scores_by_roll(self) -> dict[Roll, tuple[int, ...]]:
        """The points of each different roll in each row, disregarding jokers."""
        return dict(zip(DIFFERENT_ROLLS, zip(*self.scores, strict=True), strict=True))

    @property
    def highest(self) -> int:
        """The most points that a sheet could make if each row had its own best roll."""
        bonuses, scores = self.bonuses, sum(map(max, self.scores))
        if bonuses is None:
            return scores
        return scores + bonuses.upper + bonuses.further * (len(self.rows) - 1)

    @property
    def ledgers(self) -> int:
        return 1 if self.bonuses is None else self.bonuses.ledgers

    def ledger(self, sheet: ScoreSheet) -> int:
        if self.bonuses is None:
            return 0
        upper = total(sheet[: self.faces])
        return self.bonuses.ledger(upper, fifty=bool(sheet[self.index(FIVE)]))

    def index(self, key: str) -> int:
        """Return the index of the row with this key. Raises KeyError for an unknown key."""
        return self._places[key]

    def entries(self, sheet: ScoreSheet, dice: Roll) -> dict[int, RowEntry]:
        """Return the possible entries of five dice, by open row in order.

        Raises KeyError for other numbers of dice.
        """
        is_open = open_rows(sheet)
        if self.bonuses is None:
            plain = self._entries[tuple(sorted(dice))]
            return {row: plain[row] for row in is_open}
        ledger, alike = self.ledger(sheet), len({*dice}) == 1
        return {
            row: self.entry(row, points, ledger, alike=alike)
            for row, points in self.allowed(is_open, dice).items()
        }

    def is_joker(self, is_open: Iterable[int], dice: Roll) -> bool:
        """Return whether five dice are a joker, these rows being open (README 6.4 of Yams)."""
        alike = self.bonuses is not None and len({*dice}) == 1
        return alike and self.index(FIVE) not in is_open

    def allowed(self, is_open: Iterable[int], dice: Roll) -> dict[int, int]:
        """Return the rows into which five dice may be written, and their points there.

        These are all open rows; for a joker (README 6.4 of Yams) the row of its face, else the open
        rows of the lower part at their full scores, else all open rows.
        """
        plain, is_open = self._entries[tuple(sorted(dice))], tuple(is_open)
        points = {row: plain[row].points for row in is_open}
        if self.bonuses is None or not self.is_joker(is_open, dice):
            return points
        of_face = [row for row in is_open if self.rows[row].face == dice[0]]
        lower = [row for row in is_open if self.rows[row].face is None]
        full = self.bonuses.full_scores
        return {
            row: full.get(self.rows[row].key, points[row]) for row in of_face or lower or is_open
        }

    def entry(self, row: int, points: int, ledger: int, *, alike: bool) -> RowEntry:
        """Return the entry of a roll with these points in a row of a sheet.

        `ledger` is that of the sheet before, `alike` whether all five dice are equal.
        """
        if self.bonuses is None:
            return RowEntry(row, points)
        upper = points if self.rows[row].face is not None else 0
        fifty = self.rows[row].key == FIVE and points > 0
        extra, bonus, after = self.bonuses.paid(ledger, upper, fifty=fifty, alike=alike)
        return RowEntry(row, points, extra, bonus, after)

    def write(self, sheet: ScoreSheet, entry: RowEntry) -> ScoreSheet:
        """Return the sheet after writing the entry into an open row."""
        written = write(sheet, entry.row, entry.points)
        if self.bonuses is None:
            return written
        *rows, extra, bonus = written
        return (*rows, (extra or 0) + entry.extra, (bonus or 0) + entry.bonus)

    def bonus_of(self, sheet: ScoreSheet, row: int) -> int:
        """Return the upper bonus that the latest write into a sheet, of this row, has earned."""
        before = (*sheet[:row], None, *sheet[row + 1 :])
        return self.entry(row, sheet[row] or 0, self.ledger(before), alike=False).bonus

    def most(self, sheet: ScoreSheet, dice: Roll) -> int:
        """Return the index of the row with the most points that may be written.

        It is the first of equal ones. README 3.6 of Thirteen Rows, 4.4 of Nine Categories,
        6.5 of Yams.
        """
        entries = self.entries(sheet, dice)
        return max(entries, key=lambda row: (entries[row].points, -row))


def open_rows(sheet: ScoreSheet) -> tuple[int, ...]:
    """Return the indices of the open rows.

    >>> open_rows((None, 0, None))
    (0, 2)
    """
    return tuple(index for index, written in enumerate(sheet) if written is None)


def open_mask(sheet: ScoreSheet) -> int:
    """Return the open rows as a bit mask.

    >>> bin(open_mask((None, 0, None)))
    '0b101'
    """
    return sum(1 << row for row in open_rows(sheet))


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
    """Return a row with a name that several games share."""
    return Row(key, _SHARED[key], worth)
