"""Discord's components as the JSON that is sent, and the messages made of them.

Presses are read by their custom ids (`cogs.presses`), so a message needs no
item objects of discord.py, and nothing stays in memory for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import discord
from discord import ui

from bot.ui import custom_ids
from bot.ui.custom_ids import CustomId

Component: TypeAlias = dict[str, Any]
"""A component as Discord's API describes it."""

ACTION_ROW, BUTTON, SELECT = 1, 2, 3
SECTION, TEXT, GALLERY, SEPARATOR, CONTAINER = 9, 10, 12, 14, 17

PRIMARY, SECONDARY, SUCCESS, DANGER = 1, 2, 3, 4
"""The styles of buttons: blurple, grey, green, red."""

BUTTONS_PER_ROW = 5


class Drawing(ui.LayoutView):
    """A message of components, as discord.py sends it: made for one request, kept by nobody."""

    def __init__(self, components: list[Component]) -> None:
        super().__init__(timeout=None)
        self._components = components

    def to_components(self) -> list[Component]:
        """Return the components as they are sent."""
        return self._components

    def has_components_v2(self) -> bool:
        """Return that the message consists of components alone."""
        return True

    def is_finished(self) -> bool:
        """Return that discord.py need not wait for presses: they are read by custom id."""
        return True


def button(
    custom_id: CustomId,
    label: str | None,
    style: int = SECONDARY,
    *,
    emoji: Component | None = None,
    disabled: bool = False,
) -> Component:
    """Return a button with a label of at most 80 letters, an emoji, or both."""
    made: Component = {
        "type": BUTTON,
        "style": style,
        "disabled": disabled,
        "custom_id": str(custom_id),
    }
    if label is not None:
        made["label"] = label[:80]
    if emoji is not None:
        made["emoji"] = emoji
    return made


def option(value: str, label: str, description: str | None, *, chosen: bool) -> Component:
    """Return a line of a menu."""
    made: Component = {"label": label[:100], "value": value, "default": chosen}
    if description is not None:
        made["description"] = description[:100]
    return made


def menu(
    custom_id: CustomId, prompt: str, options: list[Component], number: int | None = None
) -> Component:
    """Return a menu from which one option is chosen.

    Discord shows the last choice of a menu that it takes for the same one, and choosing
    that again sends nothing: a menu of another `number` is a new one.
    """
    return {
        "type": SELECT,
        **({} if number is None else {"id": number}),
        "custom_id": str(custom_id),
        "placeholder": prompt,
        "min_values": 1,
        "max_values": 1,
        "options": options,
    }


def text(content: str) -> Component:
    """Return a paragraph of text."""
    return {"type": TEXT, "content": content}


def section(content: str, accessory: Component) -> Component:
    """Return a paragraph of text with a button beside it."""
    return {"type": SECTION, "components": [text(content)], "accessory": accessory}


def separator() -> Component:
    """Return a line between two parts of a message."""
    return {"type": SEPARATOR, "divider": True, "spacing": 1}


def container(colour: int, components: list[Component]) -> Component:
    """Return a frame with an edge in this colour, 0xRRGGBB."""
    return {
        "type": CONTAINER,
        "accent_color": colour,
        "spoiler": False,
        "components": components,
    }


def picture(file: discord.File) -> Component:
    """Return an attached picture; its description is read out to those who cannot see it."""
    return {
        "type": GALLERY,
        "items": [{"media": {"url": file.uri}, "description": file.description, "spoiler": False}],
    }


def rows(controls: Iterable[Component]) -> list[Component]:
    """Put dice side by side, other buttons in rows of five, and each menu into its own row."""
    made: list[list[Component]] = []
    last = None
    for control in controls:
        kind = "menu" if control["type"] == SELECT else control["custom_id"].partition(":")[0]
        group = kind if kind in ("menu", "mark") else "button"
        if not made or group == "menu" or group != last or len(made[-1]) == BUTTONS_PER_ROW:
            made.append([])
        made[-1].append(control)
        last = group
    return [{"type": ACTION_ROW, "components": row} for row in made]


def selected_on(message: discord.Message | None, round_id: int, moment: int) -> tuple[int, ...]:
    """Return the positions of the dice that a message shows as selected, rising.

    Their buttons are blurple. Buttons of another round or moment do not count.
    """
    if message is None:
        return ()
    found = []
    for item in _walk(message.components):
        if isinstance(item, discord.Button) and item.style is discord.ButtonStyle.primary:
            read = custom_ids.read(item.custom_id or "")
            if read and (read.kind, read.round, read.moment) == ("mark", round_id, moment):
                found.append(int(read.what))
    return tuple(sorted(found))


def _walk(components: Sequence[Any]) -> Iterable[Any]:
    for component in components:
        yield component
        yield from _walk(getattr(component, "children", ()))
