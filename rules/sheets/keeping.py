"""Which dice of a roll are kept: runs, and groups of equal dice."""

from __future__ import annotations

from collections.abc import Iterable

from rules.dice import FACES, Roll


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
