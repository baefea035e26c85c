"""/settings: the settings of members, with privacy, and of servers for their managers."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.admin.own_settings import OwnSettings
from bot.admin.privacy_panel import PrivacyPanel
from bot.admin.settings_panel import SettingsPanel
from bot.admin.welcome import Welcome
from bot.play.interactions import Interactions
from bot.play.member_choices import FRESH_SECONDS, MemberChoices, load_all
from bot.ui.controls import Controls
from bot.ui.fault_log import FaultLog
from bot.ui.localization import named, slug, usable_everywhere
from bot.ui.ticks import Ticks
from rules.text import say, say_in


class Settings(commands.Cog):
    """Shows and changes the settings of members, and of servers for their managers.

    If several processes share the servers, the choices of members that are kept in memory are read
    again every `FRESH_SECONDS`.
    """

    def __init__(
        self,
        *,
        interactions: Interactions,
        controls: Controls,
        ticks: Ticks,
        faults: FaultLog,
        own: OwnSettings,
        server: SettingsPanel,
        privacy: PrivacyPanel,
        welcome: Welcome,
        choices: Iterable[MemberChoices],
        shares_servers: bool,
    ) -> None:
        self._interactions, self._controls, self._ticks = interactions, controls, ticks
        self._faults, self._own, self._server = faults, own, server
        self._privacy, self._welcome = privacy, welcome
        self._choices, self._shares_servers = choices, shares_servers

    async def cog_load(self) -> None:
        """Register the controls; load the choices of members."""
        # The key of a switch and its new state, or another control of the page.
        self._controls.add("own", self._own.change_setting)
        # The key of a setting of the server, a switch with its new state, or "all" for the panel.
        self._controls.add("setting", self._server.change_setting)
        self._controls.add("privacy", self._privacy.press)
        load, fault = partial(load_all, self._choices), "what members have chosen could not be read"
        await load()
        if self._shares_servers:
            self._ticks.every(FRESH_SECONDS, "choices", load, fault=fault)

    @app_commands.command(
        name=slug(say_in("command", "settings")),
        description=named(say("Your language, reminders and privacy; and this server’s")),
    )
    @usable_everywhere
    async def settings(self, interaction: discord.Interaction[Any]) -> None:
        await self._interactions.answer(interaction, 0, self._own.show)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Introduce the bot, and offer the settings to managers of the server."""
        with self._faults.caught("the bot did not introduce itself"):
            await self._welcome.introduce(guild)
