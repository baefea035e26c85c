"""The pace of a table: the time for a turn and the delay of its reminder."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from rules.game import Named
from rules.text import say_in

QUICK = Named("quick", say_in("pace", "Quick: 1 minute a turn"))
NORMAL = Named("normal", say_in("pace", "Normal"))
SLOW = Named("slow", say_in("pace", "Slow: 1 day a turn"))

PACES = (NORMAL, QUICK, SLOW)
"""The paces, the default first."""


@dataclass(frozen=True, slots=True)
class TimeLimits:
    """The time for a turn at normal pace, and the delay of its reminder."""

    turn: timedelta = timedelta(minutes=10)
    reminder: timedelta = timedelta(minutes=1)

    def at(self, pace: str) -> TimeLimits:
        """Return the limits at a pace."""
        return _LIMITS.get(pace, self)

    def invitation(self, pace: str) -> timedelta:
        """Return how long a round waits for its players: a turn, at least at normal pace."""
        return max(self.turn, self.at(pace).turn)


_LIMITS = {
    QUICK.key: TimeLimits(timedelta(minutes=1), timedelta(seconds=20)),
    SLOW.key: TimeLimits(timedelta(days=1), timedelta(minutes=10)),
}
