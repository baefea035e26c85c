"""Attempts of a host to choose a member's dice: `python -m bench.analyses.grinding`.

A host knows all seeds and searches for five sixes in the first roll of another member's round of
Dice Poker. Each way is repeated until it succeeds or is exhausted, for rounds without a proven
time, and rounds that are *fixed before the game*. bench/README.md has the table.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from typing import TypeAlias

from bot.table.commitment import BLOCK, block_of, seed_of
from bot.table.luck import SeededLuck, drawn_word, lines_of_words, part_of

SIXES = (6,) * 5

DEFERRED = 100
"""Interactions of a channel whose tokens are still good: Discord keeps them for 15 minutes."""

Roll: TypeAlias = tuple[int, ...]
Rolls: TypeAlias = Iterator[Roll]


def _roll(secret: bytes, number: int, root: str, words: tuple[str, ...], opened: int = 0) -> Roll:
    seats = ("member",) * len(words)
    lines = lines_of_words(root, number, opened, "dice-poker", options={}, seats=seats, words=words)
    luck = SeededLuck(seed_of(secret, number), part_of(lines))
    return luck.roll("seat/2/turn/1/roll/1", 5)


def _drawn(secret: bytes, number: int) -> tuple[str, str]:
    """Return the words of two members without their own: they follow from the seed."""
    seed = seed_of(secret, number)
    return drawn_word(seed, 1), drawn_word(seed, 2)


def _snowflake(random: Random, at: int) -> int:
    """Return a number that Discord could give at a time: milliseconds, worker and counter."""
    return (1_400_000_000_000 + at) << 22 | random.getrandbits(22)


def same_number(random: Random) -> Rolls:
    """Use the same number with other ids of rounds and presses, which are not in the part.

    Both members have words that were set after the root was posted.
    """
    block = block_of(5, 1, random.randbytes(32))
    for _ in range(2**10):
        yield _roll(block.secret, 1, block.root, ("ana", "bogdan"))


def drawn_words(random: Random) -> Rolls:
    """Draw another word for a member without one: it follows from the seed."""
    block = block_of(5, 1, random.randbytes(32))
    for _ in range(2**10):
        yield _roll(block.secret, 1, block.root, ("ana", drawn_word(block.seed(1), 2)))


def known_words(random: Random) -> Rolls:
    """Commit to the block that suits words set before; then these do not count for it.

    The root was not posted when they were set: members set others, and there is one try.
    """
    secret = random.randbytes(32)
    roots = (f"{tried:064x}" for tried in count())  # a root takes longer, and helps as much
    root = next(one for one in roots if _roll(secret, 1, one, ("ana", "bogdan")) == SIXES)
    yield _roll(secret, 1, root, ("new word of ana", "new word of bogdan"))


def blocks(random: Random) -> Rolls:
    """Commit to other blocks where no member has a word that counts."""
    for tried in count():
        secret = random.randbytes(32)
        yield _roll(secret, 1, f"{tried:064x}", _drawn(secret, 1))  # a root takes longer


def blocks_before(random: Random) -> Rolls:
    """Choose the block before its root is posted: the round is opened with a number after that."""
    opened = _snowflake(random, 0)
    secrets = (random.randbytes(32) for _ in count())
    secret = next(one for one in secrets if _roll(one, 1, "0" * 64, _drawn(one, 1)) == SIXES)
    yield _roll(secret, 1, "0" * 64, _drawn(secret, 1), opened)


def unanswered(random: Random) -> Rolls:
    """Leave commands of members unanswered until one has a number that suits."""
    secret = random.randbytes(32)
    words = _drawn(secret, 1)
    for tried in count():
        yield _roll(secret, 1, "0" * 64, words, _snowflake(random, 1000 * tried))


def deferred(random: Random) -> Rolls:
    """Answer, of all interactions of the channel, the one whose number suits."""
    secret = random.randbytes(32)
    words = _drawn(secret, 1)
    for tried in range(DEFERRED):
        yield _roll(secret, 1, "0" * 64, words, _snowflake(random, 9000 * tried))


def own_word(random: Random) -> Rolls:
    """Sit down last with a word of one's own, set when those of all others are known."""
    block = block_of(5, 1, random.randbytes(32))
    for tried in count():
        yield _roll(block.secret, 1, block.root, (f"host {tried}", "bogdan"))


def skipped_numbers(random: Random) -> Rolls:
    """Skip numbers of a block, and the rest of it, until one suits the words of all."""
    for _ in count():
        block = block_of(5, 1, random.randbytes(32))
        for number in range(1, BLOCK + 1):
            yield _roll(block.secret, number, block.root, ("ana", "bogdan"))


WAYS: dict[str, Callable[[Random], Rolls]] = {
    "ids of rounds and presses": same_number,
    "a drawn word beside a word that counts": drawn_words,
    "blocks, for words set before the root": known_words,
    "blocks, where nothing is proven": blocks,
    "blocks, fixed before the game": blocks_before,
    "commands left unanswered": unanswered,
    "deferred answers": deferred,
    "numbers skipped": skipped_numbers,
    "the last word, one's own": own_word,
}


def tried(name: str) -> tuple[int, bool, float]:
    """Return the number of tries of a way, whether it found five sixes, and the seconds."""
    begun, number, found = time.perf_counter(), 0, False
    distinct = set()
    for roll in WAYS[name](Random(f"grinding {name}")):
        number += 1
        distinct.add(roll)
        found = roll == SIXES
        if found:
            break
    return (number if len(distinct) > 1 else 1), found, time.perf_counter() - begun


def main() -> None:
    for name in WAYS:
        tries, found, seconds = tried(name)
        end = "five sixes" if found else "nothing"
        print(f"{name:<42}{tries:>8} tries {seconds:>7.2f} s  {end}")


if __name__ == "__main__":
    main()
