"""Counters of the process since its start.

Counting costs a press next to nothing.
"""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from http import HTTPStatus
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import aiohttp

ANSWER_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 3.0)
"""The upper bounds, in seconds, of the classes of response times; Discord allows three."""

LATE_SECONDS = 10.0
"""Seconds after which a deadline is carried out late; a tick comes every three seconds."""


SCOPES = ("user", "shared", "global", "network")
"""The scopes of a rate limit: the bot or all bots in one place, the whole bot, the machine."""

DISCORD_ERRORS = (*(f"429 {scope}" for scope in SCOPES), "5xx")
"""The kinds of errors that are counted."""

SESSIONS = ("new", "resumed")
"""The kinds of connections to the gateway."""


class Histogram:
    """The number of values in each class up to one of `ends`, and above the last.

    >>> times = Histogram((0.1, 1.0))
    >>> times.add(0.1), times.add(0.2), times.add(9.0)
    (None, None, None)
    >>> times.counts, round(times.total, 1)
    ([1, 1, 1], 9.3)
    """

    def __init__(self, ends: tuple[float, ...]) -> None:
        self.ends = ends
        self.counts = [0] * (len(ends) + 1)
        self.total = 0.0

    def add(self, value: float) -> None:
        self.counts[bisect_left(self.ends, value)] += 1
        self.total += value


class DiscordErrors:
    """The number of Discord's rate limits and server errors, by kind.

    A kind is `429 user`, `429 shared` or `429 global`, after the scope that Discord names,
    `429 network` where Cloudflare refuses this machine, or `5xx`.
    """

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    def listen(self, config: aiohttp.TraceConfig) -> None:
        """Count the errors among the answers of a session with tracing."""
        config.on_request_end.append(self._hear)

    def answer_class(self, usual: type[aiohttp.ClientResponse]) -> type[aiohttp.ClientResponse]:
        """Return a class of answers that counts errors in a session without tracing."""
        errors = self

        class Answer(usual):  # type: ignore[valid-type, misc]
            """An answer that is counted if it is an error."""

            async def start(self, connection: aiohttp.connector.Connection) -> Answer:
                await super().start(connection)
                if self.status >= HTTPStatus.TOO_MANY_REQUESTS:
                    errors.note(self.status, self.headers)
                return self

        return Answer

    async def _hear(
        self, _session: object, _context: object, answer: aiohttp.TraceRequestEndParams
    ) -> None:
        self.note(answer.response.status, answer.response.headers)

    def note(self, status: int, headers: Mapping[str, str]) -> None:
        """Count an answer if it is an error of these kinds."""
        if status == HTTPStatus.TOO_MANY_REQUESTS:
            scope = headers.get("X-RateLimit-Scope", "user") if "Via" in headers else "network"
            self.counts[f"429 {scope if scope in SCOPES else 'user'}"] += 1
        elif status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            self.counts["5xx"] += 1


class Figures:
    """The counters of a process, which are changed only on the event loop."""

    def __init__(self) -> None:
        self.started = time.time()
        self.presses = 0
        """Presses of buttons and choices from menus."""
        self.commands = 0
        """Commands, including those of the Apps menu, and submitted forms."""
        self.refusals = 0
        """Presses and commands that a rule or a limit refused."""
        self.apologies = 0
        """Presses and commands that failed because of the bot, its database or Discord."""
        self.deadlines = 0
        """Deadlines that were carried out."""
        self.late_deadlines = 0
        """Deadlines that were carried out more than `LATE_SECONDS` late."""
        self.answers = Histogram(ANSWER_SECONDS)
        """Seconds from the arrival of an interaction until Discord has accepted its answer."""
        self.gateway_sessions: Counter[str] = Counter()
        """Connections to the gateway: `new` ones, whose number per day is limited, and `resumed`.
        """
        self.sessions_left: int | None = None
        """New connections that Discord still allows today, as last reported; None if not requested.
        """

    @property
    def uptime(self) -> float:
        """Seconds since the start."""
        return max(0.0, time.time() - self.started)

    def expired(self, deadline: datetime | None, now: datetime) -> None:
        """Count a deadline that is carried out now."""
        self.deadlines += 1
        if deadline is not None and (now - deadline).total_seconds() > LATE_SECONDS:
            self.late_deadlines += 1
