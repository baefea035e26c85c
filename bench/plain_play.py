"""The dice games solved in plain Python, without numpy: what `bench/exact.py` compares with.

The same lattice of keeps as in `rules.exact`, in lists and loops.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, combinations_with_replacement

from rules.dice import DIFFERENT_ROLLS, FACES, orders
from rules.hands import DICE_POKER, RankOrder

KEEPS = [keep for size in range(5, -1, -1) for keep in combinations_with_replacement(FACES, size)]
PLACE = {keep: place for place, keep in enumerate(KEEPS)}
MORE = [[PLACE[tuple(sorted((*keep, face)))] for face in FACES] for keep in KEEPS if len(keep) < 5]
FEWER = [
    sorted({PLACE[fewer] for fewer in combinations(keep, len(keep) - 1)}) for keep in KEEPS if keep
]
FIRST = [orders(roll) / 6**5 for roll in DIFFERENT_ROLLS]


def expectation(worth: Sequence[float]) -> list[float]:
    """Return what each of 462 keeps is worth when the other dice are rolled once."""
    expected = list(worth)
    for larger in MORE:
        total = 0.0
        for place in larger:
            total += expected[place]
        expected.append(total / 6)
    return expected


def best(expected: list[float]) -> list[float]:
    """Return what each of 252 rolls is worth when its best keep is chosen."""
    top = list(expected)
    for place in range(len(KEEPS) - 2, -1, -1):
        for smaller in FEWER[place]:
            if top[smaller] > top[place]:  # noqa: PLR1730  # a call would take longer
                top[place] = top[smaller]
    return top[:252]


def turn(final: Sequence[float]) -> float:
    """Return what a turn with two rerolls is worth."""
    worth = best(expectation(best(expectation(final))))
    return sum(likely * one for likely, one in zip(FIRST, worth, strict=True))


def dice_poker() -> float:
    """Return the value of Dice Poker (README 1.9)."""
    strength = [DICE_POKER.hand(roll).strength for roll in DIFFERENT_ROLLS]
    answered = [
        best(expectation([(own > hand) + (own == hand) / 2 for own in strength]))
        for hand in strength
    ]
    value = 0.0
    for player, likely in enumerate(FIRST):
        dealt = best(expectation([-answers[player] for answers in answered]))
        value -= likely * sum(first * one for first, one in zip(FIRST, dealt, strict=True))
    return value


def poker_dice(order: RankOrder) -> float:
    """Return the value of acting first of two in Poker Dice (README 2.8)."""
    strength = [order.hand(roll).strength for roll in DIFFERENT_ROLLS]
    return turn(
        [1 - turn([(own > hand) + (own == hand) / 2 for own in strength]) for hand in strength]
    )


def sheet(rows: int, worths: Callable[[tuple[int, ...]], Sequence[int]]) -> float:
    """Return what perfect play of a sheet averages (README 3.5, 4.4)."""
    scores = [worths(roll) for roll in DIFFERENT_ROLLS]
    rest = [0.0] * (1 << rows)
    for mask in range(1, 1 << rows):
        open_rows = [(row, rest[mask ^ 1 << row]) for row in range(rows) if mask >> row & 1]
        rest[mask] = turn([max(one[row] + after for row, after in open_rows) for one in scores])
    return rest[-1]
