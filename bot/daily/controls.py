"""The controls of sets, such as a day of the daily challenge; a private round has those of rounds.

They are of the kind "daily", with the day in the place of the moment, or of the kind "set",
with its number there.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from bot.daily.sets import Key, day_of
from bot.table.frame import FAIR
from bot.ui.custom_ids import CustomId
from rules.errors import BadCode

OF_A_DAY, OF_A_SET = "daily", "set"
"""The kinds of the controls."""

DETAILS = "details"
"""The verb of *Details* behind *Fair dice?*."""


@dataclass(frozen=True, slots=True)
class Control:
    """A control of a set.

    `verb` is "proof" (*Fair dice?*) or "details" (of that); of a day "share", "standings" or
    "today" (of what was shared; both of the day on which they are pressed), and "story" once it
    has ended. Of a card: "join", "close", and "new" (*Again*) and "review" once it has closed.
    """

    key: Key
    verb: str

    @property
    def day(self) -> date:
        """The day of the calendar. Raises TypeError for another set."""
        return day_of(self.key)

    @property
    def custom_id(self) -> CustomId:
        """The custom id of the control.

        >>> str(Control(date(2026, 11, 21), "story").custom_id)
        'daily:0:739941:story'
        """
        if isinstance(self.key, int):
            return CustomId(OF_A_SET, 0, self.key, self.verb)
        return CustomId(OF_A_DAY, 0, self.key.toordinal(), self.verb)


def story_of(day: date) -> Control:
    """Return the control that explains a day that has ended."""
    return Control(day, "story")


def fairness_of(key: Key) -> Control:
    """Return the control that shows how the dice of a set can be checked."""
    return Control(key, FAIR)


def details_of(key: Key) -> Control:
    """Return the control that shows how the seed of a set was committed to."""
    return Control(key, DETAILS)


def read_control(pressed: CustomId) -> Control:
    """Return the control that a custom id of these kinds names. Raises BadCode."""
    if pressed.kind == OF_A_SET:
        return Control(pressed.moment, pressed.what)
    if not 0 < pressed.moment <= date.max.toordinal():
        raise BadCode
    return Control(date.fromordinal(pressed.moment), pressed.what)
