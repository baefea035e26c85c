"""The messages that a bot has sent, as Discord echoes them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from bench.local_discord.payloads import BUTTON, EPHEMERAL, SELECT, V2, Json, Place, dumps

_NOBODY: Mapping[str, Json] = MappingProxyType({})

_MENTION = re.compile("<@([0-9]+)>")

PRIMARY = 1
"""The style of a button that shows a selected die."""


class Message:
    """A message, with its controls and the JSON text that interactions and answers carry."""

    def __init__(self, message_id: int, channel: int, author: Json, place: Place | None) -> None:
        self.id = message_id
        self.channel = channel
        self.place = place
        self.flags = 0
        self.components: list[Json] = []
        self.text = ""
        self.edits = 0
        self._fixed = _fixed_part(message_id, channel, author, place)

    def show(self, body: Json, users: Mapping[str, Json] = _NOBODY) -> Message:
        """Take over the fields of a request; others stay.

        The message has the data of those of the `users` whom it mentions and lists.
        """
        if "components" in body:
            self.components = body["components"] or []
            _number(self.components, 0)
        if "flags" in body:
            self.flags = int(body["flags"] or 0) | (self.flags & (EPHEMERAL | V2))
        self.edits += 1
        content, components = dumps(body.get("content") or ""), dumps(self.components)
        listed = {str(user) for user in (body.get("allowed_mentions") or {}).get("users") or ()}
        there = listed & users.keys()
        mentioned = dict.fromkeys(_MENTION.findall(content + components)) if there else ()
        mentions = dumps([users[user] for user in mentioned if user in there])
        self.text = (
            f'{{{self._fixed},"content":{content},"flags":{self.flags},"mentions":{mentions},'
            f'"components":{components}}}'
        )
        return self

    @property
    def private(self) -> bool:
        return bool(self.flags & EPHEMERAL)

    def controls(self) -> Iterator[Json]:
        """Yield the buttons and menus that can be pressed, from top to bottom."""
        yield from _controls(self.components)

    def control(self, kind: str, what: str = "") -> Json | None:
        """Return the first control whose custom id begins with `kind` and ends with `what`."""
        for component in self.controls():
            name = component["custom_id"]
            if name.startswith(f"{kind}:") and name.endswith(what and f":{what}"):
                return component
        return None

    @property
    def selected(self) -> list[str]:
        """The positions of the dice that are shown as selected."""
        return [
            component["custom_id"].rpartition(":")[2]
            for component in self.controls()
            if component["custom_id"].startswith("mark:") and component.get("style") == PRIMARY
        ]


def _fixed_part(message_id: int, channel: int, author: Json, place: Place | None) -> str:
    """Return the part of the JSON text that no edit changes, without braces."""
    fixed: dict[str, Any] = {
        "id": str(message_id),
        "type": 0 if place is None else 20,
        "channel_id": str(channel),
        "author": author,
        "timestamp": "2026-01-01T12:00:00.000000+00:00",
        "edited_timestamp": None,
        "tts": False,
        "pinned": False,
        "mention_everyone": False,
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
    }
    if place is not None:
        by = place.member["user"]
        fixed["application_id"] = fixed["webhook_id"] = author["id"]
        fixed["interaction"] = {"id": str(message_id), "type": 2, "name": "play", "user": by}
        fixed["interaction_metadata"] = {
            "id": str(message_id),
            "type": 2,
            "name": "play",
            "command_type": 1,
            "user": by,
            "authorizing_integration_owners": {"0": str(place.guild)},
        }
    return dumps(fixed)[1:-1]


def _number(components: list[Json], last: int) -> int:
    """Give components the ids that Discord gives them; return the last one given."""
    for component in components:
        last += 1
        component["id"] = last
        last = _number(_inside(component), last)
    return last


def _controls(components: list[Json]) -> Iterator[Json]:
    for component in components:
        yield from _controls(_inside(component))
        if component["type"] in (BUTTON, SELECT) and not component.get("disabled"):
            yield component


def _inside(component: Json) -> list[Json]:
    """Return the components that stand in one, and the one beside it."""
    beside = [component["accessory"]] if "accessory" in component else []
    return [*component.get("components", ()), *beside]
