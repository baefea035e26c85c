"""The controls of a set's own pages; an attempt at it is a round, and has those of rounds.

They are "proof" (*Fair dice?*) and "details" (of that). Of a day "share", "standings" and "today"
(of what was shared; both of the day on which they are pressed), and "story" once it has ended. Of
a card "join", "close", and "new" (*Again*) and "review" once it has closed.
"""

from __future__ import annotations

from datetime import date

from bot.daily.sets import Key
from bot.ui.custom_ids import DAY, SET, CustomId
from rules.errors import BadCode

DETAILS = "details"
"""The verb of *Details* behind *Fair dice?*."""


def control(key: Key, verb: str) -> CustomId:
    """Return a control of a set's own pages.

    >>> str(control(date(2026, 11, 21), "story")), str(control(7, "join"))
    ('story:day-739941:0', 'join:set-7:0')
    """
    where, number = (SET, key) if isinstance(key, int) else (DAY, key.toordinal())
    return CustomId(verb, number, 0, "", where)


def key_at(pressed: CustomId) -> Key:
    """Return the key of the set whose control was pressed. Raises BadCode."""
    if pressed.where == SET:
        return pressed.number
    if not 0 < pressed.number <= date.max.toordinal():
        raise BadCode
    return date.fromordinal(pressed.number)
