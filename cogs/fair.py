"""/fair: that the dice were fixed beforehand, and how anybody can check it."""

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
from bot.ui import components, layout
from bot.ui.custom_ids import CustomId
from bot.ui.localization import named, slug, usable_everywhere
from bot.ui.response import Response
from rules import registry
from rules.errors import BadCode, Refusal
from rules.text import say, say_in

ASK, CHOSEN = "ask", "chosen"
"""*Check a round*, and the menu of rounds behind it."""


class Fair(commands.Cog):
    """Shows commitments and checks proofs."""

    def __init__(self, bot: DicePokerBot) -> None:
        self._interactions, self._controls = bot.interactions, bot.controls

    async def cog_load(self) -> None:
        """Register *Fair*, *Check a round* and its menu."""
        self._controls.add_tool(FAIR, self._prove)
        self._controls.add("fair", self._press)

    async def _prove(self, response: Response, pressed: CustomId) -> None:
        await self._check(response, pressed.round)

    @app_commands.command(
        name=slug(say_in("command", "fair")),
        description=named(say("That the dice were fixed beforehand; check those of a round")),
    )
    @app_commands.describe(round=named(say("A round to check, newest first; none for the page")))
    @app_commands.rename(round=slug(say_in("command option", "round")))
    @usable_everywhere
    async def fair(
        self,
        interaction: discord.Interaction[Any],
        round: int | None = None,  # noqa: A002
    ) -> None:
        """Show the channel's next commitment, its chain and its faces; or check a round."""

        async def do(response: Response) -> None:
            if round is None:
                await self._show(response)
            else:
                await self._check(response, round)

        await self._interactions.answer(interaction, 0, do)

    @fair.autocomplete("round")
    async def suggest(self, interaction: discord.Interaction[Any], typed: str) -> list[Choice[int]]:
        """Suggest the latest rounds of the channel that have a proof."""
        channel, language = interaction.channel_id or 0, nearest(str(interaction.locale))
        found = await self._interactions.live.storage.read(seeds.provable, channel)
        return [
            Choice(name=_named(number, game, language), value=number)
            for number, game, _ in found
            if str(number).startswith(typed.strip())
        ]

    async def _show(self, response: Response) -> None:
        live, channel = self._interactions.live, response.interaction.channel_id or 0
        storage = live.storage
        number = await storage.read(rounds.in_channel, channel)
        current = None if number is None else (await live.load(number)).commitment
        blocks = fair_page.page(
            None if current is None else current.digest,
            await storage.read(seeds.next_of, channel),
            await storage.read(seeds.endings, channel),
            await storage.read(faces.of, response.interaction.guild_id),
            await storage.read(faces.total),
        )
        label = response.renderer.text(say("Check a round"))
        buttons = [components.button(CustomId("fair", 0, 0, ASK), label)]
        title, renderer = say("Fair dice"), response.renderer
        await response.show_private(layout.page(title, blocks, renderer, buttons=buttons))

    async def _press(self, response: Response, pressed: CustomId) -> None:
        """Ask which round is to be checked, or check the one that was chosen. Raises BadCode."""
        match pressed.what, response.chosen:
            case "ask", _:
                await self._ask(response)
            case "chosen", (number,) if number.isdecimal():
                await self._check(response, int(number))
            case _:
                raise BadCode

    async def _ask(self, response: Response) -> None:
        """Offer the latest rounds of the channel that have a proof."""
        channel = response.interaction.channel_id or 0
        found = await self._interactions.live.storage.read(seeds.provable, channel)
        if not found:
            raise Refusal(say("No round has ended in this channel yet whose dice can be checked."))
        options = [
            components.option(
                str(number), _named(number, game, response.language), None, chosen=False
            )
            for number, game, _ in found[: components.MOST_OPTIONS]
        ]
        prompt = response.renderer.text(say("Choose a round"))
        menu = components.menu(CustomId("fair", 0, 0, CHOSEN), prompt, options)
        text = say("Which round of this channel is to be checked? The newest come first.")
        await response.turn_to(layout.message([text], response.renderer, [menu]))

    async def _check(self, response: Response, round_id: int) -> None:
        """Check a round of the channel and hand out its proof."""
        channel = response.interaction.channel_id or 0
        await proofs.hand_out(response, self._interactions.live, round_id, channel)


def _named(number: int, game: str, language: str) -> str:
    return f"{number} · {_game(game, language)}"


def _game(key: str, language: str) -> str:
    if key not in registry.games():
        return key
    return render(registry.game(key).info.name, language, PlainRenderer(language))


async def setup(bot: DicePokerBot) -> None:
    """Add /fair."""
    await bot.add_cog(Fair(bot))
