"""The luck of a stored round, from its seed and its members' words, and access to it.

It can be proven. All checks of who may look back at dice that others may still play are here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from bot.table.commitment import Word
from bot.table.luck import (
    SecureLuck,
    SeededLuck,
    SetLuck,
    drawn_word,
    lines_of_set,
    lines_of_words,
    part_of,
    set_number,
    without_seat,
)
from bot.table.refusals import Stale
from bot.table.stored_round import StoredRound, changed
from rules import registry
from rules.engine import Acted, Landed, Luck, Step
from rules.errors import Refusal
from rules.screen import Seat
from rules.text import say

SEALED_FOR = timedelta(days=3)
"""How long after its end a sheet played alone can be offered to others."""


def luck_of(stored: StoredRound) -> Luck:
    """Return the luck of a round; one without a seed has that of the operating system."""
    if stored.set_seed is not None:
        return SetLuck(stored.set_seed.seed, stored.set_seed.lines, member_of(stored))
    if stored.commitment is None:
        return SecureLuck()
    if stored.is_set:
        return SetLuck(stored.commitment.seed, lines_of(stored), Seat(0))
    return SeededLuck(stored.commitment.seed, part_of(lines_of(stored)))


def lines_of(stored: StoredRound) -> tuple[str, ...]:
    """Return the lines of the players' part of a round with a seed.

    They stay the same once the round has begun. A set has a part of its own: its number, which
    follows from its seed, and the number with which it was opened.
    """
    if stored.set_seed is not None:
        return stored.set_seed.lines
    seed = stored.commitment
    assert seed is not None  # noqa: S101 — only rounds with a seed have lines
    opened = seed.opening.number
    if stored.is_set:
        return lines_of_set(f"s{set_number(seed.digest)}", opened)
    return lines_of_words(
        seed.root,
        seed.number,
        opened,
        stored.game,
        options=stored.options,
        seats=seats_of(stored),
        words=[word for word, _ in words_of(stored)],
    )


def member_of(stored: StoredRound) -> Seat:
    """Return the seat of the member who plays a set: the only seat without a level."""
    return next(Seat(at) for at, one in enumerate(stored.players) if one.level is None)


def seats_of(stored: StoredRound) -> tuple[str, ...]:
    """Return for each seat "member", the level of the computer, or "everybody"."""
    return tuple(
        player.level or ("everybody" if player.everybody else "member") for player in stored.players
    )


def words_of(stored: StoredRound) -> tuple[tuple[str, bool], ...]:
    """Return the word of each member in the order of seats, and whether it is their own.

    The seat of everybody has no word.
    """
    seed = b"" if stored.commitment is None else stored.commitment.seed
    return tuple(
        (player.word or drawn_word(seed, seat), bool(player.word))
        for seat, player in enumerate(stored.players, 1)
        if player.level is None and not player.everybody
    )


def with_words(beginning: StoredRound) -> StoredRound:
    """Return a round whose first die is about to land, with the words of its members."""
    if not beginning.words:
        return beginning
    words = [beginning.words.get(player.user or 0, Word()) for player in beginning.players]
    players = tuple(
        player
        if (word.text, word.early) == (player.word, player.early_word)
        else replace(player, word=word.text, early_word=word.early)
        for player, word in zip(beginning.players, words, strict=True)
    )
    return changed(beginning, players=players, words={})


def sealed(over: StoredRound, now: datetime) -> StoredRound:
    """Return a round that has ended, with its seed still secret if others may play its dice.

    They may if members see it, and such sheets are the daily challenge.
    """
    seen = over.guild is not None and not over.out_of_reach
    if not (over.commitment and over.is_set and seen):
        return over
    if not registry.game(over.game).info.weekdays:
        return over
    return changed(over, sealed_until=now + SEALED_FOR)


def with_card(until: datetime) -> Callable[[StoredRound], StoredRound]:
    """Record that a card offers the dice of a round until a time; its seed stays secret as long."""

    def change(before: StoredRound) -> StoredRound:
        return changed(before, has_card=True, sealed_until=until)

    return change


def with_new_dice(waiting: StoredRound) -> StoredRound:
    """Return a round that ends before it begins, because new dice are dealt to all who join."""
    return changed(waiting, has_new_dice=True, status="withdrawn", deadline=None)


def unsealed(before: StoredRound) -> StoredRound:
    """Return a round whose seed is shown from now on."""
    return before if before.sealed_until is None else changed(before, sealed_until=None)


def check_look_back(stored: StoredRound, user: int) -> None:
    """Raise a refusal if a member would see dice that they, or others, may still play."""
    if on_offer(stored) and not stored.seats_of(user):
        raise Refusal(
            say(
                "Others may still play these dice. Until their card closes, only the player of "
                "this sheet can look back at it."
            )
        )
    if stored.set_key is not None and not is_revealed(stored):
        raise Refusal(
            say("Others may still play these dice. You can look back at them when that is over.")
        )


def check_is_public(stored: StoredRound) -> None:
    """Raise a refusal for a private round: the page exists only for rounds of a channel."""
    if stored.set_key is not None:
        raise Refusal(
            say(
                "Everybody plays these same dice alone: without hints or rematch. You cannot leave "
                "or close the game."
            )
        )


def is_revealed(private: StoredRound) -> bool:
    """Return whether the set of a private round has ended for everybody and its seed is shown."""
    return private.set_seed is not None and private.set_seed.revealed


def on_offer(stored: StoredRound) -> bool:
    """Return whether others may still play the dice of a round from its card."""
    return stored.sealed_until is not None and stored.has_card


def labelled(stored: StoredRound, record: Sequence[Step]) -> tuple[Step, ...]:
    """Return the record of a round with the labels under which its luck was drawn."""
    if not stored.is_set:
        return tuple(record)
    own = member_of(stored)
    return tuple(
        replace(step, label=without_seat(step.label, own))
        if isinstance(step, Acted | Landed) and step.label
        else step
        for step in record
    )


def admitted(
    change: Callable[[StoredRound], StoredRound], words: Mapping[int, Word] | None
) -> Callable[[StoredRound], StoredRound]:
    """Return a change that sets the `words` of its members, then applies `change`.

    The words are those of `Reserved.words`, None if the round has no seed. The result raises Stale
    if a member has sat down whose word is not among them.
    """

    def noting(before: StoredRound) -> StoredRound:
        if before.status != "waiting":
            return change(before)
        if words is not None and not {*before.people} <= {*words}:
            raise Stale
        noted = changed(before, words=words or {})
        after = change(noted)
        return before if after is noted else changed(after, words={})

    return noting
