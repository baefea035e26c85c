"""How a game is played as the daily challenge."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from rules.dice import Roll

Lands: TypeAlias = Callable[[str, int], Roll]
"""Returns what lands under a label, so many faces; fewer faces are the first ones of more."""


@dataclass(frozen=True, slots=True)
class Daily:
    """How a game is played as the daily challenge; the member has the opener's seat.

    - `weekdays`: on which days of the week, 0 is Monday.
    - `hands`: how many rounds of the game make one attempt.
    - `level`: the level of the computer on the other seat; None if the member plays alone.
    - `most`: returns the most points that the dice of a round allow, by what lands. None
      if all choices can be tried.
    """

    weekdays: tuple[int, ...]
    hands: int = 1
    level: str | None = None
    most: Callable[[Lands], int] | None = None

    @property
    def seats(self) -> int:
        """The number of seats: the member's, and that of the computer."""
        return 1 if self.level is None else 2


@dataclass(frozen=True, slots=True)
class Decisions:
    """How positions of a game are asked one by one, in practice.

    - `ships`: how many positions of it ship with the bot.
    - `natural`: the level of the computer that makes the natural choice, which tempts.
    - `seats`: the number of seats of a round.
    """

    ships: int
    natural: str
    seats: int
