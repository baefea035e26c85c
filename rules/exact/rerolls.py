"""Rerolls: the 462 keeps, their expected worths, and the best keep of a roll.

A *keep* is a multiset of up to five faces that are not rerolled. The keeps form
a lattice: rolling one more die leads from a keep to six larger ones with equal
probability, so

    expected(keep) = average over the six faces of expected(keep + face)

and each of the 462 expectations costs six additions instead of a sum over 252
rolls. In the same way the best keep of a roll is the roll itself or a best keep
of the roll without one die.

The first axis of arrays is the roll or the keep, in the order of `KEEPS`: the
252 different rolls come first, the empty keep last. A second axis holds the
columns that are computed at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, combinations_with_replacement

import numpy as np

from rules.dice import DIFFERENT_ROLLS, FACES, POSITIONS, SELECTIONS, Roll, orders
from rules.exact.tables import BoolArray, FloatArray, IntArray, read_only

ROLLS = len(DIFFERENT_ROLLS)

_BY_SIZE: tuple[tuple[Roll, ...], ...] = tuple(
    tuple(combinations_with_replacement(FACES, size)) for size in (5, 4, 3, 2, 1, 0)
)

KEEPS: tuple[Roll, ...] = tuple(keep for keeps in _BY_SIZE for keep in keeps)
"""The 462 keeps: most dice first, then in the order of their faces, which are rising.

