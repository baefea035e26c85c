"""The JSON of Discord's components, and the messages made of them.

Presses are read by their custom ids (`cogs.presses`), so a message needs no item objects of
discord.py and keeps nothing in memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import discord

from bot.ui import custom_ids
from bot.ui.custom_ids import MARK, PRESS, CustomId
from bot.ui.drawing.short_names import shortened
from bot.ui.interaction import LeanMessage

Component: TypeAlias = dict[str, Any]
"""A component as Discord's API describes it."""

ACTION_ROW, BUTTON, SELECT, USER_SELECT, CHANNEL_SELECT = 1, 2, 3, 5, 8
SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER = 9, 10, 12, 13, 14, 17

PRIMARY, SECONDARY, SUCCESS, DANGER = 1, 2, 3, 4
"""The styles of buttons: blurple, grey, green, red."""

BUTTONS_PER_ROW = 5
LONGEST_LABEL = 38
"""The most letters of a button, as many as Discord shows on every client."""

MOST_OPTIONS = 25
"""The most options of a menu."""

LONGEST_DESCRIPTION = 1024
"""The most letters of the description of a picture, set by Discord."""


class Drawing:
    """A message of components, sent by discord.py as a view that it does not keep.

    It is not a `LayoutView`: each of those would draw a random id from the operating system.
    """

    __slots__ = ("_components",)
    __discord_ui_view__ = True
    timeout = None

    def __init__(self, components: list[Component]) -> None:
        self._components = components

    def to_components(self) -> list[Component]:
        return self._components

    def has_components_v2(self) -> bool:
        """Return True: the message consists of components alone."""
        return True

    def is_finished(self) -> bool:
        """Return True: discord.py need not wait for presses, which are read by custom id."""
        return True

    def is_dispatchable(self) -> bool:
        """Return False: discord.py has no item to call for a press."""
        return False


def button(
    custom_id: CustomId,
    label: str | None,
    style: int = SECONDARY,
    *,
    disabled: bool = False,
) -> Component:
    """Return a button with a label, shortened to `LONGEST_LABEL` letters.

    Without a label it needs an emoji, which `EmojiSet.on_button` returns.
    """
    made: Component = {
        "type": BUTTON,
        "style": style,
        "disabled": disabled,
        "custom_id": str(custom_id),
    }
    if label is not None:
        made["label"] = label if len(label) <= LONGEST_LABEL else shortened(label, LONGEST_LABEL)
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

    Discord shows the last choice of a menu that it takes for the same one, and choosing that again
    sends nothing: a menu with another `number` is a new one.
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


def several(custom_id: CustomId, prompt: str, options: list[Component]) -> Component:
    """Return a menu from which any number of options is chosen."""
    made = menu(custom_id, prompt, options)
    return {**made, "min_values": 0, "max_values": len(options), "required": False}


def member_menu(custom_id: CustomId, prompt: str) -> Component:
    """Return a menu from which one member is chosen."""
    return {
        "type": USER_SELECT,
        "custom_id": str(custom_id),
        "placeholder": prompt,
        "min_values": 1,
        "max_values": 1,
    }


def channel_menu(
    custom_id: CustomId, prompt: str, types: Iterable[int], chosen: Iterable[int], most: int
) -> Component:
    """Return a menu from which up to `most` channels of some types are chosen."""
    return {
        "type": CHANNEL_SELECT,
        "custom_id": str(custom_id),
        "placeholder": prompt,
        "min_values": 0,
        "max_values": most,
        "required": False,
        "channel_types": [*types],
        "default_values": [{"id": str(channel), "type": "channel"} for channel in chosen],
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
    """Return an attached picture; screen readers read its description."""
    return {
        "type": GALLERY,
        "items": [{"media": {"url": file.uri}, "description": file.description, "spoiler": False}],
    }


def attachment(file: discord.File) -> Component:
    """Return an attached file, which can be downloaded."""
    return {"type": FILE, "file": {"url": file.uri}, "spoiler": False}


def inside(made: Sequence[Component]) -> list[Component]:
    """Return components and all components nested in them, outer ones first."""
    parts, left = list[Component](), [*reversed(made)]
    while left:
        component = left.pop()
        parts.append(component)
        left += reversed(component.get("components", ()))
    return parts


def rows(*groups: Iterable[Component]) -> list[Component]:
    """Put each group of buttons into rows of five, and each menu into its own row."""
    made: list[list[Component]] = []
    for group in groups:
        room = 0
        for control in group:
            alone = control["type"] in (SELECT, USER_SELECT, CHANNEL_SELECT)
            if room == 0 or alone:
                made.append([])
                room = BUTTONS_PER_ROW
            made[-1].append(control)
            room = 0 if alone else room - 1
    return [{"type": ACTION_ROW, "components": row} for row in made]


def selected_on(message: discord.Message | None, place: CustomId) -> tuple[int, ...]:
    """Return the positions selected on a message: dice in ascending order, cards as in a `Sort`.

    Their buttons are blurple. Buttons of another place or moment than `place` are ignored.
    """
    selected = [*_buttons_on(message, PRIMARY, replace(place, kind=MARK, what=""))]
    if not any("." in what for what in selected):
        return tuple(sorted(map(int, selected)))
    parted = (what.partition(".") for what in selected)
    into = {int(number): int(position) for position, _, number in parted}
    return tuple(into.get(number, 0) for number in range(1, max(into) + 1))


def confirmed_on(message: discord.Message | None, place: CustomId) -> str | None:
    """Return the code of the choice that waits for *Confirm* on a message, None if none does."""
    return next(_buttons_on(message, SUCCESS, replace(place, kind=PRESS, what="")), None)


def _buttons_on(message: discord.Message | None, style: int, control: CustomId) -> Iterator[str]:
    """Yield `what` of the buttons of a style whose custom id is otherwise that of `control`."""
    for item in () if message is None else inside(_components_of(message)):
        if item["type"] == BUTTON and item.get("style") == style:
            read = custom_ids.read(item.get("custom_id") or "")
            if read and replace(read, what="") == control:
                yield read.what


def without_controls(message: discord.Message, place: CustomId) -> list[Component] | None:
    """Return the components of a message without the controls of a place.

    None if the message shows no such control, or does not consist of components alone.
    """
    shown = [*_components_of(message)] if message.flags.components_v2 else []
    kept = _without_controls(shown, place)
    return None if kept == shown else kept


def _without_controls(shown: Iterable[Component], place: CustomId) -> list[Component]:
    kept = list[Component]()
    for one in shown:
        if custom_ids.names_place(one.get("custom_id") or "", place):
            continue
        if one["type"] == SECTION:
            beside = one["accessory"].get("custom_id") or ""
            kept += one["components"] if custom_ids.names_place(beside, place) else [one]
        elif one["type"] in (ACTION_ROW, CONTAINER):
            if within := _without_controls(one["components"], place):
                kept.append({**one, "components": within})
        else:
            kept.append(one)
    return kept


def round_on(message: discord.Message) -> int | None:
    """Return the round whose controls a message shows, None if it shows none."""
    for item in inside(_components_of(message)):
        round_id = custom_ids.round_of(item.get("custom_id") or "")
        if round_id:
            return round_id
    return None


def _components_of(message: discord.Message) -> Sequence[Component]:
    if isinstance(message, LeanMessage):
        return message.raw_components
    return [dict(component.to_dict()) for component in message.components]
