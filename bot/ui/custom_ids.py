"""The custom ids of all controls: they are written and read here and nowhere else.

An id names the kind of control, the round, the moment (the version of a lobby)
and what the control does, so a press finds its way after a restart too. The features
register the kinds of their controls (`bot.ui.controls`).

What has no round, such as a setting, or none yet, such as a request, has round 0. Where a
round that is over is looked at again, the moment is the page, or the number of a step.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rules.errors import BadCode

NONE_SELECTED = "0"

PRACTISE = "practise"
"""The kind of the controls of practice: round and number, or 0 and a shipped position."""

_PATTERN = re.compile(
    r"(?P<kind>[a-z]+):(?P<round>[0-9]{1,15}):(?P<moment>[0-9]{1,9})(:(?P<what>[a-z0-9.-]{1,41}))?"
)
_PLACE = re.compile(r"[a-z]+:([0-9]{1,15}):([0-9]{1,9})(:|$)")


@dataclass(frozen=True, slots=True)
class CustomId:
    """A control of a round at one of its moments.

    >>> str(CustomId("press", 7, 3, "reroll.345"))
    'press:7:3:reroll.345'
    """

    kind: str
    round: int
    moment: int
    what: str = ""

    def __str__(self) -> str:
        place = f"{self.kind}:{self.round}:{self.moment}"
        return f"{place}:{self.what}" if self.what else place


def read(text: str) -> CustomId | None:
    """Return the control that an id names, None if it has not the form of an id.

    >>> read("mark:7:3:5")
    CustomId(kind='mark', round=7, moment=3, what='5')
    >>> read("peek:7:3:") is None, read("hello") is None
    (True, True)
    """
    match = _PATTERN.fullmatch(text)
    if match is None:
        return None
    return CustomId(match["kind"], int(match["round"]), int(match["moment"]), match["what"] or "")


def selection_of(text: str) -> tuple[int, ...]:
    """Return the positions of the selected dice that a custom id names. Raises BadCode.

    >>> selection_of("135"), selection_of(NONE_SELECTED)
    ((1, 3, 5), ())
    """
    if not text.isdecimal():
        raise BadCode
    return () if text == NONE_SELECTED else tuple(map(int, text))


def toggled(pressed: CustomId, selected: Sequence[int]) -> str:
    """Return how a custom id names the dice that are selected after a press of one of them.

    >>> toggled(CustomId("mark", 7, 3, "5"), (1, 3)), toggled(CustomId("mark", 7, 3, "1"), (1,))
    ('135', '0')
    """
    changed = sorted({*selected} ^ {int(pressed.what)})
    return "".join(map(str, changed)) or NONE_SELECTED


def practise(round_id: int, number: int) -> CustomId:
    """Return the control that asks a choice of a finished round, a `number` of its record, anew."""
    return CustomId(PRACTISE, round_id, number, "own.ask")


def round_of(text: str) -> int | None:
    """Return the round that an id names, also where nothing else in it is known.

    >>> round_of("wave:7:3"), round_of("hello")
    (7, None)
    """
    match = _PLACE.match(text)
    return None if match is None else int(match[1])
