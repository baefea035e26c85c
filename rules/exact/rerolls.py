"""Rerolls: the 462 ways to keep dice, what follows from each, and the best of them.

A *keep* is a set of up to five faces that stay on the table while the other
dice are rolled. The keeps form a lattice: rolling one more die leads from a
keep to six larger ones, each as likely as the others, so

    expected(keep) = average over the six faces of expected(keep + face)

and all 462 expectations cost six additions each, instead of one sum over 252
rolls each. In the same way the best keep of a roll is the roll itself or a
best keep of the roll without one die.

Arrays run over rolls or keeps in their first axis, in the order of `KEEPS`: the
252 different rolls come first, the empty keep last. A second axis holds as many
columns as are computed at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, combinations_with_replacement

import numpy as np

from rules.dice import DIFFERENT_ROLLS, FACES, POSITIONS, SELECTIONS, Roll, orders
from rules.exact.tables import FloatArray, IntArray, read_only

ROLLS = len(DIFFERENT_ROLLS)

_BY_SIZE: tuple[tuple[Roll, ...], ...] = tuple(
    tuple(combinations_with_replacement(FACES, size)) for size in (5, 4, 3, 2, 1, 0)
)

KEEPS: tuple[Roll, ...] = tuple(keep for keeps in _BY_SIZE for keep in keeps)
"""The 462 keeps, each rising: most dice first, then in the order of their faces.

Of equally good keeps exact play takes the first in this order."""

_INDEX: dict[Roll, int] = {keep: index for index, keep in enumerate(KEEPS)}

FIRST_ROLL: FloatArray = read_only(np.array([orders(roll) for roll in DIFFERENT_ROLLS]) / 6**5)
"""How likely each of the 252 rolls is when five dice are rolled."""

EQUAL = 1e-12
"""Probabilities and shares closer than this are equal: they differ by rounding only."""


def index(faces: Iterable[int]) -> int:
    """Return the place of these faces, in any order, in `KEEPS`. Raises KeyError for none.

    >>> KEEPS[index((6, 1, 6))]
    (1, 6, 6)
    """
    return _INDEX[tuple(sorted(faces))]


def kept(roll: Roll, rerolled: Iterable[int]) -> int:
    """Return the keep that is left of `roll` when these positions are rerolled.

    >>> KEEPS[kept((6, 6, 3, 3, 1), (3, 4, 5))]
    (6, 6)
    """
    gone = frozenset(rerolled)
    return index(roll[position - 1] for position in POSITIONS if position not in gone)


def keeps_of(roll: Roll) -> tuple[int, ...]:
    """Return the keep of each of the 32 selections of positions, in their order."""
    return tuple(kept(roll, selection) for selection in SELECTIONS)


_START = (0, 252, 378, 434, 455, 461, 462)
"""Where the keeps of 5, 4, 3, 2, 1 and 0 dice begin in `KEEPS`."""


def _one_more() -> tuple[IntArray, ...]:
    """For keeps of 4, 3, … 0 dice: which larger ones they become with each face.

    Places count within the keeps of the larger size.
    """
    return tuple(
        np.array([[index((*keep, face)) for face in FACES] for keep in keeps]) - start
        for start, keeps in zip(_START, _BY_SIZE[1:], strict=False)
    )


def _one_fewer() -> tuple[IntArray, ...]:
    """For keeps of 5, 4, … 1 dice: which smaller ones they become without each die.

    Places count within the keeps of the smaller size.
    """
    return tuple(
        np.array([[_INDEX[fewer] for fewer in combinations(keep, len(keep) - 1)] for keep in keeps])
        - start
        for start, keeps in zip(_START[1:], _BY_SIZE[:-1], strict=False)
    )


def _equal_dice() -> tuple[IntArray, ...]:
    """For the same keeps and in the same order: how many dice show the face that is left out."""
    return tuple(
        np.array([[keep.count(face) for face in reversed(keep)] for keep in keeps])
        for keeps in _BY_SIZE[:-1]
    )


_ONE_MORE, _ONE_FEWER, _EQUAL_DICE = _one_more(), _one_fewer(), _equal_dice()


def expectation(worth: FloatArray) -> FloatArray:
    """Return what each keep is worth when the other dice are rolled once.

    `worth` (252, …) says what each final roll is worth; the result is (462, …).
    Whole numbers that are multiples of 7,776 give whole numbers, without rounding.
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
    """Return what each roll (252, …) is worth when the best of its keeps (462, …) is chosen."""
    below = expected[_START[5] :]
    for missing in range(4, -1, -1):
        smaller = _ONE_FEWER[missing]
        level = expected[_START[missing] : _START[missing + 1]].copy()
        for without in range(smaller.shape[1]):
            np.maximum(level, below.take(smaller[:, without], axis=0), out=level)
        below = level
    return below


_OPEN_TO: IntArray = read_only(np.array([sorted(keeps_of(roll)) for roll in DIFFERENT_ROLLS]))
"""The keeps of each roll, (252, 32): those that several selections leave stand several times."""


def choice(
    expected: FloatArray, equal: float = EQUAL, rolls: Sequence[int] = range(ROLLS)
) -> IntArray:
    """Return which keep each of these rolls chooses, (rolls, …): the first of the best in `KEEPS`.

    `expected` is (462, …). Keeps that are no more than `equal` apart are equally good.
    """
    keeps = _OPEN_TO[rolls]
    open_to = expected[keeps]
    good = open_to >= open_to.max(axis=1, keepdims=True) - equal
    each = np.arange(len(keeps)).reshape(-1, *(1 for _ in expected.shape[1:]))
    chosen: IntArray = keeps[each, good.argmax(axis=1)]
    return chosen


def average(worth: FloatArray) -> FloatArray:
    """Return what a first roll is worth, (columns,), if each of the 252 is worth `worth`."""
    mean: FloatArray = np.einsum("rc,r->c", worth, FIRST_ROLL)
    return mean


def landed(kept: FloatArray) -> FloatArray:
    """Return how likely each roll follows, (252, columns), if each keep is as likely as `kept`.

    The lattice of `expectation` the other way: a set of faces comes from those
    with one face fewer, each time with a sixth of their probability.
    """
    likely = kept[_START[5] :]
    for missing in range(4, -1, -1):
        more = kept[_START[missing] : _START[missing + 1]].copy()
        smaller, equal_dice = _ONE_FEWER[missing], _EQUAL_DICE[missing]
        for without in range(smaller.shape[1]):
            more += likely.take(smaller[:, without], axis=0) / (6 * equal_dice[:, without, None])
        likely = more
    return likely
