"""Where the replay of a round was posted: once, by one of its players."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.language.render import Place
from bot.table.stored_round import StoredRound

_KEY = "replay"


def posted_replay(stored: StoredRound) -> Place | None:
    """Return the message with the replay of a round, None if none was posted."""
    channel, _, message = stored.table_options.get(_KEY, "").partition(".")
    return Place(int(channel), int(message), stored.guild) if message else None


def note_replay(channel: int, message: int) -> Callable[[StoredRound], StoredRound]:
    """Note the message with which the replay of a round was posted."""

    def note(stored: StoredRound) -> StoredRound:
        options = {**stored.table_options, _KEY: f"{channel}.{message}"}
        return replace(stored, table_options=options)

    return note


def without_replay(stored: StoredRound) -> StoredRound:
    """Return a round that follows another one: nothing was posted of it."""
    kept = {key: value for key, value in stored.table_options.items() if key != _KEY}
    return replace(stored, table_options=kept)
