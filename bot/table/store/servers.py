"""To which server a round belongs, in Python and in SQL: its own, or none."""

from __future__ import annotations

from sqlalchemy import case, literal

from bot.storage.schema import IS_OF_SERVER, rounds
from bot.table.stored_round import StoredRound

NO_SERVER = 0
"""The server of direct messages, and of rounds where the bot was only a member's guest."""

SERVER = case((IS_OF_SERVER, rounds.c.guild), else_=literal(NO_SERVER))
"""The server to whose numbers a round belongs."""


def server_of(stored: StoredRound) -> int:
    """Return the server to whose numbers a round belongs."""
    return NO_SERVER if stored.guild is None or stored.out_of_reach else stored.guild
