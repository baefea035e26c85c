"""What the process has done since it was started. Counting costs a press next to nothing."""

from __future__ import annotations

import time
from bisect import bisect_left
from datetime import datetime

ANSWER_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 3.0)
"""The upper ends of the classes into which the times of answers fall; Discord waits three."""

LATE_SECONDS = 10.0
"""How long after a deadline it was carried out late: a tick comes every three seconds."""


class Histogram:
    """How many values fell into each class up to one of `ends`, and above the last.

    >>> times = Histogram((0.1, 1.0))
    >>> times.add(0.1), times.add(0.2), times.add(9.0)
    (None, None, None)
    >>> times.counts, round(times.total, 1)
    ([1, 1, 1], 9.3)
    """

    def __init__(self, ends: tuple[float, ...]) -> None:
        self.ends = ends
        self.counts = [0] * (len(ends) + 1)
        self.total = 0.0

    def add(self, value: float) -> None:
        """Count a value."""
        self.counts[bisect_left(self.ends, value)] += 1
        self.total += value


class Figures:
    """The counters of a process; they are changed on the event loop alone."""

    def __init__(self) -> None:
        self.started = time.time()
        self.presses = 0
        """Presses of buttons and choices from menus."""
        self.commands = 0
        """Commands, those of the menu Apps among them, and forms that were sent."""
        self.refusals = 0
        """Presses and commands that a rule or a limit refused."""
        self.apologies = 0
        """Presses and commands that failed by a fault of the bot, its database or Discord."""
        self.deadlines = 0
        """Deadlines that were carried out."""
        self.late_deadlines = 0
        """Deadlines that were carried out more than `LATE_SECONDS` late."""
        self.answers = Histogram(ANSWER_SECONDS)
        """Seconds from the arrival of an interaction until Discord has taken its answer."""

    @property
    def uptime(self) -> float:
        """Seconds since the start."""
        return max(0.0, time.time() - self.started)

    def expired(self, deadline: datetime | None, now: datetime) -> None:
        """Count a deadline that is carried out now."""
        self.deadlines += 1
        if deadline is not None and (now - deadline).total_seconds() > LATE_SECONDS:
            self.late_deadlines += 1
