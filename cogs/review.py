"""Hints, reviews and replays: their buttons, and the menu of a message."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.play.client import DicePokerBot
from bot.play.presses import Presses
from bot.review.hint_and_review import FOLLOW, OVERVIEW, HintAndReview
from bot.review.look_back import LookBack
from bot.review.replay import Replays
from bot.review.sharing import Sharing
from bot.table.frame import POST_REPLAY, POST_SHARED, REPLAY, SHARE
from bot.table.round_luck import check_look_back
from bot.table.stored_round import StoredRound
from bot.ui.components import round_on
from bot.ui.custom_ids import CustomId
from bot.ui.localization import everywhere, named
from bot.ui.response import Response
from rules.errors import Refusal
from rules.text import say, say_in

_NOT_FINISHED = say(
    "This message shows no finished game. Choose a board on which a game has ended."
)


class Review(commands.Cog):
    """Answers hints, and reviews and replays of finished rounds."""

    def __init__(self, bot: DicePokerBot) -> None:
        self.bot = bot
        self._hint_and_review = HintAndReview(bot, Presses(bot))
        self._look_back = LookBack(bot, self._hint_and_review)
        self._replays = Replays(bot, self._hint_and_review)
        self._sharing = Sharing(bot, self._hint_and_review)
        review = app_commands.ContextMenu(
            name=named(say_in("menu of a message", "Review this game")),
            callback=self.review,
            **everywhere(),
        )
        replay = app_commands.ContextMenu(
            name=named(say_in("menu of a message", "Replay this game")),
            callback=self.replay,
            **everywhere(),
        )
        self._menus = (review, replay)

    async def cog_load(self) -> None:
        for menu in self._menus:
            self.bot.tree.add_command(menu)
        self._register_controls()

    def _register_controls(self) -> None:
        """Register the controls, which do not delay other presses by long analyses."""
        controls = self.bot.controls
        controls.add_tool("hint", self._hint_and_review.hint, waits=False)
        controls.add_tool("review", self._review, waits=False)
        controls.add_tool(OVERVIEW, self._hint_and_review.overview, waits=False)
        controls.add_tool(SHARE, self._sharing.share, waits=False)
        controls.add_tool(POST_SHARED, self._sharing.post, waits=False)
        controls.add_tool(REPLAY, self._replays.watch, waits=False)
        controls.add_tool(POST_REPLAY, self._replays.post, waits=False)
        # Makes the best choice of a hint.
        controls.add(FOLLOW, self._hint_and_review.follow)
        # A page of a round step by step: the button, with ".all" for all choices.
        controls.add("walk", self._look_back.press, waits=False)

    async def _review(self, response: Response, pressed: CustomId) -> None:
        await self._give_review(response, await self.bot.acts.finished(response, pressed.round))

    async def _give_review(self, response: Response, stored: StoredRound) -> None:
        """Review a finished round; without exact play, show it step by step."""
        if stored.advises:
            await self._hint_and_review.give_review(response, stored)
        else:
            await self._look_back.begin(response, stored)

    async def cog_unload(self) -> None:
        for menu in self._menus:
            self.bot.tree.remove_command(menu.name, type=menu.type)

    async def review(self, interaction: discord.Interaction[Any], message: discord.Message) -> None:
        """Review the finished round that a message of the bot shows."""
        await self._look_back_from(interaction, message, self._give_review)

    async def replay(self, interaction: discord.Interaction[Any], message: discord.Message) -> None:
        """Show the animation of the finished round that a message of the bot shows."""
        await self._look_back_from(interaction, message, self._replays.show)

    async def _look_back_from(
        self,
        interaction: discord.Interaction[Any],
        message: discord.Message,
        give: Callable[[Response, StoredRound], Awaitable[None]],
    ) -> None:
        """Show a member the review or replay of the finished round on a message."""
        ours = self.bot.user is not None and message.author.id == self.bot.user.id
        round_id = (round_on(message) if ours else None) or 0

        async def do(response: Response) -> None:
            if not round_id:
                raise Refusal(_NOT_FINISHED)
            async with self.bot.live.lock(round_id):
                stored = await self.bot.acts.load(response, round_id)
            if not stored.finished:
                raise Refusal(_NOT_FINISHED)
            check_look_back(stored, response.user)
            await give(response, stored)

        await self.bot.interactions.answer(interaction, round_id, do, wait=False)


async def setup(bot: DicePokerBot) -> None:
    await bot.add_cog(Review(bot))
