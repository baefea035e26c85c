"""/help, what a newcomer types first, and /rules of every game."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.ui import layout
from bot.ui.client import DicePokerBot
from bot.ui.interactions import Interactions
from bot.ui.localization import named, slug, typed
from bot.ui.response import Response
from rules import registry
from rules.screen import Block, Line
from rules.text import say, say_in


class Help(commands.Cog):
    """Says what can be played, and how."""

    def __init__(self, interactions: Interactions) -> None:
        self._interactions = interactions

    @app_commands.command(
        name=slug(say_in("command", "help")),
        description=named(say("What you can play here, and how to begin")),
    )
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.allowed_installs(guilds=True)
    async def help(self, interaction: discord.Interaction[Any]) -> None:
        """List the games with the commands that open them."""

        async def do(response: Response) -> None:
            lines: list[Block] = [Line(say("Open a round with one of these commands:"))]
            lines += [
                Line(
                    say_in(
                        "a command and what it does",
                        "`/play {key}` — {summary}",
                        key=typed(game.info.name, game.info.key, response.language),
                        summary=game.info.summary,
                    )
                )
                for game in registry.games().values()
            ]
            lines.append(
                Line(say("One round can be open in each channel and each thread."), "quiet")
            )
            lines.append(Line(say("Lost sight of it? /round shows it again."), "quiet"))
            lines.append(
                Line(say("/rules explains a game, /odds tells how good a hand is."), "quiet")
            )
            page = layout.page(say("Dice and cards"), lines, response.renderer)
            await response.show_private(page)

        await self._interactions.answer(interaction, 0, do)

    @app_commands.command(
        name=slug(say_in("command", "rules")), description=named(say("How a game is played"))
    )
    @app_commands.describe(game=named(say("The game")))
    @app_commands.rename(game=slug(say_in("command option", "game")))
    @app_commands.choices(
        game=[
            Choice(name=named(each.info.name), value=key) for key, each in registry.games().items()
        ]
    )
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.allowed_installs(guilds=True)
    async def rules(self, interaction: discord.Interaction[Any], game: str) -> None:
        """Show the rules of a game."""

        async def do(response: Response) -> None:
            asked = registry.game(game)
            page = layout.page(asked.info.name, asked.rules(), response.renderer)
            await response.show_private(page)

        await self._interactions.answer(interaction, 0, do)


async def setup(bot: DicePokerBot) -> None:
    """Add /help and /rules."""
    await bot.add_cog(Help(bot.interactions))
