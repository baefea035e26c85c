"""The luck of games: dice, shuffles and mixed choices.

What lands follows from the seed of the game, the id of the interaction that opened it, and the
label of the landing, and from nothing else, so anybody with these can check it
(docs/fair-dice.md). Tests pass their own implementation of `rules.engine.Luck`.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate
from math import lcm
from typing import TypeAlias

from rules.dice import Roll

SEED_BYTES = 32

PROTOCOL = "dice-poker/3"
"""The version of the rule by which dice follow from a seed."""

_FACE_OF = bytes(1 + byte % 6 for byte in range(256))
_NO_FACES = bytes(range(252, 256))
"""The bytes that are skipped, so that each face corresponds to 42 of the others."""

Take: TypeAlias = Callable[[int], bytes]
"""Returns the given number of bytes, the next ones with every call."""


class SeededLuck:
    """The luck of a seed: equal labels give equal bytes. It implements `rules.engine.Luck`.

    `opened` is the id of the interaction that opened the game, 0 without one. Without bias: bytes
    out of range are skipped. The labels of a `shared` game leave out the seat of its only player.
    """

    def __init__(self, seed: bytes, opened: int = 0, *, shared: bool = False) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, this one {len(seed)}")
        self._seed, self._shared = seed, shared
        self._begins = f"{PROTOCOL}\n{opened}"

    def roll(self, label: str, count: int) -> Roll:
        """Return `count` faces, each uniform from 1 to 6."""
        faces, block, label = b"", 0, self.label(label)
        while len(faces) < count:
            faces += self._block(label, block).translate(_FACE_OF, _NO_FACES)
            block += 1
        return tuple(faces[:count])

    def shuffle(self, label: str, cards: Roll) -> Roll:
        """Return the cards, at most 256, in a random order; all orders are equally likely."""
        take = self._bytes(label)
        deck = list(cards)
        for last in range(len(deck) - 1, 0, -1):
            other = _below(take, last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return tuple(deck)

    def choose(self, label: str, weights: Sequence[Fraction]) -> int:
        """Return an index of `weights`; the probability of each index is its weight.

        Raises ValueError unless the weights are at least 0 and sum to 1.
        """
        if any(weight < 0 for weight in weights) or sum(weights) != 1:
            raise ValueError(f"weights are at least 0 and sum to 1, these do not: {weights}")
        denominator = lcm(*(weight.denominator for weight in weights))
        number = _of_bits(self._bytes(label), denominator)
        return next(
            index for index, upper in enumerate(accumulate(weights)) if number < upper * denominator
        )

    def label(self, label: str) -> str:
        """Return the label under which this luck draws for a label of the game."""
        return without_seat(label) if self._shared else label

    def _block(self, label: str, number: int) -> bytes:
        message = f"{self._begins}\n{label}\n{number}".encode("ascii")
        return hmac.digest(self._seed, message, "sha256")

    def _bytes(self, label: str) -> Take:
        """Return the stream of a label: its blocks 0, 1, 2 … one after the other."""
        stream, block, used, name = b"", 0, 0, self.label(label)

        def take(count: int) -> bytes:
            nonlocal stream, block, used
            while len(stream) < used + count:
                stream += self._block(name, block)
                block += 1
            used += count
            return stream[used - count : used]

        return take


def draw_luck() -> SeededLuck:
    """Return the luck of a new seed from the operating system."""
    return SeededLuck(secrets.token_bytes(SEED_BYTES))


def without_seat(label: str) -> str:
    """Return the label of a shared game for a label of the game: without the first seat.

    >>> without_seat("seat/1/turn/2/roll/1"), without_seat("deal")
    ('turn/2/roll/1', 'deal')
    """
    return label.replace("seat/1/", "", 1)


def _below(take: Take, bound: int) -> int:
    """Return a uniform number from 0 to `bound` - 1, `bound` at most 256."""
    limit = 256 - 256 % bound
    while True:
        number = take(1)[0]
        if number < limit:
            return number % bound


def _of_bits(take: Take, bound: int) -> int:
    """Return a uniform number from 0 to `bound` - 1 from as many bits as it needs."""
    bits = (bound - 1).bit_length()
    mask = (1 << bits) - 1
    while True:
        number = int.from_bytes(take((bits + 7) // 8), "big") & mask
        if number < bound:
            return number
