"""/help, what a newcomer types first, and /rules of every game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from cogs import layout
from cogs.answer import Answer
from cogs.tongue import everywhere, named, slug, typed
from rules import registry
from rules.screen import Block, Line
from rules.text import say, say_in

if TYPE_CHECKING:
    from bot.client import DicePokerBot


async def setup(bot: commands.Bot) -> None:
    """Add /help and /rules."""
    desk = cast("DicePokerBot", bot).desk

    async def show(interaction: discord.Interaction[Any]) -> None:
        async def do(answer: Answer) -> None:
            lines: list[Block] = [Line(say("Open a round with one of these commands:"))]
            lines += [
                Line(
                    say_in(
                        "a command and what it does",
                        "`/play {key}` — {summary}",
                        key=typed(game.info.name, game.info.key, answer.language),
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
            await answer.show(layout.page(say("Dice and cards"), lines, answer.words))

        await desk.answer(interaction, 0, do)

    bot.tree.add_command(
        app_commands.Command(
            name=slug(say_in("command", "help")),
            description=named(say("What you can play here, and how to begin")),
            callback=show,
            **everywhere(),
        )
    )

    async def rules(interaction: discord.Interaction[Any], game: str) -> None:
        async def do(answer: Answer) -> None:
            asked = registry.game(game)
            await answer.show(layout.page(asked.info.name, asked.rules(), answer.words))

        await desk.answer(interaction, 0, do)

    app_commands.describe(game=named(say("The game")))(rules)
    app_commands.rename(game=slug(say_in("command option", "game")))(rules)
    app_commands.choices(
        game=[
            Choice(name=named(each.info.name), value=key) for key, each in registry.games().items()
        ]
    )(rules)
    bot.tree.add_command(
        app_commands.Command(
            name=slug(say_in("command", "rules")),
            description=named(say("How a game is played")),
            callback=rules,
            **everywhere(),
        )
    )
