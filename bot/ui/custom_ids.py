"""The custom ids of all controls: they are written and read here and nowhere else.

An id names the kind of control, the round, the moment (the version of a lobby)
and what the control does, so a press finds its way after a restart too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

Kind: TypeAlias = Literal[
    "press",
    "mark",
    "submit",
    "peek",
    "lobby",
    "tool",
    "menu",
    "seat",
    "rules",
    "select",
    "thread",
    "ask",
    "setting",
    "privacy",
    "bar",
    "walk",
    "retry",
    "choose",
    "decide",
    "pick",
    "every",
    "daily",
    "stats",
]
"""What a control is.

- press: a button that does a game's action; `what` is its code
- mark: selects one die; `what` is its position
- select: selects several dice and no others; `what` is their positions
- submit: does a verb to the selected dice; `what` is the verb
- peek: shows a seat its own Screen in private
- menu: a menu of a game's actions
- lobby, seat: a button and the menu of a round that waits for players
- tool: a button of the table itself, such as Leave; `what` is its verb
- rules: shows a part of a game's rules, of no round; `what` is the game's key and the part
- thread: plays in a thread what a member asked for; `what` is the number of the request
- ask: a control of a challenge that is being made; `what` is its number and the control
- setting: a control of a server's settings; `what` is the key of the setting
- privacy: a control of what is kept about a member, of no round; `what` is its verb
- bar: a button that bars a member from playing; `what` is the duration and the member
- walk: turns to a page of a round step by step; `what` is the button, with ".all" where the
  page lists all choices
- retry: shows a position of a round that is over, to choose again; `what` holds the dice that
  are selected, "0" for none
- choose, decide, pick: what press, submit and menu are, in such a position
- every: lists all choices of such a position; `what` is the one that was chosen again
- daily: a control of an attempt at the daily challenge, of no round (`bot.daily.controls`)
- stats: a control of the pages of statistics; `what` is its verb, and the page

What has no round, such as a setting, or none yet, such as a request, has round 0. Where a
round that is over is looked at again, the moment is the page, or the number of a step.
"""

_PATTERN = re.compile(
    rf"(?P<kind>{'|'.join(get_args(Kind))}):(?P<round>[0-9]{{1,15}}):(?P<moment>[0-9]{{1,9}})"
    r"(:(?P<what>[a-z0-9.-]{1,41}))?"
)
_WITHOUT_WHAT = ("peek", "menu", "seat", "pick")
NONE_SELECTED = "0"
_SELECTION = re.compile("(?=.)" + "".join(f"{position}?" for position in range(1, 10)))
_PLACE = re.compile(r"[a-z]+:([0-9]{1,15}):([0-9]{1,9})(:|$)")


@dataclass(frozen=True, slots=True)
class CustomId:
    """A control of a round at one of its moments.

    >>> str(CustomId("press", 7, 3, "reroll.345"))
    'press:7:3:reroll.345'
    """

    kind: Kind
    round: int
    moment: int
    what: str = ""

    def __str__(self) -> str:
        place = f"{self.kind}:{self.round}:{self.moment}"
        return f"{place}:{self.what}" if self.what else place


def read(text: str) -> CustomId | None:
    """Return the control that an id names, None if it names none.

    >>> read("mark:7:3:5")
    CustomId(kind='mark', round=7, moment=3, what='5')
    >>> read("mark:7:3:0") is None, read("peek:7:3:5") is None
    (True, True)
    """
    match = _PATTERN.fullmatch(text)
    if match is None:
        return None
    kind, what = match["kind"], match["what"] or ""
    if (kind in _WITHOUT_WHAT) == bool(what):
        return None
    if kind == "select" and not _SELECTION.fullmatch(what):
        return None
    if kind == "retry" and what != NONE_SELECTED and not _SELECTION.fullmatch(what):
        return None
    if kind == "thread" and not what.isdecimal():
        return None
    if kind == "mark" and not (what.isdecimal() and 1 <= int(what) <= 9):
        return None
    return CustomId(kind, int(match["round"]), int(match["moment"]), what)  # type: ignore[arg-type]


def round_of(text: str) -> int | None:
    """Return the round that an id names, also where nothing else in it is known.

    >>> round_of("wave:7:3"), round_of("hello")
    (7, None)
    """
    match = _PLACE.match(text)
    return None if match is None else int(match[1])
