"""/bar, and the commands for moderators in the menus of members and messages.

Permissions are checked here too, since a server may give these commands to others.
"""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.admin.bar_panel import NAMED_DURATIONS, BarPanel
from bot.play import private
from bot.play.client import DicePokerBot
from bot.table.use_cases import check_may_close
from bot.ui.components import round_on
from bot.ui.localization import named, slug
from bot.ui.response import Response
from rules.errors import Refusal
from rules.text import say, say_in

MODERATORS = discord.Permissions(manage_messages=True)

_NO_OPEN_ROUND = say("This message shows no open game.")


class Moderation(commands.Cog):
    """Closes rounds, and bars members from playing on the server."""

    def __init__(self, bot: DicePokerBot) -> None:
        self.bot = bot
        self._panel = BarPanel(bot.live.storage)
        bar = app_commands.ContextMenu(
            name=named(say_in("menu of a member", "Bar from games")),
            callback=self.bar_from_menu,
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
        )
        close = app_commands.ContextMenu(
            name=named(say_in("menu of a message", "Close this game")),
            callback=self.close,
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
        )
        self._menus = (bar, close)
        for menu in self._menus:
            menu.default_permissions = MODERATORS

    async def cog_load(self) -> None:
        """Add the commands of the menus; register the buttons of the panel."""
        # The duration and the member.
        self.bot.controls.add("bar", self._panel.press)
        for menu in self._menus:
            self.bot.tree.add_command(menu)

    async def cog_unload(self) -> None:
        for menu in self._menus:
            self.bot.tree.remove_command(menu.name, type=menu.type)

    @app_commands.command(
        name=slug(say_in("command", "bar")),
        description=named(say("Keep a member from playing on this server for a while")),
    )
    @app_commands.describe(
        member=named(say("The member")),
        duration=named(say("For how long; leave out to see, or to lift it")),
    )
    @app_commands.rename(
        member=slug(say_in("command option", "member")),
        duration=slug(say_in("command option", "duration")),
    )
    @app_commands.choices(
        duration=[Choice(name=named(one.name), value=one.key) for one in NAMED_DURATIONS]
    )
    @app_commands.default_permissions(manage_messages=True)
    @app_commands.allowed_contexts(guilds=True)
    @app_commands.allowed_installs(guilds=True)
    async def bar(
        self,
        interaction: discord.Interaction[Any],
        member: discord.User,
        duration: str | None = None,
    ) -> None:
        """Bar a member, or show whether they are barred."""

        async def do(response: Response) -> None:
            await self._panel.show(response, member, duration)

        await self.bot.interactions.answer(interaction, 0, do)

    async def bar_from_menu(
        self, interaction: discord.Interaction[Any], member: discord.User
    ) -> None:
        """Show whether a member is barred, with the buttons that bar them."""

        async def do(response: Response) -> None:
            await self._panel.show(response, member)

        await self.bot.interactions.answer(interaction, 0, do)

    async def close(self, interaction: discord.Interaction[Any], message: discord.Message) -> None:
        """Ask for confirmation to close the round on a message of the bot."""
        ours = self.bot.user is not None and message.author.id == self.bot.user.id
        round_id = (round_on(message) if ours else None) or 0

        async def do(response: Response) -> None:
            if not round_id:
                raise Refusal(_NO_OPEN_ROUND)
            stored = await self.bot.acts.load(response, round_id, resume=False)
            if not stored.open:
                raise Refusal(_NO_OPEN_ROUND)
            check_may_close(stored, response.user, private.may_manage(interaction))
            await private.ask_to_close(response, stored)

        await self.bot.interactions.answer(interaction, round_id, do)


async def setup(bot: DicePokerBot) -> None:
    await bot.add_cog(Moderation(bot))
