"""The only place where luck is made.

Every random number of a real round comes out of the `DiceCup`; tests and
replays bring their own `rules.engine.Luck`.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate
from math import lcm

from rules.dice import Roll


class DiceCup:
    """Fair luck from the operating system's random bytes.

    Every number is drawn from just as many bits as it needs and drawn again
    where it falls outside its range, so no face is likelier than another by
    even a rounding. `draw` returns so many random bytes.
    """

    def __init__(self, draw: Callable[[int], bytes] = secrets.token_bytes) -> None:
        self._draw = draw

    def roll(self, step: int, count: int) -> Roll:  # noqa: ARG002 — the step is for dice that prove themselves
        """Return `count` faces from 1 to 6, each as likely as any other."""
        return tuple(1 + self._below(6) for _ in range(count))

    def shuffle(self, step: int, cards: Roll) -> Roll:  # noqa: ARG002 — as above
        """Return the cards in a new order, each order as likely as any other."""
        deck = list(cards)
        for last in range(len(deck) - 1, 0, -1):
            taken = self._below(last + 1)
            deck[last], deck[taken] = deck[taken], deck[last]
        return tuple(deck)

    def choose(self, step: int, weights: Sequence[Fraction]) -> int:  # noqa: ARG002 — as above
        """Return an index, each exactly as likely as its weight.

        Raises ValueError unless the weights are at least 0 and sum to 1.
        """
        if any(weight < 0 for weight in weights) or sum(weights) != 1:
            raise ValueError(f"weights are at least 0 and sum to 1, these do not: {weights}")
        whole = lcm(*(weight.denominator for weight in weights))
        drawn = self._below(whole)
        return next(index for index, upto in enumerate(accumulate(weights)) if drawn < upto * whole)

    def _below(self, bound: int) -> int:
        """Draw a number from 0 to `bound` - 1, each as likely as any other."""
        bits = (bound - 1).bit_length()
        while True:
            drawn = int.from_bytes(self._draw((bits + 7) // 8), "big") & ((1 << bits) - 1)
            if drawn < bound:
                return drawn
