"""What a member may do so often in ten minutes, and the kind refusal of more: opening, pictures.

Both are counted in memory: nothing is asked of the database, and a restart forgets them. Being
erased does not: it would be a way around.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import discord

from bot.language.render import Until
from bot.ui.rate_limits import RateLimit
from rules.errors import Refusal
from rules.text import say, say_count

SECONDS = 600.0
"""The time in which openings and pictures are counted."""

PICTURES = 20
"""How many pictures a member may have drawn or shown in `SECONDS`."""


class Openings:
    """Counts the rounds that a member opens in a channel: `most` in `SECONDS`, 0 for no limit."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._limit = RateLimit(most, SECONDS)

    @contextmanager
    def counted(self, user: int, channel: int) -> Iterator[None]:
        """Count a round that is opened inside the `with` block, unless that raises.

        A thread counts as the channel that holds it. Raises a refusal where too many were opened.
        """
        key = user, channel
        left = self._limit.seconds_left(key)
        if left > 0:
            text = say_count(
                "You have opened {n} round in this channel in ten minutes. You can open another "
                "one {when}.",
                "You have opened {n} rounds in this channel in ten minutes. You can open another "
                "one {when}.",
                self._most,
                when=_in_seconds(left),
            )
            raise Refusal(text)
        self._limit.note(key)  # at once: others may be on their way
        try:
            yield
        except BaseException:
            self._limit.take_back(key)
            raise


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
