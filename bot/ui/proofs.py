"""Hands out the proof of a round, checked, and the program that checks it."""

from __future__ import annotations

import io
import logging
from pathlib import Path
from typing import Any

import discord

from bot import verify
from bot.storage import Storage
from bot.storage.errors import RoundGone
from bot.storage.loading import load
from bot.table import proof
from bot.table.refusals import NoProof
from bot.ui import components
from bot.ui.components import Drawing
from bot.ui.response import Response
from bot.worker import Worker
from rules.text import Text, say

log = logging.getLogger(__name__)

VERIFIER = Path(verify.__file__).read_bytes()
"""The program that checks proofs."""


async def hand_out(response: Response, worker: Worker, round_id: int, channel: int) -> None:
    """Check a round of a channel and send its proof. Raises RoundGone and NoProof."""
    file = await worker.storage(lambda storage: _proof(storage, round_id, channel))
    try:
        found = _told(verify.verify(file))
    except verify.Wrong as wrong:
        log.warning("round=%d has a proof that fails: %s", round_id, wrong)
        found = (_failed(round_id),)
    attached = (
        discord.File(io.BytesIO(file), f"dice-poker-round-{round_id}.json"),
        discord.File(io.BytesIO(VERIFIER), "verify.py"),
    )
    text = "\n".join(response.renderer.text(one) for one in found)
    shown = Drawing([components.text(text), *map(components.attachment, attached)])
    await response.show_private(shown, *attached)


def _proof(storage: Storage, round_id: int, channel: int) -> bytes:
    """Return the proof of a round of this channel. Raises RoundGone and NoProof."""
    stored = load(storage.rounds, round_id)
    seed = stored.commitment
    if channel not in (stored.channel, None if seed is None else seed.channel):
        raise RoundGone(round_id)
    if seed is None or seed.proof is None:
        raise NoProof(stored.ended)
    file = proof.file_of(stored, storage.rounds.record(round_id))
    if proof.digest(file) != seed.proof:
        raise NoProof(True)
    return file


def _failed(round_id: int) -> Text:
    """Return what is said of a round whose dice do not follow from its seed."""
    return say(
        "❌ Round {number}: what landed does not follow from its seed. The files below show "
        "it: ask whoever hosts the bot.",
        number=round_id,
    )


def _told(checked: dict[str, Any]) -> tuple[Text, ...]:
    """Return what has been checked, in words."""
    drawn = [step for step in checked["record"] if "label" in step]
    return (
        say(
            "✅ Round {number}: everything that landed follows from its seed ({n} draws checked).",
            number=checked["round"],
            n=len(drawn),
        ),
        say("The seed was committed before the round was opened.")
        if checked["committed_before"]
        else say("It was the first here: nothing was committed before it."),
        say("Commitment: {digest}", digest=checked["commitment"]),
        say("Digest of the proof: {digest}", digest=checked["digest"]),
        say(
            "Below are the proof and `verify.py`, one file to read and run: it checks the proof on "
            "any computer with Python, without this bot."
        ),
    )
