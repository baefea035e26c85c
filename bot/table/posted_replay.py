"""Where the replay of a round was posted: once in a channel, by one of its players.

It is noted before it is posted, so that none is posted twice, whatever becomes of the answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.language.render import Place
from bot.table.stored_round import StoredRound

REMEMBERED = 5
"""In how many channels the replay of a round is known to be, the newest ones."""

ON_ITS_WAY = 0
"""In place of a message that is being posted, or of which nobody knows whether it was."""


def posted_replay(stored: StoredRound, channel: int) -> Place | None:
    """Return the message in a channel with the replay of a round, None if there is none.

    The place of one that is on its way is the channel.
    """
    message = dict(_posted(stored)).get(channel)
    return None if message is None else Place(channel, message or None, stored.guild)


def note_replay(channel: int, message: int) -> Callable[[StoredRound], StoredRound]:
    """Note the message with which the replay of a round was posted, or that it is `ON_ITS_WAY`."""
    return lambda stored: _noted(stored, [(channel, message), *_elsewhere(stored, channel)])


def forget_replay(channel: int) -> Callable[[StoredRound], StoredRound]:
    """Forget a replay that was not posted after all."""
    return lambda stored: _noted(stored, _elsewhere(stored, channel))


def _elsewhere(stored: StoredRound, channel: int) -> list[tuple[int, int]]:
    return [one for one in _posted(stored) if one[0] != channel]


def _noted(stored: StoredRound, posted: list[tuple[int, int]]) -> StoredRound:
    noted = " ".join(f"{where}.{which}" for where, which in posted[:REMEMBERED])
    return replace(stored, replay=noted or None)


def _posted(stored: StoredRound) -> list[tuple[int, int]]:
    """Return the channels with the replay of a round and its messages, the newest first."""
    noted = (stored.replay or "").split()
    places = (one.partition(".") for one in noted)
    return [(int(channel), int(message)) for channel, _, message in places]
