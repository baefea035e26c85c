"""The texts of *Fair dice?*: the verdict on a game, its seal and those of its channel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

import discord

from bot.language.render import Until
from bot.play.fair.replay import ProofCheck
from bot.table.frame import has_cards
from bot.table.seed import Seed
from bot.table.store.seeds import EarlierSeal
from bot.table.stored_round import StoredRound
from rules import registry
from rules.screen import Block, Divider, Heading, Line
from rules.text import Percent, Text, say, say_count, side_by_side

OF_1X = say("This game was played under 1.x: its proof can no longer be made.")

NOT_PROVEN = say(
    "This game has no proof: it got another seed while it was played, since the bot was updated or "
    "a backup was restored."
)

NOTHING_LANDED = say("Nothing landed in this game.")

DIGITS = 12
"""The number of digits of an earlier seal that are shown."""

_FACES = "⚀⚁⚂⚃⚄⚅"


def cards(stored: StoredRound) -> bool:
    """Return whether a round is played with cards."""
    return has_cards(registry.games().get(stored.game))


def title(stored: StoredRound) -> Text:
    return say("Fair cards?") if cards(stored) else say("Fair dice?")


def in_play(stored: StoredRound) -> Text:
    """Return what is known of a game that can still be played."""
    if cards(stored):
        return say(
            "All cards follow from the seed of this game. Nobody can change them unnoticed: once "
            "the game has ended, anybody can check them here."
        )
    return say(
        "All dice follow from the seed of this game. Nobody can change them unnoticed: once the "
        "game has ended, anybody can check them here."
    )


def verdict(stored: StoredRound, seal: str, landed: int) -> Text:
    """Return what a proof shows, and no more; `landed` is the number of its rolls or cards."""
    code = as_code(seal)
    if stored.set_key is not None:
        return say_count(
            "✅ {n} roll follows from the seed with the seal {seal}, the same for everybody.",
            "✅ All {n} rolls follow from the seed with the seal {seal}, the same for everybody.",
            landed,
            seal=code,
        )
    if cards(stored):
        return say(
            "✅ All cards follow from the seed with the seal {seal}. Whoever saw that seal before "
            "the game was opened knows that nobody chose them.",
            seal=code,
        )
    return say_count(
        "✅ {n} roll follows from the seed with the seal {seal}. Whoever saw that seal before "
        "the game was opened knows that nobody chose it.",
        "✅ All {n} rolls follow from the seed with the seal {seal}. Whoever saw that seal before "
        "the game was opened knows that nobody chose them.",
        landed,
        seal=code,
    )


def rules_kept(check: ProofCheck) -> Text:
    """Return how far the rules were checked, for a game that keeps them."""
    if not check.replayed:
        return say("This version of the bot cannot replay the game: its rules were not checked.")
    if not check.computers:
        return say("All choices follow the rules of the game.")
    if check.compared:
        return say("All choices follow the rules of the game, the computer’s too.")
    return say(
        "All choices follow the rules of the game. The computer was of another version: its "
        "choices are not checked."
    )


def broken(stored: StoredRound) -> Text:
    """Return the verdict on a game whose record does not follow from its seed, or the rules."""
    return say(
        "❌ Game {number}: what landed does not follow from its seed and the rules. The proof "
        "shows it: ask the bot’s host.",
        number=str(stored.id),
    )


def own_seal(seal: str) -> Line:
    return Line(say("Seal of this game: {seal}", seal=as_code(seal)))


def seals_of_days(today: Seed | None, tomorrow: Seed | None) -> Iterator[Text]:
    """Yield the seals of the dice of today and tomorrow."""
    if today is not None:
        yield say("To check today’s dice later: seal {seal}", seal=as_code(today.seal))
    if tomorrow is not None:
        yield seal_of_tomorrow(tomorrow)


def seal_of_tomorrow(seed: Seed) -> Text:
    return say("To check tomorrow’s dice later: seal {seal}", seal=as_code(seed.seal))


def next_seal(following: Seed) -> Iterator[Line]:
    """Yield the seal of the next game of a channel, when it was drawn and why."""
    yield Line(say("Seal of the next game here: {seal}", seal=as_code(following.seal)))
    since = at(following.drawn)
    yield Line(
        say("Drawn {since}, when the game before it was opened.", since=since)
        if following.reason == "game"
        else say("Drawn {since}, the first one since the bot started or reconnected.", since=since),
        "quiet",
    )


def earlier(seals: Sequence[EarlierSeal]) -> Iterator[Block]:
    """Yield the earlier seals of a channel, with what became of each."""
    if seals:
        yield Heading(say("Seals before"))
    for one in seals:
        yield Line(say("{seal}… {fate}", seal=as_code(one.seal[:DIGITS]), fate=_fate(one)), "quiet")


def _fate(one: EarlierSeal) -> Text:
    number = str(one.round)  # as in the proof, without separators
    match one.status:
        case None:
            return say("was shown, and withdrawn before a game used it up")
        case "waiting" | "playing" | "resting":
            return say("game {number}, not ended yet", number=number)
        case "over":
            return say("game {number}, played to its end", number=number)
        case "closed":
            return say("game {number}, closed before its end", number=number)
        case "lapsed":
            return say("game {number}, never begun: nobody came in time", number=number)
        case _:
            return say("game {number}, withdrawn before it began", number=number)


def counts(by_face: Sequence[int]) -> Iterator[Block]:
    """Yield how often each face has landed on a server, if any has."""
    total = sum(by_face)
    if total:
        shares = side_by_side(
            [
                say("{face} {share}", face=face, share=Percent(count / total))
                for face, count in zip(_FACES, by_face, strict=True)
            ]
        )
        yield Divider()
        yield Line(
            say_count(
                "On this server so far: {shares}, of {n} die.",
                "On this server so far: {shares}, of {n} dice.",
                total,
                shares=shares,
            ),
            "quiet",
        )


def proof_later(until: datetime) -> Text:
    """Return when the proof can be had of a game whose dice others may still play."""
    return say(
        "Others may still play these dice, so the proof can be had after {when}.",
        when=Until(until),
    )


def ends_the_dare() -> Text:
    return say("With the proof anybody can compute these dice, so nobody can be dared with them.")


def to_run(name: str) -> Text:
    """Return how to run the program that checks proofs; `name` is the file of the proof."""
    return say(
        "The proof, for experts: save both files and run `python verify.py {file}`.", file=name
    )


def as_code(digits: str) -> str:
    return f"`{digits}`"


def at(when: datetime) -> str:
    """Return a time as Discord shows it."""
    return discord.utils.format_dt(when, "f")
