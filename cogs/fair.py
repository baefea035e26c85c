"""*Fair dice?*: the verdict on a round's dice, its seal, and its proof."""

from __future__ import annotations

import io
import logging
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import discord
from discord.ext import commands

from bot import verify
from bot.play.client import DicePokerBot
from bot.play.fair import pages
from bot.play.fair.replay import checked
from bot.table import proof, round_luck
from bot.table.frame import FAIR
from bot.table.seed import Seed
from bot.table.store import face_counts, rounds, seeds
from bot.table.store.errors import MovesGone
from bot.table.stored_round import NO_SERVER, StoredRound
from bot.ui import components, layout, reach
from bot.ui.components import Component, Drawing
from bot.ui.custom_ids import CustomId
from bot.ui.response import Response
from rules.errors import BadCode, Refusal
from rules.screen import Block, Divider, Line
from rules.text import say

log = logging.getLogger(__name__)

PROOF, SHOW = "proof", "show"
"""*Proof*, and the answer to its question below a sheet that others may still be dared with."""

VERIFIER = Path(verify.__file__).read_bytes()
"""The program that checks proofs."""


class Fair(commands.Cog):
    """Checks the dice of rounds."""

    def __init__(self, bot: DicePokerBot) -> None:
        self._acts, self._live, self._controls = bot.acts, bot.live, bot.controls
        self._board, self._private_screens = bot.board, bot.private_screens

    async def cog_load(self) -> None:
        """Register *Fair dice?* and *Proof*."""
        self._controls.add_tool(FAIR, self._show)
        self._controls.add("fair", self._press)

    async def _load(self, response: Response, round_id: int) -> StoredRound:
        load = self._acts.load
        return await load(response, round_id, fresh=True, resume=False, private=True)

    # The page ------------------------------------------------------------------------

    async def _show(self, response: Response, pressed: CustomId) -> None:
        """Show the verdict, the seals and the dice of the server."""
        stored = await self._load(response, pressed.round)
        blocks = [*await self._verdict(response, stored), *await self._seals(response, stored)]
        buttons = self._buttons(response, stored)
        page = layout.page(pages.title(stored), blocks, response.renderer, buttons=buttons)
        await response.show_private(page)

    async def _verdict(self, response: Response, stored: StoredRound) -> Sequence[Line]:
        """Return what the record of a round proves and the rules that it keeps, or its seal."""
        if stored.seed is None:
            return [Line(pages.OF_1X)]
        seal = stored.seed.seal
        if not stored.seed.proven:
            return [Line(pages.NOT_PROVEN), pages.own_seal(seal)]
        if not stored.ended:
            return [Line(pages.in_play(stored)), pages.own_seal(seal)]
        try:
            file = await self._file(stored, stored.seed)
        except MovesGone as gone:
            return [Line(gone.text), pages.own_seal(seal)]
        response.defer_in_private()
        key = ("proof", stored.id, stored.version)
        found = await self._live.analyse(response.user, key, checked, file)
        if found.wrong or (found.broken and not stored.unreadable):
            log.warning("round=%d has a proof that fails: %s", stored.id, found.fault)
            return [Line(pages.broken(stored)), pages.own_seal(seal)]
        if not found.landed:
            return [Line(pages.NOTHING_LANDED), pages.own_seal(seal)]
        kept = pages.rules_kept(found if not stored.unreadable else replace(found, replayed=False))
        return [Line(pages.verdict(stored, seal, found.landed)), Line(kept, "quiet")]

    async def _seals(self, response: Response, stored: StoredRound) -> Sequence[Block]:
        """Return the other seals of the channel, and the dice of the server."""
        feature = self._private_screens.feature_of(stored)
        if feature is not None:
            further = await feature.seals(stored)
            return [Divider(), *map(Line, further)] if further else []
        place = reach.seeds_of(response.interaction)
        now = discord.utils.utcnow()
        following = await self._live.storage.write(seeds.show_next, place, now)
        before = await self._live.storage.read(seeds.earlier, place)
        counted: tuple[int, ...] = ()
        if stored.server != NO_SERVER:
            counted = await self._live.storage.read(face_counts.of_server, stored.server)
        return [
            Divider(),
            *pages.next_seal(following),
            *pages.earlier(before),
            *pages.counts(counted),
        ]

    def _buttons(self, response: Response, stored: StoredRound) -> list[Component]:
        if not stored.ended or stored.seed is None or not stored.seed.proven:
            return []
        label = response.renderer.text(say("Proof"))
        return [components.button(CustomId("fair", stored.id, 0, PROOF), label)]

    # The proof -----------------------------------------------------------------------

    async def _press(self, response: Response, pressed: CustomId) -> None:
        """Send the proof of a round. Raises BadCode."""
        if pressed.what not in (PROOF, SHOW):
            raise BadCode
        stored = await self._load(response, pressed.round)
        if not stored.ended or stored.seed is None or not stored.seed.proven:
            raise Refusal(pages.NOT_PROVEN)
        feature = self._private_screens.feature_of(stored)
        if feature is not None and not round_luck.is_revealed(stored):
            raise Refusal(pages.proof_later(await feature.ends(stored)))
        until = stored.secret_until
        if until is not None and (stored.has_card or discord.utils.utcnow() < until):
            if stored.has_card or not stored.seats_of(response.user):
                raise Refusal(pages.proof_later(until))
            if pressed.what == PROOF:
                show = CustomId("fair", stored.id, 0, SHOW)
                label = response.renderer.text(say("Show the proof"))
                button = components.button(show, label)
                await response.send_private(pages.ends_the_dare(), buttons=[button])
                return
            _, stored = await self._live.change(stored.id, round_luck.without_dare)
            await self._board.refresh(stored)
        await self._send(response, stored)

    async def _send(self, response: Response, stored: StoredRound) -> None:
        assert stored.seed is not None  # noqa: S101 — `_press` has checked it
        name = f"dice-poker-game-{stored.id}.json"
        file = await self._file(stored, stored.seed)
        attached = [
            discord.File(io.BytesIO(file), name),
            discord.File(io.BytesIO(VERIFIER), "verify.py"),
        ]
        text = components.text(response.renderer.text(pages.to_run(name)))
        shown = Drawing([text, *map(components.attachment, attached)])
        await response.show_private(shown, *attached)

    async def _file(self, stored: StoredRound, seed: Seed) -> bytes:
        """Return the proof of a round that has ended. Raises MovesGone."""
        record = await self._live.storage.read(rounds.record, stored.id)
        return proof.file_of(stored, record, seed)


async def setup(bot: DicePokerBot) -> None:
    await bot.add_cog(Fair(bot))
