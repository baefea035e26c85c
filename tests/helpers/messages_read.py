"""Reads messages: their texts, buttons and selected dice and cards; and the log."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable
from typing import Any

import pytest

_SELECTS = re.compile(r"mark:[^:]*:\d+:\d")
"""The custom id of a die or card that is selected."""


def message_channel(message: Any) -> int:
    """Return the channel of a message of discord.py or of SimCord."""
    channel: int = getattr(message, "channel_id", None) or message.channel.id
    return channel


def tree_of(message: Any) -> list[dict[str, Any]]:
    """Return the outer components of a message as Discord holds them, each with those within."""
    return [one if isinstance(one, dict) else one.to_dict() for one in message.components]


def components(message: Any) -> list[dict[str, Any]]:
    """Return all components of a message, outer ones first, as Discord holds them."""
    tree = tree_of(message)
    found: list[dict[str, Any]] = []
    while tree:
        one = tree.pop(0)
        found.append(one)
        beside = [one["accessory"]] if "accessory" in one else []
        tree = [*one.get("components", []), *beside, *tree]
    return found


def ids_of(message: Any) -> list[str]:
    """Return the custom ids of all that can be pressed or chosen on a message, in order."""
    return [one["custom_id"] for one in components(message) if "custom_id" in one]


def last_message(answer: Any) -> Any:
    """Return the last message of an answer: the last follow-up, or else what answered at once."""
    return answer.followups[-1] if answer.followups else answer.response


def text_of(message: Any) -> str:
    """Return the text of a message outside its controls."""
    texts = [one["content"] for one in components(message) if one["type"] == 10]
    return "\n".join([message.content or "", *texts]).strip()


def buttons(message: Any) -> dict[str, dict[str, Any]]:
    """Return the buttons of a message by their labels, without the dice and cards."""
    return {
        one["label"]: one
        for one in components(message)
        if one["type"] == 2 and one.get("label") and not _SELECTS.match(one["custom_id"])
    }


def dice_of(message: Any) -> list[dict[str, Any]]:
    """Return the buttons of the dice, in order of position."""
    found = [one for one in components(message) if one.get("custom_id", "").startswith("mark:")]
    return sorted(found, key=lambda one: one["custom_id"])


def selected(message: Any) -> list[int]:
    """Return the positions whose buttons are blurple."""
    return [place for place, one in enumerate(dice_of(message), 1) if one["style"] == 1]


def cards_of(message: Any) -> list[dict[str, Any]]:
    """Return the buttons of the six cards that are tapped on a message, none after a decision."""
    found = [one for one in components(message) if _SELECTS.match(one.get("custom_id", ""))]
    assert len(found) in (0, 6), f"{len(found)} cards"
    return found


def hand_of(message: Any) -> tuple[int, ...]:
    """Return the six cards that a private message shows first."""
    return tuple(map(int, re.findall(r":cards_(\d)", text_of(message))[:6]))


def tapped_on(message: Any) -> tuple[int, ...]:
    """Return the positions that are tapped on a message: the single card, then the pair; or 0.

    Their buttons are blurple and have a label, and no others.
    """
    places = [0, 0, 0]
    for position, one in enumerate(cards_of(message), 1):
        place = one["custom_id"].rpartition(":")[2].partition(".")[2]
        assert bool(place) == (one["style"] == 1) == ("label" in one)
        if place:
            places[int(place) - 1] = position
    return tuple(places)


def counts(label: str) -> int | None:
    """Return how many dice a button rerolls: none where it keeps all; None for other buttons."""
    number = re.search(r"[0-9]", label)
    if number:
        return int(number[0])
    return 0 if label in ("Keep all", "Păstrează tot") else None


def find(message: Any, label: str) -> dict[str, Any]:
    """Return the one button with this label."""
    known = buttons(message)
    assert label in known, f"no button {label!r} among {sorted(known)}"
    return known[label]


def warnings_in(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    """Return the lines of the log at WARNING and above."""
    return [record for record in caplog.records if record.levelno >= logging.WARNING]


async def until(condition: Callable[[], bool]) -> None:
    """Let the bot work until the condition holds. Raises TimeoutError after ten seconds."""
    async with asyncio.timeout(10):
        while not condition():  # noqa: ASYNC110 — the condition is any
            await asyncio.sleep(0.005)
