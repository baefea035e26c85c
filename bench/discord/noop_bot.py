"""The bot that does nothing: it answers every press and every command with a ready message.

`press.py` compares the real bot with it. It has the same intents and caches, one listener,
and a message of the same shape and size as a board. It must not change between two runs: figures
of different days are compared with it.
"""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

Component = dict[str, Any]


def _text(content: str) -> Component:
    return {"type": 10, "content": content}


def _row(*buttons: Component) -> Component:
    return {"type": 1, "components": list(buttons)}


def _button(custom_id: str, style: int, label: str | None, emoji: str | None = None) -> Component:
    made: Component = {"type": 2, "style": style, "disabled": False, "custom_id": custom_id}
    if label is not None:
        made["label"] = label
    if emoji is not None:
        made["emoji"] = {"id": "1377000000000000001", "name": emoji}
    return made


_DICE = " ".join(f"<:pips_{face}:137700000000000000{face}>" for face in (4, 4, 4, 2, 6))
_SEPARATOR: Component = {"type": 14, "divider": True, "spacing": 1}

BOARD: list[Component] = [
    {
        "type": 17,
        "accent_color": 0x5865F2,
        "spoiler": False,
        "components": [
            _text(
                "### <@1377000000000000001>, your turn — beat Three of a Kind, 4s\n"
                f"**House dealer** — Three of a Kind, 4s\n# {_DICE}\n"
                f"-# first roll {_DICE} (Three of a Kind) · rerolled positions 4 and 5"
            ),
            _SEPARATOR,
            _text(
                "**<@1377000000000000001>** (player) — Two Pair, 6s and 3s\n"
                "-# selected: positions 2 and 5"
            ),
            _row(
                *(
                    _button(f"mark:1:0:{position}", 2, None, f"pips_{position}")
                    for position in range(1, 6)
                )
            ),
            _row(
                _button("submit:1:0:reroll", 3, "Reroll 2 dice"),
                _button("press:1:0:keep", 1, "Keep all dice"),
                _button("tool:1:0:hint", 2, "💡 Hint"),
                _button("tool:1:0:leave", 2, "Leave"),
            ),
            _text(
                "-# Dice Poker, phase 5 of 7 · the table keeps all dice "
                "<t:1767268800:R> if nobody chooses"
            ),
        ],
    }
]

COMMANDS: list[dict[str, Any]] = [
    {
        "name": "play",
        "description": "Play a game in this channel",
        "options": [{"type": 1, "name": "dice-poker", "description": "Dice against dice"}],
    }
]


class Ready(ui.LayoutView):
    """The ready message."""

    def to_components(self) -> list[Component]:
        """Return the board."""
        return BOARD

    def has_components_v2(self) -> bool:
        """Return that the message consists of components alone."""
        return True

    def is_finished(self) -> bool:
        """Return that discord.py need not wait for presses."""
        return True


class NoopBot(discord.AutoShardedClient):
    """A bot with the real bot's intents and caches, and one listener."""

    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
        )

    async def setup_hook(self) -> None:
        """Send the commands and make the message."""
        self.board = Ready(timeout=None)
        await self.http.bulk_upsert_global_commands(self.application_id or 0, COMMANDS)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a press by an edit, a command by a message."""
        if interaction.type is discord.InteractionType.component:
            await interaction.response.edit_message(view=self.board)
        else:
            await interaction.response.send_message(view=self.board)


def run(token: str) -> int:
    """Run the bot until it is stopped."""
    NoopBot().run(token, log_handler=None)
    return 0
