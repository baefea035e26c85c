"""The custom ids of all controls, which are written and read only here.

An id names the kind of control, its place, the moment (the version of a lobby) and the control's
effect, so a press can be answered after a restart too:

    press:7:3:reroll.345              do an action in round 7, at moment 3
    mark:7:0:4.2                      deselect the fourth card, the second that was tapped
    story:day-739941:0                explain a day of the daily challenge
    tool:7:3:hint                     use a tool of the table

The same controls are used on boards and on private pages: only the place differs. The features
register the kinds of their controls (`bot.ui.controls`).

A control without a round, such as a setting or a request, has round 0. In the review of a finished
round, the moment is the page, or the number of a step.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.table.stored_round import StoredRound
from rules.errors import BadCode
from rules.screen import Action, Mark, Sort

ROUND, DAY, DARE = "", "day", "set"
"""The places of controls: a round, a day, a dare."""

TOOL = "tool"
"""The kind of the buttons of the table, such as Leave and Review."""

MARK, SUBMIT, PRESS, MENU = "mark", "submit", "press", "menu"
"""The kinds of a game's controls: a die or card to select, a verb for the selected ones, an action,
a menu of actions."""

OF_GAME = frozenset({MARK, SUBMIT, PRESS, MENU})

_PATTERN = re.compile(
    r"(?P<kind>[a-z]+):((?P<where>[a-z]+)-)?(?P<number>[0-9]{1,15})"
    r":(?P<moment>[0-9]{1,9})(:(?P<what>[a-z0-9.-]{1,41}))?"
)
_PLACE = re.compile(r"[a-z]+:([0-9]{1,15}):([0-9]{1,9})(:|$)")


@dataclass(frozen=True, slots=True)
class CustomId:
    """A control of a place, at one of its moments.

    `number` is the id of the round, the key of the dare, or the ordinal of the day.

    >>> str(CustomId("press", 7, 3, "reroll.345"))
    'press:7:3:reroll.345'
    >>> str(CustomId("story", 739941, 0, "", DAY))
    'story:day-739941:0'
    """

    kind: str
    number: int
    moment: int
    what: str = ""
    where: str = ROUND

    @property
    def round(self) -> int:
        """The id of the round, 0 for a control outside rounds."""
        return self.number if self.where == ROUND else 0

    @property
    def verb(self) -> str:
        """The verb of a tool, or the kind of any other control."""
        return self.what if self.kind == TOOL else self.kind

    def __str__(self) -> str:
        where = f"{self.where}-" if self.where else ""
        place = f"{self.kind}:{where}{self.number}:{self.moment}"
        return f"{place}:{self.what}" if self.what else place


def read(text: str) -> CustomId | None:
    """Return the control that an id names, None if the text is not an id.

    >>> read("mark:7:3:5") == CustomId("mark", 7, 3, "5")
    True
    >>> read("story:day-739941:0") == CustomId("story", 739941, 0, "", DAY)
    True
    >>> read("peek:7:3:") is None, read("hello") is None
    (True, True)
    """
    match = _PATTERN.fullmatch(text)
    if match is None:
        return None
    kind, where, what = match["kind"], match["where"] or ROUND, match["what"] or ""
    return CustomId(kind, int(match["number"]), int(match["moment"]), what, where)


def round_of(text: str) -> int | None:
    """Return the round that an id names, even if the rest of the id is not known.

    >>> round_of("wave:7:3"), round_of("hello")
    (7, None)
    """
    match = _PLACE.match(text)
    return None if match is None else int(match[1])


def names_place(text: str, control: CustomId) -> bool:
    """Return whether an id names the place of a control, even if the rest of it is not known.

    >>> names_place("wave:7:3", CustomId("press", 7, 0, "keep"))
    True
    >>> names_place("join:set-7:0", CustomId("press", 7, 0, "keep"))
    False
    """
    return text.split(":")[1:2] == str(control).split(":")[1:2]


def tool(stored: StoredRound, verb: str) -> CustomId:
    """Return the control of a tool of a round, at its present moment; a lobby has none."""
    return CustomId(TOOL, stored.id, 0 if stored.play is None else stored.moment, verb)


def toggled(
    pressed: CustomId, selected: Sequence[int], mark: Mark | Sort | None
) -> tuple[int, ...]:
    """Return the selection after a press of one of the dice or cards of `mark`.

    A press that names an action selects all its cards. Raises BadCode if there is no such die, card
    or action.
    """
    if mark is None:
        raise BadCode
    if isinstance(mark, Sort) and not pressed.what[:1].isdecimal():
        positions = mark.positions(Action.parse(pressed.what))
        if positions is None:
            raise BadCode
        return positions
    written = pressed.what.partition(".")[0]
    position = int(written) if written.isdecimal() else 0
    if not 1 <= position <= len(mark.faces):
        raise BadCode
    if isinstance(mark, Sort):
        return mark.tapped(selected, position)
    return tuple(sorted({*selected} ^ {position}))
