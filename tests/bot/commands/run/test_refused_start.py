"""A start that Discord or Cloudflare refuses says for how long, and waits."""

from __future__ import annotations

import asyncio
import logging
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.ui.away import BANNED_SECONDS, refused_for, wait_while_refused


def refused(status: int, *, code: int = 0, **headers: str) -> discord.HTTPException:
    answer: Any = SimpleNamespace(status=status, reason="no", headers=headers)
    kind = discord.Forbidden if status == 403 else discord.HTTPException
    return kind(answer, {"code": code} if code else "<html>You are banned</html>")


@pytest.mark.parametrize(
    ("error", "seconds"),
    [
        (discord.RateLimited(5000.0), 5000.0),
        (refused(429, **{"Retry-After": "900"}), 900.0),
        (refused(429), BANNED_SECONDS),
        (refused(403), BANNED_SECONDS),
        (refused(403, **{"Retry-After": "7"}), 7.0),
        (refused(403, code=50001), None),
        (refused(401), None),
        (refused(503), None),
        (TimeoutError(), None),
    ],
    ids=repr,
)
def test_how_long_all_requests_are_refused(error: Exception, seconds: float | None) -> None:
    assert refused_for(error) == seconds


class Http:
    """A client whose first requests are refused."""

    def __init__(self, *errors: Exception) -> None:
        self.errors, self.asked = [*errors], 0

    async def request(self, _route: Any, **_: Any) -> str:
        self.asked += 1
        if self.errors:
            raise self.errors.pop(0)
        return "answered"


async def test_it_waits_as_long_as_it_is_told_and_says_so_in_one_line(
    caplog: pytest.LogCaptureFixture,
) -> None:
    http: Any = Http(refused(429, **{"Retry-After": "0.01"}), discord.RateLimited(0.02))
    wait_while_refused(http, lambda: False)
    assert await http.request(None) == "answered"
    assert http.asked == 3
    lines = [one.getMessage() for one in caplog.records if one.levelno == logging.WARNING]
    assert len(lines) == 2
    assert "Discord refuses this bot for the next 0 seconds (429): it waits so long." in lines[0]


async def test_who_stops_the_bot_waits_no_longer() -> None:
    http: Any = Http(refused(403))
    wait_while_refused(http, lambda: False)
    asking = asyncio.create_task(http.request(None))
    await asyncio.sleep(0.01)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert http.asked == 1


async def test_a_bot_that_plays_does_not_wait() -> None:
    http: Any = Http(refused(429, **{"Retry-After": "900"}))
    wait_while_refused(http, lambda: True)
    with pytest.raises(discord.HTTPException):
        await http.request(None)
