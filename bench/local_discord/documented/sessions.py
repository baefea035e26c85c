"""The rules of the gateway, checked on the messages of a bot.

The pages are those of https://github.com/discord/discord-api-docs below developers/.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from bench.local_discord.documented.rule import Fault, rule

GATEWAY = "events/gateway.mdx"
CODES = "topics/opcodes-and-status-codes.mdx, Gateway Close Event Codes"

HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME, MEMBERS = 1, 2, 3, 4, 6, 8
SOUNDBOARD, CHANNEL_INFO = 31, 43
KNOWN = (HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME, MEMBERS, SOUNDBOARD, CHANNEL_INFO)
"""The operations that a bot may send."""

MOST_BYTES = 4_096
MOST_EVENTS, EVENTS_SECONDS = 120, 60.0
MOST_IDENTIFIES, DAY = 1_000, 86_400.0
CONCURRENCY, IDENTIFY_SECONDS = 1, 5.0
MOST_GUILDS = 2_500

INTENTS = (1 << 26) - 1
PRIVILEGED = (1 << 1) | (1 << 8) | (1 << 15)
"""All intents; and those that have to be allowed: members, presences, message content."""

NEW_SESSION = 9
"""The operation that refuses a session and leaves the connection open."""


@dataclass
class Starts:
    """The sessions that an application has begun: the times of its IDENTIFYs, until a reset."""

    times: deque[float] = field(default_factory=deque)
    total: int = MOST_IDENTIFIES

    def remaining(self, now: float) -> int:
        while self.times and self.times[0] <= now - DAY:
            self.times.popleft()
        return max(0, self.total - len(self.times))

    def reset_after(self, now: float) -> float:
        """Return in how many seconds the first of them is a day old."""
        self.remaining(now)
        return max(0.0, self.times[0] + DAY - now) if self.times else 0.0


@dataclass(slots=True)
class Connection:
    """A connection to the gateway: whether it has a session, and when the bot sent events."""

    identified: bool = False
    events: deque[float] = field(default_factory=deque)


@dataclass(frozen=True, slots=True)
class Said:
    """A message of a bot on the gateway, with the state of the connection and its size in bytes.

    `sequence` is the last event of the session that it resumes, None where there is none.
    """

    said: Any
    size: int
    now: float
    connection: Connection
    starts: Starts
    token: str = ""
    guilds: int = 0
    sequence: int | None = None

    @property
    def operation(self) -> Any:
        """The number of the operation, None if it is missing."""
        return self.said.get("op") if isinstance(self.said, dict) else None

    @property
    def data(self) -> Any:
        data = self.said.get("d") if isinstance(self.said, dict) else None
        return data if isinstance(data, dict) else {}


def _close(code: int, why: str) -> Fault:
    return Fault(why, status=0, code=code)


@rule(
    701,
    "What is said is JSON with an operation, of at most 4,096 bytes",
    f"{GATEWAY}, Sending Events",
)
def _readable(said: Said) -> Iterator[Fault]:
    if said.size > MOST_BYTES or said.operation is None:
        yield _close(4002, "Error while decoding payload.")


@rule(702, "The operation is one that a bot may send", f"{CODES}, 4001")
def _known(said: Said) -> Iterator[Fault]:
    if said.operation is not None and said.operation not in KNOWN:
        yield _close(4001, "Unknown opcode.")


@rule(703, "At most 120 events are sent in 60 seconds", f"{GATEWAY}, Rate Limiting")
def _slowly(said: Said) -> Iterator[Fault]:
    events = said.connection.events
    while events and events[0] <= said.now - EVENTS_SECONDS:
        events.popleft()
    if len(events) >= MOST_EVENTS:
        yield _close(4008, "You are being rate limited.")


@rule(704, "Nothing but heartbeats is said before a session", f"{CODES}, 4003")
def _identified(said: Said) -> Iterator[Fault]:
    first = said.operation in (HEARTBEAT, IDENTIFY, RESUME)
    if not first and not said.connection.identified:
        yield _close(4003, "Not authenticated.")


@rule(705, "A connection has one session", f"{CODES}, 4005")
def _once(said: Said) -> Iterator[Fault]:
    if said.operation in (IDENTIFY, RESUME) and said.connection.identified:
        yield _close(4005, "Already authenticated.")


@rule(706, "The token is the bot's", f"{CODES}, 4004")
def _token(said: Said) -> Iterator[Fault]:
    if said.operation in (IDENTIFY, RESUME) and said.data.get("token") != said.token:
        yield _close(4004, "Authentication failed.")


@rule(
    707,
    "At most 1,000 sessions begin in a day; one more ends them all, and the token is reset",
    f"{GATEWAY}, Identifying",
)
def _budget(said: Said) -> Iterator[Fault]:
    if said.operation == IDENTIFY and said.starts.remaining(said.now) <= 0:
        yield _close(4004, "Authentication failed.")


@rule(708, "One session begins in five seconds", f"{GATEWAY}, Rate Limiting")
def _one_by_one(said: Said) -> Iterator[Fault]:
    if said.operation == IDENTIFY:
        recent = sum(said.now - one < IDENTIFY_SECONDS for one in said.starts.times)
        if recent >= CONCURRENCY:
            yield Fault("Invalid session", status=0, code=NEW_SESSION)


@rule(709, "A shard is one of those that there are", f"{CODES}, 4010")
def _shard(said: Said) -> Iterator[Fault]:
    if said.operation == IDENTIFY:
        number, count = said.data.get("shard") or (0, 1)
        if not 0 <= number < count:
            yield _close(4010, "Invalid shard.")


@rule(710, "A shard has at most 2,500 servers", f"{GATEWAY}, Sharding; {CODES}, 4011")
def _sharding(said: Said) -> Iterator[Fault]:
    if said.operation == IDENTIFY and said.guilds > MOST_GUILDS:
        yield _close(4011, "Sharding required.")


@rule(711, "Intents are among those that there are", f"{CODES}, 4013")
def _intents(said: Said) -> Iterator[Fault]:
    if said.operation == IDENTIFY:
        intents = said.data.get("intents")
        if not isinstance(intents, int) or intents & ~INTENTS:
            yield _close(4013, "Invalid intents.")


@rule(712, "No intent is asked for that has to be allowed", f"{GATEWAY}, Privileged Intents")
def _privileged(said: Said) -> Iterator[Fault]:
    intents = said.data.get("intents")
    if said.operation == IDENTIFY and isinstance(intents, int) and intents & PRIVILEGED:
        yield _close(4014, "Disallowed intents.")


@rule(713, "A session is resumed after an event that was sent", f"{CODES}, 4007")
def _sequence(said: Said) -> Iterator[Fault]:
    resumes = said.operation == RESUME and said.sequence is not None
    if resumes and int(said.data.get("seq") or 0) > (said.sequence or 0):
        yield _close(4007, "Invalid seq.")


@rule(714, "A session is resumed while Discord holds it", f"{GATEWAY}, Resuming")
def _session(said: Said) -> Iterator[Fault]:
    if said.operation == RESUME and said.sequence is None:
        yield Fault("Invalid session", status=0, code=NEW_SESSION)
