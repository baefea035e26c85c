"""Which dice of a roll are kept: runs, groups of equal dice, and what most players would keep."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from rules.dice import FACES, Roll, face_counts, most_shown


def run_of(dice: Roll) -> Roll:
    """Return the longest run of consecutive faces among the dice, the higher of two.

    >>> run_of((1, 2, 4, 5, 5))
    (4, 5)
    """
    best: Roll = ()
    run: Roll = ()
    for face in FACES:
        run = (*run, face) if face in dice else ()
        best = max(best, run, key=lambda faces: (len(faces), faces))
    return best


def all_but(dice: Roll, kept: Iterable[int], *, once: bool = False) -> tuple[int, ...]:
    """Return the positions of the dice that do not show a kept face.

    With `once`, only one die of each kept face is kept, the first.

    >>> all_but((4, 4, 3, 6, 5), (3, 4, 5, 6), once=True)
    (2,)
    """
    still_kept = dict.fromkeys(kept, 1 if once else len(dice))
    others = []
    for position, face in enumerate(dice, 1):
        if still_kept.get(face, 0):
            still_kept[face] -= 1
        else:
            others.append(position)
    return tuple(others)


@lru_cache(maxsize=len(FACES) ** 5)
def usual_reroll(dice: Roll) -> tuple[int, ...]:
    """Return the positions that most players would reroll; it depends on the dice alone.

    Kept are a run of four or more faces, else both of two pairs, else the largest
    group of equal dice, the higher face of two (README 3.8 of Thirteen Rows, README 4.7 of
    Nine Categories).

    >>> usual_reroll((1, 2, 3, 4, 4)), usual_reroll((5, 2, 5, 2, 1)), usual_reroll((5, 5, 2, 5, 1))
    ((5,), (5,), (3, 5))
    """
    run = run_of(dice)
    if len(run) >= 4:
        return all_but(dice, run, once=True)
    counts = face_counts(dice)
    if counts.count(2) == 2:
        return all_but(dice, [face for face in FACES if counts[face - 1] == 2])
    return all_but(dice, (most_shown(dice),))
