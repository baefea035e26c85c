"""The controls of an attempt at the daily challenge.

They are those of a board with other custom ids: of the kind "daily", with the day in
the place of the moment, then the hand, its moment, a verb and what the verb needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from bot.table.frame import FAIR
from bot.ui import custom_ids
from bot.ui.components import Component
from bot.ui.custom_ids import NONE_SELECTED, CustomId
from rules.errors import BadCode
from rules.screen import Action


@dataclass(frozen=True, slots=True)
class Control:
    """A control of an attempt.

    `verb` is "select" (dice, `rest` holds them), "do" (an action, `rest` is its code), "roll"
    (the same, to selected dice), "pick" (an action from a menu), "next" (the next hand),
    "rules", "proof" (*Fair*), "share" or "today" (of what was shared: the day on which it is
    pressed). Of a day that has ended: "story", "review", and "walk", where the moment is a page
    of the replay.
    """

    day: date
    hand: int
    moment: int
    verb: str
    rest: str = ""

    @property
    def custom_id(self) -> CustomId:
        """The custom id of the control.

        >>> str(Control(date(2026, 11, 21), 2, 3, "do", "reroll.45").custom_id)
        'daily:0:739941:2.3.do.reroll.45'
        """
        what = f"{self.hand}.{self.moment}.{self.verb}"
        return CustomId("daily", 0, self.day.toordinal(), f"{what}.{self.rest}".rstrip("."))

    @property
    def selected(self) -> tuple[int, ...]:
        """The dice that "select" selects. Raises BadCode."""
        if not self.rest.isdecimal():
            raise BadCode
        return () if self.rest == NONE_SELECTED else tuple(map(int, self.rest))


def story_of(day: date) -> Control:
    """Return the control that explains a day that has ended."""
    return Control(day, 1, 0, "story")


def fairness_of(day: date) -> Control:
    """Return the control that shows how the dice of a day can be checked."""
    return Control(day, 1, 0, FAIR)


def read_control(pressed: CustomId) -> Control:
    """Return the control that a custom id of the kind "daily" names. Raises BadCode."""
    hand, moment, verb, rest = (*pressed.what.split(".", 3), "", "", "")[:4]
    if not (hand.isdecimal() and moment.isdecimal() and 0 < pressed.moment <= date.max.toordinal()):
        raise BadCode
    return Control(date.fromordinal(pressed.moment), int(hand), int(moment), verb, rest)


def as_daily(component: Component, day: date, hand: int, selected: Sequence[int]) -> Component:
    """Return a component of a board whose controls are those of an attempt."""
    made = dict(component)
    if "components" in made:
        made["components"] = [as_daily(one, day, hand, selected) for one in made["components"]]
    pressed = custom_ids.read(made.get("custom_id", ""))
    if pressed is None:
        return made
    verb, rest = _verb(pressed, selected)
    made["custom_id"] = str(Control(day, hand, pressed.moment, verb, rest).custom_id)
    return made


def _verb(pressed: CustomId, selected: Sequence[int]) -> tuple[str, str]:
    match pressed.kind:
        case "mark":
            changed = sorted({*selected} ^ {int(pressed.what)})
            return "select", "".join(map(str, changed)) or NONE_SELECTED
        case "submit":
            return "roll", Action(pressed.what, "".join(map(str, selected))).code
        case "menu":
            return "pick", ""
        case "tool":
            return pressed.what, ""
        case _:
            return "do", pressed.what
