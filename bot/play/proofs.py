"""Hands out the proof of a round, checked, and the program that checks it."""

from __future__ import annotations

import io
import logging
from pathlib import Path
from typing import Any

import discord

from bot import verify
from bot.play.live_rounds import LiveRounds
from bot.play.proof_rules import choices_of_computers, compares_levels, fault
from bot.table import proof
from bot.table.store import rounds
from bot.table.store.errors import RoundGone
from bot.table.stored_round import StoredRound
from bot.ui import components
from bot.ui.components import Drawing
from bot.ui.response import Response
from rules.errors import Refusal
from rules.text import Text, say

log = logging.getLogger(__name__)

VERIFIER = Path(verify.__file__).read_bytes()
"""The program that checks proofs."""

_NO_PROOF = say(
    "This round has no proof: it began before the dice came from committed seeds, a "
    "backup was restored meanwhile, or its moves were deleted."
)


async def hand_out(response: Response, live: LiveRounds, round_id: int, channel: int) -> None:
    """Check a round of a channel, replay its rules and send its proof.

    Raises RoundGone, and a refusal for a round without a proof.
    """
    stored, file = await _proof(live, round_id, channel)
    broken, found = "", [_failed(round_id)]
    try:
        checked = verify.read(file)
    except verify.Wrong as wrong:
        broken = str(wrong)
    else:
        if not stored.unreadable:
            await response.defer_private()
            key = ("proof", round_id)
            broken = await live.analyse(response.user, key, fault, checked)
        kept = _not_replayed() if stored.unreadable else rules_kept(checked)
        found = [_broken(round_id)] if broken else [*_told(checked, kept), *_announced(stored)]
    if broken:
        log.warning("round=%d has a proof that fails: %s", round_id, broken)
    attached = files(file, f"dice-poker-round-{round_id}.json")
    text = "\n".join(response.renderer.text(one) for one in found)
    shown = Drawing([components.text(text), *map(components.attachment, attached)])
    await response.show_private(shown, *attached)


def files(proof_file: bytes, name: str) -> tuple[discord.File, discord.File]:
    """Return a proof, and the program that checks it, to be attached."""
    return discord.File(io.BytesIO(proof_file), name), discord.File(
        io.BytesIO(VERIFIER), "verify.py"
    )


async def _proof(live: LiveRounds, round_id: int, channel: int) -> tuple[StoredRound, bytes]:
    """Return a round of this channel and its proof. Raises RoundGone, or that there is none."""
    stored = await live.load(round_id, fresh=True)
    seed = stored.commitment
    if channel not in (stored.channel, None if seed is None else seed.channel):
        raise RoundGone(round_id)
    if seed is not None and not stored.ended:
        raise Refusal(
            say(
                "The dice of this round are fixed already: its seed is committed as {digest}, and "
                "is shown once the round has ended.",
                digest=seed.digest,
            )
        )
    if seed is None or seed.proof is None:
        raise Refusal(_NO_PROOF)
    file = proof.file_of(stored, await live.storage.read(rounds.record, round_id))
    if proof.digest(file) != seed.proof:
        raise Refusal(_NO_PROOF)
    return stored, file


def _announced(stored: StoredRound) -> tuple[Text, ...]:
    """Return the commitment that was made for the channel's next round when this one ended."""
    seed = stored.commitment
    if seed is None or seed.announced is None:
        return ()
    return (say("Commitment of the next round here: {digest}", digest=seed.announced),)


def _failed(round_id: int) -> Text:
    """Return what is said of a round whose dice do not follow from its seed."""
    return say(
        "❌ Round {number}: what landed does not follow from its seed. The files below show "
        "it: ask whoever hosts the bot.",
        number=round_id,
    )


def _broken(round_id: int) -> Text:
    return say(
        "❌ Round {number}: what the record tells breaks the rules of the game. The files below "
        "show it: ask whoever hosts the bot.",
        number=round_id,
    )


def _not_replayed() -> Text:
    return say("This version of the bot cannot replay the round: its rules were not checked.")


def rules_kept(checked: dict[str, Any]) -> Text:
    """Return what the rules say of a proof that keeps them."""
    if not choices_of_computers(checked):
        return say("All choices keep the rules of the game.")
    if compares_levels(checked):
        return say(
            "All choices keep the rules of the game. Those of the computer were computed anew."
        )
    return say(
        "All choices keep the rules of the game. Those of the computer were not compared: it has "
        "another version now."
    )


def draws(checked: dict[str, Any]) -> int:
    """Return how many landings and mixed choices a proof has."""
    return sum("label" in step for record in verify.records(checked) for step in record)


def below(checked: dict[str, Any]) -> tuple[Text, Text]:
    """Return what is said of the files below a page."""
    return (
        say("Digest of the proof: {digest}", digest=checked["digest"]),
        say(
            "Below are the proof and `verify.py`, one file to read and run: it checks the proof on "
            "any computer with Python, without this bot."
        ),
    )


def _told(checked: dict[str, Any], rules: Text) -> tuple[Text, ...]:
    """Return what has been checked, in words."""
    return (
        say(
            "✅ Round {number}: everything that landed follows from its seed ({n} draws checked).",
            number=checked["round"],
            n=draws(checked),
        ),
        rules,
        say("The seed was committed before the round was opened.")
        if checked["committed_before"]
        else say("It was the first here: nothing was committed before it."),
        say("Commitment: {digest}", digest=checked["commitment"]),
        *below(checked),
    )
