"""A bot with the real bot's boards and no game: about the least that discord.py takes.

It has the real bot's intents and caches. `boards.json` holds the real bot's answers to `/play`,
to the selection of one die and to the reroll that ended the round. None of this may change between
two runs: figures of different days are compared by it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal, TypeAlias

import discord
from discord import ui

Json: TypeAlias = dict[str, Any]
Kind: TypeAlias = Literal["opened", "die", "over"]

BOARDS: dict[Kind, Json] = json.loads(
    Path(__file__).with_name("boards.json").read_text(encoding="utf-8")
)
"""The answers of the real bot: the data of its callbacks."""

COMMANDS: list[Json] = [
    {
        "name": "play",
        "description": "Play a game in this channel",
        "options": [{"type": 1, "name": "dice-poker", "description": "Dice against dice"}],
    }
]


def kind_of(custom_id: str | None) -> Kind:
    """Return which board answers a button; None stands for a command."""
    if custom_id is None:
        return "opened"
    return "die" if custom_id.startswith("mark:") else "over"


class Ready(ui.LayoutView):
    """A ready message."""

    def __init__(self, board: Json) -> None:
        super().__init__(timeout=None)
        self._board: list[Json] = board["components"]

    def to_components(self) -> list[Json]:
        return self._board

    def has_components_v2(self) -> bool:
        return True

    def is_finished(self) -> bool:
        """Return that discord.py need not wait for presses."""
        return True


class NoopBot(discord.AutoShardedClient):
    """Answers every press and every command with a ready message."""

    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.answers = {kind: _answer(board) for kind, board in BOARDS.items()}

    async def setup_hook(self) -> None:
        await self.http.bulk_upsert_global_commands(self.application_id or 0, COMMANDS)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a press by an edit, a command by a message."""
        if interaction.type is discord.InteractionType.component:
            pressed: Json = {**(interaction.data or {})}
            await interaction.response.edit_message(**self.answers[kind_of(pressed["custom_id"])])
        else:
            await interaction.response.send_message(**self.answers["opened"])


def _answer(board: Json) -> Json:
    """Return the arguments of discord.py for a board that lists whom it mentions."""
    users = [discord.Object(user) for user in board["allowed_mentions"]["users"]]
    allowed = discord.AllowedMentions(everyone=False, roles=False, users=users)
    return {"view": Ready(board), "allowed_mentions": allowed}
