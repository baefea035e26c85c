"""/settings: the settings of members, with privacy, and of servers for their managers."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.admin.own_settings import OwnSettings
from bot.admin.privacy_panel import PrivacyPanel
from bot.admin.settings_panel import SettingsPanel
from bot.admin.welcome import Welcome
from bot.daily.store import reminders as reminder_store
from bot.play.client import DicePokerBot
from bot.play.member_choices import ON, MemberSwitch
from bot.table.store import hidden, member_settings
from bot.ui.localization import named, slug, usable_everywhere
from rules.text import say, say_in

FRESH_SECONDS = 45.0
"""The maximum age in seconds of settings stored by other processes."""


class Settings(commands.Cog):
    """Shows and changes the settings of members, and of servers for their managers.

    If several processes share the servers, the languages that members chose elsewhere are read
    every `FRESH_SECONDS`.
    """

    def __init__(self, bot: DicePokerBot) -> None:
        self.bot = bot
        self._storage = bot.live.storage
        self._languages = bot.interactions.languages
        self._server = SettingsPanel(bot.servers, bot.missing, bot.live.storage)
        self._own = OwnSettings(self._languages, bot.switches)
        self._privacy = PrivacyPanel(bot)
        self._welcome = Welcome(bot)

    async def cog_load(self) -> None:
        """Register the controls and the switches; load the settings of members."""
        # The key of a switch and its new state, or another control of the page.
        self.bot.controls.add("own", self._own.press)
        # The key of a setting of the server, a switch with its new state, or "all" for the panel.
        self.bot.controls.add("setting", self._server.press)
        self.bot.controls.add("privacy", self._privacy.press)
        self.bot.switches["reminders"] = MemberSwitch(
            say_in("setting", "Reminders"),
            say("A ping when it is your turn and the time runs out."),
            self._is_reminded,
            self._turn_reminders,
        )
        if self.bot.settings.daily == "on":
            self.bot.switches["daily"] = MemberSwitch(
                say_in("setting", "Daily reminder"),
                say("A ping for the next daily challenge, 20 hours after you have begun one."),
                self._is_reminded_daily,
                self._turn_daily_reminders,
            )
        self.bot.switches["positions"] = MemberSwitch(
            say_in("setting", "Positions on dice"),
            say("Shows each die’s position, 1 to 5, on its button."),
            self._is_numbering,
            self._turn_numbering,
        )
        self.bot.switches["hidden"] = MemberSwitch(
            say("Hide my statistics"),
            say("If it is on, only you see how well you play, on every server."),
            self._is_hidden,
            self._turn_hidden,
        )
        self.bot.board.numbering = self.bot.interactions.numbering.keys()
        await self._load()
        if self.bot.settings.held_shards is not None:
            self.bot.ticks.every(
                FRESH_SECONDS,
                "choices",
                self._load,
                fault="what members have chosen could not be read",
            )

    @app_commands.command(
        name=slug(say_in("command", "settings")),
        description=named(say("Your language, reminders and privacy; and this server’s")),
    )
    @usable_everywhere
    async def settings(self, interaction: discord.Interaction[Any]) -> None:
        await self.bot.interactions.answer(interaction, 0, self._own.show)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Introduce the bot, and offer the settings to managers of the server."""
        with self.bot.background_faults.caught("the bot did not introduce itself"):
            await self._welcome.introduce(guild)

    async def _load(self) -> None:
        """Read the settings of members that are kept in memory."""
        for choices in self.bot.interactions.choices:
            await choices.load()

    async def _is_reminded(self, user: int) -> bool:
        return await self._storage.read(member_settings.is_reminded, user)

    async def _turn_reminders(self, user: int, on: bool) -> None:
        await self._storage.write(member_settings.set_reminded, user, on=on)

    async def _is_reminded_daily(self, user: int) -> bool:
        return await self._storage.read(reminder_store.is_reminded, user)

    async def _turn_daily_reminders(self, user: int, on: bool) -> None:
        await self._storage.write(reminder_store.set_reminded, user, on=on)

    async def _is_numbering(self, user: int) -> bool:
        return user in self.bot.interactions.numbering

    async def _turn_numbering(self, user: int, on: bool) -> None:
        await self.bot.interactions.numbering.choose(user, ON if on else None)
        self.bot.board.forget_drawings()

    async def _is_hidden(self, user: int) -> bool:
        return await self._storage.read(hidden.is_hidden, user)

    async def _turn_hidden(self, user: int, on: bool) -> None:
        await self._storage.write(hidden.set_hidden, user, on=on)


async def setup(bot: DicePokerBot) -> None:
    await bot.add_cog(Settings(bot))
