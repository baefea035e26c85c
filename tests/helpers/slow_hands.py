"""Hands compared the slow way, without code of `rules`.

See README 1.2 and 1.5 of Dice Poker, and README 2.2 and 2.4 of Poker Dice.

Each rank has its own test and its own list of faces to compare, written out one by one.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement, product

ROLLS: list[tuple[int, ...]] = list(combinations_with_replacement(range(1, 7), 5))
"""The 252 different rolls of five dice, faces rising."""

ALL_ROLLS: list[tuple[int, ...]] = list(product(range(1, 7), repeat=5))
"""All 7,776 rolls."""

IDS = {
    "dice-poker": {
        "five-of-a-kind": 1,
        "four-of-a-kind": 2,
        "straight": 3,
        "full-house": 4,
        "three-of-a-kind": 5,
        "two-pair": 6,
        "one-pair": 7,
        "singles": 8,
    },
    "poker-dice": {
        "five-of-a-kind": 1,
        "four-of-a-kind": 2,
        "full-house": 3,
        "straight": 4,
        "three-of-a-kind": 5,
        "two-pair": 6,
        "one-pair": 7,
        "bust": 8,
    },
    "poker-dice-straights-bust": {
        "five-of-a-kind": 1,
        "four-of-a-kind": 2,
        "full-house": 3,
        "three-of-a-kind": 4,
        "two-pair": 5,
        "one-pair": 6,
        "bust": 7,
    },
}


@cache
def slow_name(order: str, roll: tuple[int, ...]) -> str:
    """Return the rank of five faces in this order."""
    dice = sorted(roll)
    repeats = sum(dice.count(face) for face in dice)  # every group counts its square
    if repeats == 25:
        return "five-of-a-kind"
    if repeats == 17:
        return "four-of-a-kind"
    if repeats == 13:
        return "full-house"
    if repeats == 11:
        return "three-of-a-kind"
    if repeats == 9:
        return "two-pair"
    if repeats == 7:
        return "one-pair"
    if dice in ([1, 2, 3, 4, 5], [2, 3, 4, 5, 6]) and "straight" in IDS[order]:
        return "straight"
    return "singles" if order == "dice-poker" else "bust"


@cache
def slow_faces(order: str, roll: tuple[int, ...]) -> list[int]:
    """List the faces that decide between hands of one rank, the most important first (1.5)."""
    fives = [face for face in range(6, 0, -1) if roll.count(face) == 5]
    fours = [face for face in range(6, 0, -1) if roll.count(face) == 4]
    threes = [face for face in range(6, 0, -1) if roll.count(face) == 3]
    pairs = [face for face in range(6, 0, -1) if roll.count(face) == 2]
    singles = [face for face in range(6, 0, -1) if roll.count(face) == 1]
    return {
        "five-of-a-kind": fives,
        "four-of-a-kind": fours + singles,
        "straight": [max(roll)],
        "full-house": threes + pairs,
        "three-of-a-kind": threes + singles,
        "two-pair": pairs + singles,
        "one-pair": pairs + singles,
        "singles": singles,
        "bust": singles,
    }[slow_name(order, roll)]


def slow_compare(order: str, one: tuple[int, ...], other: tuple[int, ...]) -> int:
    """Return 1 if `one` is the better roll, -1 if `other` is, 0 for a draw."""
    one_id, other_id = IDS[order][slow_name(order, one)], IDS[order][slow_name(order, other)]
    if one_id != other_id:
        return 1 if one_id < other_id else -1
    for mine, yours in zip(slow_faces(order, one), slow_faces(order, other), strict=True):
        if mine != yours:
            return 1 if mine > yours else -1
    return 0
