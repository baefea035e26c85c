"""/odds: the rarity of a hand and its chances with rerolls."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.play.client import DicePokerBot
from bot.review.odds import choices, odds
from bot.review.odds_as_hint import OddsAsHint
from bot.review.typed_dice import BEAT, DICE, read_dice
from bot.ui import layout
from bot.ui.localization import named, slug, usable_everywhere
from bot.ui.response import Response
from rules.screen import Line
from rules.text import say, say_in


class Odds(commands.Cog):
    """Shows the odds of hands."""

    def __init__(self, bot: DicePokerBot) -> None:
        self._interactions, self._live = bot.interactions, bot.live
        self._help = OddsAsHint(bot)

    @app_commands.command(
        name=slug(say_in("command", "odds")),
        description=named(say("How good a hand is, and its chances")),
    )
    @app_commands.describe(
        dice=named(say("Five dice, such as 66331 or QQ99A")),
        beat=named(say("The hand to beat, written the same way")),
        game=named(say("The game whose hand ranks are used")),
    )
    @app_commands.rename(
        dice=slug(say_in("command option", "dice")),
        beat=slug(say_in("command option", "beat")),
        game=slug(say_in("command option", "game")),
    )
    @app_commands.choices(
        game=[Choice(name=named(name), value=key) for key, name in choices().items()]
    )
    @usable_everywhere
    async def odds(
        self,
        interaction: discord.Interaction[Any],
        dice: str,
        beat: str | None = None,
        game: str | None = None,
    ) -> None:
        """Show the odds of a hand, alone or against another one."""

        async def do(response: Response) -> None:
            await response.defer_private()
            key = ("odds", dice, beat, game)
            blocks = await self._live.analyse(response.user, key, odds, dice, beat, game)
            typed = [read_dice(dice, DICE), *([read_dice(beat, BEAT)] if beat else [])]
            noted = await self._help.note(response, [roll for roll, _ in typed])
            blocks = (*blocks, *(Line(text, "quiet") for text in noted))
            await response.show_private(layout.page(say("Odds"), blocks, response.renderer))

        await self._interactions.answer(interaction, 0, do)


async def setup(bot: DicePokerBot) -> None:
    await bot.add_cog(Odds(bot))
