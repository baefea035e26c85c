"""The private page *Fair dice?*: the verdict on a round, its seal, and the seals of its channel."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace

import discord

from bot.play.boards.private_screens import PrivateRoundFeature
from bot.play.fair import pages
from bot.play.fair.proof_files import ProofFiles
from bot.play.fair.replay import check_proof
from bot.play.rounds import Rounds
from bot.storage.thread import StorageThread
from bot.table.store import face_counts, seeds
from bot.table.store.errors import MovesGone
from bot.table.stored_round import NO_SERVER, StoredRound
from bot.thinking.questions import Questions
from bot.ui import reach
from bot.ui.answer import Answer
from bot.ui.custom_ids import CustomId
from bot.ui.drawing import layout
from rules.screen import Block, Divider, Line

log = logging.getLogger(__name__)


class FairPage:
    """Draws the page, for which it checks the dice of the round."""

    def __init__(
        self,
        *,
        storage: StorageThread,
        rounds: Rounds,
        questions: Questions,
        private_rounds: PrivateRoundFeature,
        proofs: ProofFiles,
    ) -> None:
        self._storage, self._rounds, self._questions = storage, rounds, questions
        self._private_rounds, self._proofs = private_rounds, proofs

    async def show(self, answer: Answer, pressed: CustomId) -> None:
        """Show the verdict, the seals and the dice of the server."""
        load = self._rounds.load_for
        stored = await load(answer, pressed.round, fresh=True, resume=False, private=True)
        blocks = [*await self._verdict(answer, stored), *await self._seals(answer, stored)]
        buttons = self._proofs.buttons(answer, stored)
        page = layout.page(pages.title(stored), blocks, answer.renderer, buttons=buttons)
        await answer.show_private(page)

    async def _verdict(self, answer: Answer, stored: StoredRound) -> Sequence[Line]:
        """Return what the record of a round proves and the rules that it keeps, or its seal."""
        if stored.seed is None:
            return [Line(pages.OF_1X)]
        seal = stored.seed.seal
        if not stored.seed.proven:
            return [Line(pages.NOT_PROVEN), pages.own_seal(seal)]
        if not stored.ended:
            return [Line(pages.in_play(stored)), pages.own_seal(seal)]
        try:
            file = await self._proofs.file(stored, stored.seed)
        except MovesGone as gone:
            return [Line(gone.text), pages.own_seal(seal)]
        answer.defer_in_private()
        key = ("proof", stored.id, stored.version)
        check = await self._questions.answer(answer.user, key, check_proof, file)
        if check.wrong or (check.broken and not stored.unreadable):
            log.warning("round=%d has a proof that fails: %s", stored.id, check.fault)
            return [Line(pages.broken(stored)), pages.own_seal(seal)]
        if not check.landed:
            return [Line(pages.NOTHING_LANDED), pages.own_seal(seal)]
        kept = pages.rules_kept(check if not stored.unreadable else replace(check, replayed=False))
        return [Line(pages.verdict(stored, seal, check.landed)), Line(kept, "quiet")]

    async def _seals(self, answer: Answer, stored: StoredRound) -> Sequence[Block]:
        """Return the other seals of the channel, and the dice of the server."""
        if stored.set_key is not None:
            further = await self._private_rounds.seals(stored)
            return [Divider(), *map(Line, further)] if further else []
        place, storage = reach.seeds_of(answer.interaction), self._storage
        following = await storage.write(seeds.show_next, place, discord.utils.utcnow())
        before = await storage.read(seeds.earlier, place)
        counted: tuple[int, ...] = ()
        if stored.place.server != NO_SERVER:
            counted = await storage.read(face_counts.of_server, stored.place.server)
        return [
            Divider(),
            *pages.next_seal(following),
            *pages.earlier(before),
            *pages.counts(counted),
        ]
