"""*Fair dice?*: the commitment to a round's dice, its proof, and the member's word."""

from __future__ import annotations

import discord
from discord.ext import commands

from bot.play.client import DicePokerBot
from bot.play.fair import proofs
from bot.table.frame import FAIR
from bot.table.store import seed_blocks, words
from bot.table.stored_round import StoredRound
from bot.ui import components, layout
from bot.ui.components import FIELD, Drawing, Form
from bot.ui.custom_ids import CustomId
from bot.ui.response import Response
from rules.errors import BadCode, Refusal
from rules.screen import Block, Heading, Line
from rules.text import Text, say

WORD, WRITTEN = "word", "written"
"""*Set my word*, and the form behind it."""

LONGEST_WORD = 32
"""The maximum length of a word."""


class Fair(commands.Cog):
    """Checks the dice of rounds, and takes words."""

    def __init__(self, bot: DicePokerBot) -> None:
        self._acts, self._live, self._controls = bot.acts, bot.live, bot.controls
        self._private_screens = bot.private_screens

    async def cog_load(self) -> None:
        """Register *Fair dice?*, *Details* and *Set my word*."""
        self._controls.add_tool(FAIR, self._prove)
        self._controls.add("fair", self._press)

    async def _prove(self, response: Response, pressed: CustomId) -> None:
        """Check a round and send its proof; before its end, say when that is possible."""
        stored = await self._load(response, pressed.round)
        feature = self._private_screens.feature_of(stored)
        if feature is not None:
            await feature.prove(response, stored)
        else:
            await proofs.hand_out(response, self._live, stored)

    async def _press(self, response: Response, pressed: CustomId) -> None:
        """Carry out a control of the page *Details* of a round. Raises BadCode."""
        if not pressed.round:
            raise BadCode
        match pressed.what:
            case proofs.DETAILS:
                await response.show_private(await self._details(response, pressed.round))
            case "word":
                await response.ask(await self._form(response, pressed.round))
            case "written":
                await self._set_word(response, pressed.round)
            case _:
                raise BadCode

    async def _load(self, response: Response, round_id: int) -> StoredRound:
        load = self._acts.load
        return await load(response, round_id, fresh=True, resume=False, private=True)

    async def _details(self, response: Response, round_id: int) -> Drawing:
        """Return the commitment of a round and the member's word, with *Set my word*."""
        stored, renderer = await self._load(response, round_id), response.renderer
        feature = self._private_screens.feature_of(stored)
        if feature is not None:
            told = await feature.details(stored)
            return layout.page(say("Details"), [*map(Line, told)], renderer)
        told = await proofs.details(self._live, stored, response.user)
        blocks: list[Block] = [*map(Line, told)]
        blocks += [Heading(say("Your word")), Line(await self._word(response, stored))]
        if stored.ended and stored.sealed_until is None:
            compare = say("Compare the proof with the message of the root and with your word.")
            blocks.append(Line(compare, "quiet"))
        word = CustomId("fair", round_id, 0, WORD)
        buttons = [components.button(word, renderer.text(say("Set my word")))]
        return layout.page(say("Details"), blocks, renderer, buttons=buttons)

    async def _word(self, response: Response, stored: StoredRound) -> Text:
        """Return the member's word, and whether it counts for the next rounds of the channel."""
        word, value = await self._live.storage.read(words.word_of, response.user)
        if not word:
            return say(
                "You have none, so the bot draws one for each game. To be sure yourself, set one "
                "that nobody knows yet."
            )
        channel = 0 if stored.commitment is None else stored.commitment.channel
        known = await self._live.storage.read(seed_blocks.look_up, channel)
        shown = None if known.present is None else known.present[0].shown
        if shown is None:
            return say("The root of the next seeds here is not posted, so no word counts for them.")
        if words.counting(value, shown).text:
            return say(
                "{word} counts for the next games here: you set it after the root of their seeds "
                "was posted.",
                word=proofs.in_backticks(word),
            )
        return say(
            "{word} does not count for the next games here: you set it before the root of their "
            "seeds was posted. Set it again, or another one.",
            word=proofs.in_backticks(word),
        )

    async def _form(self, response: Response, round_id: int) -> Form:
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
        return Form(CustomId("fair", round_id, 0, WRITTEN), title, [line])

    async def _set_word(self, response: Response, round_id: int) -> None:
        word = " ".join(response.filled.get(FIELD, "").split())
        if len(word) > LONGEST_WORD or not word.isprintable():
            raise Refusal(say("A word has at most 32 letters, and no special characters."))
        await self._live.set_word(response.user, word, discord.utils.utcnow())
        await response.turn_to(await self._details(response, round_id))


async def setup(bot: DicePokerBot) -> None:
    await bot.add_cog(Fair(bot))
