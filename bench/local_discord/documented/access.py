"""The rules of time, follow-ups and permissions, checked on a request and its target.

The pages are those of https://github.com/discord/discord-api-docs below developers/.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bench.local_discord.documented.rule import Fault, rule
from bench.local_discord.documented.sent import Sent

INTERACTIONS = "interactions/receiving-and-responding.mdx"
CODES = "topics/opcodes-and-status-codes.mdx"
PERMISSIONS = "topics/permissions.mdx"
THREADS = "topics/threads.mdx"

CALLBACK_SECONDS = 3.0
TOKEN_SECONDS = 15 * 60.0
MOST_FOLLOW_UPS = 5

VIEW_CHANNEL = 1 << 10
SEND_MESSAGES = 1 << 11
ATTACH_FILES = 1 << 15
MANAGE_THREADS = 1 << 34
CREATE_PUBLIC_THREADS = 1 << 35
SEND_MESSAGES_IN_THREADS = 1 << 38
ALL_PERMISSIONS = (1 << 51) - 1


@dataclass(slots=True)
class Channel:
    """A channel with the bot's `permissions` there, None where it is no member."""

    id: int
    permissions: int | None = ALL_PERMISSIONS
    thread: bool = False
    archived: bool = False
    locked: bool = False


@dataclass(slots=True)
class Token:
    """An interaction of Discord: the time of sending, and the answer.

    `callback` is the type of the callback, 0 before one. A `guest` is a member for whom alone the
    app is installed, on a server without it.
    """

    sent: float
    guest: bool = False
    callback: int = 0
    follow_ups: int = 0
    deferred: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """A request with its time and, if it has one, its target.

    `authorized` says whether it has the bot's token; `message` whether the message exists.
    """

    sent: Sent
    now: float = 0.0
    token: Token | None = None
    channel: Channel | None = None
    authorized: bool = True
    message: bool = True


def _is_callback(sent: Sent) -> bool:
    return sent.path.endswith("/callback")


def _is_webhook(sent: Sent) -> bool:
    return sent.parts[0] == "webhooks"


def _is_follow_up(asked: Asked) -> bool:
    """Return whether a request adds a message."""
    return asked.sent.route == "POST /webhooks/{}/{}"


@rule(401, "An interaction is answered within three seconds", f"{INTERACTIONS}, Responding")
def _in_time(asked: Asked) -> Iterator[Fault]:
    token = asked.token
    if _is_callback(asked.sent) and (
        token is None or (not token.callback and asked.now - token.sent > CALLBACK_SECONDS)
    ):
        yield Fault("Unknown interaction", status=404, code=10062)


@rule(402, "An interaction is answered once", f"{CODES}, 40060")
def _once(asked: Asked) -> Iterator[Fault]:
    if _is_callback(asked.sent) and asked.token is not None and asked.token.callback:
        yield Fault("Interaction has already been acknowledged.", code=40060)


@rule(
    403,
    "The token of an interaction serves for follow-ups once it is answered, for 15 minutes",
    f"{INTERACTIONS}, Followup Messages",
)
def _token(asked: Asked) -> Iterator[Fault]:
    token = asked.token
    if not _is_webhook(asked.sent):
        return
    if token is None or not token.callback:
        yield Fault("Unknown Webhook", status=404, code=10015)
    elif asked.now - token.sent > TOKEN_SECONDS:
        yield Fault("Invalid Webhook Token", status=401, code=50027)


@rule(
    404,
    "An app that is installed for the member alone sends at most five follow-ups",
    f"{INTERACTIONS}, Create Followup Message",
)
def _follow_ups(asked: Asked) -> Iterator[Fault]:
    token = asked.token
    guest = token is not None and token.guest and token.follow_ups >= MOST_FOLLOW_UPS
    if guest and _is_follow_up(asked):
        why = "This interaction has hit the maximum number of follow up messages."
        yield Fault(why, code=40094)


@rule(
    405,
    "A deferral is filled by an edit of the original response; a follow-up in its place is "
    "deprecated",
    f"{INTERACTIONS}, Followup Messages",
)
def _fills(asked: Asked) -> Iterator[Fault]:
    if _is_follow_up(asked) and asked.token is not None and asked.token.deferred:
        yield Fault("A follow-up takes the place of a deferral")


