"""Hands out the proof of a round, checked, and the program that checks it."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import discord

from bot import verify
from bot.language.render import Until
from bot.play.live_rounds import LiveRounds
from bot.play.proof_rules import choices_of_computers, compares_levels, fault
from bot.table import proof, round_luck
from bot.table.commitment import Commitment
from bot.table.frame import has_cards
from bot.table.store import rounds, seed_blocks
from bot.table.store.errors import RoundGone
from bot.table.stored_round import StoredRound
from bot.ui import components, layout
from bot.ui.components import Component, Drawing
from bot.ui.custom_ids import CustomId
from bot.ui.discord_renderer import DiscordRenderer
from bot.ui.response import Response
from rules import engine, registry
from rules.engine import Step
from rules.errors import Refusal, Unreadable
from rules.screen import Line
from rules.text import Text, say

log = logging.getLogger(__name__)

VERIFIER = Path(verify.__file__).read_bytes()
"""The program that checks proofs."""

_NO_PROOF = say(
    "This round has no proof: a backup was restored meanwhile, or its moves were deleted."
)


DETAILS = "details"
"""The last part of the custom ids of *Details*."""


class NotYet(Refusal):
    """Raised for a round that is not to be checked yet; `details` tell how it was committed to."""

    def __init__(self, text: Text, details: Text) -> None:
        super().__init__(text)
        self.details = details


async def hand_out(
    response: Response, live: LiveRounds, round_id: int, channel: int, details: CustomId
) -> None:
    """Check a round of a channel, replay its rules and send its proof; `details` are a press away.

    Raises RoundGone, and a refusal for a round without a proof.
    """
    more = details_button(details, response.renderer)
    try:
        stored, file = await _proof(live, round_id, channel, response.user)
    except NotYet as later:
        await response.send_private(later.text, buttons=[more])
        return
    name = f"dice-poker-round-{round_id}.json"
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
        found = [_broken(round_id)] if broken else [*_told(checked, kept), to_run(name)]
    if broken:
        log.warning("round=%d has a proof that fails: %s", round_id, broken)
    attached = files(file, name)
    lines = [response.renderer.text(one) for one in found]
    if not broken:
        lines[-1] = f"-# {lines[-1]}"  # for experts
    text = components.text("\n".join(lines))
    rows = [] if broken else components.rows([more])
    shown = Drawing([text, *map(components.attachment, attached), *rows])
    await response.show_private(shown, *attached)


async def show_details(response: Response, live: LiveRounds, round_id: int, channel: int) -> None:
    """Show how a round of a channel was committed to, and the digests of its proof.

    Raises RoundGone, and a refusal for a round without a proof that holds.
    """
    try:
        _, file = await _proof(live, round_id, channel, response.user)
        told = [*_small_print(verify.read(file))]
    except NotYet as later:
        told = [later.details]
    except verify.Wrong:
        raise Refusal(_failed(round_id)) from None
    page = layout.page(say("Details"), [Line(one) for one in told], response.renderer)
    await response.show_private(page)


def checked_set(
    stored: StoredRound, record: Sequence[Step], previous: str, levels: int
) -> tuple[bytes, dict[str, Any], str] | None:
    """Return the proof of a private round, what it says and why it proves nothing, "" if it does.

    None where the present rules cannot replay it. The arguments are those of `proof.file_of_set`.
    """
    if stored.play is None:
        return None
    game, seats = stored.play.game, len(stored.players)
    try:
        engine.history(game, seats, stored.options, record)
    except Unreadable:
        return None
    file = proof.file_of_set(stored, record, previous, levels)
    try:
        told = verify.verify(file)
    except verify.Wrong as wrong:
        return file, {}, str(wrong)
    return file, told, fault(told)


def details_button(custom_id: CustomId, renderer: DiscordRenderer) -> Component:
    """Return the button that shows how dice were committed to."""
    return components.button(custom_id, renderer.text(say("Details")))


def files(proof_file: bytes, name: str) -> tuple[discord.File, discord.File]:
    """Return a proof, and the program that checks it, to be attached."""
    return discord.File(io.BytesIO(proof_file), name), discord.File(
        io.BytesIO(VERIFIER), "verify.py"
    )


async def _proof(
    live: LiveRounds, round_id: int, channel: int, user: int
) -> tuple[StoredRound, bytes]:
    """Return a round of this channel and its proof.

    Raises RoundGone, that there is none, or that others may still play its dice.
    """
    stored, storage = await live.load(round_id, fresh=True), live.storage
    seed = stored.commitment
    if channel != stored.channel or stored.set_key is not None:  # a set has its own page
        raise RoundGone(round_id)
    if seed is not None and not stored.ended:
        raise NotYet(_later(stored), committed(seed))
    if seed is None or seed.proof is None:
        raise Refusal(_NO_PROOF)
    until = stored.sealed_until
    if until is not None and (stored.has_card or discord.utils.utcnow() < until):
        stored = await _opened(live, stored, until, user)
    record = await storage.read(rounds.record, round_id)
    block = await storage.read(seed_blocks.load, seed.block)
    file = proof.file_of(stored, record, block)
    if proof.digest(file) != seed.proof:
        raise Refusal(_NO_PROOF)
    return stored, file


async def _opened(live: LiveRounds, stored: StoredRound, until: datetime, user: int) -> StoredRound:
    """Return a round whose seed its player opens; raise a refusal while others may play its dice.

    From then on they can be offered to nobody.
    """
    if stored.has_card or not stored.seats_of(user):
        digest = "" if stored.commitment is None else stored.commitment.digest
        raise NotYet(
            say(
                "Others may still play these dice, so they can be checked later, {when}.",
                when=Until(until),
            ),
            say(
                "Others may still play these dice, so their seed is shown later, {when}. It is "
                "committed as {digest}.",
                when=Until(until),
                digest=digest,
            ),
        )
    _, after = await live.change(stored.id, round_luck.unsealed)
    return after


def _later(stored: StoredRound) -> Text:
    """Return what is said of a round that can still be played."""
    if has_cards(registry.games().get(stored.game)):
        return say(
            "Nobody can change the cards of this round unnoticed: once it has ended, anybody can "
            "check them."
        )
    return say(
        "Nobody can change the dice of this round unnoticed: once it has ended, anybody can check "
        "them."
    )


def committed(seed: Commitment) -> Text:
    """Return how the seed of a round that can still be played was committed to."""
    return say(
        "This round has seed {number} of block {block}, whose root is {root}. What lands follows "
        "from that seed and from the words that its members have when the first die lands. The "
        "seed is shown once the round has ended.",
        number=seed.number,
        block=seed.ordinal,
        root=seed.root,
    )


def _failed(round_id: int) -> Text:
    """Return what is said of a round whose dice do not follow from its seed."""
    return say(
        "❌ Round {number}: what landed was changed. The files below show it: ask whoever hosts "
        "the bot.",
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
        return say("All choices keep the rules of the game, those of the computer, too.")
    return say(
        "All choices keep the rules of the game. Those of the computer were not compared: it has "
        "another version now."
    )


def to_run(name: str) -> Text:
    """Return what can be done with a proof of that name and with the program that checks it."""
    return say(
        "The proof, for experts: save both files and run `python verify.py {file}`.", file=name
    )


def digest_of(checked: dict[str, Any]) -> Text:
    """Return the digest of a proof."""
    return say("Digest of the proof: {digest}", digest=checked["digest"])


def _words(checked: dict[str, Any]) -> Iterator[Text]:
    """Yield whose word each member had."""
    members = [seat for seat, level in enumerate(checked["seats"], 1) if level == "member"]
    for seat, word, own in zip(members, checked["words"], checked["own"], strict=True):
        if own:
            shown = in_backticks(verify.read_word(word))
            yield say("Word of seat {seat}, set by the member: {word}", seat=seat, word=shown)
        else:
            yield say(
                "Word of seat {seat}: drawn by the bot. Who wants to be sure sets one of their own "
                "before the next round.",
                seat=seat,
            )


def in_backticks(word: str) -> str:
    """Return a word as code, so that Discord shows it as it is."""
    return "`{}`".format(word.replace("`", "'"))


def _committed(checked: dict[str, Any]) -> Iterator[Text]:
    """Yield how the seed was committed to, and the words of the members."""
    before = checked["committed_before"]
    yield (
        say("The root of its seeds was committed to before the round was opened.")
        if before
        else say(
            "The root of its seeds was made as the round was opened: only words set later could "
            "count."
        )
    )
    number, block, root = checked["number"], checked["block"], checked["root"]
    yield say("Seed {number} of block {block}, root: {root}", number=number, block=block, root=root)
    yield from _words(checked)


def _told(checked: dict[str, Any], rules: Text) -> Iterator[Text]:
    """Yield what the check has found."""
    number = checked["round"]
    if has_cards(registry.games().get(checked["game"])):
        yield say("✅ Honest: nobody changed the cards of round {number}.", number=number)
    else:
        yield say("✅ Honest: nobody changed the dice of round {number}.", number=number)
    yield rules


def _small_print(checked: dict[str, Any]) -> Iterator[Text]:
    """Yield how the dice were committed to, and the digest."""
    yield from _committed(checked)
    yield digest_of(checked)
