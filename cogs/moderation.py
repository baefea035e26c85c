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
from bot.admin.close_menu import CloseMenu
from bot.play.interactions import Interactions
from bot.ui.answer import Answer
from bot.ui.controls import Controls
from bot.ui.localization import named, slug
from rules.text import say, say_in


class Moderation(commands.Cog):
    """Closes rounds, and bars members from playing on the server."""

    def __init__(
        self,
        *,
        tree: app_commands.CommandTree[Any],
        interactions: Interactions,
        controls: Controls,
        panel: BarPanel,
        close_menu: CloseMenu,
    ) -> None:
        self._tree, self._interactions, self._controls = tree, interactions, controls
        self._panel, self._close_menu = panel, close_menu
        bar = app_commands.ContextMenu(
            name=named(say_in("menu of a member", "Bar from games")),
            callback=self.bar_from_menu,
        )
        close = app_commands.ContextMenu(
            name=named(say_in("menu of a message", "Close this game")),
            callback=self.close,
        )
        self._menus = (bar, close)

    async def cog_load(self) -> None:
        """Add the commands of the menus; register the buttons of the panel."""
        # The duration and the member.
        self._controls.add("bar", self._panel.bar_or_lift)
        for menu in self._menus:
            self._tree.add_command(menu)

    async def cog_unload(self) -> None:
        for menu in self._menus:
            self._tree.remove_command(menu.name, type=menu.type)

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

        async def do(answer: Answer) -> None:
            await self._panel.show(answer, member, duration)

        await self._interactions.answer(interaction, 0, do)

    @app_commands.default_permissions(manage_messages=True)
    @app_commands.allowed_contexts(guilds=True)
    @app_commands.allowed_installs(guilds=True)
    async def bar_from_menu(
        self, interaction: discord.Interaction[Any], member: discord.User
    ) -> None:
        """Show whether a member is barred, with the buttons that bar them."""

        async def do(answer: Answer) -> None:
            await self._panel.show(answer, member)

        await self._interactions.answer(interaction, 0, do)

    @app_commands.default_permissions(manage_messages=True)
    @app_commands.allowed_contexts(guilds=True)
    @app_commands.allowed_installs(guilds=True)
    async def close(self, interaction: discord.Interaction[Any], message: discord.Message) -> None:
        """Ask for confirmation to close the round on a message of the bot."""
        round_id = self._close_menu.round_on(message)
        await self._interactions.answer(interaction, round_id, self._close_menu.ask, round_id)
