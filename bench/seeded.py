"""Luck from a seeded generator, so that benches can be repeated with the same dice."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from rules.dice import FACES, Roll


class Seeded:
    """Dice, cards and choices that a seed determines (`rules.engine.Luck`)."""

    def __init__(self, seed: int | str) -> None:
        self.random = Random(seed)

    def roll(self, _label: str, count: int) -> Roll:
        return tuple(self.random.choices(FACES, k=count))

    def shuffle(self, _label: str, cards: Roll) -> Roll:
        """Return the cards in a new order."""
        return tuple(self.random.sample(cards, len(cards)))

    def choose(self, _label: str, weights: Sequence[Fraction]) -> int:
        """Return an index, each as likely as its weight."""
        return self.random.choices(range(len(weights)), [float(weight) for weight in weights])[0]
