"""The terms on which a game is played as the daily challenge."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Daily:
    """The terms of a game in the daily challenge; the member has the opener's seat.

    - `weekdays`: the days of the week, 0 is Monday.
    - `hands`: the number of rounds of the game in one attempt.
    - `level`: the level of the computer on the other seat; None if the member plays alone.
    """

    weekdays: tuple[int, ...]
    hands: int = 1
    level: str | None = None

    @property
    def seats(self) -> int:
        """The number of seats: the member's and, with a level, the computer's."""
        return 1 if self.level is None else 2
