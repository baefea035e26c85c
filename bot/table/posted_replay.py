"""The messages with a round's replay: one in a channel, posted by a player.

It is recorded before it is posted, so that no replay is posted twice if the response is lost.
"""

from __future__ import annotations

from collections.abc import Callable

from bot.language.render import Place
from bot.table.stored_round import StoredRound, changed

REMEMBERED = 5
"""The number of channels, the newest ones, whose replay of a round is remembered."""

ON_ITS_WAY = 0
"""Stands for a message that is being posted, or whose fate is unknown."""


def posted_replay(stored: StoredRound, channel: int) -> Place | None:
    """Return the message in a channel with the replay of a round, None if there is none.

    While it is being posted, its place is the channel.
    """
    message = dict(_posted(stored)).get(channel)
    return None if message is None else Place(channel, message or None, stored.guild)


def note_replay(channel: int, message: int) -> Callable[[StoredRound], StoredRound]:
    """Record the message with the replay of a round, or that it is `ON_ITS_WAY`."""
    return lambda stored: _noted(stored, [(channel, message), *_elsewhere(stored, channel)])


def forget_replay(channel: int) -> Callable[[StoredRound], StoredRound]:
    """Remove the record of a replay that was not posted after all."""
    return lambda stored: _noted(stored, _elsewhere(stored, channel))


def _elsewhere(stored: StoredRound, channel: int) -> list[tuple[int, int]]:
    return [one for one in _posted(stored) if one[0] != channel]


def _noted(stored: StoredRound, posted: list[tuple[int, int]]) -> StoredRound:
    noted = " ".join(f"{where}.{which}" for where, which in posted[:REMEMBERED])
    return changed(stored, replay=noted or None)


def _posted(stored: StoredRound) -> list[tuple[int, int]]:
    """Return the channels and messages with the replay of a round, the newest first."""
    noted = (stored.replay or "").split()
    places = (one.partition(".") for one in noted)
    return [(int(channel), int(message)) for channel, _, message in places]
