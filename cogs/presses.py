"""Hears the press of every button and every choice from a menu, and has its feature answer it."""

from __future__ import annotations

from typing import Any

import discord
from discord.ext import commands

from bot.play.client import DicePokerBot
from bot.play.presses import Presses
from bot.table.frame import REMIND
from bot.ui.controls import NOTHING
from bot.ui.custom_ids import round_of
from bot.ui.response import Response
from rules.text import say

HEARD = (discord.InteractionType.component, discord.InteractionType.modal_submit)
"""Presses, choices from menus, and forms that were sent."""


class PressListener(commands.Cog):
    """Answers components and forms, whether or not their message still shows the component."""

    def __init__(self, bot: DicePokerBot) -> None:
        self._interactions, self._controls = bot.interactions, bot.controls
        self._acts, self._presses = bot.acts, Presses(bot)

    async def cog_load(self) -> None:
        """Register the controls of rounds."""
        presses, controls = self._presses, self._controls
        # Of the game: an action's code, the position of a die or card, the verb for selected dice.
        controls.add("press", presses.act)
        controls.add("menu", presses.act_by_menu, NOTHING)
        controls.add("mark", presses.select, r"[1-9](\.[1-9])?|[a-z].*")
        controls.add("submit", presses.act_on_selected)
        controls.add("peek", presses.peek, NOTHING)
        # Of a round that waits for players: a button with its action, and the menu.
        controls.add("lobby", presses.change_lobby)
        controls.add("seat", presses.change_lobby_by_menu, NOTHING)
        # Of the table.
        controls.add_tool("rules", presses.how_to_play)
        controls.add_tool(REMIND, presses.remind)
        controls.add_tool("leave", presses.ask_to_leave)
        controls.add_tool("stay", presses.stay)
        controls.add_tool("leave-now", presses.leave)
        controls.add_tool("close", presses.close)
        controls.add_tool("close-now", presses.close)
        controls.add_tool("rematch", presses.open_rematch)
        controls.add_tool("again", presses.play_again)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer the press of a component, or a form; commands have their own cogs."""
        if interaction.type not in HEARD:
            return
        data: Any = interaction.data or {}
        text = str(data.get("custom_id", ""))
        found = self._controls.find(text)
        if found is None:
            await self._answer_unknown(interaction, round_of(text))
            return
        pressed, control = found
        await self._interactions.answer(
            interaction, pressed.round, control.answer, pressed, wait=control.waits
        )

    async def _answer_unknown(
        self, interaction: discord.Interaction[Any], round_id: int | None
    ) -> None:
        """Answer the press of a control that no version draws any more."""

        async def do(response: Response) -> None:
            if round_id is None:
                await response.send_private(say("This button is no longer in use."))
            else:
                stored = await self._acts.load(response, round_id, private=True)
                await self._acts.draw(response, stored)

        await self._interactions.answer(interaction, round_id or 0, do)


async def setup(bot: DicePokerBot) -> None:
    """Add the listener."""
    await bot.add_cog(PressListener(bot))
