"""Draws from the luck of seeds: whether it looks fair, and how long a landing takes.

    python bench/dice.py [millions of dice, 10 unless told]

Chi-square of the faces, of pairs of neighbouring faces (a serial test) and of all orders of
four cards; the value is given with its degrees of freedom, whose mean it should be near.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from itertools import permutations
from math import sqrt
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1])]

from bot.table.luck import SeededLuck  # noqa: E402 — found by the line above

AT_ONCE = 1000
SHUFFLES = 240_000
LANDINGS = 100_000


def chi_square(counts: Counter[object], kinds: int) -> str:
    """Return chi-square, its degrees of freedom and its distance from the mean in deviations."""
    expected = sum(counts.values()) / kinds
    value = sum((number - expected) ** 2 for number in counts.values()) / expected
    value += (kinds - len(counts)) * expected
    freedom = kinds - 1
    return f"{value:8.1f} of {freedom} ({(value - freedom) / sqrt(2 * freedom):+.2f} deviations)"


def main(arguments: list[str]) -> None:
    """Draw and print the figures."""
    dice = int(float(arguments[0] if arguments else "10") * 1_000_000)
    luck = SeededLuck(bytes(range(32)), "bench")
    faces: Counter[object] = Counter()
    pairs: Counter[object] = Counter()
    for number in range(dice // AT_ONCE):
        rolled = luck.roll(f"seat/1/turn/{number}/roll/1", AT_ONCE)
        faces.update(rolled)
        pairs.update(zip(rolled[::2], rolled[1::2], strict=True))
    print(f"{dice} dice: faces {chi_square(faces, 6)}")
    print(f"{dice // 2} pairs: {chi_square(pairs, 36)}")
    deck = (1, 2, 3, 4)
    orders: Counter[object] = Counter(
        luck.shuffle(f"deal/{number}", deck) for number in range(SHUFFLES)
    )
    print(f"{SHUFFLES} shuffles: {chi_square(orders, len([*permutations(deck)]))}")
    began = time.perf_counter()
    for number in range(LANDINGS):
        luck.roll(f"seat/1/turn/{number}/roll/2", 5)
    print(f"a landing of five dice: {(time.perf_counter() - began) / LANDINGS * 1e6:.2f} µs")


if __name__ == "__main__":
    main(sys.argv[1:])
