"""/fair and /verify: that the dice were fixed beforehand, and how anybody can check it."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.language.languages import nearest
from bot.language.render import PlainRenderer, render
from bot.play import proofs
from bot.play.client import DicePokerBot
from bot.table import fair_page
from bot.table.frame import FAIR
from bot.table.store import faces, rounds, seeds
from bot.ui import layout
from bot.ui.custom_ids import CustomId
from bot.ui.localization import named, slug, usable_everywhere
from bot.ui.response import Response
from rules import registry
from rules.text import say, say_in


class Fair(commands.Cog):
    """Shows commitments and checks proofs."""

    def __init__(self, bot: DicePokerBot) -> None:
        self._interactions, self._controls = bot.interactions, bot.controls

    async def cog_load(self) -> None:
        """Register *Fair*."""
        self._controls.add_tool(FAIR, self._prove)

    async def _prove(self, response: Response, pressed: CustomId) -> None:
        channel = response.interaction.channel_id or 0
        await proofs.hand_out(response, self._interactions.live, pressed.round, channel)

    @app_commands.command(
        name=slug(say_in("command", "fair")),
        description=named(say("That the dice were fixed beforehand, and how to check it")),
    )
    @usable_everywhere
    async def fair(self, interaction: discord.Interaction[Any]) -> None:
        """Show what is committed for the channel, its chain, and the faces that landed."""

        async def do(response: Response) -> None:
            live, channel = self._interactions.live, interaction.channel_id or 0
            storage = live.storage
            number = await storage.read(rounds.in_channel, channel)
            current = None if number is None else (await live.load(number)).commitment
            blocks = fair_page.page(
                None if current is None else current.digest,
                await storage.read(seeds.next_of, channel),
                await storage.read(seeds.endings, channel),
                await storage.read(faces.of, interaction.guild_id),
                await storage.read(faces.total),
            )
            await response.show_private(layout.page(say("Fair dice"), blocks, response.renderer))

        await self._interactions.answer(interaction, 0, do)

    @app_commands.command(
        name=slug(say_in("command", "verify")),
        description=named(say("Check the dice of a round of this channel that has ended")),
    )
    @app_commands.describe(round=named(say("The round, newest first")))
    @app_commands.rename(round=slug(say_in("command option", "round")))
    @usable_everywhere
    async def check(self, interaction: discord.Interaction[Any], round: int) -> None:  # noqa: A002
        """Check a round and hand out its proof."""

        async def do(response: Response) -> None:
            channel = interaction.channel_id or 0
            await proofs.hand_out(response, self._interactions.live, round, channel)

        await self._interactions.answer(interaction, 0, do)

    @check.autocomplete("round")
    async def suggest(self, interaction: discord.Interaction[Any], typed: str) -> list[Choice[int]]:
        """Suggest the latest rounds of the channel that have a proof."""
        channel, language = interaction.channel_id or 0, nearest(str(interaction.locale))
        found = await self._interactions.live.storage.read(seeds.provable, channel)
        return [
            Choice(name=f"{number} · {_game(game, language)}", value=number)
            for number, game, _ in found
            if str(number).startswith(typed.strip())
        ]


def _game(key: str, language: str) -> str:
    if key not in registry.games():
        return key
    return render(registry.game(key).info.name, language, PlainRenderer(language))


async def setup(bot: DicePokerBot) -> None:
    """Add /fair and /verify."""
    await bot.add_cog(Fair(bot))
