"""Luck for tests: seeded, or given beforehand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from random import Random

from rules.dice import FACES, Roll


class SeededLuck:
    """Draws from one seeded generator, so that a failing round can be repeated."""

    def __init__(self, seed: int | str) -> None:
        self.random = Random(seed)

    def roll(self, label: str, count: int) -> Roll:
        return tuple(self.random.choices(FACES, k=count))

    def shuffle(self, label: str, cards: Roll) -> Roll:
        return tuple(self.random.sample(cards, len(cards)))

    def choose(self, label: str, weights: Sequence[Fraction]) -> int:
        return self.random.choices(range(len(weights)), [float(weight) for weight in weights])[0]


class WrittenLuck:
    """Returns given landings and choices, in order; `asked` lists the calls."""

    def __init__(self, landings: Iterable[Roll] = (), choices: Iterable[int] = ()) -> None:
        self.landings = list(landings)
        self.choices = list(choices)
        self.asked: list[tuple[object, ...]] = []

    def roll(self, label: str, count: int) -> Roll:
        self.asked.append(("roll", label, count))
        faces = self.landings.pop(0)
        assert len(faces) == count, f"{faces} was written down where {count} dice land"
        return faces

    def shuffle(self, label: str, cards: Roll) -> Roll:
        self.asked.append(("shuffle", label, cards))
        faces = self.landings.pop(0)
        assert sorted(faces) == sorted(cards)
        return faces

    def choose(self, label: str, weights: Sequence[Fraction]) -> int:
        self.asked.append(("choose", label, tuple(weights)))
        return self.choices.pop(0)
