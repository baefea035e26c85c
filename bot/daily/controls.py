"""The controls of the pages of days and dares; private rounds have those of rounds.

A day has "share", "picture", "standings" and "today" (*Play*, also on its cards; both are about the
day of the press), "story" after its end, and "remind"; a reminder has "today" and "stop". A dare
has "join" and "close", and "review" and "more" after its end.
"""

from __future__ import annotations

from datetime import date

from bot.daily.shared_dice import Key
from bot.ui.custom_ids import DARE, DAY, CustomId
from rules.errors import BadCode


def control(key: Key, verb: str) -> CustomId:
    """Return a control of the pages of a day or a dare.

    >>> str(control(date(2026, 11, 21), "story")), str(control(7, "join"))
    ('story:day-739941:0', 'join:set-7:0')
    """
    place, number = (DARE, key) if isinstance(key, int) else (DAY, key.toordinal())
    return CustomId(verb, number, 0, "", place)


def key_at(pressed: CustomId) -> Key:
    """Return the key of the day or the dare whose control was pressed. Raises BadCode."""
    if pressed.where == DARE:
        return pressed.number
    if not 0 < pressed.number <= date.max.toordinal():
        raise BadCode
    return date.fromordinal(pressed.number)
