"""The figures of a bot, for Prometheus, and the counting of Discord's errors."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from http import HTTPStatus
from math import nan
from typing import TYPE_CHECKING

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

if TYPE_CHECKING:
    import aiohttp

ANSWER_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 3.0)
"""The upper bounds, in seconds, of the classes of response times; Discord allows three."""

SCOPES = ("user", "shared", "global", "network")
"""The scopes of a rate limit: the bot or all bots in one place, the whole bot, the machine."""

DISCORD_ERRORS = (*(f"429 {scope}" for scope in SCOPES), "5xx")
"""The kinds of errors that are counted."""

SESSIONS = ("new", "resumed")
"""The kinds of connections to the gateway; Discord limits the number of new ones in a day."""

DISKS = ("database", "backups")
"""The disks whose free bytes are told: that of the database, and that of BACKUP_DIR."""

# Otherwise the library adds the time of its creation to each counter.
disable_created_metrics()  # type: ignore[no-untyped-call]


class Figures:
    """The figures of one bot, in a registry of their own.

    Counters begin at the start of the process. Gauges are set when the page is asked for
    (`bot.commands.run.health`); a value that is not known is NaN.
    """

    def __init__(self) -> None:
        registry = self.registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        counter, gauge = partial(Counter, registry=registry), partial(Gauge, registry=registry)
        self.answer_seconds = Histogram(
            "dice_poker_answer_seconds",
            "Seconds from the arrival of an interaction until Discord has taken its answer.",
            buckets=ANSWER_SECONDS,
            registry=registry,
        )
        self.refusals = counter(
            "dice_poker_refusals_total",
            "Presses and commands that a rule or a limit refused.",
        )
        self.apologies = counter(
            "dice_poker_apologies_total",
            "Presses and commands that failed because of the bot, its database or Discord.",
        )
        self.late_deadlines = counter(
            "dice_poker_late_deadlines_total",
            "Deadlines that were carried out more than ten seconds late.",
        )
        self.gateway_sessions = counter(
            "dice_poker_gateway_sessions_total",
            "Connections to Discord's gateway, new or resumed; Discord allows 1000 new ones a day.",
            ["kind"],
        )
        self.discord_errors = counter(
            "dice_poker_discord_errors_total",
            "What Discord refused or failed: 429 of one place (user, shared), of the bot (global), "
            "of this machine (network), or 5xx.",
            ["kind"],
        )
        self.logged_errors = counter(
            "dice_poker_logged_errors_total",
            "Lines of the log that tell an error.",
        )
        self.ready = gauge(
            "dice_poker_ready",
            "1 if members can play: Discord answers, the database answers and stores.",
        )
        self.servers = gauge("dice_poker_servers", "Servers of this process.")
        self.open_rounds = gauge(
            "dice_poker_open_rounds",
            "Open rounds on the servers of this process.",
        )
        self.unjudged_games = gauge(
            "dice_poker_unjudged_games",
            "Games of members that have ended and are to be judged in idle time, 100000 at most. "
            "Where they grow for hours, a faster machine is needed.",
        )
        self.waiting_writes = gauge(
            "dice_poker_waiting_writes",
            "Calls of the database under way or waiting. Where they stay above a few, it is slow.",
        )
        self.backup_age_seconds = gauge(
            "dice_poker_backup_age_seconds",
            "Seconds since the newest backup in BACKUP_DIR was made.",
        )
        self.free_disk_bytes = gauge(
            "dice_poker_free_disk_bytes",
            "Bytes free on the disk of the database, and on that of the backups.",
            ["of"],
        )
        for kind in SESSIONS:
            self.gateway_sessions.labels(kind)
        for kind in DISCORD_ERRORS:
            self.discord_errors.labels(kind)
        disks = (self.free_disk_bytes.labels(of) for of in DISKS)
        for unknown in (self.open_rounds, self.unjudged_games, self.backup_age_seconds, *disks):
            unknown.set(nan)

    def page(self) -> bytes:
        """Return the figures as text in the format of Prometheus."""
        return generate_latest(self.registry)


class DiscordErrors:
    """Counts Discord's rate limits and server errors by kind in `counter`.

    A kind is `429 user`, `429 shared` or `429 global`, after the scope that Discord names,
    `429 network` where Cloudflare refuses this machine, or `5xx`.
    """

    def __init__(self, counter: Counter) -> None:
        self._counter = counter

    def listen(self, config: aiohttp.TraceConfig) -> None:
        """Count the errors among the answers of a session with tracing."""
        config.on_request_end.append(self._hear)

    def answer_class(self, usual: type[aiohttp.ClientResponse]) -> type[aiohttp.ClientResponse]:
        """Return a class of answers that counts errors in a session without tracing."""
        errors = self

        class CountedResponse(usual):  # type: ignore[valid-type, misc]
            """An answer that is counted if it is an error."""

            async def start(self, connection: aiohttp.connector.Connection) -> CountedResponse:
                await super().start(connection)
                if self.status >= HTTPStatus.TOO_MANY_REQUESTS:
                    errors.count(self.status, self.headers)
                return self

        return CountedResponse

    async def _hear(
        self, _session: object, _context: object, answer: aiohttp.TraceRequestEndParams
    ) -> None:
        self.count(answer.response.status, answer.response.headers)

    def count(self, status: int, headers: Mapping[str, str]) -> None:
        """Count an answer if it is an error of these kinds."""
        if status == HTTPStatus.TOO_MANY_REQUESTS:
            scope = headers.get("X-RateLimit-Scope", "user") if "Via" in headers else "network"
            self._counter.labels(f"429 {scope if scope in SCOPES else 'user'}").inc()
        elif status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            self._counter.labels("5xx").inc()
