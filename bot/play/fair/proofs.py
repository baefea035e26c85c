"""Checks the proof of a round and sends it, with the program that checks it."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import discord

from bot import verify
from bot.language.render import Place, Until
from bot.play.fair.proof_rules import choices_of_computers, compares_levels, fault, verified
from bot.play.live_rounds import LiveRounds
from bot.table import proof, round_luck
from bot.table.commitment import Commitment
from bot.table.frame import has_cards
from bot.table.store import rounds, seed_blocks
from bot.table.stored_round import StoredRound
from bot.ui import components
from bot.ui.components import Component, Drawing
from bot.ui.custom_ids import CustomId
from bot.ui.discord_renderer import DiscordRenderer
from bot.ui.response import Response
from bot.verify import Proof
from rules import registry
from rules.errors import Refusal
from rules.text import Text, say

log = logging.getLogger(__name__)

VERIFIER = Path(verify.__file__).read_bytes()
"""The program that checks proofs."""

_NO_PROOF = say(
    "This game has no proof: a backup was restored meanwhile, or its moves were deleted."
)


DETAILS = "details"
"""The last part of the custom ids of the button *Details*."""


class NotYet(Refusal):
    """Raised for a round that cannot be checked yet; `details` describe its commitment."""

    def __init__(self, text: Text, details: Text) -> None:
        super().__init__(text)
        self.details = details


async def hand_out(response: Response, live: LiveRounds, stored: StoredRound) -> None:
    """Check a round of a channel, replay its rules and send its proof, with *Details*.

    Raises a refusal for a round without a proof.
    """
    try:
        stored, file = await _proof(live, stored, response.user)
    except NotYet as later:
        more = details_button(stored.id, response.renderer)
        await response.send_private(later.text, buttons=[more])
        return
    await show(response, live, stored, file)


async def show(response: Response, live: LiveRounds, stored: StoredRound, file: bytes) -> None:
    """Check the proof of a round, replay its rules and send it, with *Details*."""
    name, broken = f"dice-poker-round-{stored.id}.json", ""
    found = [_failed(stored.id)]
    try:
        checked = verified(file)
    except verify.Wrong as wrong:
        broken = str(wrong)
    else:
        if not stored.unreadable:
            await response.defer_private()
            key = ("proof", stored.id, stored.version)
            broken = await live.analyse(response.user, key, fault, checked)
        kept = _not_replayed() if stored.unreadable else rules_kept(checked)
        found = [_broken(stored.id)] if broken else [*_told(checked, kept), to_run(name)]
    if broken and stored.unreadable:  # this version of the bot does not have its game
        broken, found = "", [_not_replayed(), to_run(name)]
    if broken:
        log.warning("round=%d has a proof that fails: %s", stored.id, broken)
    attached = files(file, name)
    lines = [response.renderer.text(one) for one in found]
    if not broken:
        lines[-1] = f"-# {lines[-1]}"  # for experts
    text = components.text("\n".join(lines))
    more = details_button(stored.id, response.renderer)
    rows = [] if broken else components.rows([more])
    shown = Drawing([text, *map(components.attachment, attached), *rows])
    await response.show_private(shown, *attached)


async def details(live: LiveRounds, stored: StoredRound, user: int) -> tuple[Text, ...]:
    """Return the commitment of a round of a channel, and the digest of its proof once it has one.

    Raises a refusal for a round without a valid proof.
    """
    try:
        stored, file = await _proof(live, stored, user)
    except NotYet as later:
        return (later.details,)
    return details_of(stored, file)


def details_of(stored: StoredRound, file: bytes) -> tuple[Text, ...]:
    """Return the commitment of a round and the digest of its proof.

    Raises a refusal where the proof is not valid.
    """
    try:
        return tuple(_small_print(verified(file), stored.guild))
    except verify.Wrong:
        raise Refusal(_failed(stored.id)) from None


def details_button(round_id: int, renderer: DiscordRenderer) -> Component:
    """Return the button that shows the commitment of a round's dice."""
    return components.button(CustomId("fair", round_id, 0, DETAILS), renderer.text(say("Details")))


def files(proof_file: bytes, name: str) -> tuple[discord.File, discord.File]:
    """Return the attachments: a proof, and the program that checks it."""
    return discord.File(io.BytesIO(proof_file), name), discord.File(
        io.BytesIO(VERIFIER), "verify.py"
    )


async def _proof(live: LiveRounds, stored: StoredRound, user: int) -> tuple[StoredRound, bytes]:
    """Return a round and its proof.

    Raises a refusal where there is no proof, and NotYet while others may play its dice.
    """
    seed, storage = stored.commitment, live.storage
    if seed is not None and not stored.ended:
        raise NotYet(_later(stored), committed(seed))
    if seed is None or seed.proof is None:
        raise Refusal(_NO_PROOF)
    until = stored.sealed_until
    if until is not None and (stored.has_card or discord.utils.utcnow() < until):
        stored = await _opened(live, stored, until, user)
    record = await storage.read(rounds.record, stored.id)
    block = await storage.read(seed_blocks.load, seed.block)
    file = proof.file_of(stored, record, block)
    if proof.digest(file) != seed.proof:
        raise Refusal(_NO_PROOF)
    return stored, file


