"""The registry of controls: which feature answers the press of which control.

A feature registers the kinds of its controls in rounds and on private pages. The kind "tool" holds
the buttons of the table itself, such as Leave and Review: each feature registers those verbs that
it answers. What stands elsewhere, such as in a set, one feature answers for the whole place.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

from bot.ui import custom_ids
from bot.ui.custom_ids import ROUND, TOOL, CustomId
from bot.ui.response import Response
from rules.errors import BadCode

Answer: TypeAlias = Callable[[Response, CustomId], Awaitable[None]]
"""Answers the press of a control; `Response.chosen` is what was chosen from a menu."""

ANYTHING, NOTHING = ".+", ""
"""Forms of the last part of a custom id."""


@dataclass(frozen=True, slots=True)
class Control:
    """How the press of a control is answered.

    `what` is the form of the last part of its custom id, a regular expression. A press that
    `waits` is answered under the lock of its round, one after another.
    """

    answer: Answer
    what: str = ANYTHING
    waits: bool = True


class Controls:
    """The controls of all features, by their kind; tools by their verb, others by their place."""

    def __init__(self) -> None:
        self._kinds: dict[str, Control] = {TOOL: Control(_refuse)}
        self._tools: dict[str, Control] = {}
        self._places: dict[str, Control] = {}

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of controls that are answered, and the places."""
        return frozenset(self._kinds | self._places)

    def add(self, kind: str, answer: Answer, what: str = ANYTHING, *, waits: bool = True) -> None:
        """Register what answers a kind of controls. Raises ValueError if something does."""
        _add(self._kinds, kind, Control(answer, what, waits))

    def add_tool(self, verb: str, answer: Answer, *, waits: bool = True) -> None:
        """Register what answers a tool of the table. Raises ValueError if something does."""
        _add(self._tools, verb, Control(answer, waits=waits))

    def add_place(self, where: str, answer: Answer, *, waits: bool = True) -> None:
        """Register what answers all that stands in a place. Raises ValueError if something does."""
        _add(self._places, where, Control(answer, waits=waits))

    def find(self, text: str) -> tuple[CustomId, Control] | None:
        """Return the control that a custom id names, and how it is answered; None if nobody does.

        A tool that nobody registered is refused with BadCode.
        """
        pressed = custom_ids.read(text)
        if pressed is None:
            return None
        if pressed.where != ROUND:
            control = self._places.get(pressed.where)
            return None if control is None else (pressed, control)
        control = self._kinds.get(pressed.kind)
        if control is None or not re.fullmatch(control.what, pressed.what):
            return None
        if pressed.kind == TOOL:
            control = self._tools.get(pressed.what, control)
        return pressed, control


def _add(known: dict[str, Control], name: str, control: Control) -> None:
    if name in known:
        raise ValueError(f"two features answer the controls {name!r}")
    known[name] = control


async def _refuse(response: Response, pressed: CustomId) -> None:  # noqa: ARG001 — as an Answer
    raise BadCode
