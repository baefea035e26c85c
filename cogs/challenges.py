"""*Challenge to dice* in the menu of a member, and the button *Challenge a member*."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.play.interactions import Interactions
from bot.play.opening.challenge_panel import ChallengePanel
from bot.ui.answer import Answer
from bot.ui.controls import Controls
from bot.ui.localization import named
from rules.text import say_in


class Challenges(commands.Cog):
    """Challenges a member."""

    def __init__(
        self,
        tree: app_commands.CommandTree[Any],
        interactions: Interactions,
        controls: Controls,
        panel: ChallengePanel,
    ) -> None:
        self._tree, self._interactions = tree, interactions
        self._controls, self._panel = controls, panel
        self._menu = app_commands.ContextMenu(
            name=named(say_in("menu of a member", "Challenge to dice")),
            callback=self.challenge,
            allowed_contexts=app_commands.AppCommandContext(guild=True, private_channel=True),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
        )

    async def cog_load(self) -> None:
        """Add the command and register the controls of the panel."""
        self._tree.add_command(self._menu)
        # The number of the challenge and the control.
        self._controls.add("ask", self._panel.press)
        # The number of remembered options, if any were chosen before.
        self._controls.add("challenge", self._panel.ask, r"\d*")

    async def cog_unload(self) -> None:
        self._tree.remove_command(self._menu.name, type=self._menu.type)

    async def challenge(self, interaction: discord.Interaction[Any], member: discord.User) -> None:
        """Show a private panel for a challenge to this member."""

        async def do(answer: Answer) -> None:
            await self._panel.show(answer, member.id, bot=member.bot)

        await self._interactions.answer(interaction, 0, do)
