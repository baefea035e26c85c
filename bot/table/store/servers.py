"""To which server a round belongs, in Python and in SQL: its own, or none."""

from __future__ import annotations

from sqlalchemy import case, literal

from bot.storage.schema import rounds
from bot.table.stored_round import ANSWERS, StoredRound

NO_SERVER = 0
"""The server of direct messages, and of rounds where the bot was only a member's guest."""

AS_GUEST = rounds.c.table_options.like(f'%"reach":"{ANSWERS}"%')
"""The condition that the bot was only a member's guest."""

SERVER = case((rounds.c.guild.is_(None) | AS_GUEST, literal(NO_SERVER)), else_=rounds.c.guild)
"""The server to whose numbers a round belongs."""


def server_of(stored: StoredRound) -> int:
    """Return the server to whose numbers a round belongs."""
    return NO_SERVER if stored.guild is None or stored.out_of_reach else stored.guild
