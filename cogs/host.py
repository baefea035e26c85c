"""/host, for the owner of the application.

Discord cannot show a command only to the owner of an application. It appears in direct messages
with the bot, and on servers for administrators unless a server decides otherwise; with a
DEVELOPMENT_SERVER, only there. Other members who type it are refused.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.admin.host import Host
from bot.play.client import DicePokerBot
from bot.ui import layout
from bot.ui.localization import named, slug
from bot.ui.response import Response
from rules.screen import Line
from rules.text import Text, say, say_in


class HostCommands(commands.Cog):
    """Status, announce, block and unblock."""

    def __init__(self, bot: DicePokerBot) -> None:
        self.bot = bot
        self.host = Host(bot)
        self.group = app_commands.Group(
            name=slug(say_in("command", "host")),
            description=named(say("For the bot’s host")),
            default_permissions=discord.Permissions.none(),
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
        )
        self._add(say_in("command", "status"), say("How the bot is"), self.host.status)
        about = say("Tell open games that the bot restarts soon")
        self._add(say_in("command", "announce"), about, self.host.announce)
        about = say("Block a member or a server; alone, show how many are blocked")
        self._add_block(say_in("command", "block"), about, blocked=True)
        about = say("Unblock a member or a server")
        self._add_block(say_in("command", "unblock"), about, blocked=False)

    async def cog_load(self) -> None:
        self.bot.tree.add_command(self.group)

    async def cog_unload(self) -> None:
        self.bot.tree.remove_command(self.group.name)

    async def _answer(
        self, interaction: discord.Interaction[Any], do: Callable[[], Awaitable[list[Text]]]
    ) -> None:
        """Carry out a subcommand and show its result in private."""

        async def answer(response: Response) -> None:
            await response.defer_private()
            await self.host.check(response)
            lines = [Line(text) for text in await do()]
            await response.show_private(layout.page(say("The bot"), lines, response.renderer))

        await self.bot.interactions.answer(interaction, 0, answer)

    def _add(self, name: Text, about: Text, do: Callable[[], Awaitable[list[Text]]]) -> None:
        async def run(interaction: discord.Interaction[Any]) -> None:
            await self._answer(interaction, do)

        self.group.add_command(
            app_commands.Command(name=slug(name), description=named(about), callback=run)
        )

    def _add_block(self, name: Text, about: Text, *, blocked: bool) -> None:
        @app_commands.describe(
            member=named(say("The member")), server=named(say("The id of a server"))
        )
        @app_commands.rename(
            member=slug(say_in("command option", "member")),
            server=slug(say_in("command option", "server")),
        )
        async def run(
            interaction: discord.Interaction[Any],
            member: discord.User | None = None,
            server: str | None = None,
        ) -> None:
            async def block() -> list[Text]:
                return await self.host.block(member, server, blocked=blocked)

            await self._answer(interaction, block)

        self.group.add_command(
            app_commands.Command(name=slug(name), description=named(about), callback=run)
        )


async def setup(bot: DicePokerBot) -> None:
    await bot.add_cog(HostCommands(bot))
