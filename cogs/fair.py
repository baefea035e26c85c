"""/fair: the commitments to dice, the member's word, and checks of rounds."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.language.languages import nearest
from bot.language.render import PlainRenderer, render
from bot.play.client import DicePokerBot
from bot.play.fair import proofs
from bot.table import fair_page
from bot.table.commitment import BLOCK
from bot.table.frame import FAIR
from bot.table.store import faces, rounds, seed_blocks, words
from bot.ui import components, layout, reach
from bot.ui.components import FIELD, Component, Drawing, Form
from bot.ui.custom_ids import CustomId
from bot.ui.localization import named, slug, usable_everywhere
from bot.ui.response import Response
from rules import registry
from rules.errors import BadCode, Refusal
from rules.text import say, say_in

ASK, CHOSEN = "ask", "chosen"
"""*Check a game*, and the menu of rounds behind it."""

WORD, WRITTEN = "word", "written"
"""*Set my word*, and the form behind it."""

LONGEST_WORD = 32
"""The maximum length of a word."""


class Fair(commands.Cog):
    """Shows commitments, takes words and checks proofs."""

    def __init__(self, bot: DicePokerBot) -> None:
        self._interactions, self._controls = bot.interactions, bot.controls
        self._live, self._roots = bot.live, bot.roots

    async def cog_load(self) -> None:
        """Register *Fair dice?*, *Set my word*, *Check a game* and its menu."""
        self._controls.add_tool(FAIR, self._prove)
        self._controls.add("fair", self._press)

    async def _prove(self, response: Response, pressed: CustomId) -> None:
        await self._check(response, pressed.round)

    @app_commands.command(
        name=slug(say_in("command", "fair")),
        description=named(say("Shows that the dice are honest; checks a game")),
    )
    @app_commands.describe(round=named(say("A game to check; leave out for the page")))
    @app_commands.rename(round=slug(say_in("command option", "round")))
    @usable_everywhere
    async def fair(
        self,
        interaction: discord.Interaction[Any],
        round: int | None = None,  # noqa: A002
    ) -> None:
        async def do(response: Response) -> None:
            if round is None:
                await self._show(response)
            else:
                await self._check(response, round)

        await self._interactions.answer(interaction, 0, do)

    @fair.autocomplete("round")
    async def suggest(self, interaction: discord.Interaction[Any], typed: str) -> list[Choice[int]]:
        """Suggest the latest rounds of the channel that have a proof."""
        language = nearest(str(interaction.locale))
        return [
            Choice(name=_named(number, game, language), value=number)
            for number, game in await self._provable(interaction)
            if str(number).startswith(typed.strip())
        ]

    async def _provable(self, interaction: discord.Interaction[Any]) -> tuple[tuple[int, str], ...]:
        """Return id and game of the latest rounds here that have a proof, newest first."""
        place, here = reach.seeds_of(interaction), interaction.channel_id or 0
        return await self._live.storage.read(seed_blocks.provable, place, here)

    async def _show(self, response: Response) -> None:
        """Show the page with the buttons to its details."""
        storage, guild = self._live.storage, response.interaction.guild_id
        here, everywhere = await storage.read(faces.of, guild), await storage.read(faces.total)
        place = reach.seeds_of(response.interaction)
        known = await storage.read(seed_blocks.look_up, place)
        block = None if known.present is None else known.present[0]
        details = CustomId("fair", 0, 0, proofs.DETAILS)
        buttons = [_check_a_round(response), proofs.details_button(details, response.renderer)]
        blocks = fair_page.page(here, everywhere, fair_page.claim(block, guild))
        page = layout.page(say("Fair dice"), blocks, response.renderer, buttons=buttons)
        await response.turn_to(page)

    async def _details(self, response: Response) -> Drawing:
        """Return seeds and word, after posting missing roots."""
        live, interaction = self._live, response.interaction
        storage, place = live.storage, reach.seeds_of(interaction)
        if reach.may_post(interaction):
            await self._roots.post(place, reach.places_of_root(interaction), response.language)
        else:
            await live.unposted(place)  # a missing block is made
        known = await storage.read(seed_blocks.look_up, place)
        number = await storage.read(rounds.in_channel, interaction.channel_id or 0)
        word, stored = await storage.read(words.word_of, response.user)
        blocks = [(block, last) for block, last in known.blocks if last < BLOCK]
        shown = blocks[0][0].shown
        told = fair_page.Told(
            current=None if number is None else (await live.load(number)).commitment,
            blocks=blocks,
            guild=interaction.guild_id,
            word=proofs.in_backticks(word) if word else "",
            counts=bool(words.counting(stored, shown).text),
            endings=await storage.read(seed_blocks.endings, place),
            renewed=await storage.read(seed_blocks.renewals, place),
        )
        label = response.renderer.text(say("Set my word"))
        word_button = components.button(CustomId("fair", 0, 0, WORD), label)
        buttons = [word_button, _check_a_round(response)]
        return layout.page(
            say("Fair dice"), fair_page.details(told), response.renderer, buttons=buttons
        )

    async def _press(self, response: Response, pressed: CustomId) -> None:
        """Carry out a control of the pages: words, checks of rounds, details. Raises BadCode."""
        match pressed.what, response.chosen:
            case "written", _:
                await self._set_word(response)
            case proofs.DETAILS, _ if pressed.round:
                channel = response.interaction.channel_id or 0
                live = self._live
                await proofs.show_details(response, live, pressed.round, channel)
            case proofs.DETAILS, _:
                await response.turn_to(await self._details(response))
            case "word", _:
                await response.ask(await self._form(response))
            case "ask", _:
                await self._ask(response)
            case "chosen", (number,) if number.isdecimal():
                await self._check(response, int(number))
            case _:
                raise BadCode

    async def _form(self, response: Response) -> Form:
        """Return the form in which a member writes their word."""
        word, _ = await self._live.storage.read(words.word_of, response.user)
        text = response.renderer.text
        line = components.line_field(
            text(say("A word that nobody knows")),
            text(say("It stays in the proofs of your games, which others read.")),
            value=word,
            longest=LONGEST_WORD,
        )
        title = text(say("Your word for the dice"))
        return Form(CustomId("fair", 0, 0, WRITTEN), title, [line])

    async def _set_word(self, response: Response) -> None:
        word = " ".join(response.filled.get(FIELD, "").split())
        if len(word) > LONGEST_WORD or not word.isprintable():
            raise Refusal(say("A word has at most 32 letters, and no special characters."))
        live, now = self._live, discord.utils.utcnow()
        await live.set_word(response.user, word, now)
        await response.turn_to(await self._details(response))

    async def _ask(self, response: Response) -> None:
        """Offer the latest rounds of the channel that have a proof."""
        found = await self._provable(response.interaction)
        if not found:
            raise Refusal(say("There is no finished game to check in this channel yet."))
        options = [
            components.option(
                str(number), _named(number, game, response.language), None, chosen=False
            )
            for number, game in found[: components.MOST_OPTIONS]
        ]
        prompt = response.renderer.text(say("Which game?"))
        menu = components.menu(CustomId("fair", 0, 0, CHOSEN), prompt, options)
        text = say("Which game of this channel do you want to check? The newest come first.")
        await response.turn_to(layout.message([text], response.renderer, [menu]))

    async def _check(self, response: Response, round_id: int) -> None:
        """Check a round of the channel and hand out its proof."""
        channel = response.interaction.channel_id or 0
        details = CustomId("fair", round_id, 0, proofs.DETAILS)
        await proofs.hand_out(response, self._live, round_id, channel, details)


def _check_a_round(response: Response) -> Component:
    label = response.renderer.text(say("Check a game"))
    return components.button(CustomId("fair", 0, 0, ASK), label)


def _named(number: int, game: str, language: str) -> str:
    return f"{number} · {_game(game, language)}"


def _game(key: str, language: str) -> str:
    if key not in registry.games():
        return key
    return render(registry.game(key).info.name, language, PlainRenderer(language))


async def setup(bot: DicePokerBot) -> None:
    await bot.add_cog(Fair(bot))
