"""Checks what the bot sends against the rules that Discord documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from documented import Broken, Sent, broken
from documented.messages import BUTTON, V2
from documented.sent import DEFER, mentioned

LONGEST_LABEL = 38
"""The most letters of a button that Discord shows on every client."""


def sent_of(request: Any) -> Sent:
    """Return a request that SimCord noted."""
    body = request.json
    data = (body.get("data") or body) if isinstance(body, dict) else {}
    listed = data.get("attachments") or []
    files = frozenset(one["filename"] for one in listed if one.get("filename"))
    return Sent(request.method, request.path, body, files)


def all_broken(requests: Iterable[Any]) -> list[str]:
    """Return what breaks a rule among requests that SimCord noted."""
    sent = [*requests]
    found = [*_follow_ups_of_deferrals(sent)]
    for request in sent:
        if request.method in ("POST", "PATCH"):
            faults = [*first_broken(sent_of(request)), *long_labels(sent_of(request))]
            found += [f"{request.method} {request.path} {fault}" for fault in faults]
    return found


def _follow_ups_of_deferrals(requests: Iterable[Any]) -> Iterator[str]:
    """Yield the follow-ups that take the place of a deferral: it is filled by an edit.

    Discord's interactions/receiving-and-responding.mdx, Followup Messages, deprecates them.
    """
    deferred = set[str]()
    for request in requests:
        sent = sent_of(request)
        token = sent.parts[2] if len(sent.parts) > 2 else ""
        if sent.path.endswith("/callback") and request.json["type"] == DEFER:
            deferred.add(token)
        elif sent.path.endswith("/@original") and sent.method in ("PATCH", "DELETE"):
            deferred.discard(token)
        elif sent.route == "POST /webhooks/{}/{}" and token in deferred:
            yield f"{request.method} {request.path} takes the place of a deferral"


def long_labels(sent: Sent) -> list[str]:
    """Return the labels of buttons with more letters than every client shows."""
    labels = [str(one.get("label") or "") for _, one in sent.components if one["type"] == BUTTON]
    return [label for label in labels if len(label) > LONGEST_LABEL]


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


def _named(tree: Any) -> frozenset[str]:
    """Return the names of the files that components show."""
    if isinstance(tree, list):
        return frozenset(name for one in tree for name in _named(one))
    if isinstance(tree, dict):
        url = tree.get("url")
        if isinstance(url, str) and url.startswith("attachment://"):
            return frozenset([url.removeprefix("attachment://")])
        return _named([*tree.values()])
    return frozenset()