@rule(501, "Requests bear the bot's token, but for interactions", "reference.mdx, Authentication")
def _authorized(asked: Asked) -> Iterator[Fault]:
    if not asked.authorized and asked.sent.parts[0] not in ("webhooks", "interactions"):
        yield Fault("401: Unauthorized", status=401, code=0)


def _in_channel(asked: Asked) -> Channel | None:
    """Return the channel that a request by the bot itself is about."""
    return asked.channel if asked.sent.parts[0] == "channels" else None


def _posts(asked: Asked, *, thread: bool) -> bool:
    channel = _in_channel(asked)
    posts = asked.sent.route == "POST /channels/{}/messages"
    return posts and channel is not None and channel.thread == thread


def _lacks(asked: Asked, permission: int) -> bool:
    channel = asked.channel
    return channel is not None and not (channel.permissions or 0) & permission


NO_ACCESS = Fault("Missing Access", status=403, code=50001)
NO_PERMISSION = Fault("Missing Permissions", status=403, code=50013)


@rule(502, "A channel that is called is there", f"{CODES}, 10003")
def _known(asked: Asked) -> Iterator[Fault]:
    if asked.sent.parts[0] == "channels" and asked.channel is None:
        yield Fault("Unknown Channel", status=404, code=10003)


@rule(
    503,
    "The bot sees a channel that it calls: it is a member of the server and has View Channel",
    f"{PERMISSIONS}, Implicit Permissions",
)
def _sees(asked: Asked) -> Iterator[Fault]:
    if _in_channel(asked) is not None and _lacks(asked, VIEW_CHANNEL):
        yield NO_ACCESS


@rule(504, "Who posts into a channel has Send Messages", "resources/message.mdx, Create Message")
def _sends(asked: Asked) -> Iterator[Fault]:
    if _posts(asked, thread=False) and _lacks(asked, SEND_MESSAGES):
        yield NO_PERMISSION


@rule(
    505,
    "Who posts into a thread has Send Messages in Threads",
    f"{PERMISSIONS}, Inherited Permissions (Threads)",
)
def _sends_in_thread(asked: Asked) -> Iterator[Fault]:
    if _posts(asked, thread=True) and _lacks(asked, SEND_MESSAGES_IN_THREADS):
        yield NO_PERMISSION


@rule(
    506, "Who makes a thread has Create Public Threads", f"{PERMISSIONS}, Bitwise Permission Flags"
)
def _makes_threads(asked: Asked) -> Iterator[Fault]:
    if asked.sent.route == "POST /channels/{}/threads" and _lacks(asked, CREATE_PUBLIC_THREADS):
        yield NO_PERMISSION


@rule(
    507,
    "Files need Attach Files, in a channel and in a follow-up",
    f"{PERMISSIONS}, Bitwise Permission Flags",
)
def _attaches(asked: Asked) -> Iterator[Fault]:
    sent, channel = asked.sent, asked.channel
    follows = _is_webhook(sent) and channel is not None and channel.permissions is not None
    if sent.files and (follows or sent.parts[0] == "channels") and _lacks(asked, ATTACH_FILES):
        yield NO_PERMISSION


@rule(508, "Messages of an archived thread are not changed", f"{THREADS}; {CODES}, 50083")
def _archived(asked: Asked) -> Iterator[Fault]:
    channel, sent = asked.channel, asked.sent
    changes = sent.method in ("PATCH", "DELETE") and "messages" in sent.parts
    if channel is not None and channel.archived and changes:
        yield Fault("Thread is archived", code=50083)


@rule(
    509,
    "In a locked thread nothing is posted or changed, and it is not opened, without Manage Threads",
    f"{THREADS}, Locked Threads; {CODES}, 160005",
)
def _locked(asked: Asked) -> Iterator[Fault]:
    channel, sent = asked.channel, asked.sent
    if channel is None or not channel.locked or not _lacks(asked, MANAGE_THREADS):
        return
    if sent.route == "PATCH /channels/{}":
        yield NO_PERMISSION
    elif sent.message is not None:
        yield Fault("Thread is locked", status=403, code=160005)


@rule(510, "A message that is called is there", f"{CODES}, 10008")
def _message(asked: Asked) -> Iterator[Fault]:
    if not asked.message:
        yield Fault("Unknown Message", status=404, code=10008)
