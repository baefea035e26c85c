"""/settings: a member's own, with privacy, and those of the server for who manages it."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.admin.own_settings import OwnSettings
from bot.admin.privacy_panel import PrivacyPanel
from bot.admin.settings_panel import SettingsPanel
from bot.play.client import DicePokerBot
from bot.play.member_choices import ON, Switch
from bot.table.store import hidden, member_settings
from bot.table.stored_round import NONE
from bot.ui.localization import named, slug, usable_everywhere
from rules.text import say, say_in

FRESH_SECONDS = 45.0
"""How old what is known of other processes may be."""


class Settings(commands.Cog):
    """Shows and changes settings: everybody's own, and the server's for members who manage it.

    Where several processes share the servers, the language and the hints that members chose
    elsewhere are read every `FRESH_SECONDS`.
    """

    def __init__(self, bot: DicePokerBot) -> None:
        self.bot = bot
        self._storage = bot.live.storage
        self._languages = bot.interactions.languages
        self._server = SettingsPanel(bot.servers, bot.missing)
        self._own = OwnSettings(self._languages, bot.switches)
        self._privacy = PrivacyPanel(bot)

    async def cog_load(self) -> None:
        """Register the controls and the switches; read what members have chosen."""
        # The key of a switch, or of another control of the page.
        self.bot.controls.add("own", self._own.press)
        # The key of a setting of the server, or "all" for the panel.
        self.bot.controls.add("setting", self._server.press)
        self.bot.controls.add("privacy", self._privacy.press)
        self.bot.switches["hints"] = Switch(
            say_in("setting", "Hints"),
            say(
                "You may ask for them when no other member plays. Turned off, these rounds count "
                "for your rating in Statistics."
            ),
            self._has_hints,
            self._turn_hints,
        )
        self.bot.switches["reminders"] = Switch(
            say_in("setting", "Reminders"),
            say("A ping when it is your turn and the time runs out."),
            self._is_reminded,
            self._turn_reminders,
        )
        self.bot.switches["positions"] = Switch(
            say_in("setting", "Positions on dice"),
            say("Each die to press has its place in the row on it, when it is your turn."),
            self._is_numbering,
            self._turn_numbering,
        )
        self.bot.switches["hidden"] = Switch(
            say("Keep my statistics to myself"),
            say("Turned on, nobody else sees how well you play, on any server."),
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
        description=named(say("Your language, coach, reminders and privacy; and this server’s")),
    )
    @usable_everywhere
    async def settings(self, interaction: discord.Interaction[Any]) -> None:
        """Show the member's own settings."""
        await self.bot.interactions.answer(interaction, 0, self._own.show)

    async def _load(self) -> None:
        """Read what members have chosen that is kept in memory."""
        for choices in self.bot.interactions.choices:
            await choices.load()

    async def _has_hints(self, user: int) -> bool:
        return self.bot.interactions.hints.get(user) != NONE

    async def _turn_hints(self, user: int, on: bool) -> None:
        await self.bot.interactions.hints.choose(user, None if on else NONE)

    async def _is_reminded(self, user: int) -> bool:
        return await self._storage.read(member_settings.is_reminded, user)

    async def _turn_reminders(self, user: int, on: bool) -> None:
        await self._storage.write(member_settings.set_reminded, user, on=on)

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
    """Add /settings."""
    await bot.add_cog(Settings(bot))
