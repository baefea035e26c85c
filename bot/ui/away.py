"""Detection of a silent Discord, and of other servers that answer in its place."""

from __future__ import annotations

import logging
from functools import partial
from json import JSONDecodeError
from types import SimpleNamespace
from typing import Any

import aiohttp
from discord.http import HTTPClient, Route

from bot.shared_timer import SharedTimer

SILENT_SECONDS = 10.0
"""Seconds that Discord may take for an answer before a log line reports its silence."""

log = logging.getLogger(__name__)


class NotDiscord(aiohttp.ClientPayloadError):
    """Raised when another server answers in Discord's place, such as a network's sign-in page."""

    def __init__(self) -> None:
        super().__init__(
            "Something else answers in Discord's place, such as a network that asks to sign in: "
            "sign in there, or use another network"
        )


def refuse_other_answers(http: HTTPClient) -> None:
    """Make a client of discord.py raise NotDiscord for an answer that is not Discord's.

    Discord answers in JSON, or with an empty body to a request other than GET.
    """
    ask = http.request

    async def request(route: Route, **given: Any) -> Any:
        try:
            found = await ask(route, **given)
        except (JSONDecodeError, UnicodeDecodeError, RecursionError) as error:
            raise NotDiscord from error
        if isinstance(found, str) and (found or route.method == "GET"):
            raise NotDiscord
        return found

    http.request = request  # type: ignore[method-assign]


class Silence:
    """Logs that Discord does not answer, once until it answers again."""

    def __init__(self, timer: SharedTimer) -> None:
        self._timer = timer
        self._told = False

    def listen(self, config: aiohttp.TraceConfig) -> None:
        """Trace the requests of a session, after the hooks that `config` already has."""
        config.on_request_start.append(self._ask)
        config.on_request_end.append(self._hear)
        config.on_request_exception.append(self._fail)

    async def _ask(self, _session: object, context: SimpleNamespace, _request: object) -> None:
        context.silent = partial(self._tell)  # a new object for each request: the timer's key
        self._timer.start(SILENT_SECONDS, context.silent)

    async def _hear(self, _session: object, context: SimpleNamespace, _answer: object) -> None:
        self._timer.stop(context.silent)
        self._told = False

    async def _fail(self, _session: object, context: SimpleNamespace, _error: object) -> None:
        self._timer.stop(context.silent)

    def _tell(self) -> None:
        if not self._told:
            log.warning(
                "Discord has not answered for %.0f seconds: the bot goes on waiting; check the "
                "network of this machine if this lasts",
                SILENT_SECONDS,
            )
        self._told = True
