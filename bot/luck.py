"""Random numbers for rounds, from the operating system.

`SecureLuck` is the source of chance in production; tests pass their own
implementation of `rules.engine.Luck`.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate
from math import lcm

from rules.dice import Roll


class SecureLuck:
    """Implements `rules.engine.Luck` with uniform random numbers from the operating system.

    Numbers are sampled by rejection: as many bits as the range needs, drawn again
    when the number is outside the range, so the distribution is exactly uniform.
    `random_bytes(n)` returns n random bytes.
    """

    def __init__(self, random_bytes: Callable[[int], bytes] = secrets.token_bytes) -> None:
        self._random_bytes = random_bytes

    def roll(self, step: int, count: int) -> Roll:  # noqa: ARG002 — a parameter of `Luck`, for provable dice
        """Return `count` faces, each uniform from 1 to 6."""
        return tuple(1 + self._below(6) for _ in range(count))

    def shuffle(self, step: int, cards: Roll) -> Roll:  # noqa: ARG002 — as above
        """Return the cards in a random order; all orders are equally likely."""
        deck = list(cards)
        for last in range(len(deck) - 1, 0, -1):
            other = self._below(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return tuple(deck)

    def choose(self, step: int, weights: Sequence[Fraction]) -> int:  # noqa: ARG002 — as above
        """Return an index of `weights`; the probability of each index is its weight.

        Raises ValueError unless the weights are at least 0 and sum to 1.
        """
        if any(weight < 0 for weight in weights) or sum(weights) != 1:
            raise ValueError(f"weights are at least 0 and sum to 1, these do not: {weights}")
        denominator = lcm(*(weight.denominator for weight in weights))
        number = self._below(denominator)
        return next(
            index for index, upper in enumerate(accumulate(weights)) if number < upper * denominator
        )

    def _below(self, bound: int) -> int:
        """Return a uniform number from 0 to `bound` - 1."""
        bits = (bound - 1).bit_length()
        while True:
            number = int.from_bytes(self._random_bytes((bits + 7) // 8), "big") & ((1 << bits) - 1)
            if number < bound:
                return number
