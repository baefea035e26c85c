"""The commands in the menus of members and messages, which Discord lists under Apps."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.play.client import DicePokerBot
from bot.table.stored_round import StoredRound
from bot.ui.components import round_on
from bot.ui.localization import everywhere, named
from bot.ui.response import Response
from rules.errors import Refusal
from rules.text import say, say_in

_NOT_FINISHED = say(
    "This message shows no finished round. Choose a board on which a round has ended."
)


class AppsMenu(commands.Cog):
    """Challenges a member, and reviews or replays the round on a message."""

    def __init__(self, bot: DicePokerBot) -> None:
        self.bot = bot
        challenge = app_commands.ContextMenu(
            name=named(say_in("menu of a member", "Challenge to dice")),
            callback=self.challenge,
            allowed_contexts=app_commands.AppCommandContext(guild=True, private_channel=True),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
        )
        review = app_commands.ContextMenu(
            name=named(say_in("menu of a message", "Review this round")),
            callback=self.review,
            **everywhere(),
        )
        replay = app_commands.ContextMenu(
            name=named(say_in("menu of a message", "Replay this round")),
            callback=self.replay,
            **everywhere(),
        )
        self._menus = (challenge, review, replay)

    async def cog_load(self) -> None:
        """Add the commands."""
        for menu in self._menus:
            self.bot.tree.add_command(menu)

    async def cog_unload(self) -> None:
        """Remove the commands."""
        for menu in self._menus:
            self.bot.tree.remove_command(menu.name, type=menu.type)

    async def challenge(self, interaction: discord.Interaction[Any], member: discord.User) -> None:
        """Show a private panel for a challenge to this member."""

        async def do(response: Response) -> None:
            await self.bot.challenges.show(response, member)

        await self.bot.interactions.answer(interaction, 0, do)

    async def review(self, interaction: discord.Interaction[Any], message: discord.Message) -> None:
        """Review the finished round that a message of the bot shows."""
        await self._look_back(interaction, message, self.bot.hint_and_review.give_review)

    async def replay(self, interaction: discord.Interaction[Any], message: discord.Message) -> None:
        """Show the animation of the finished round that a message of the bot shows."""
        await self._look_back(interaction, message, self.bot.presses.replays.show)

    async def _look_back(
        self,
        interaction: discord.Interaction[Any],
        message: discord.Message,
        give: Callable[[Response, StoredRound], Awaitable[None]],
    ) -> None:
        """Show a member what is to be given of the finished round on a message."""
        ours = self.bot.user is not None and message.author.id == self.bot.user.id
        round_id = (round_on(message) if ours else None) or 0

        async def do(response: Response) -> None:
            if not round_id:
                raise Refusal(_NOT_FINISHED)
            async with self.bot.interactions.lock(round_id):
                stored = await self.bot.interactions.load(response, round_id)
            if not stored.reviewable:
                raise Refusal(_NOT_FINISHED)
            await give(response, stored)

        await self.bot.interactions.answer(interaction, round_id, do, wait=False)


async def setup(bot: DicePokerBot) -> None:
    """Add the commands of both menus."""
    await bot.add_cog(AppsMenu(bot))
