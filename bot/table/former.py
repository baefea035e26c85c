"""Former players: members who had everything about themselves erased.

Their seats stay, so that the results of the others stay right and no seat of a
person turns into a computer. In place of the member's id stands a negative
number, which no id of Discord is: one for each seat of a round.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

ELSEWHERE = -1000
"""Stands for a former player without a seat in the round, such as a moderator who closed it."""

_CLOSED = "closed"


def former(seat: int) -> int:
    """Return the id of the former player on a seat, negative; seats are counted from 0.

    >>> former(0), former(3)
    (-1, -4)
    """
    return -1 - seat


def is_former(user: int | None) -> bool:
    """Return whether a seat's user is a former player."""
    return user is not None and user < 0


def several(users: Iterable[int | None]) -> bool:
    """Return whether two or more seats are those of former players."""
    return sum(map(is_former, users)) > 1


def seats_without(players: Sequence[Mapping[str, Any]], user: int) -> list[dict[str, Any]]:
    """Return the stored players of a round with a former player in place of `user`.

    >>> seats_without([{"user": 7}, {"user": 8, "left": True}], 8)
    [{'user': 7}, {'user': -2, 'left': True}]
    """
    return [
        {**one, "user": former(seat)} if one.get("user") == user else {**one}
        for seat, one in enumerate(players)
    ]


def number_in(players: Sequence[Mapping[str, Any]], user: int) -> int:
    """Return the id in place of `user` where a round names its opener and who closed it."""
    seats = (former(seat) for seat, one in enumerate(players) if one.get("user") == user)
    return next(seats, ELSEWHERE)


def options_without(options: Mapping[str, str], user: int, number: int) -> dict[str, str]:
    """Return the stored options of a table with `number` in place of `user`.

    >>> options_without({"pace": "slow", "closed": "by.8"}, 8, -2)
    {'pace': 'slow', 'closed': 'by.-2'}
    """
    if options.get(_CLOSED) != f"by.{user}":
        return {**options}
    return {**options, _CLOSED: f"by.{number}"}
