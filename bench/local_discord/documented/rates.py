"""The rules of rate limits.

The pages are those of https://github.com/discord/discord-api-docs below developers/. They have one
number, 50 a second; the sizes of buckets are in headers and are those of today's Discord.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import md5

from bench.local_discord.documented.rule import Fault, rule
from bench.local_discord.documented.sent import Sent

PAGE = "topics/rate-limits.mdx"

GLOBAL_LIMIT = 50
"""The number of requests that a bot may make in a second, without interactions."""

OFFENCE_SECONDS = 1.0
"""For how long everything is refused after one more."""

MOST_INVALID, INVALID_SECONDS, BAN_SECONDS = 10_000, 600.0, 3600.0
"""How many answers 401, 403 and 429 an address may get in how many seconds, and the ban after."""

HOUR = 3600.0
MOST_OLD_EDITS, OLD_EDITS_SECONDS = 3, 20.0
"""How often messages older than an hour are edited in a channel: undocumented, seen by others."""

MOST_EMOJI, MOST_EMOJI_BYTES = 2_000, 256 * 1024

GRACE_SECONDS = 0.05
"""The seconds after a refusal in which a bot that has not read it yet may send a request."""

_FOR_ALL = ("global", "")
"""The scopes of refusals that hold for more than a bucket."""

DEFAULT_BUCKET = (50, 1.0)
BUCKETS = {
    "POST /channels/{}/messages": (5, 5.0),
    "PATCH /channels/{}/messages/{}": (5, 5.0),
    "DELETE /channels/{}/messages/{}": (5, 5.0),
    "POST /webhooks/{}/{}": (5, 2.0),
    "PATCH /webhooks/{}/{}/messages/{}": (5, 2.0),
    "POST /channels/{}/threads": (50, 300.0),
    "PATCH /channels/{}": (5, 15.0),
}
"""How many requests a bucket takes in how many seconds, by route."""


@dataclass(frozen=True, slots=True)
class Limited(Fault):
    """A refusal because of too many requests; `scope` is that of the header, "" for Cloudflare's.

    Discord says in JSON when to try again, Cloudflare in HTML without a word of it.
    """

    status: int = 429
    code: int = 0
    retry_after: float = 0.0
    scope: str = "user"


@dataclass(slots=True)
class Bucket:
    """A window of requests: it begins with the first and ends `seconds` later."""

    most: int
    seconds: float
    ends: float = 0.0
    used: int = 0

    def left(self, now: float) -> int:
        """Return how many requests it takes before it ends."""
        return self.most if now >= self.ends else self.most - self.used

    def take(self, now: float) -> None:
        if now >= self.ends:
            self.ends, self.used = now + self.seconds, 0
        self.used += 1


@dataclass(slots=True)
class Pause:
    """A period in which a kind of request is refused, and the time of its announcement."""

    until: float
    scope: str
    told: float | None = None
    again: bool = False


@dataclass
class Rates:
    """Discord's counts of a bot's requests.

    `pauses` are refusals that last, by bucket, or by scope where they hold for more. A scenario
    makes some by `pause`; `emoji_quota` is how many emoji are taken before an hour's pause.
    """

    buckets: dict[str, Bucket] = field(default_factory=dict)
    pauses: dict[str, Pause] = field(default_factory=dict)
    counted: list[float] = field(default_factory=list)
    invalid: deque[float] = field(default_factory=deque)
    old_edits: dict[str, deque[float]] = field(default_factory=dict)
    emoji: int = 0
    emoji_quota: int | None = None
    banned: float = 0.0

    def bucket(self, sent: Sent) -> Bucket:
        return self.buckets.setdefault(
            bucket_of(sent), Bucket(*BUCKETS.get(sent.route, DEFAULT_BUCKET))
        )

    def pause(self, scope: str, until: float, sent: Sent | None = None) -> None:
        """Refuse requests until a time: all ("global", or "" as Cloudflare), or a bucket's."""
        self.pauses[scope if sent is None else bucket_of(sent)] = Pause(until, scope)

    def told(self, sent: Sent, limited: Limited, now: float) -> None:
        """Note that a refusal was sent, and its end."""
        key = limited.scope if limited.scope in _FOR_ALL else bucket_of(sent)
        pause = self.pauses.get(key)
        if pause is None or pause.until <= now:
            pause = self.pauses[key] = Pause(now + limited.retry_after, limited.scope)
        if pause.told is None:
            pause.told = now

    def headers(self, sent: Sent, now: float, epoch: float) -> dict[str, str]:
        """Return the headers about a request's bucket, none for interactions."""
        if sent.parts[0] == "interactions":
            return {}
        bucket = self.bucket(sent)
        after = max(0.0, bucket.ends - now)
        return {
            "X-RateLimit-Limit": str(bucket.most),
            "X-RateLimit-Remaining": str(max(0, bucket.left(now))),
            "X-RateLimit-Reset": f"{epoch + after:.3f}",
            "X-RateLimit-Reset-After": f"{after:.3f}",
            "X-RateLimit-Bucket": md5(sent.route.encode(), usedforsecurity=False).hexdigest(),
        }

    def most_a_second(self) -> int:
        """Return the most requests under the global limit that came within a second."""
        times = self.counted
        return max((bisect_left(times, at + 1) - i for i, at in enumerate(times)), default=0)


@dataclass(frozen=True, slots=True)
class Arrival:
    """A request and its time, with the earlier counts; `left` is the time of sending.

    `age` is that of the message that it edits, in seconds; `size` the bytes of its emoji.
    """

    sent: Sent
    rates: Rates
    now: float
    left: float
    age: float = 0.0
    size: int = 0


