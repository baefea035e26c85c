"""Hint, Review with what is inside it, and Replay: buttons, and the menu of a message."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.play.client import DicePokerBot
from bot.play.presses import Presses
from bot.review.hint_and_review import FOLLOW, HintAndReview
from bot.review.look_back import LookBack
from bot.review.replay import Replays
from bot.table.frame import POST_REPLAY, REPLAY, STEP_BY_STEP, WATCH_REPLAY
from bot.table.round_luck import check_look_back
from bot.table.stored_round import StoredRound
from bot.ui.components import round_on
from bot.ui.custom_ids import CustomId
from bot.ui.localization import everywhere, named
from bot.ui.response import Response
from rules.errors import Refusal
from rules.text import say, say_in

_NOT_FINISHED = say(
    "This message shows no finished round. Choose a board on which a round has ended."
)


class Review(commands.Cog):
    """Advises members, and looks back with them at rounds that are over."""

    def __init__(self, bot: DicePokerBot) -> None:
        self.bot = bot
        self._hint_and_review = HintAndReview(bot, Presses(bot))
        self._look_back = LookBack(bot, self._hint_and_review)
        self._replays = Replays(bot, self._hint_and_review)
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
        self._menus = (review, replay)

    async def cog_load(self) -> None:
        """Add the commands and register the controls."""
        for menu in self._menus:
            self.bot.tree.add_command(menu)
        self._register_controls()

    def _register_controls(self) -> None:
        """Register the controls; an analysis takes long, so other presses do not wait for it."""
        controls = self.bot.controls
        controls.add_tool("hint", self._hint_and_review.hint, waits=False)
        controls.add_tool("review", self._review, waits=False)
        controls.add_tool("details", self._hint_and_review.details, waits=False)
        controls.add_tool("share", self._hint_and_review.share, waits=False)
        controls.add_tool(STEP_BY_STEP, self._look_back.step_by_step, waits=False)
        controls.add_tool(REPLAY, self._replays.ask, waits=False)
        controls.add_tool(WATCH_REPLAY, self._replays.watch, waits=False)
        controls.add_tool(POST_REPLAY, self._replays.post, waits=False)
        # Makes the best choice of a hint.
        controls.add(FOLLOW, self._hint_and_review.follow)
        # Turns to a page of a round step by step: the button, with ".all" for all choices.
        controls.add("walk", self._look_back.press, waits=False)

    async def _review(self, response: Response, pressed: CustomId) -> None:
        """Review a round that is over."""
        await self._give_review(response, await self.bot.acts.finished(response, pressed.round))

    async def _give_review(self, response: Response, stored: StoredRound) -> None:
        """Review a round that is over; without exact play, go through it step by step."""
        if stored.advises:
            await self._hint_and_review.give_review(response, stored)
        else:
            await self._look_back.begin(response, stored)

    async def cog_unload(self) -> None:
        """Remove the commands."""
        for menu in self._menus:
            self.bot.tree.remove_command(menu.name, type=menu.type)

    async def review(self, interaction: discord.Interaction[Any], message: discord.Message) -> None:
        """Review the finished round that a message of the bot shows."""
        await self._look_back_from(interaction, message, self._give_review)

    async def replay(self, interaction: discord.Interaction[Any], message: discord.Message) -> None:
        """Show or post the animation of the finished round that a message of the bot shows."""
        await self._look_back_from(interaction, message, self._replays.ask_about)

    async def _look_back_from(
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
            async with self.bot.live.lock(round_id):
                stored = await self.bot.acts.load(response, round_id)
            if not stored.finished:
                raise Refusal(_NOT_FINISHED)
            check_look_back(stored, response.user)
            await give(response, stored)

        await self.bot.interactions.answer(interaction, round_id, do, wait=False)


async def setup(bot: DicePokerBot) -> None:
    """Add the commands and the controls."""
    await bot.add_cog(Review(bot))
