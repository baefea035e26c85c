"""Discord's limits on messages of components, checked on what the bot really sends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.ui.emoji import EmojiSet, pictured

PHONE_COLUMNS = 26
BUTTON, SELECT, TEXT = 2, 3, 10

LONGEST_EMOJI = EmojiSet({name: 10**19 + number for number, name in enumerate(pictured())})
"""Every picture with an id of twenty digits."""


def every(tree: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield all components of a message, outer ones first."""
    for one in tree:
        yield one
        yield from every([*one.get("components", []), *filter(None, [one.get("accessory")])])


def code_lines(text: str) -> list[str]:
    """Return the lines inside code blocks."""
    return [line for block in text.split("```")[1::2] for line in block.strip("\n").split("\n")]


def assert_fits(tree: list[dict[str, Any]]) -> None:
    """Check a message's components against every limit."""
    parts = list(every(tree))
    assert len(parts) <= 40
    texts = [one["content"] for one in parts if one["type"] == TEXT]
    assert all(texts)
    assert sum(map(len, texts)) <= 4_000
    for text in texts:
        assert all(len(line) <= PHONE_COLUMNS for line in code_lines(text)), text
    ids = [one["custom_id"] for one in parts if "custom_id" in one]
    assert len(set(ids)) == len(ids)
    assert all(1 <= len(one) <= 100 for one in ids)
    for one in parts:
        if one["type"] == 1:
            assert 1 <= len(one["components"]) <= 5
            if any(inner["type"] == SELECT for inner in one["components"]):
                assert len(one["components"]) == 1
        elif one["type"] == BUTTON:
            assert one.get("label") or one.get("emoji")
            assert len(one.get("label") or "") <= 80
        elif one["type"] == SELECT:
            assert len(one.get("placeholder") or "") <= 150
            assert 1 <= len(one["options"]) <= 25
            chosen = sum(bool(option.get("default")) for option in one["options"])
            assert chosen <= one.get("max_values", 1)
            assert len({option["value"] for option in one["options"]}) == len(one["options"])
            for option in one["options"]:
                assert 1 <= len(option["label"]) <= 100
                assert 1 <= len(option["value"]) <= 100
                assert len(option.get("description") or "x") <= 100


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
