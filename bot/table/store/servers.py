"""To which server a round belongs: its own, or none."""

from __future__ import annotations

from bot.table.stored_round import StoredRound

NO_SERVER = 0
"""The server of direct messages, and of rounds where the bot was only a member's guest."""


def server_of(stored: StoredRound) -> int:
    """Return the server to whose numbers a round belongs."""
    return NO_SERVER if stored.guild is None or stored.out_of_reach else stored.guild
