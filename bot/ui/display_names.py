"""The names of members as they were when they last used the bot, for tables and pictures.

Messages mention members; a table in letters and a picture cannot. Names stay in
memory alone: nothing is asked for, stored or logged.
"""

from __future__ import annotations

from typing import Any

import discord

from bot.recent import Recent
from bot.table.stored_round import StoredRound

REMEMBERED = 4096
"""How many names are remembered; the one that was noted least recently is forgotten first."""


class DisplayNames:
    """The display names of members, by server."""

    def __init__(self) -> None:
        self._names: Recent[tuple[int | None, int], str] = Recent(REMEMBERED)

    def note(self, interaction: discord.Interaction[Any]) -> None:
        """Note the name of the member who interacts."""
        key = (interaction.guild_id, interaction.user.id)
        self._names[key] = interaction.user.display_name

    def of(self, stored: StoredRound) -> tuple[str | None, ...]:
        """Return the names of a round's players by seat, None where none is known."""
        return tuple(
            None if player.user is None else self._names.get((stored.guild, player.user))
            for player in stored.players
        )

    def forget(self, user: int) -> None:
        """Forget the names of a member."""
        for key in [key for key in self._names if key[1] == user]:
            del self._names[key]

    def forget_all(self) -> None:
        """Forget all names, after another process erased a member."""
        self._names.clear()
