"""/stats: the games of members and the leaderboards of a server, in private.

The choices in finished games are judged in idle time.
"""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.play.interactions import Interactions
from bot.statistics.judging import JUDGING_SECONDS, REST_SECONDS, GameJudge
from bot.statistics.pages import StatisticsPages
from bot.ui.answer import Answer
from bot.ui.controls import Controls
from bot.ui.localization import named, slug, usable_everywhere
from bot.ui.ticks import Ticks
from rules.text import say, say_in


class Statistics(commands.Cog):
    """Shows the statistics of members."""

    def __init__(
        self,
        *,
        interactions: Interactions,
        controls: Controls,
        ticks: Ticks,
        pages: StatisticsPages,
        judge: GameJudge,
    ) -> None:
        self._interactions, self._controls, self._ticks = interactions, controls, ticks
        self._pages, self._judge = pages, judge

    async def cog_load(self) -> None:
        """Register the controls of the pages, and the judging of games."""
        self._controls.add("stats", self._pages.turn_page)
        judge, rest = self._judge.judge_some, self._judge.let_rest
        ticks = self._ticks
        ticks.every(JUDGING_SECONDS, "judging", judge, fault="no judgement was stored")
        ticks.every(REST_SECONDS, "rests", rest, fault="resting games could not be noted")

    @app_commands.command(
        name=slug(say_in("command", "stats")),
        description=named(say("The games of a member: won, best totals, accuracy")),
    )
    @app_commands.describe(member=named(say("The member; leave out for yourself")))
    @app_commands.rename(member=slug(say_in("command option", "member")))
    @usable_everywhere
    async def stats(
        self, interaction: discord.Interaction[Any], member: discord.User | None = None
    ) -> None:
        async def do(answer: Answer) -> None:
            await self._pages.show_member(answer, answer.user if member is None else member.id)

        await self._interactions.answer(interaction, 0, do)
