"""/daily, and the ticks of days and dares."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.daily.challenge import DailyChallenge
from bot.daily.dares import Dares
from bot.daily.ticks import DARES_SECONDS, DAYS_SECONDS, REMINDERS_SECONDS, DailyTicks
from bot.play.interactions import Interactions
from bot.table.frame import BEAT, OFFER
from bot.ui.answer import Answer
from bot.ui.controls import Controls
from bot.ui.custom_ids import DARE, DAY
from bot.ui.localization import everywhere, named, slug
from bot.ui.ticks import Ticks
from rules.text import say, say_in


class DailyCommands(commands.Cog):
    """Plays the daily challenge."""

    def __init__(
        self,
        *,
        tree: app_commands.CommandTree[Any],
        interactions: Interactions,
        controls: Controls,
        ticks: Ticks,
        challenge: DailyChallenge,
        dares: Dares,
        daily_ticks: DailyTicks,
        offered: bool,
    ) -> None:
        self._tree, self._interactions, self._controls = tree, interactions, controls
        self._ticks, self._challenge, self._dares = ticks, challenge, dares
        self._daily_ticks, self._offered = daily_ticks, offered
        self.daily: app_commands.Command[Any, ..., Any] = app_commands.Command(
            name=slug(say_in("command", "daily")),
            description=named(say("The same dice for everybody, once a day")),
            callback=self._answering(self._challenge.show_today),
            **everywhere(),
        )

    async def cog_load(self) -> None:
        """Register the controls, add /daily and start the ticks.

        If the host has turned the challenge off, messages of earlier days are still answered.
        """
        controls, ticks, keep = self._controls, self._ticks, self._daily_ticks
        controls.add_place(DAY, self._challenge.press_day_control)
        controls.add_place(DARE, self._dares.press_card_control)
        controls.add_tool(BEAT, self._dares.ask_whom)
        controls.add_tool(OFFER, self._dares.offer)
        ticks.every(DARES_SECONDS, "dares", keep.keep_dares, fault="dares could not be closed")
        if not self._offered:
            return
        self._tree.add_command(self.daily)
        fault = "the daily challenge could not be prepared"
        ticks.once(keep.hours, DAYS_SECONDS, "daily", keep.keep_days, fault=fault)
        fault = "reminders of the day could not be sent"
        ticks.every(REMINDERS_SECONDS, "daily reminders", keep.send_reminders, fault=fault)

    async def cog_unload(self) -> None:
        self._tree.remove_command(self.daily.name)

    def _answering(self, do: Callable[[Answer], Awaitable[None]]) -> Any:
        async def answer(interaction: discord.Interaction[Any]) -> None:
            await self._interactions.answer(interaction, 0, do)

        return answer
