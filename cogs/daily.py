"""/daily, and the ticks of days and cards."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.daily.attempts import Attempts
from bot.daily.challenge import DailyChallenge
from bot.daily.set_cards import SetCards
from bot.daily.standings_posts import StandingsPosts
from bot.play.client import DicePokerBot
from bot.play.presses import Presses
from bot.review.hint_and_review import HintAndReview
from bot.table.frame import BEAT, OFFER
from bot.ui.custom_ids import DAY, SET
from bot.ui.localization import everywhere, named, slug
from bot.ui.response import Response
from rules.text import say, say_in

TICK_SECONDS = 20.0
"""The interval at which the date is checked."""

CARDS_SECONDS = 10.0
"""The interval at which cards are checked."""


class DailyCommands(commands.Cog):
    """Plays the daily challenge."""

    def __init__(self, bot: DicePokerBot) -> None:
        self.bot = bot
        attempts = Attempts(bot)
        reviews = HintAndReview(bot, Presses(bot))
        self._challenge = DailyChallenge(bot, attempts)
        self._cards = SetCards(bot, attempts, reviews.give_review)
        self._posts = StandingsPosts(
            bot,
            bot.live.storage,
            bot.analysis,
            bot.emoji_set,
            bot.lease,
            names=bot.names,
            requests=bot.requests,
            language=bot.language,
        )
        self.daily = app_commands.Group(
            name=slug(say_in("command", "daily")),
            description=named(say("The same dice for everybody, once a day")),
            **everywhere(),
        )
        self.daily.add_command(
            app_commands.Command(
                name=slug(say_in("command", "play")),
                description=named(say("Play the daily challenge, or go on with it")),
                callback=self._answering(self._challenge.play),
            )
        )
        self.daily.add_command(
            app_commands.Command(
                name=slug(say_in("command", "standings")),
                description=named(say("The day and the week on this server, and days in a row")),
                callback=self._answering(self._challenge.standings),
            )
        )

    async def cog_load(self) -> None:
        """Register the controls, add /daily and start the ticks.

        If the host has turned the challenge off, messages of earlier days are still answered.
        """
        self.bot.controls.add_place(DAY, self._challenge.press)
        self.bot.controls.add_place(SET, self._cards.press)
        self.bot.opening.same_dice = self._cards
        self.bot.controls.add_tool(BEAT, self._cards.ask)
        self.bot.controls.add_tool(OFFER, self._cards.offer)
        self.bot.ticks.every(
            CARDS_SECONDS, "cards", self._keep_cards, fault="cards of dice could not be closed"
        )
        if self.bot.settings.daily != "on":
            return
        self.bot.tree.add_command(self.daily)
        self.bot.ticks.once(
            _hour,
            TICK_SECONDS,
            "daily",
            self._keep,
            fault="the daily challenge could not be prepared",
        )

    async def cog_unload(self) -> None:
        self.bot.tree.remove_command(self.daily.name)

    async def _keep(self) -> bool:
        """Reveal past days, draw the seeds of coming ones, and post standings.

        The process with the lease does so for all servers, once an hour and after each start.
        """
        if not self.bot.lease.held:
            return False
        await self._challenge.keep_days()
        await self._posts.post()
        return self.bot.lease.held

    async def _keep_cards(self) -> None:
        """Close and draw cards, and judge attempts, in the process with the lease."""
        if self.bot.lease.held:
            await self._cards.keep()

    def _answering(self, do: Callable[[Response], Awaitable[None]]) -> Any:
        async def answer(interaction: discord.Interaction[Any]) -> None:
            await self.bot.interactions.answer(interaction, 0, do)

        return answer


def _hour() -> datetime:
    return discord.utils.utcnow().replace(minute=0, second=0, microsecond=0)


async def setup(bot: DicePokerBot) -> None:
    await bot.add_cog(DailyCommands(bot))
