"""Discord's limits on messages of components, checked on what the bot really sends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.ui.drawing.emoji import EmojiSet, pictured
from conformance import first_broken, long_labels, posted
from documented.sent import TEXT
from documented.sent import every as placed

PHONE_COLUMNS = 24

LONGEST_EMOJI = EmojiSet({name: 10**19 + number for number, name in enumerate(pictured())})
"""Every picture with an id of twenty digits."""


def every(tree: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield all components of a message, outer ones first."""
    return (one for _, one in placed(tree))


def code_lines(text: str) -> list[str]:
    """Return the lines inside code blocks."""
    return [line for block in text.split("```")[1::2] for line in block.strip("\n").split("\n")]


def assert_fits(tree: list[dict[str, Any]]) -> None:
    """Check a message's components against Discord's rules and the width of a phone."""
    found = [*first_broken(posted(tree)), *long_labels(posted(tree))]
    assert not found, "\n".join(map(str, found))
    for one in every(tree):
        # a form with such a menu is refused otherwise, and a message may be one day
        assert one.get("min_values") != 0 or one.get("required") is False, one
        if one["type"] == TEXT:
            text = one["content"]
            assert all(len(line) <= PHONE_COLUMNS for line in code_lines(text)), text


def assert_all_fit(requests: list[Any]) -> None:
    """Check every message that these requests send, at least one."""
    trees = []
    for request in requests:
        body = request.json if isinstance(request.json, dict) else {}
        data = body.get("data") or body
        if isinstance(data, dict) and data.get("components"):
            trees.append(data["components"])
    assert trees
    for tree in trees:
        assert_fits(tree)
