"""The buckets of rate limits: headers tell how much each still takes, and discord.py keeps to it.

Discord documents no sizes: these are those of its headers.
"""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPMethod
from time import perf_counter

DEFAULT = (50, 1.0)
SIZES: dict[tuple[str, ...], tuple[int, float]] = {
    (HTTPMethod.POST, "channels", "messages"): (5, 5.0),
    (HTTPMethod.PATCH, "channels", "messages"): (5, 5.0),
    (HTTPMethod.DELETE, "channels", "messages"): (5, 5.0),
    (HTTPMethod.POST, "webhooks"): (5, 2.0),
    (HTTPMethod.PATCH, "webhooks", "messages"): (5, 2.0),
}
"""How many requests a bucket takes in how many seconds, by method and words of the path."""


@dataclass(slots=True)
class Bucket:
    """A window of requests: it begins with the first and ends `seconds` later."""

    most: int
    seconds: float
    ends: float = 0.0
    used: int = 0

    def take(self, now: float) -> None:
        if now >= self.ends:
            self.ends, self.used = now + self.seconds, 0
        self.used += 1


class Buckets:
    """Counts requests by method, words of the path, and the channel or token that is called."""

    def __init__(self) -> None:
        self._buckets: dict[tuple[str, ...], Bucket] = {}

    def take(self, method: str, parts: list[str]) -> dict[str, str]:
        """Count a request; return the headers about its bucket."""
        kind = (method, *filter(str.isalpha, parts))
        called = parts[1:3] if parts[0] == "webhooks" else parts[1:2]
        size = SIZES.get(kind, DEFAULT)
        bucket = self._buckets.setdefault((*kind, *called), Bucket(*size))
        now = perf_counter()
        bucket.take(now)
        return {
            "X-RateLimit-Limit": str(bucket.most),
            "X-RateLimit-Remaining": str(max(0, bucket.most - bucket.used)),
            "X-RateLimit-Reset-After": f"{bucket.ends - now:.3f}",
            "X-RateLimit-Bucket": "-".join(kind),
        }
