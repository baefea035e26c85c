"""The names of members as Discord last sent them, for what cannot mention them.

Tables in letters and pictures cannot, and messages that notify nobody do not
(`bot.ui.mentions`). Names stay in memory alone: nothing is asked for, stored or logged.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import discord

from bot.recent import Recent
from bot.table.stored_round import StoredRound
from bot.ui.mentions import Names

REMEMBERED = 4096
"""How many names are remembered; the one that was noted least recently is forgotten first."""


class DisplayNames:
    """The display names of members, by server."""

    def __init__(self) -> None:
        self._names: Recent[tuple[int | None, int], str] = Recent(REMEMBERED)

    def note(self, interaction: discord.Interaction[Any]) -> None:
        """Note the names that an interaction tells.

        They are those of the member, of whom the clicked message mentions, and of whom the
        member has chosen.
        """
        guild, message = interaction.guild_id, interaction.message
        data: Any = interaction.data or {}
        for user in (*(() if message is None else message.mentions), interaction.user):
            self._names[guild, user.id] = user.display_name
        resolved = data.get("resolved") or {}
        members = resolved.get("members") or {}
        for key, user in (resolved.get("users") or {}).items():
            nick = members.get(key, {}).get("nick")
            name = nick or user.get("global_name") or user.get("username")
            if name:
                self._names[guild, int(key)] = name

    def name(self, guild: int | None, user: int) -> str | None:
        """Return the name of a member on a server, None where it is not known."""
        return self._names.get((guild, user))

    def on_server(self, guild: int | None) -> Names:
        """Return what tells the names of the members of a server."""
        return partial(self.name, guild)

    def of(self, stored: StoredRound) -> tuple[str | None, ...]:
        """Return the names of a round's players by seat, None where none is known."""
        return tuple(
            None if player.user is None else self.name(stored.guild, player.user)
            for player in stored.players
        )

    def forget(self, user: int) -> None:
        """Forget the names of a member."""
        for key in [key for key in self._names if key[1] == user]:
            del self._names[key]

    def forget_all(self) -> None:
        """Forget all names, after another process erased a member."""
        self._names.clear()
