"""How many hands a second pure Python classifies: `python bench/hands.py`.

Three ways over the same random rolls, given as tuples: the tables of
`rules.hands` in bulk (`hands`) and one call a roll (`hand`), and a plain
`Counter` that finds only the rank, not even the order within it.
"""

from __future__ import annotations

import sys
from collections import Counter, deque
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1]))

from rules.dice import FACES, Roll
from rules.hands import DICE_POKER

ROLLS = 1_000_000
REPEATS = 5


def counted(roll: Roll) -> str:
    """Name the rank of a roll with nothing but a Counter (README 1.2)."""
    sizes = sorted(Counter(roll).values(), reverse=True)
    if sizes == [5]:
        return "five-of-a-kind"
    if sizes == [4, 1]:
        return "four-of-a-kind"
    if sizes == [3, 2]:
        return "full-house"
    if sizes == [3, 1, 1]:
        return "three-of-a-kind"
    if sizes == [2, 2, 1]:
        return "two-pair"
    if sizes == [2, 1, 1, 1]:
        return "one-pair"
    return "straight" if max(roll) - min(roll) == 4 else "singles"


def in_bulk(rolls: list[Roll]) -> None:
    """Classify all rolls in one go."""
    deque(DICE_POKER.hands(rolls), maxlen=0)


def one_by_one(rolls: list[Roll]) -> None:
    """Classify all rolls, one call each."""
    hand = DICE_POKER.hand
    for roll in rolls:
        hand(roll)


def by_counter(rolls: list[Roll]) -> None:
    """Classify all rolls the plain way."""
    for roll in rolls:
        counted(roll)


def per_second(way: Callable[[list[Roll]], None], rolls: list[Roll]) -> float:
    """Return how many rolls a second `way` classifies, the best of some runs."""
    times = []
    for _ in range(REPEATS):
        start = perf_counter()
        way(rolls)
        times.append(perf_counter() - start)
    return len(rolls) / min(times)


def main() -> None:
    """Print the three figures side by side, after seeing that the ways agree."""
    random = Random(7776)
    rolls = [tuple(random.choices(FACES, k=5)) for _ in range(ROLLS)]
    some = rolls[:20_000]
    if [hand.name for hand in DICE_POKER.hands(some)] != [counted(roll) for roll in some]:
        sys.exit("the table and the Counter disagree")

    plain = per_second(by_counter, rolls[: ROLLS // 10])
    print(f"{ROLLS:,} random rolls, Python {sys.version.split()[0]}, best of {REPEATS} runs")
    for name, speed in (
        ("Counter", plain),
        ("table, one call each", per_second(one_by_one, rolls)),
        ("table, in bulk", per_second(in_bulk, rolls)),
    ):
        print(f"  {name:<22}{speed / 1e6:8.2f} million hands/s{speed / plain:9.1f} x")


if __name__ == "__main__":
    main()
