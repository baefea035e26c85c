"""Whom the messages mention that the bot sends, and whom they may notify, read from its requests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from documented.messages import EPHEMERAL, MOST_LISTED, SILENT
from documented.sent import UPDATE, mentioned


def messages(requests: Iterable[Any]) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Yield the requests that send or edit a message, each with that message."""
    for request in requests:
        body = request.json if isinstance(request.json, dict) else {}
        data = body.get("data") or body
        if isinstance(data, dict) and {"content", "components"} & data.keys():
            yield request, data


def is_new(request: Any, message: dict[str, Any]) -> bool:
    """Return whether a request posts a message that others than one member see."""
    edits = request.method == "PATCH" or request.json.get("type") == UPDATE
    return not edits and not message.get("flags", 0) & EPHEMERAL


def listed(request: Any, message: dict[str, Any]) -> list[str]:
    """Return the ids of the members whom a message lists; check that it names nobody else."""
    allowed = message.get("allowed_mentions")
    assert allowed is not None, f"{request.method} {request.path} may ping anybody"
    assert not allowed.get("parse"), allowed
    assert not allowed.get("roles"), allowed
    users = [str(user) for user in allowed.get("users", [])]
    assert len({*users}) == len(users) <= MOST_LISTED, allowed
    return users


def with_names(text: str, *members: Any) -> str:
    """Return a text with the names of members where it mentions them, as silent messages do."""
    for member in members:
        text = text.replace(f"<@{member.id}>", f"@{member.name}")
    return text


def pinged(requests: Iterable[Any]) -> list[str]:
    """Return the ids of the members whom new messages may notify, in order."""
    sent = [one for one in messages(requests) if is_new(*one)]
    return [user for one in sent for user in listed(*one)]


def assert_everybody_listed(requests: Iterable[Any]) -> None:
    """Check that messages list whom they mention, and that silent ones mention nobody.

    Discord sends the data of the members who are listed; clients show others as
    "@unknown-user" (discord-api-docs, issue 1479).
    """
    for request, message in messages(requests):
        users, named = listed(request, message), mentioned(message)
        assert users == named[:MOST_LISTED], (request.method, request.path, message)
        if is_new(request, message) and message.get("flags", 0) & SILENT:
            assert not named, (request.method, request.path, message)