async def _opened(live: LiveRounds, stored: StoredRound, until: datetime, user: int) -> StoredRound:
    """Return a round whose seed its player opens. Raises NotYet while others may play its dice.

    Once it is open, no other member can be offered its dice.
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
    """Return the notice for a round that can still be played."""
    if has_cards(registry.games().get(stored.game)):
        return say(
            "Nobody can change the cards of this game unnoticed: once it has ended, anybody can "
            "check them."
        )
    return say(
        "Nobody can change the dice of this game unnoticed: once it has ended, anybody can check "
        "them."
    )


def committed(seed: Commitment) -> Text:
    """Return the commitment of a round that can still be played."""
    return say(
        "This game has seed {number} of block {block}, whose root is {root}. What lands follows "
        "from that seed and from the words that its members have when the first die lands. The "
        "seed is shown once the game has ended.",
        number=seed.number,
        block=seed.ordinal,
        root=seed.root,
    )


def _failed(round_id: int) -> Text:
    """Return the notice for a round whose dice do not follow from its seed."""
    return say(
        "❌ Game {number}: its dice or cards were changed. The files below show it: ask the "
        "bot’s host.",
        number=round_id,
    )


def _broken(round_id: int) -> Text:
    return say(
        "❌ Game {number}: its record breaks the rules of the game. The files below show it: "
        "ask the bot’s host.",
        number=round_id,
    )


def _not_replayed() -> Text:
    return say("This version of the bot cannot replay the game: its rules were not checked.")


def rules_kept(checked: Proof) -> Text:
    """Return how far the rules were checked, for a proof that keeps them."""
    if not choices_of_computers(checked):
        return say("All choices follow the rules of the game.")
    if compares_levels(checked):
        return say("All choices follow the rules of the game, the computer’s too.")
    return say(
        "All choices follow the rules of the game. The computer’s were not compared: it has "
        "another version now."
    )


def to_run(name: str) -> Text:
    """Return how to run the program with a proof of that file name."""
    return say(
        "The proof, for experts: save both files and run `python verify.py {file}`.", file=name
    )


def claim(checked: Proof) -> Text:
    """Return the claim of a proof in one sentence, the one with which `verify.told` ends."""
    cards = has_cards(registry.games().get(checked.game))
    if not checked.fixed:
        return (
            say("The cards follow from a seed that the host drew.")
            if cards
            else say("The dice follow from a seed that the host drew.")
        )
    times = (verify.time_of(number) for number in (checked.message, checked.opened))
    committed, begun = (discord.utils.format_dt(time, "f") for time in times)
    if any(checked.own):
        return say(
            "✅ Fixed before the game: committed {committed}, begun {begun}, and nobody could "
            "choose them after your word.",
            committed=committed,
            begun=begun,
        )
    return say(
        "✅ Fixed before the game: committed {committed}, begun {begun}.",
        committed=committed,
        begun=begun,
    )


def _words(checked: Proof) -> Iterator[Text]:
    """Yield a line about the word of each member."""
    for seat, word, own in zip(checked.members, checked.words, checked.own, strict=False):
        if own:
            shown = in_backticks(verify.read_word(word))
            yield say("Word of seat {seat}, set by the member: {word}", seat=seat, word=shown)
        else:
            yield say(
                "Word of seat {seat}: drawn by the bot. To be sure, set your own before the "
                "next game.",
                seat=seat,
            )


def in_backticks(word: str) -> str:
    """Return a word as code, so that Discord shows it unformatted."""
    return "`{}`".format(word.replace("`", "'"))


def _committed(checked: Proof, guild: int | None) -> Iterator[Text]:
    """Yield the commitment of the seed, the opening of the round, and the members' words."""
    if checked.path:
        yield say(
            "Seed {number} of block {block}, root: {root}",
            number=checked.number,
            block=checked.block,
            root=checked.root,
        )
    else:
        yield say("SHA-256 of the seed: {digest}", digest=checked.root)
    yield say("The seed: {seed}", seed=checked.seed.hex())
    yield (
        say(
            "The root has a message of its own, number {message}: {place}",
            message=str(checked.message),
            place=Place(checked.place, checked.message, guild),
        )
        if checked.message
        else say("The root has no message of its own, so nothing tells when it was fixed.")
    )
    match checked.opened_by:
        case "interaction":
            yield say(
                "Opened by interaction {number}, which Discord prints on the board.",
                number=str(checked.opened),
            )
        case "board":
            yield say("The board was posted then: message {number}.", number=str(checked.opened))
        case "before":
            yield say(
                "The bot posted the board by itself; the last interaction before was {number}. "
                "Later games of a match keep the number of the first.",
                number=str(checked.opened),
            )
    yield from _words(checked)


def _told(checked: Proof, rules: Text) -> Iterator[Text]:
    """Yield the findings of the check, and the claim."""
    if has_cards(registry.games().get(checked.game)):
        yield say("Nobody changed the cards of game {number}.", number=checked.round)
    else:
        yield say("Nobody changed the dice of game {number}.", number=checked.round)
    yield rules
    yield claim(checked)


def _small_print(checked: Proof, guild: int | None) -> Iterator[Text]:
    """Yield the commitment of the dice, and the digest."""
    yield from _committed(checked, guild)
    yield say("Digest of the proof: {digest}", digest=checked.digest)
