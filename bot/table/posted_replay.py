"""Where the replay of a round was posted: once in a channel, by one of its players."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.language.render import Place
from bot.table.stored_round import StoredRound

REMEMBERED = 5
"""In how many channels the replay of a round is known to be, the newest ones."""

_KEY = "replay"


def posted_replay(stored: StoredRound, channel: int) -> Place | None:
    """Return the message in a channel with the replay of a round, None if there is none."""
    message = dict(_posted(stored)).get(channel)
    return None if message is None else Place(channel, message, stored.guild)


def note_replay(channel: int, message: int) -> Callable[[StoredRound], StoredRound]:
    """Note the message with which the replay of a round was posted."""

    def note(stored: StoredRound) -> StoredRound:
        posted = [(channel, message), *_posted(stored)][:REMEMBERED]
        noted = " ".join(f"{where}.{which}" for where, which in posted)
        return replace(stored, table_options={**stored.table_options, _KEY: noted})

    return note


def without_replay(stored: StoredRound) -> StoredRound:
    """Return a round that follows another one: nothing was posted of it."""
    kept = {key: value for key, value in stored.table_options.items() if key != _KEY}
    return replace(stored, table_options=kept)


def _posted(stored: StoredRound) -> list[tuple[int, int]]:
    """Return the channels with the replay of a round and its messages, the newest first."""
    noted = stored.table_options.get(_KEY, "").split()
    places = (one.partition(".") for one in noted)
    return [(int(channel), int(message)) for channel, _, message in places]