def bucket_of(sent: Sent) -> str:
    """Return the key of a bucket: the route, and the channel, server or token that is called.

    >>> bucket_of(Sent("PATCH", "/channels/17/messages/18"))
    'PATCH /channels/{}/messages/{} 17'
    """
    kept = 3 if sent.parts[0] in ("webhooks", "interactions") else 2
    return f"{sent.route} {' '.join(sent.parts[1:kept])}"


def is_global(sent: Sent) -> bool:
    """Return whether a request counts for the global limit: all but those of interactions."""
    return sent.parts[0] not in ("webhooks", "interactions")


@rule(
    601,
    "An address with 10,000 answers 401, 403 or 429 in ten minutes, shared limits apart, is banned",
    f"{PAGE}, Invalid Request Limit aka Cloudflare bans",
)
def _ban(arrival: Arrival) -> Iterator[Limited]:
    rates, now = arrival.rates, arrival.now
    while rates.invalid and rates.invalid[0] < now - INVALID_SECONDS:
        rates.invalid.popleft()
    if len(rates.invalid) >= MOST_INVALID:
        rates.banned = max(rates.banned, now + BAN_SECONDS)
    if now < rates.banned:
        yield Limited("error code: 1015", retry_after=rates.banned - now, scope="")


@rule(
    602,
    "Nothing is sent before Retry-After is over, once it has been told",
    f"{PAGE}, Exceeding A Rate Limit",
)
def _patience(arrival: Arrival) -> Iterator[Limited]:
    for pause in _pauses(arrival):
        if pause.told is not None and arrival.left > pause.told + GRACE_SECONDS:
            yield _paused(pause, arrival)


def _pauses(arrival: Arrival) -> Iterator[Pause]:
    keys = ["", bucket_of(arrival.sent)]
    if is_global(arrival.sent):
        keys.append("global")
    for key in keys:
        pause = arrival.rates.pauses.get(key)
        if pause is not None and arrival.now < pause.until:
            yield pause


def _paused(pause: Pause, arrival: Arrival) -> Limited:
    return _limited(pause.scope, pause.until - arrival.now)


def _limited(scope: str, seconds: float, code: int = 0) -> Limited:
    why = "The resource is being rate limited." if scope == "shared" else ""
    why = why or "You are being rate limited."
    return Limited(why, code=code, retry_after=max(0.001, seconds), scope=scope)


@rule(
    603,
    "A bot makes at most 50 requests a second, interactions apart",
    f"{PAGE}, Global Rate Limit",
)
def _global(arrival: Arrival) -> Iterator[Limited]:
    if not is_global(arrival.sent):
        return
    last = arrival.rates.counted[-GLOBAL_LIMIT:]
    if sum(arrival.now - one < 1 for one in last) >= GLOBAL_LIMIT:
        yield _limited("global", OFFENCE_SECONDS)


@rule(
    604,
    "A bucket takes what its headers tell: five messages of a channel in five seconds",
    f"{PAGE}, Header Format",
)
def _bucket(arrival: Arrival) -> Iterator[Limited]:
    if arrival.sent.parts[0] == "interactions":
        return
    bucket = arrival.rates.bucket(arrival.sent)
    if bucket.left(arrival.now) <= 0:
        yield _limited("user", bucket.ends - arrival.now)


@rule(
    605,
    "A message older than an hour is not edited often; how often is told by the refusal alone",
    "topics/opcodes-and-status-codes.mdx, 30046; discord-api-docs, issue 4413",
)
def _old(arrival: Arrival) -> Iterator[Limited]:
    sent, now = arrival.sent, arrival.now
    if sent.route != "PATCH /channels/{}/messages/{}" or arrival.age <= HOUR:
        return
    edits = arrival.rates.old_edits.setdefault(sent.parts[1], deque())
    while edits and edits[0] <= now - OLD_EDITS_SECONDS:
        edits.popleft()
    if len(edits) >= MOST_OLD_EDITS:
        yield _limited("user", edits[0] + OLD_EDITS_SECONDS - now, 30046)
    else:
        edits.append(now)


@rule(
    606,
    "Emoji have a quota of their own, which headers do not tell; its refusal lasts up to an hour",
    f"{PAGE}; resources/emoji.mdx",
)
def _emoji_quota(arrival: Arrival) -> Iterator[Limited]:
    rates = arrival.rates
    quota = MOST_EMOJI if rates.emoji_quota is None else rates.emoji_quota
    if _uploads(arrival.sent) and MOST_EMOJI > rates.emoji >= quota:
        yield _limited("user", HOUR)


@rule(
    607,
    "An application has at most 2,000 emoji, of at most 256 KiB",
    "resources/emoji.mdx, Application-Owned Emoji",
)
def _emoji(arrival: Arrival) -> Iterator[Fault]:
    if not _uploads(arrival.sent):
        return
    if arrival.rates.emoji >= MOST_EMOJI:
        yield Fault("Maximum number of emojis reached (2000)", code=30008)
    if arrival.size > MOST_EMOJI_BYTES:
        yield Fault("File cannot be larger than 256.0 kb.", ("image",))


def _uploads(sent: Sent) -> bool:
    return sent.route == "POST /applications/{}/emojis"


def forced(arrival: Arrival) -> Limited | None:
    """Return the refusal by a pause that was not announced to the bot yet, if there is one."""
    return next((_paused(pause, arrival) for pause in _pauses(arrival)), None)
