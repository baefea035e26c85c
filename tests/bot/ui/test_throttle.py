"""What the bot sends unasked keeps a pace; what a member waits for does not wait."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import pytest

from bot.ui.requests import Throttle, unasked
from faked_http import FakedSession, bot_over, message


class Sleeper:
    """A clock that only sleeping moves on, now and then too far."""

    def __init__(self, late: Iterable[float] = ()) -> None:
        self.now = 100.0
        self._late = iter(late)

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        """Move the clock on."""
        self.now += seconds + next(self._late, 0)


async def sent(throttle: Throttle, clock: Sleeper) -> float:
    """Let a request pass the throttle, as aiohttp does; return when it has passed."""
    (before,) = throttle.trace().on_request_start
    await before(None, None, None)
    return clock.now


async def test_unasked_requests_stay_below_25_a_second():
    """Also where the process was kept from running for a second: that is not caught up."""
    clock = Sleeper(late=[0] * 50 + [1.0] + [0] * 50 + [0.3])
    throttle = Throttle(clock, clock.sleep)
    with unasked():
        times = await asyncio.gather(*(sent(throttle, clock) for _ in range(300)))
    assert times == sorted(times)
    assert all(later - earlier > 1 for earlier, later in zip(times, times[24:], strict=False))
    assert times[-1] - times[0] == pytest.approx(299 / 20 + 1.3)


async def test_what_a_member_asks_for_passes_at_once():
    clock = Sleeper()
    throttle = Throttle(clock, clock.sleep)
    with unasked():
        times = await asyncio.gather(*(sent(throttle, clock) for _ in range(50)))
    assert await sent(throttle, clock) == times[-1]


async def test_an_idle_second_is_not_saved_up():
    clock = Sleeper()
    throttle = Throttle(clock, clock.sleep)
    with unasked():
        first = await sent(throttle, clock)
        clock.now += 60
        times = await asyncio.gather(*(sent(throttle, clock) for _ in range(3)))
    assert [one - first for one in times] == pytest.approx([60, 60.05, 60.1])


async def test_the_session_of_the_bot_keeps_the_pace(tmp_path):
    """The throttle is where requests leave, after all waits of discord.py."""
    with bot_over(FakedSession(message()), tmp_path) as bot:
        assert bot.http.http_trace is not None
        assert [one.__self__ for one in bot.http.http_trace.on_request_start] == [
            bot.requests.throttle
        ]
        assert bot.http.max_ratelimit_timeout == 60