Among equally good keeps exact play takes the first in this order."""

_INDEX: dict[Roll, int] = {keep: index for index, keep in enumerate(KEEPS)}

FIRST_ROLL: FloatArray = read_only(np.array([orders(roll) for roll in DIFFERENT_ROLLS]) / 6**5)
"""The probability of each of the 252 rolls when five dice are rolled."""

EQUAL = 1e-12
"""Probabilities and shares that differ by less than this are equal up to rounding errors."""


def index(faces: Iterable[int]) -> int:
    """Return the index in `KEEPS` of these faces, in any order. Raises KeyError for others.

    >>> KEEPS[index((6, 1, 6))]
    (1, 6, 6)
    """
    return _INDEX[tuple(sorted(faces))]


def keep_of(roll: Roll, rerolled: Iterable[int]) -> int:
    """Return the index of the keep of `roll` when these positions are rerolled.

    >>> KEEPS[keep_of((6, 6, 3, 3, 1), (3, 4, 5))]
    (6, 6)
    """
    excluded = frozenset(rerolled)
    return index(roll[position - 1] for position in POSITIONS if position not in excluded)


_KEPT = tuple(
    [position - 1 for position in POSITIONS if position not in selection]
    for selection in SELECTIONS
)
"""For each of the 32 `SELECTIONS` the places of the dice that it keeps, from 0."""


def keeps_of(roll: Roll) -> tuple[int, ...]:
    """Return the index of the keep of each of the 32 `SELECTIONS`."""
    return tuple([index([roll[place] for place in places]) for places in _KEPT])


_START = (0, 252, 378, 434, 455, 461, 462)
"""The first index in `KEEPS` of the keeps of 5, 4, 3, 2, 1 and 0 dice, and its length."""


def _one_more() -> tuple[IntArray, ...]:
    """Return, for the keeps of 4, 3, … 0 dice, the keeps after adding each face.

    Indices count within the keeps of the larger size.
    """
    return tuple(
        np.array([[index((*keep, face)) for face in FACES] for keep in keeps]) - start
        for start, keeps in zip(_START, _BY_SIZE[1:], strict=False)
    )


def _one_fewer() -> tuple[IntArray, ...]:
    """Return, for the keeps of 5, 4, … 1 dice, the keeps after removing each die.

    Indices count within the keeps of the smaller size.
    """
    return tuple(
        np.array([[_INDEX[fewer] for fewer in combinations(keep, len(keep) - 1)] for keep in keeps])
        - start
        for start, keeps in zip(_START[1:], _BY_SIZE[:-1], strict=False)
    )


def _equal_dice() -> tuple[IntArray, ...]:
    """Return, in the shape of `_one_fewer`, the number of dice with the removed face."""
    return tuple(
        np.array([[keep.count(face) for face in reversed(keep)] for keep in keeps])
        for keeps in _BY_SIZE[:-1]
    )


_ONE_MORE, _ONE_FEWER, _EQUAL_DICE = _one_more(), _one_fewer(), _equal_dice()


def expectation(worth: FloatArray) -> FloatArray:
    """Return the expected worth of each keep, (462, …), when the other dice are rolled once.

    `worth` (252, …) holds the worth of each final roll. Integers that are
    multiples of 7,776 give integers without rounding errors.
    """
    expected = np.empty((len(KEEPS), *worth.shape[1:]))
    expected[:ROLLS] = worth
    above = expected[:ROLLS]
    for missing, larger in enumerate(_ONE_MORE, start=1):
        level = expected[_START[missing] : _START[missing + 1]]
        np.take(above, larger[:, 0], axis=0, out=level, mode="clip")
        for face in range(1, 6):
            level += above.take(larger[:, face], axis=0)
        level /= 6
        above = level
    return expected


def best(expected: FloatArray) -> FloatArray:
    """Return the worth of each roll, (252, …): the maximum of `expected` (462, …) of its keeps."""
    below = expected[_START[5] :]
    for missing in range(4, -1, -1):
        smaller = _ONE_FEWER[missing]
        level = expected[_START[missing] : _START[missing + 1]].copy()
        for without in range(smaller.shape[1]):
            np.maximum(level, below.take(smaller[:, without], axis=0), out=level)
        below = level
    return below


_ROLL_KEEPS: IntArray = read_only(np.array([sorted(keeps_of(roll)) for roll in DIFFERENT_ROLLS]))
"""The keeps of each roll, (252, 32), sorted; keeps of several selections are repeated."""


def choice(
    expected: FloatArray,
    equal: float = EQUAL,
    rolls: Sequence[int] = range(ROLLS),
    then: FloatArray | None = None,
) -> IntArray:
    """Return the index of the best keep of each of these rolls, (rolls, …).

    `expected` is (462, …). Keeps within `equal` of the best are equally good; of
    these the ones with the most of `then`, in the shape of `expected`, are
    preferred, and the first of them in `KEEPS` is chosen.
    """
    keeps = _ROLL_KEEPS[rolls]
    good = _best_of(expected[keeps], equal)
    if then is not None:
        good &= _best_of(np.where(good, then[keeps], -np.inf), equal)
    each = np.arange(len(keeps)).reshape(-1, *(1 for _ in expected.shape[1:]))
    chosen: IntArray = keeps[each, good.argmax(axis=1)]
    return chosen


def _best_of(candidates: FloatArray, equal: float) -> BoolArray:
    """Return which candidates, along the second axis, are within `equal` of the best."""
    good: BoolArray = candidates >= candidates.max(axis=1, keepdims=True) - equal
    return good


def average(worth: FloatArray) -> FloatArray:
    """Return the expected worth before the first roll, (columns,); `worth` is (252, columns)."""
    mean: FloatArray = np.einsum("rc,r->c", worth, FIRST_ROLL)
    return mean


def rolls_after(kept: FloatArray) -> FloatArray:
    """Return the probability of each roll after the reroll, (252, columns).

    `kept` (462, columns) holds the probability of each keep. The lattice of
    `expectation` is used in the other direction: each keep passes a sixth of its
    probability to each of the six keeps with one face more.
    """
    likely = kept[_START[5] :]
    for missing in range(4, -1, -1):
        more = kept[_START[missing] : _START[missing + 1]].copy()
        smaller, equal_dice = _ONE_FEWER[missing], _EQUAL_DICE[missing]
        for without in range(smaller.shape[1]):
            more += likely.take(smaller[:, without], axis=0) / (6 * equal_dice[:, without, None])
        likely = more
    return likely
