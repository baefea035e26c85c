"""*Proof*: the proof of a round as a file, with the program that checks it."""

from __future__ import annotations

import io
from pathlib import Path

import discord

from bot import verify
from bot.play.boards.board import Board
from bot.play.boards.private_screens import PrivateRoundFeature
from bot.play.fair import pages
from bot.play.rounds import Rounds
from bot.storage.thread import StorageThread
from bot.table import proof, round_luck
from bot.table.seed import Seed
from bot.table.store import rounds as round_store
from bot.table.stored_round import StoredRound
from bot.ui.answer import Answer
from bot.ui.custom_ids import CustomId
from bot.ui.drawing import components
from bot.ui.drawing.components import Component, Drawing
from rules.errors import BadCode, Refusal
from rules.text import say

PROOF, SHOW = "proof", "show"
"""*Proof*, and the answer to its question below a sheet that others may still be dared with."""

VERIFIER = Path(verify.__file__).read_bytes()
"""The program that checks proofs."""


class ProofFiles:
    """Makes the proofs of rounds, and sends them."""

    def __init__(
        self,
        *,
        storage: StorageThread,
        rounds: Rounds,
        board: Board,
        private_rounds: PrivateRoundFeature,
    ) -> None:
        self._storage, self._rounds = storage, rounds
        self._board, self._private_rounds = board, private_rounds

    def buttons(self, answer: Answer, stored: StoredRound) -> list[Component]:
        """Return *Proof* for a round that has one."""
        if not stored.ended or stored.seed is None or not stored.seed.proven:
            return []
        label = answer.renderer.text(say("Proof"))
        return [components.button(CustomId("fair", stored.id, 0, PROOF), label)]

    async def press(self, answer: Answer, pressed: CustomId) -> None:
        """Send the proof of a round. Raises BadCode."""
        if pressed.what not in (PROOF, SHOW):
            raise BadCode
        load = self._rounds.load_for
        stored = await load(answer, pressed.round, fresh=True, resume=False, private=True)
        if not stored.ended or stored.seed is None or not stored.seed.proven:
            raise Refusal(pages.NOT_PROVEN)
        if stored.set_key is not None and not round_luck.is_revealed(stored):
            raise Refusal(pages.proof_later(await self._private_rounds.ends(stored)))
        until = stored.end.secret_until
        if until is not None and (stored.end.has_card or discord.utils.utcnow() < until):
            if stored.end.has_card or not stored.seats_of(answer.user):
                raise Refusal(pages.proof_later(until))
            if pressed.what == PROOF:
                show = CustomId("fair", stored.id, 0, SHOW)
                label = answer.renderer.text(say("Show the proof"))
                button = components.button(show, label)
                await answer.send_private(pages.ends_the_dare(), buttons=[button])
                return
            _, stored = await self._rounds.change(stored.id, round_luck.give_up_dare)
            await self._board.refresh(stored)
        await self._send(answer, stored)

    async def file(self, stored: StoredRound, seed: Seed) -> bytes:
        """Return the proof of a round that has ended. Raises MovesGone."""
        record = await self._storage.read(round_store.record, stored.id)
        return proof.proof_file(stored, record, seed)

    async def _send(self, answer: Answer, stored: StoredRound) -> None:
        assert stored.seed is not None  # noqa: S101 — `press` has checked it
        name = f"dice-poker-game-{stored.id}.json"
        file = await self.file(stored, stored.seed)
        attached = [
            discord.File(io.BytesIO(file), name),
            discord.File(io.BytesIO(VERIFIER), "verify.py"),
        ]
        text = components.text(answer.renderer.text(pages.to_run(name)))
        message = Drawing([text, *map(components.attachment, attached)])
        await answer.show_private(message, *attached)
