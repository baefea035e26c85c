"""What a member may do so often in ten minutes, and the kind refusal of more: opening, pictures.

Both are counted in memory: nothing is asked of the database, and a restart forgets them. Being
erased does not: it would be a way around.
"""

from __future__ import annotations

import time
from datetime import timedelta

import discord
from cachetools import LRUCache

from bot.language.render import Until
from bot.table.stored_round import StoredRound
from bot.ui.rate_limits import REMEMBERED, RateLimit
from rules.errors import Refusal
from rules.text import say, say_count

SECONDS = 600.0
"""The time in which openings and pictures are counted."""

PICTURES = 20
"""How many pictures a member may have drawn or shown in `SECONDS`."""


class Openings:
    """Counts the rounds that a member has opened and that ended before they were played.

    A round is played once two of its members have pressed a choice in it; one of a single member,
    once they have. At most `most` others may have been opened in `SECONDS`, 0 for no limit.
    `pressing` holds by round the members who have.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self.pressing: LRUCache[int, set[int]] = LRUCache(REMEMBERED)
        self._opened: LRUCache[int, float] = LRUCache(REMEMBERED)
        self._unplayed = RateLimit(most, SECONDS)

    def check(self, user: int) -> None:
        """Raise a refusal where a member has opened too many rounds that were not played."""
        left = self._unplayed.seconds_left(user)
        if left > 0:
            text = say_count(
                "You have opened {n} round in ten minutes that nobody played. You can open "
                "another one {when}.",
                "You have opened {n} rounds in ten minutes that nobody played. You can open "
                "another one {when}.",
                self._most,
                when=_in_seconds(left),
            )
            raise Refusal(text)

    def opened(self, stored: StoredRound) -> None:
        """Note that a member has opened a round."""
        self.pressing[stored.id], self._opened[stored.id] = set(), time.monotonic()

    def ended(self, stored: StoredRound) -> None:
        """Count a round that has ended, unless it was played."""
        pressing = self.pressing.pop(stored.id, None)
        members = {one.user for one in stored.players if one.user is not None and one.accepted}
        if pressing is not None and len(pressing & members) < min(2, max(1, len(members))):
            self._unplayed.note(stored.opener, self._opened[stored.id])


class TooManyPictures(Refusal):
    """Raised for a picture after `PICTURES` others; the next one may come in so many seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__(
            say(
                "These were many pictures in ten minutes. The next one can be drawn {when}.",
                when=_in_seconds(seconds),
            )
        )


class Pictures:
    """Counts the pictures that a member was shown, or has posted."""

    def __init__(self) -> None:
        self._limit = RateLimit(PICTURES, SECONDS)

    def take(self, user: int) -> None:
        """Count one more picture. Raises TooManyPictures."""
        left = self._limit.seconds_left(user)
        if left > 0:
            raise TooManyPictures(left)
        self._limit.note(user)


def _in_seconds(seconds: float) -> Until:
    return Until(discord.utils.utcnow() + timedelta(seconds=seconds))
