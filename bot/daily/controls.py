"""The controls of an attempt at a set, such as a day of the daily challenge.

They are those of a board with other custom ids: of the kind "daily", with the day in
the place of the moment, or of the kind "set", with its number there; then the hand, its
moment, a verb and what the verb needs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from bot.daily.sets import Key, day_of
from bot.table.frame import FAIR
from bot.ui.custom_ids import CustomId, selection_of, toggled
from rules.errors import BadCode
from rules.screen import Action

OF_A_DAY, OF_A_SET = "daily", "set"
"""The kinds of the controls."""

DETAILS = "details"
"""The verb of *Details* behind *Fair dice?*."""


@dataclass(frozen=True, slots=True)
class Control:
    """A control of an attempt.

    `verb` is "select" (dice, `rest` holds them), "do" (an action, `rest` is its code), "roll"
    (the same, to selected dice), "pick" (an action from a menu), "next" (the next hand),
    "rules", "proof" (*Fair dice?*), "details" (of that), "share", "standings" or "today" (of
    what was shared; both of the day on which they are pressed). Of a day that has ended:
    "story", "review", and "walk", where the moment is a page of the replay. Of a card: "join",
    "close" and "new" (*Again*).
    """

    key: Key
    hand: int
    moment: int
    verb: str
    rest: str = ""

    @property
    def day(self) -> date:
        """The day of the calendar. Raises TypeError for another set."""
        return day_of(self.key)

    @property
    def custom_id(self) -> CustomId:
        """The custom id of the control.

        >>> str(Control(date(2026, 11, 21), 2, 3, "do", "reroll.45").custom_id)
        'daily:0:739941:2.3.do.reroll.45'
        """
        what = f"{self.hand}.{self.moment}.{self.verb}"
        what = f"{what}.{self.rest}".rstrip(".")
        if isinstance(self.key, int):
            return CustomId(OF_A_SET, 0, self.key, what)
        return CustomId(OF_A_DAY, 0, self.key.toordinal(), what)

    @property
    def selected(self) -> tuple[int, ...]:
        """The dice that "select" selects. Raises BadCode."""
        return selection_of(self.rest)


def story_of(day: date) -> Control:
    """Return the control that explains a day that has ended."""
    return Control(day, 1, 0, "story")


def fairness_of(key: Key) -> Control:
    """Return the control that shows how the dice of a set can be checked."""
    return Control(key, 1, 0, FAIR)


def details_of(key: Key) -> Control:
    """Return the control that shows how the seed of a set was committed to."""
    return Control(key, 1, 0, DETAILS)


def read_control(pressed: CustomId) -> Control:
    """Return the control that a custom id of these kinds names. Raises BadCode."""
    hand, moment, verb, rest = (*pressed.what.split(".", 3), "", "", "")[:4]
    if not (hand.isdecimal() and moment.isdecimal()):
        raise BadCode
    key: Key = pressed.moment
    if pressed.kind == OF_A_DAY:
        if not 0 < pressed.moment <= date.max.toordinal():
            raise BadCode
        key = date.fromordinal(pressed.moment)
    return Control(key, int(hand), int(moment), verb, rest)


def of_attempt(key: Key, hand: int, selected: Sequence[int]) -> Callable[[CustomId], CustomId]:
    """Return what makes a control of an attempt of one of a board."""

    def change(pressed: CustomId) -> CustomId:
        verb, rest = _verb(pressed, selected)
        return Control(key, hand, pressed.moment, verb, rest).custom_id

    return change


def _verb(pressed: CustomId, selected: Sequence[int]) -> tuple[str, str]:
    match pressed.kind:
        case "mark":
            return "select", toggled(pressed, selected)
        case "submit":
            return "roll", Action(pressed.what, "".join(map(str, selected))).code
        case "menu":
            return "pick", ""
        case "tool":
            return pressed.what, ""
        case _:
            return "do", pressed.what
