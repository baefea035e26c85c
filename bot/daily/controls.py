"""The controls of a set: those of a game in each of its hands, and those of its own pages.

Of its own are "next" (the next hand), "details" (of *Fair dice?*), "share", "standings" and "today"
(of what was shared; both of the day on which they are pressed). Of a day that has ended: "story",
"review", and "walk", where the moment is a page of the replay. Of a card: "join", "close" and
"new" (*Again*).
"""

from __future__ import annotations

from datetime import date

from bot.daily.sets import Key
from bot.ui.custom_ids import DAY, SET, CustomId
from rules.errors import BadCode

DETAILS = "details"
"""The verb of *Details* behind *Fair dice?*."""

NEXT = "next"
"""The verb of the button that begins the next hand."""


def place_of(key: Key) -> tuple[str, int]:
    """Return where the controls of a set stand, and its number there.

    >>> place_of(date(2026, 11, 21)), place_of(7)
    (('day', 739941), ('set', 7))
    """
    return (SET, key) if isinstance(key, int) else (DAY, key.toordinal())


def control(key: Key, verb: str, hand: int = 1, moment: int = 0, what: str = "") -> CustomId:
    """Return a control of a set's own pages.

    >>> str(control(date(2026, 11, 21), "walk", 2, 3, "next"))
    'walk:day-739941.2:3:next'
    """
    where, number = place_of(key)
    return CustomId(verb, number, moment, what, where, hand)


def key_at(pressed: CustomId) -> Key:
    """Return the key of the set whose control was pressed. Raises BadCode."""
    if pressed.where == SET:
        return pressed.number
    if not 0 < pressed.number <= date.max.toordinal():
        raise BadCode
    return date.fromordinal(pressed.number)
