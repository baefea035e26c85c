"""A request to Discord as it was sent, and the message in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
"""An object of Discord's API."""

TEXT = 10
"""The type of a component of text."""

SEND, DEFER, UPDATE = 4, 5, 7
"""The types of callbacks: a message, one to come, an edit."""

Placed: TypeAlias = tuple[tuple[str | int, ...], Json]


def every(tree: list[Json], at: tuple[str | int, ...] = ()) -> Iterator[Placed]:
    """Yield all components of a message with their places, outer ones first."""
    for index, one in enumerate(tree):
        place = (*at, index)
        yield place, one
        yield from every(one.get("components") or [], (*place, "components"))
        if one.get("accessory"):
            yield (*place, "accessory"), one["accessory"]


def mentioned(message: Json) -> list[str]:
    """Return the ids of the members whom a message mentions, each once, in order."""
    tree = every(message.get("components") or [])
    texts = [one["content"] for _, one in tree if one["type"] == TEXT]
    found = re.findall(r"<@!?([0-9]+)>", "\n".join([message.get("content") or "", *texts]))
    return list(dict.fromkeys(found))


@dataclass(frozen=True)
class Sent:
    """A request as it was sent: `path` from the version of the API on, the names of its files."""

    method: str
    path: str
    body: Any = None
    files: frozenset[str] = frozenset()

    @cached_property
    def parts(self) -> list[str]:
        return self.path.strip("/").split("/")

    @cached_property
    def route(self) -> str:
        """The method and the path with {} for ids and tokens.

        >>> Sent("PATCH", "/channels/17/messages/18").route
        'PATCH /channels/{}/messages/{}'
        >>> Sent("PATCH", "/webhooks/17/token/messages/@original").route
        'PATCH /webhooks/{}/{}/messages/{}'
        """
        parts = self.parts
        shown = [
            "{}" if part.isdigit() or (part == "@original" and at > 2) else part
            for at, part in enumerate(parts)
        ]
        if parts[0] in ("webhooks", "interactions") and len(parts) > 2:
            shown[1:3] = "{}", "{}"
        return f"{self.method} /{'/'.join(shown)}"

    @cached_property
    def message(self) -> Json | None:
        """The message that a request posts or edits, None where it is about none."""
        match self.route:
            case "POST /interactions/{}/{}/callback":
                told = self.body["type"] in (SEND, UPDATE)
                return (self.body.get("data") or {}) if told else None
            case (
                "POST /webhooks/{}/{}"
                | "PATCH /webhooks/{}/{}/messages/{}"
                | "POST /channels/{}/messages"
                | "PATCH /channels/{}/messages/{}"
            ):
                return self.body or {}
        return None

    @cached_property
    def components(self) -> list[Placed]:
        """All components of the message, each with its place in the body."""
        tree = (self.message or {}).get("components") or []
        return [*every(tree, (*self.within, "components"))]

    @property
    def edits(self) -> bool:
        return self.method == "PATCH" or (
            self.path.endswith("/callback") and self.body["type"] == UPDATE
        )

    @property
    def within(self) -> tuple[str, ...]:
        return ("data",) if self.path.endswith("/callback") else ()
