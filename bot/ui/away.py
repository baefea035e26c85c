"""Detection of a Discord that is silent or refuses all, and of others that answer in its place."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from json import JSONDecodeError
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
from discord.http import HTTPClient, Route

from bot.shared_timer import SharedTimer
from bot.ui.requests import reason

SILENT_SECONDS = 10.0
"""Seconds that Discord may take for an answer before a log line reports its silence."""

log = logging.getLogger(__name__)


WRONG_PASSWORD = HTTPStatus.PROXY_AUTHENTICATION_REQUIRED
"""The answer of a proxy that wants a user and a password, or others than it was given."""


def describe_silence(error: BaseException, proxy: str) -> str:
    """Return why Discord cannot be reached, with the remedy; `proxy` is to be shown."""
    if isinstance(error, NotDiscord):
        return str(error)
    if wants_password(error):
        return (
            f"the proxy {proxy} wants another user and password (407): write them into "
            "HTTPS_PROXY, as http://user:password@host:port"
        )
    if isinstance(error, aiohttp.ClientHttpProxyError):
        return (
            f"the proxy {proxy} does not let the bot reach Discord ({error.status}): have it allow "
            "discord.com and discord.gg, port 443"
        )
    if isinstance(error, aiohttp.ClientProxyConnectionError):
        check = f"check HTTPS_PROXY and {to_check('')}"
        return f"the proxy {proxy} cannot be reached ({reason(error)}): {check}"
    if isinstance(error, TimeoutError):
        return f"Discord has not answered in time: check {to_check(proxy)}"
    return f"Discord cannot be reached ({reason(error)}): check {to_check(proxy)}"


def is_proxy_fault(error: BaseException) -> bool:
    """Return whether the proxy, not Discord, has refused or cannot be reached."""
    kinds = (aiohttp.ClientHttpProxyError, aiohttp.ClientProxyConnectionError)
    return isinstance(error, kinds) or wants_password(error)


def wants_password(error: BaseException) -> bool:
    """Return whether the proxy wants another user and password, which waiting does not mend."""
    return getattr(error, "status", None) == WRONG_PASSWORD


def to_check(proxy: str) -> str:
    """Return what a host has to check if Discord is silent."""
    network = "the network of this machine"
    return f"the proxy {proxy} and {network}" if proxy else network


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


BANNED_SECONDS = 600.0
"""Seconds to wait where Cloudflare refuses an address without saying for how long."""


REFUSED_ALL = (HTTPStatus.FORBIDDEN, HTTPStatus.TOO_MANY_REQUESTS)


def refused_for(error: BaseException) -> float | None:
    """Return for how many seconds Discord refuses all requests, None where it does not.

    Cloudflare answers 403 or 429 in its place to an address that made too many bad requests, a page
    without the error codes of Discord.
    """
    if isinstance(error, discord.RateLimited):
        return error.retry_after
    if not isinstance(error, discord.HTTPException) or error.status not in REFUSED_ALL:
        return None
    if error.status == HTTPStatus.FORBIDDEN and error.code:
        return None
    try:
        return float(error.response.headers["Retry-After"])
    except (AttributeError, LookupError, ValueError):
        return BANNED_SECONDS


def wait_while_refused(http: HTTPClient, ready: Callable[[], bool]) -> None:
    """Make requests wait while Discord refuses all of them, until the bot is `ready`.

    A start that ended would be repeated by the service manager, and refused for longer.
    """
    ask = http.request

    async def request(route: Route, **given: Any) -> Any:
        while True:
            try:
                return await ask(route, **given)
            except (discord.HTTPException, discord.RateLimited) as error:
                seconds = None if ready() else refused_for(error)
                if seconds is None:
                    raise
                log.warning(
                    "Discord refuses this bot for the next %.0f seconds (%s): it waits so long. "
                    "Find out what asks too often with this token or from this address",
                    seconds,
                    getattr(error, "status", HTTPStatus.TOO_MANY_REQUESTS.value),
                )
            await asyncio.sleep(seconds)

    http.request = request  # type: ignore[method-assign]


class Silence:
    """Logs that Discord does not answer, once until it answers again; `proxy` is to be shown."""

    def __init__(self, timer: SharedTimer, proxy: str) -> None:
        self._timer, self._proxy = timer, proxy
        self._warned = False

    def listen(self, config: aiohttp.TraceConfig) -> None:
        """Trace the requests of a session, after the hooks that `config` already has."""
        config.on_request_start.append(self._ask)
        config.on_request_end.append(self._hear)
        config.on_request_exception.append(self._fail)

    async def _ask(self, _session: object, context: SimpleNamespace, _request: object) -> None:
        context.silent = partial(self._warn)  # a new object for each request: the timer's key
        self._timer.start(SILENT_SECONDS, context.silent)

    async def _hear(self, _session: object, context: SimpleNamespace, _answer: object) -> None:
        self._timer.stop(context.silent)
        self._warned = False

    async def _fail(self, _session: object, context: SimpleNamespace, _error: object) -> None:
        self._timer.stop(context.silent)

    def _warn(self) -> None:
        if not self._warned:
            log.warning(
                "Discord has not answered for %.0f seconds: the bot goes on waiting; check %s if "
                "this lasts",
                SILENT_SECONDS,
                to_check(self._proxy),
            )
        self._warned = True
