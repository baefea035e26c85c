"""The registry of controls: the feature that answers each kind of control.

A feature registers the kinds of its controls in rounds and on private pages. The kind "tool" holds
the buttons of the table itself, such as Leave and Review: each feature registers the verbs that it
answers. A place outside rounds, such as a dare, is answered by one feature as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

from bot.ui import custom_ids
from bot.ui.answer import Answer
from bot.ui.custom_ids import ROUND, TOOL, CustomId

Handler: TypeAlias = Callable[[Answer, CustomId], Awaitable[None]]
"""A function that answers the press of a control; `Answer.chosen` holds a menu's choice."""

ANYTHING, NOTHING = ".+", ""
"""Patterns for the last part of a custom id."""


@dataclass(frozen=True, slots=True)
class Control:
    """The handler of a kind of control.

    `what` is a regular expression for the last part of the custom id. A press that `waits` is
    answered under the lock of its round, one after another.
    """

    handler: Handler
    what: str = ANYTHING
    waits: bool = True


class Controls:
    """The handlers of all features: by kind, tools by verb, others by place."""

    def __init__(self) -> None:
        self._kinds: dict[str, Control] = {}
        self._tools: dict[str, Control] = {}
        self._places: dict[str, Control] = {}

    def add(self, kind: str, handler: Handler, what: str = ANYTHING, *, waits: bool = True) -> None:
        """Register the handler of a kind of control. Raises ValueError if there is one already."""
        _add(self._kinds, kind, Control(handler, what, waits))

    def add_tool(self, verb: str, handler: Handler, *, waits: bool = True) -> None:
        """Register the handler of a tool of the table. Raises ValueError if there is one."""
        _add(self._tools, verb, Control(handler, waits=waits))

    def add_place(self, where: str, handler: Handler) -> None:
        """Register the handler of all controls of a place. Raises ValueError if there is one."""
        _add(self._places, where, Control(handler))

    def find(self, text: str) -> tuple[CustomId, Control] | None:
        """Return the control that a custom id names and its handler, None if there is none."""
        pressed = custom_ids.read(text)
        if pressed is None:
            return None
        if pressed.where != ROUND:
            control = self._places.get(pressed.where)
            return None if control is None else (pressed, control)
        if pressed.kind == TOOL:
            control = self._tools.get(pressed.what)
        else:
            control = self._kinds.get(pressed.kind)
        if control is None or not re.fullmatch(control.what, pressed.what):
            return None
        return pressed, control


def _add(known: dict[str, Control], name: str, control: Control) -> None:
    if name in known:
        raise ValueError(f"two features answer the controls {name!r}")
    known[name] = control
