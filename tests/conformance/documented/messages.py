"""The rules of messages, checked on a request that posts or edits one.

The pages are those of https://github.com/discord/discord-api-docs below developers/.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from documented.rule import Fault, rule
from documented.sent import DEFER, TEXT, Json, Sent, mentioned

COMPONENTS = "components/reference.mdx"
MESSAGES = "resources/message.mdx"

ROW, BUTTON, SELECT, THUMBNAIL, GALLERY, FILE = 1, 2, 3, 11, 12, 13
"""The types of components."""

SELECTS = frozenset({3, 5, 6, 7, 8})
LINK, PREMIUM = 5, 6
"""The styles of buttons whose presses do not reach the bot."""

SUPPRESS_EMBEDS, EPHEMERAL, SILENT, VOICE, V2 = 1 << 2, 1 << 6, 1 << 12, 1 << 13, 1 << 15
"""The flags of messages."""

MOST_COMPONENTS = 40
MOST_CHARACTERS = 4_000
MOST_BYTES = 10_000
MOST_CONTENT = 2_000
MOST_LISTED = 100
"""Limits: components, characters and bytes of all texts, characters of `content`, members that
may be listed."""

_ATTACHED = "attachment://"


def _texts(sent: Sent) -> list[str]:
    return [str(one["content"]) for _, one in sent.components if one["type"] == TEXT]


@rule(301, "A message has at most 40 components, inner ones counted", COMPONENTS)
def _count(sent: Sent) -> Iterator[Fault]:
    count = len(sent.components)
    if count > MOST_COMPONENTS:
        why = f"The total number of components exceeds {MOST_COMPONENTS}: {count}"
        yield Fault(why, (*sent.within, "components"))


@rule(
    302,
    "All texts of a message have at most 4,000 characters together",
    "discord-api-docs, pull request 8562",
)
def _characters(sent: Sent) -> Iterator[Fault]:
    count = sum(map(len, _texts(sent)))
    if count > MOST_CHARACTERS:
        why = f"The text of all components exceeds {MOST_CHARACTERS}: {count}"
        yield Fault(why, (*sent.within, "components"))


@rule(
    303,
    "All texts of a message have at most 10,000 bytes of UTF-8 together, or Discord answers 500",
    "discord-api-docs, issue 8554",
)
def _bytes(sent: Sent) -> Iterator[Fault]:
    count = sum(len(text.encode()) for text in _texts(sent))
    if count > MOST_BYTES:
        yield Fault("500: Internal Server Error")


@rule(304, "No two controls of a message have the same custom id", f"{COMPONENTS}, Custom ID")
def _custom_ids(sent: Sent) -> Iterator[Fault]:
    seen = Counter(one["custom_id"] for _, one in sent.components if one.get("custom_id"))
    for name, count in seen.items():
        if count > 1:
            why = f"Component custom id cannot be duplicated: {name}"
            yield Fault(why, (*sent.within, "components"))


@rule(
    305,
    "No two components of a message have the same id, but for 0",
    f"{COMPONENTS}, Anatomy of a Component",
)
def _ids(sent: Sent) -> Iterator[Fault]:
    seen = Counter(one["id"] for _, one in sent.components if one.get("id"))
    if any(count > 1 for count in seen.values()):
        yield Fault("Component ids must be unique", (*sent.within, "components"))


@rule(306, "A row holds up to five buttons, or one menu alone", f"{COMPONENTS}, Action Row")
def _rows(sent: Sent) -> Iterator[Fault]:
    for at, one in sent.components:
        if one["type"] == ROW:
            inner = [part["type"] for part in one.get("components") or ()]
            if any(kind in SELECTS for kind in inner) and len(inner) > 1:
                yield Fault("A menu stands alone in its row", at)


@rule(
    307,
    "A button has a label or an emoji, and a custom id, or a link in its place",
    f"{COMPONENTS}, Button",
)
def _buttons(sent: Sent) -> Iterator[Fault]:
    for at, one in sent.components:
        if one["type"] != BUTTON:
            continue
        style = one.get("style")
        if style != PREMIUM and not one.get("label") and not one.get("emoji"):
            yield Fault("A button must have a label or an emoji", at)
        if style == LINK and (one.get("custom_id") or not one.get("url")):
            yield Fault("A link has a url and no custom id", at)
        if style not in (LINK, PREMIUM) and (one.get("url") or not one.get("custom_id")):
            yield Fault("A custom id and url cannot both be specified, one is needed", at)


@rule(
    308,
    "A menu lets choose no more than it has, is filled with no more than that, and has every value "
    "once",
    f"{COMPONENTS}, String Select",
)
def _menus(sent: Sent) -> Iterator[Fault]:
    for at, one in sent.components:
        if one["type"] != SELECT:
            continue
        options = one.get("options") or []
        least, most = one.get("min_values"), one.get("max_values")
        least, most = 1 if least is None else least, 1 if most is None else most
        if not least <= most <= len(options):
            yield Fault("Must be between the number of options", (*at, "max_values"))
        if sum(bool(option.get("default")) for option in options) > most:
            yield Fault("More options are chosen by default than may be", (*at, "options"))
        if len({option["value"] for option in options}) < len(options):
            yield Fault("The specified option value is already used", (*at, "options"))


@rule(
    309,
    "An attachment:// names a file of the request; all files of a message of components are named",
    f"{COMPONENTS}, Unfurled Media Item",
)
def _attachments(sent: Sent) -> Iterator[Fault]:
    message = sent.message
    if message is None:
        return
    listed = [one.get("filename") for one in message.get("attachments") or ()]
    there = {*sent.files, *filter(None, listed)}
    named = set()
    for at, one in sent.components:
        for media in _media(one):
            url = str(media.get("url") or "")
            if url.startswith(_ATTACHED):
                named.add(url.removeprefix(_ATTACHED))
                if url.removeprefix(_ATTACHED) not in there:
                    yield Fault(f"{url}: the attachment is not there", at)
            elif one["type"] == FILE:
                yield Fault("A file is named by attachment://", at)
    if _is_v2(message):
        for name in sent.files - named:
            why = f"{name} would not be shown: no component names it"
            yield Fault(why, (*sent.within, "attachments"))


@rule(
    318,
    "A picture of a gallery is uploaded with a new message or a first response, not with an edit",
    "discord-api-docs, issue 7529",
)
def _no_gallery_in_edits(sent: Sent) -> Iterator[Fault]:
    if sent.method != "PATCH":
        return
    for at, one in sent.components:
        for media in _media(one) if one["type"] == GALLERY else ():
            name = str(media.get("url") or "").removeprefix(_ATTACHED)
            if name in sent.files:
                yield Fault(f"{name}: the attachment is not found", at)


def _media(component: Json) -> list[Json]:
    if component["type"] == THUMBNAIL:
        return [component["media"]]
    if component["type"] == GALLERY:
        return [item["media"] for item in component["items"]]
    return [component["file"]] if component["type"] == FILE else []


def _is_v2(message: Json) -> bool:
    return bool(int(message.get("flags") or 0) & V2)


_FLAGS = {
    "POST /interactions/{}/{}/callback": SUPPRESS_EMBEDS | EPHEMERAL | SILENT | VOICE | V2,
    "POST /webhooks/{}/{}": SUPPRESS_EMBEDS | EPHEMERAL | SILENT | V2,
    "POST /channels/{}/messages": SUPPRESS_EMBEDS | SILENT | VOICE | V2,
}
"""The flags that a route takes; an edit has to repeat the flags set before."""


@rule(
    310,
    "A new message has the flags alone that its route takes; a deferral EPHEMERAL alone",
    f"{MESSAGES}, Create Message; interactions/receiving-and-responding.mdx, "
    "Interaction Callback Data Structure",
)
def _flags(sent: Sent) -> Iterator[Fault]:
    allowed = _FLAGS.get(sent.route)
    if allowed is None:
        return
    told: Any = sent.body.get("data") if sent.within == ("data",) else sent.body
    if sent.path.endswith("/callback") and sent.body["type"] == DEFER:
        allowed = EPHEMERAL
    if int((told or {}).get("flags") or 0) & ~allowed:
        yield Fault(f"Flags other than {allowed} are set", ("flags",))


@rule(
    311,
    "A message of components of the second version has no content, embeds, stickers or poll",
    f"{MESSAGES}, Create Message",
)
def _no_content(sent: Sent) -> Iterator[Fault]:
    message = sent.message
    if message is not None and _is_v2(message):
        for name in ("content", "embeds", "sticker_ids", "poll"):
            if message.get(name):
                why = f"The {name} field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
                yield Fault(why, (*sent.within, name))


@rule(
    312,
    "Components other than rows need the flag IS_COMPONENTS_V2, and rows without it are five; an "
    "edit sends it again, as the deferral that it fills may lack it",
    f"{COMPONENTS}; {COMPONENTS}, Legacy Message Component Behavior",
)
def _needs_v2(sent: Sent) -> Iterator[Fault]:
    message = sent.message
    if message is None or _is_v2(message):
        return
    tree = message.get("components") or []
    if any(one["type"] != ROW for one in tree) or len(tree) > 5:
        yield Fault('Value of field "type" must be one of (1,).', (*sent.within, "components"))


@rule(313, "A new message is not empty", "topics/opcodes-and-status-codes.mdx, 50006")
def _not_empty(sent: Sent) -> Iterator[Fault]:
    message = sent.message
    if message is None or sent.edits or sent.files:
        return
    if not any(message.get(name) for name in ("content", "components", "embeds", "poll")):
        yield Fault("Cannot send an empty message")


@rule(314, "Content has at most 2,000 characters", f"{MESSAGES}, Create Message")
def _content(sent: Sent) -> Iterator[Fault]:
    message = sent.message
    if message is not None and len(message.get("content") or "") > MOST_CONTENT:
        yield Fault("Must be 2000 or fewer in length.", (*sent.within, "content"))


@rule(
    315,
    "Every member whom a message mentions is listed in allowed_mentions, so that its mentions have "
    "them and clients show their names",
    f"{MESSAGES}, Edit Message; discord-api-docs, issue 1479",
)
def _listed(sent: Sent) -> Iterator[Fault]:
    message = sent.message
    if message is None:
        return
    users = [str(user) for user in (message.get("allowed_mentions") or {}).get("users") or ()]
    for user in mentioned(message)[:MOST_LISTED]:
        if user not in users:
            yield Fault(
                f"<@{user}> would not be read as a name", (*sent.within, "allowed_mentions")
            )


@rule(
    316,
    "Nobody is listed in allowed_mentions whom the message does not mention, and nothing parsed "
    "that it lists",
    f"{MESSAGES}, Allowed Mentions Object",
)
def _no_phantoms(sent: Sent) -> Iterator[Fault]:
    message = sent.message
    if message is None:
        return
    allowed = message.get("allowed_mentions") or {}
    at = (*sent.within, "allowed_mentions")
    for user in allowed.get("users") or ():
        if str(user) not in mentioned(message):
            yield Fault(f"{user} is not mentioned", at)
    for kind in ("users", "roles"):
        if kind in (allowed.get("parse") or ()) and allowed.get(kind):
            yield Fault(f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.', at)
