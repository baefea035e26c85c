"""Reads what a message shows: its texts, its buttons, the dice that are marked."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any


def message_channel(message: Any) -> int:
    """The channel of a message, whoever hands it over."""
    return getattr(message, "channel_id", None) or message.channel.id


def components(message: Any) -> list[dict[str, Any]]:
    """All components of a message, outer ones first, as Discord holds them."""
    raw = message.components
    tree = [one if isinstance(one, dict) else one.to_dict() for one in raw]
    found: list[dict[str, Any]] = []
    while tree:
        one = tree.pop(0)
        found.append(one)
        tree = [*one.get("components", []), *tree]
    return found


def text_of(message: Any) -> str:
    """All that a message says outside its controls."""
    said = [one["content"] for one in components(message) if one["type"] == 10]
    return "\n".join([message.content or "", *said]).strip()


def buttons(message: Any) -> dict[str, dict[str, Any]]:
    """The labelled buttons of a message by their labels."""
    return {
        one["label"]: one for one in components(message) if one["type"] == 2 and one.get("label")
    }


def dice_of(message: Any) -> list[dict[str, Any]]:
    """The buttons of the five dice, in order of position."""
    found = [one for one in components(message) if one.get("custom_id", "").startswith("mark:")]
    return sorted(found, key=lambda one: one["custom_id"])


def selected(message: Any) -> list[int]:
    """The positions whose buttons are blurple."""
    return [place for place, one in enumerate(dice_of(message), 1) if one["style"] == 1]


def counts(label: str) -> int | None:
    """Return how many dice a button rerolls: none where it keeps all; None for other buttons."""
    number = re.search(r"[0-9]", label)
    if number:
        return int(number[0])
    return 0 if label in ("Keep all", "Păstrează tot") else None


def find(message: Any, label: str) -> dict[str, Any]:
    """The one button with this label."""
    known = buttons(message)
    assert label in known, f"no button {label!r} among {sorted(known)}"
    return known[label]


async def until(condition: Callable[[], bool]) -> None:
    """Let the bot work until something is so; fails after ten seconds."""
    async with asyncio.timeout(10):
        while not condition():  # noqa: ASYNC110 — the condition is any
            await asyncio.sleep(0.005)
