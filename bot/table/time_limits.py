"""The time for a turn, and the delay of its reminder."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

HOUR = 60
"""The minutes of an hour."""

DAY = 24 * HOUR
"""The minutes of a day."""

LEAST_DELAY, MOST_DELAY = timedelta(seconds=20), timedelta(minutes=10)
"""The limits of the delay of a reminder, which is a tenth of the time for the turn."""


def is_slow(minutes: int | None) -> bool:
    """Return whether a turn takes hours; None stands for the usual time."""
    return minutes is not None and minutes > HOUR


@dataclass(frozen=True, slots=True)
class TimeLimits:
    """The time for a turn, and the delay of its reminder."""

    turn: timedelta = timedelta(minutes=10)
    reminder: timedelta = timedelta(minutes=1)

    def of(self, minutes: int | None) -> TimeLimits:
        """Return the limits of a round with these `minutes` for a turn, None for the usual ones."""
        if minutes is None:
            return self
        turn = timedelta(minutes=minutes)
        return TimeLimits(turn, max(LEAST_DELAY, min(turn / 10, MOST_DELAY)))

    def invitation(self, minutes: int | None) -> timedelta:
        """Return how long a round waits for its players: a turn, at least the usual one."""
        return max(self.turn, self.of(minutes).turn)
