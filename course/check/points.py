"""The points of the assignment: 20 for dice.py, 60 for score_dice.py, 10 for the tests."""

from __future__ import annotations

from collections.abc import Sequence

from course.check.examination import Examined
from course.check.situations import TESTS
from course.check.wrong_versions import WRONG_VERSIONS

POINTS = {"dice.py": 20, "score_dice.py": 60, TESTS: 10}
"""The points of each file."""


def points_of(one: Examined) -> float:
    """Return the points of a file of one part.

    The situations and musts of a file share its points; the wrong versions share those of the
    tests. Tests that do not pass on the solution notice no wrong version.
    """
    (part,) = one.parts
    if part == TESTS:
        strength = one.strength
        missed = WRONG_VERSIONS if strength is None or not strength.sound else strength.missed
        return earned(POINTS[part], [version not in missed for version in WRONG_VERSIONS])
    right = [verdict is not None and verdict.result == "right" for _, verdict in one.closed]
    return earned(POINTS[part], [*right, *(must.kept for must in one.musts if not must.open)])


def earned(points: int, done: Sequence[bool]) -> float:
    """Return the sum of the shares of done things; shares are equal, the last takes the rest.

    >>> earned(10, [True, True, False]), earned(10, [False, False, True])
    (6.66, 3.34)
    """
    each = 100 * points // len(done)
    last = 100 * points - each * (len(done) - 1)
    shares = [each] * (len(done) - 1) + [last]
    return sum(share for share, is_done in zip(shares, done, strict=True) if is_done) / 100
