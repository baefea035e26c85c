"""Checks what the bot sends against the rules that Discord documents."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bench.local_discord.documented import Broken, Sent, broken
from bench.local_discord.documented.messages import V2
from bench.local_discord.documented.sent import mentioned

BODIES = (1, 3)
"""The hundreds of the rules that a request keeps by itself: its schema, and those of messages."""


def sent_of(request: Any) -> Sent:
    """Return a request that SimCord noted; it notes of files their names alone."""
    body = request.json
    data = (body.get("data") or body) if isinstance(body, dict) else {}
    listed = data.get("attachments") or []
    files = {one["filename"]: 0 for one in listed if one.get("filename")}
    return Sent(request.method, request.path, body, request.params, files)


def all_broken(requests: Iterable[Any]) -> list[str]:
    """Return what breaks a rule among requests that SimCord noted."""
    found = []
    for request in requests:
        if request.method in ("POST", "PATCH"):
            faults = first_broken(sent_of(request))
            found += [f"{request.method} {request.path} {fault}" for fault in faults]
    return found


def first_broken(sent: Sent) -> list[Broken]:
    """Return what breaks the description, or else what breaks the rules of messages."""
    return [*broken(sent, (1,))] or [*broken(sent, (3,))]


def posted(tree: list[dict[str, Any]]) -> Sent:
    """Return a request that posts components with the files and the members that they name.

    The components may have been read from a message: what Discord adds to media is left out.
    """
    sent = _as_sent(tree)
    message = {"components": sent, "flags": V2}
    users = mentioned(message)[:100]
    body = {**message, "allowed_mentions": {"parse": [], "users": users}}
    return Sent("POST", "/channels/1/messages", body, files=_named(sent))


def _as_sent(tree: Any) -> Any:
    """Return components as they are sent: of media only its address."""
    if isinstance(tree, list):
        return [_as_sent(one) for one in tree]
    if not isinstance(tree, dict):
        return tree
    made = {key: _as_sent(one) for key, one in tree.items()}
    if isinstance(made.get("file"), dict):
        name = made.pop("name", None)
        made.pop("size", None)
        made["file"] = {"url": f"attachment://{name}" if name else made["file"]["url"]}
    if isinstance(made.get("media"), dict):
        made["media"] = {"url": made["media"]["url"]}
    return made


def _named(tree: Any) -> dict[str, int]:
    """Return the files that components name, of any size."""
    if isinstance(tree, list):
        return {name: 0 for one in tree for name in _named(one)}
    if isinstance(tree, dict):
        url = tree.get("url")
        if isinstance(url, str) and url.startswith("attachment://"):
            return {url.removeprefix("attachment://"): 0}
        return _named([*tree.values()])
    return {}
