"""The places of seats in a finished round, shown as medals."""

from __future__ import annotations

from collections.abc import Sequence

_MEDALS = ("🥇", "🥈", "🥉")


def medal(place: int) -> str:
    """Return the medal of a place from 1, from the fourth place on its number as an emoji.

    >>> medal(1), medal(4)
    ('🥇', '4️⃣')
    """
    if place <= len(_MEDALS):
        return _MEDALS[place - 1]
    return f"{place}\N{VARIATION SELECTOR-16}\N{COMBINING ENCLOSING KEYCAP}"


def places(strengths: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Return the place and the index of each strength, the greatest first; equal ones share.

    >>> places((5, 9, 5))
    ((1, 1), (2, 0), (2, 2))
    """
    order = sorted(range(len(strengths)), key=lambda index: -strengths[index])
    return tuple(
        (1 + sum(other > strengths[index] for other in strengths), index) for index in order
    )
