"""The refusal of requests that break a rule, with Discord's own answers."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http import HTTPMethod, HTTPStatus
from math import ceil
from random import Random
from time import perf_counter
from typing import NamedTuple

from bench.local_discord.documented import Broken, Fault, broken
from bench.local_discord.documented.access import Asked
from bench.local_discord.documented.rates import Arrival, Limited, Rates, forced, is_global
from bench.local_discord.documented.rule import INVALID_BODY
from bench.local_discord.payloads import Json, dumps

_INVALID = (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.TOO_MANY_REQUESTS)
"""The answers that Discord counts before it bans an address."""

_COMMANDS = ("PUT /applications/{}/commands", "PUT /applications/{}/guilds/{}/commands")

_CLOUDFLARE = "<!doctype html><title>Access denied | discord.com used Cloudflare</title>"


class Reply(NamedTuple):
    """An answer of the API: its status and its JSON text."""

    status: int
    text: str


@dataclass
class Line:
    """The line to Discord: a random latency for each request, and an uplink.

    All requests share the uplink of `bytes_per_second`, None for one without limit.
    """

    latency: tuple[float, float] = (0.0, 0.0)
    bytes_per_second: float | None = None
    _random: Random = field(default_factory=lambda: Random(1))
    _free: float = 0.0

    async def carry(self, size: int) -> None:
        """Wait until a request of this size has arrived."""
        seconds = self._random.uniform(*self.latency) if self.latency[1] else 0.0
        if self.bytes_per_second is not None:
            now = asyncio.get_running_loop().time()
            self._free = max(now, self._free) + size / self.bytes_per_second
            seconds += self._free - now
        if seconds:
            await asyncio.sleep(seconds)


class Strict:
    """Checks requests by the table of rules.

    `broken` is what was refused because of a rule; `limits` are the refusals for too many requests
    with their times, and `last_arrival` is the time of the last request that may be limited.
    Of the bodies of requests one in `sampled` is checked, so that a bench which measures times is
    not slowed down.
    """

    def __init__(self, sampled: int = 1, clock: Callable[[], float] = perf_counter) -> None:
        self.clock = clock
        self.rates = Rates()
        self.broken: list[Broken] = []
        self.limits: list[tuple[float, Limited]] = []
        self.last_arrival = 0.0
        self._sampled = sampled
        self._seen = 0

    @property
    def faults(self) -> Counter[str]:
        """What was broken, in words, with how often."""
        return Counter(map(str, self.broken))

    def of_rule(self, *numbers: int) -> list[Broken]:
        return [one for one in self.broken if one.rule in numbers]

    def limited(self, arrival: Arrival) -> Fault | None:
        """Count a request; return its refusal if there were too many."""
        rates, sent, now = arrival.rates, arrival.sent, arrival.now
        found = next(broken(arrival, (6,)), None)
        if sent.parts[0] != "interactions":
            self.last_arrival = now
        if is_global(sent):
            rates.counted.append(now)
        if found is not None:
            self.broken.append(found)
            return found.fault
        refusal = forced(arrival)
        if refusal is None:
            rates.bucket(sent).take(now)
        return refusal

    def refused(self, asked: Asked) -> Fault | None:
        """Return why Discord refuses a request, None if it does not."""
        found = next(self._found(asked), None)
        if found is None:
            return None
        self.broken.append(found)
        return found.fault

    def _found(self, asked: Asked) -> Iterator[Broken]:
        sent = asked.sent
        self._seen += 1
        looked_at = self._seen % self._sampled == 0
        if looked_at:
            yield from broken(sent, (1,))
        yield from broken(asked, (4, 5))
        if sent.route in _COMMANDS:
            yield from broken(sent.body, (2,))
        elif looked_at and sent.method in (HTTPMethod.POST, HTTPMethod.PATCH):
            yield from broken(sent, (3,))

    def count(self, status: int, *, shared: bool) -> None:
        """Count an answer among those after which Discord bans an address."""
        if status in _INVALID and not shared:
            self.rates.invalid.append(self.clock())


def refusal(fault: Fault) -> Reply:
    """Return the answer to a request that breaks a rule."""
    if isinstance(fault, Limited):
        if not fault.scope:
            return Reply(fault.status, _CLOUDFLARE)
        told: Json = {"message": fault.why, "retry_after": fault.retry_after}
        told |= {"global": fault.scope == "global"} | ({"code": fault.code} if fault.code else {})
        return Reply(fault.status, dumps(told))
    if fault.code != INVALID_BODY:
        return Reply(fault.status, dumps({"message": fault.why, "code": fault.code}))
    errors: Json = {"_errors": [{"code": "INVALID", "message": fault.why}]}
    for part in reversed(fault.where):
        errors = {str(part): errors}
    body = {"message": "Invalid Form Body", "code": fault.code, "errors": errors}
    return Reply(fault.status, dumps(body))


def limit_headers(limited: Limited) -> dict[str, str]:
    """Return the headers of a refusal for too many requests; Cloudflare has no more than one."""
    after = {"Retry-After": str(ceil(limited.retry_after))}
    if not limited.scope:
        return after
    scope = {"Via": "1.1 google", "X-RateLimit-Scope": limited.scope}
    return after | scope | ({"X-RateLimit-Global": "true"} if limited.scope == "global" else {})
