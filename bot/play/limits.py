"""What a member may do so often in ten minutes, and the kind refusal of more: opening, pictures.

Both are counted in memory: nothing is asked of the database, and a restart forgets them. Being
erased does not: it would be a way around.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from datetime import timedelta

import discord

from bot.language.render import Until
from bot.memory import Memory
from bot.table.stored_round import StoredRound
from bot.table.use_cases import Change
from bot.ui.rate_limits import RateLimit
from rules.errors import Refusal
from rules.text import say, say_count

SECONDS = 600.0
"""The time in which openings and pictures are counted."""

PICTURES = 20
"""How many pictures a member may have drawn or shown in `SECONDS`."""


@dataclass(frozen=True, slots=True)
class _Opened:
    """An open round: who has opened it, when by the monotonic clock, and who has chosen in it."""

    opener: int
    at: float
    chose: set[int] = field(default_factory=set)


class Openings:
    """Counts the rounds that a member has opened and that ended before they were played.

    A round is played once two members have chosen something in it; one of a single member,
    once they have. At most `most` others may have been opened in `SECONDS`, 0 for no limit.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._opened: Memory[int, _Opened] = Memory()
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
        self._opened[stored.id] = _Opened(stored.opener, time.monotonic())

    def choosing(self, user: int, change: Change) -> Change:
        """Return the choice of a member, which notes that they have chosen something."""

        def choose(before: StoredRound) -> StoredRound:
            after = change(before)
            known = self._opened.get(before.id)
            if known is not None:
                known.chose.add(user)
            return after

        return choose

    def ended(self, stored: StoredRound) -> None:
        """Count a round that has ended, unless it was played."""
        known = self._opened.pop(stored.id, None)
        members = {one.user for one in stored.players if one.user is not None and one.accepted}
        if known is not None and len(known.chose) < min(2, max(1, len(members))):
            self._unplayed.note(known.opener, known.at)


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
