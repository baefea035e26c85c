"""The bonuses of a sheet, and the ledger that determines them.

README 6.2-6.4 of Yams.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class RowEntry:
    """The effect of writing a roll into a row of a sheet.

    `points` stand in the row, `extra` is for a further five of a kind, `bonus` for the upper rows,
    and `gained` is their sum. `ledger` is that of the sheet afterwards.
    """

    row: int
    points: int
    extra: int = 0
    bonus: int = 0
    ledger: int = 0
    gained: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "gained", self.points + self.more)

    @property
    def more(self) -> int:
        """The points that the sheet gains besides those of the row."""
        return self.extra + self.bonus


@dataclass(frozen=True, slots=True)
class Bonuses:
    """The bonuses of the sheets of a game.

    A sheet gets `upper` points if its rows of single faces have `least` or more in all, and
    `further` points for each five of a kind after one that scored in its own row. A five of a kind
    whose own row is written is a joker: in the rows of `full_scores` it has these points, by key. A
    ledger holds the points of the rows of single faces, capped at `least`, and whether the row for
    five of a kind has scored:

    >>> bonuses = Bonuses(63, 35, 100, {"full-house": 25})
    >>> bonuses.ledgers, bonuses.ledger(70, fifty=True)
    (128, 127)
    >>> bonuses.paid(bonuses.ledger(60, fifty=True), 3, fifty=False, alike=False)
    (0, 35, 127)
    """

    least: int
    upper: int
    further: int
    full_scores: Mapping[str, int]

    @property
    def ledgers(self) -> int:
        return 2 * (self.least + 1)

    def ledger(self, upper: int, *, fifty: bool) -> int:
        """Return the ledger of a sheet with these points in its rows of single faces.

        `fifty` says whether its row for five of a kind has scored.
        """
        return min(upper, self.least) + (self.least + 1) * fifty

    def upper_points(self, ledger: int) -> int:
        """Return the points of the rows of single faces, at most `least`."""
        return ledger % (self.least + 1)

    def with_bonus(self, ledger: int) -> int:
        return ledger - self.upper_points(ledger) + self.least

    def paid(self, ledger: int, upper: int, *, fifty: bool, alike: bool) -> tuple[int, int, int]:
        """Return the extra points, the bonus and the ledger after writing a row.

        The row adds `upper` points to the rows of single faces; `fifty` says whether it is the row
        for five of a kind and scores, `alike` whether all dice are equal.
        """
        scored, before = divmod(ledger, self.least + 1)
        after = min(before + upper, self.least)
        bonus = self.upper if before < self.least <= after else 0
        extra = self.further if scored and alike else 0
        return extra, bonus, after + (self.least + 1) * (scored or fifty)
