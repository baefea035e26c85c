"""The time by Discord, which is in each of its ids, however the clock of this machine stands."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from datetime import datetime

import discord

log = logging.getLogger(__name__)

WRONG_SECONDS = 60.0
"""The lead, ahead or behind, above which the clock is wrong; events take up to so long."""

COMPARED = 8
"""The number of ids whose least lead counts: an event may come late, never early."""


class DiscordClock:
    """The time in the newest id that this process has received, and the lead of its machine.

    `newest` is None before the first id. `lead` is the number of seconds by which a wrong clock is
    ahead of Discord's, below 0 behind it; else 0. Clients show timestamps by Discord's time: what
    would count down to the wrong moment is moved by the lead.
    """

    def __init__(self) -> None:
        self.newest: datetime | None = None
        self.lead = 0.0
        self.on_change: Callable[[], None] = lambda: None
        """Called when the lead changes."""
        self._leads: deque[float] = deque(maxlen=COMPARED)
        self._warned = False

    def set_by(self, snowflake: int) -> None:
        """Note an id that Discord has made just now; warn once if the clock is wrong."""
        made = discord.utils.snowflake_time(snowflake)
        if self.newest is None or made > self.newest:
            self.newest = made
        self._leads.append((discord.utils.utcnow() - made).total_seconds())
        least = min(self._leads)
        if abs(least) <= WRONG_SECONDS:
            least = 0.0
        if abs(least - self.lead) < 1.0:  # the ways of events differ by less
            return
        self.lead = least
        self.on_change()
        if least and not self._warned:
            self._warned = True
            log.warning(
                "the clock of this machine is %.0f seconds %s Discord's: let the machine set its "
                "time (NTP); days and countdowns follow Discord's time meanwhile",
                abs(least),
                "ahead of" if least > 0 else "behind",
            )
