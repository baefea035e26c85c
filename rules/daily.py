"""The terms on which a game is played as the daily challenge."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from rules.dice import Roll

Lands: TypeAlias = Callable[[str, int], Roll]
"""Returns the given number of faces for a label; fewer faces are the beginning of more."""


@dataclass(frozen=True, slots=True)
class Daily:
    """The terms of a game in the daily challenge; the member has the opener's seat.

    - `weekdays`: the days of the week, 0 is Monday.
    - `hands`: the number of rounds of the game in one attempt.
    - `level`: the level of the computer on the other seat; None if the member plays alone.
    - `most`: returns the most points that the dice of a round allow, given the function for what
      lands. None where all choices can be tried instead.
    """

    weekdays: tuple[int, ...]
    hands: int = 1
    level: str | None = None
    most: Callable[[Lands], int] | None = None

    @property
    def seats(self) -> int:
        """The number of seats: the member's and, with a level, the computer's."""
        return 1 if self.level is None else 2
