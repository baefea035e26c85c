"""The luck of a stored round: from its seed and its players' part, so that it can be proven."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from bot.table.luck import (
    FIRST,
    SECOND,
    SecureLuck,
    SeededLuck,
    drawn_word,
    lines_of_numbers,
    lines_of_words,
    part_of,
)
from bot.table.refusals import Stale
from bot.table.stored_round import StoredRound
from rules.engine import Luck


def luck_of(stored: StoredRound) -> Luck:
    """Return the luck of a round; one without a seed has that of the operating system."""
    if stored.commitment is None:
        return SecureLuck()
    return SeededLuck(stored.commitment.seed, part_of(lines_of(stored)), protocol_of(stored))


def protocol_of(stored: StoredRound) -> str:
    """Return by which protocol the dice of a round with a seed follow from it."""
    seed = stored.commitment
    return FIRST if seed is None or seed.root is None else SECOND


def lines_of(stored: StoredRound) -> tuple[str, ...]:
    """Return the lines of the players' part; they stay the same once the round has begun."""
    seed, game, options, seats = stored.commitment, stored.game, stored.options, seats_of(stored)
    if seed is None or seed.root is None:
        return lines_of_numbers(stored.id, game, options, seats, stored.interactions)
    words = [word for word, _ in words_of(stored)]
    return lines_of_words(seed.root, seed.number, game, options, seats, words=words)


def seats_of(stored: StoredRound) -> tuple[str, ...]:
    """Return "member" or the level of the computer for each seat."""
    return tuple(player.level or "member" for player in stored.players)


def words_of(stored: StoredRound) -> tuple[tuple[str, bool], ...]:
    """Return the word of each member in the order of seats, and whether it is their own."""
    seed = b"" if stored.commitment is None else stored.commitment.seed
    return tuple(
        (player.word or drawn_word(seed, seat), bool(player.word))
        for seat, player in enumerate(stored.players, 1)
        if player.level is None
    )


def with_words(beginning: StoredRound) -> StoredRound:
    """Return a round whose first die is about to land, with the words of its members."""
    if not beginning.words:
        return beginning
    players = tuple(
        replace(player, word=beginning.words.get(player.user or 0, ""))
        for player in beginning.players
    )
    return replace(beginning, players=players, words={})


def admitted(
    change: Callable[[StoredRound], StoredRound],
    interaction: int,
    words: Mapping[int, str] | None = None,
) -> Callable[[StoredRound], StoredRound]:
    """Return `change`, with which a round that waits may begin.

    By `dice-poker/1` it notes the interaction that asked for it. By `dice-poker/2` it has the
    `words` of the members (`Reserved.words`), and raises Stale where somebody has sat down whose
    word was not asked for.
    """

    def noting(before: StoredRound) -> StoredRound:
        if before.status != "waiting":
            return change(before)
        if protocol_of(before) == FIRST:
            noted = replace(before, interactions=(*before.interactions, interaction))
        elif words is not None and not {*before.people} <= {*words}:
            raise Stale
        else:
            noted = replace(before, words=words or {})
        after = change(noted)
        return before if after is noted else replace(after, words={})

    return noting
