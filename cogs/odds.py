"""/odds: how rare a hand is, and what rerolls make of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.odds import ORDERS, odds
from cogs import layout
from cogs.answer import Answer
from cogs.tongue import everywhere, named, slug
from rules.text import say, say_in

if TYPE_CHECKING:
    from bot.client import DicePokerBot


async def setup(bot: commands.Bot) -> None:
    """Add /odds."""
    ours = cast("DicePokerBot", bot)

    async def tell(
        interaction: discord.Interaction[Any],
        dice: str,
        beat: str | None = None,
        game: str | None = None,
    ) -> None:
        async def do(answer: Answer) -> None:
            await answer.promise()
            told = await ours.worker.study(odds, dice, beat, game)
            await answer.show(layout.page(say("Odds"), told, answer.words))

        await ours.desk.answer(interaction, 0, do)

    app_commands.describe(
        dice=named(say("Five dice, such as 66331 or QQ99A")),
        beat=named(say("The hand to beat, written the same way")),
        game=named(say("The game whose ranks count")),
    )(tell)
    app_commands.rename(
        dice=slug(say_in("command option", "dice")),
        beat=slug(say_in("command option", "beat")),
        game=slug(say_in("command option", "game")),
    )(tell)
    app_commands.choices(
        game=[Choice(name=named(name), value=key) for key, (_, _, name) in ORDERS.items()]
    )(tell)
    bot.tree.add_command(
        app_commands.Command(
            name=slug(say_in("command", "odds")),
            description=named(say("How good a hand is, and its chances")),
            callback=tell,
            **everywhere(),
        )
    )
