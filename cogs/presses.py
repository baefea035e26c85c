"""The listener for buttons and menus, which passes them to their features."""

from __future__ import annotations

from typing import Any

import discord
from discord.ext import commands

from bot.play.interactions import Interactions
from bot.play.presses import Presses
from bot.table.frame import KEEP_OUT, MORE, REMIND
from bot.ui.answer import Answer
from bot.ui.controls import NOTHING, Controls
from rules.errors import BadCode


class PressListener(commands.Cog):
    """Answers components, whether or not their message still shows them."""

    def __init__(self, interactions: Interactions, controls: Controls, presses: Presses) -> None:
        self._interactions, self._controls, self._presses = interactions, controls, presses

    async def cog_load(self) -> None:
        presses, controls = self._presses, self._controls
        # In a game: an action's code, the position of a die or card, the verb for selected dice.
        controls.add("press", presses.play_action)
        controls.add("menu", presses.play_from_menu, NOTHING)
        controls.add("mark", presses.select, r"[1-9](\.[1-9])?|[a-z].*")
        controls.add("submit", presses.play_selected)
        controls.add("peek", presses.peek, NOTHING)
        # In a lobby: a button with its action, and the menu.
        controls.add("lobby", presses.change_lobby)
        controls.add("seat", presses.change_lobby_by_menu, NOTHING)
        # Of the table.
        controls.add_tool(MORE, presses.more, waits=False)
        controls.add_tool("rules", presses.how_to_play)
        controls.add_tool(REMIND, presses.remind)
        controls.add_tool(KEEP_OUT, presses.keep_out)
        controls.add_tool("leave", presses.ask_to_leave)
        controls.add_tool("stay", presses.stay)
        controls.add_tool("leave-now", presses.leave)
        controls.add_tool("close", presses.close)
        controls.add_tool("close-now", presses.close)
        controls.add_tool("rematch", presses.open_rematch)
        controls.add_tool("again", presses.play_again)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a component; commands have their own cogs."""
        if interaction.type is not discord.InteractionType.component:
            return
        data: Any = interaction.data or {}
        text = str(data.get("custom_id", ""))
        named = self._controls.find(text)
        if named is None:
            await self._interactions.answer(interaction, 0, _refuse)
            return
        pressed, control = named
        await self._interactions.answer(
            interaction, pressed.round, control.handler, pressed, wait=control.waits
        )


async def _refuse(answer: Answer) -> None:
    """Refuse a control that is no longer drawn, whatever message still shows it."""
    raise BadCode
