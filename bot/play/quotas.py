"""Quotas of members: the rounds, pictures and pings that one may cause in ten minutes.

They are counted in memory: the database is not used, and a restart forgets them. An erasure of the
member does not, since it would be a way around.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from datetime import timedelta

import discord

from bot.language.render import Until
from bot.memory import Memory
from rules.errors import Refusal
from rules.text import say, say_count

SECONDS = 600.0
"""The time in seconds over which openings, pictures and pings are counted."""

OPENINGS = 20
"""The most rounds that a member may open in a channel and its threads in `SECONDS`."""

PINGS = 3
"""The most challenges by which a member may ping the same other member in `SECONDS`."""

PICTURES = 20
"""The most pictures that a member may have drawn or shown in `SECONDS`."""


class Quota:
    """Limits the events of each key to `most` within `seconds`."""

    def __init__(self, most: int, seconds: float = SECONDS) -> None:
        self._most = most
        self._seconds = seconds
        self._times: Memory[Hashable, deque[float]] = Memory()

    def reached(self, key: Hashable) -> bool:
        """Return whether `most` events were noted in the last `seconds`."""
        return self.seconds_left(key) > 0

    def seconds_left(self, key: Hashable) -> float:
        """Return the seconds until the next event is allowed, 0 if it is allowed now."""
        times = self._times.get(key)
        if not times or len(times) < self._most:
            return 0.0
        return max(0.0, self._seconds - (time.monotonic() - times[0]))

    def count(self, key: Hashable) -> None:
        """Count an event now."""
        times = self._times.get(key, ())
        self._times[key] = deque((*times, time.monotonic()), maxlen=self._most)

    def take_back(self, key: Hashable) -> None:
        """Forget the latest event of a key, if there is one."""
        times = self._times.get(key)
        if times:
            times.pop()


class Openings:
    """Counts the rounds that a member opens in a channel: `OPENINGS` in `SECONDS` at most."""

    def __init__(self) -> None:
        self._quota = Quota(OPENINGS)

    @contextmanager
    def counted(self, user: int, channel: int) -> Iterator[None]:
        """Count a round that is opened inside the `with` block, unless the block raises.

        A thread counts as the channel that holds it. Raises a refusal where too many were opened.
        """
        key = user, channel
        left = self._quota.seconds_left(key)
        if left > 0:
            text = say_count(
                "You have opened {n} game in this channel in ten minutes. You can open another "
                "one after {when}.",
                "You have opened {n} games in this channel in ten minutes. You can open another "
                "one after {when}.",
                OPENINGS,
                when=_in_seconds(left),
            )
            raise Refusal(text)
        self._quota.count(key)  # before the block: other presses may be under way
        try:
            yield
        except BaseException:
            self._quota.take_back(key)
            raise


class TooManyPictures(Refusal):
    """Raised for a picture beyond `PICTURES`; the next one is allowed in `seconds`."""

    def __init__(self, seconds: float) -> None:
        super().__init__(
            say(
                "You asked for many pictures in ten minutes. The next one can be drawn after "
                "{when}.",
                when=_in_seconds(seconds),
            )
        )


class Pictures:
    """Counts the pictures that a member was shown or has posted."""

    def __init__(self) -> None:
        self._quota = Quota(PICTURES)

    def take(self, user: int) -> None:
        """Count one more picture. Raises TooManyPictures."""
        left = self._quota.seconds_left(user)
        if left > 0:
            raise TooManyPictures(left)
        self._quota.count(user)


class Pings:
    """Limits the pings of each member by challenges of another one to `PINGS` in `SECONDS`."""

    def __init__(self) -> None:
        self._quota = Quota(PINGS)

    def allow(self, challenger: int, member: int) -> bool:
        """Return whether the member may be pinged now, and note the ping if so.

        A ping of oneself is always allowed.
        """
        if challenger == member:
            return True
        if self._quota.reached((challenger, member)):
            return False
        self._quota.count((challenger, member))
        return True


def _in_seconds(seconds: float) -> Until:
    return Until(discord.utils.utcnow() + timedelta(seconds=seconds))
