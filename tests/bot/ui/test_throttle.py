"""What the bot sends unasked keeps a pace; what a member waits for does not wait."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from types import SimpleNamespace

import pytest
from multidict import CIMultiDict
from yarl import URL

from bot.play.background.round_tasks import RoundTasks
from bot.ui.away import Silence
from bot.ui.requests import ANSWER_TIMEOUT, Throttle, unasked
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


async def sent(throttle: Throttle, clock: Sleeper, path: str = "/channels/7/messages") -> float:
    """Let a request pass the throttle, as aiohttp does; return when it has passed."""
    (before,) = throttle.trace().on_request_start
    await before(None, None, SimpleNamespace(url=URL(f"https://discord.com/api/v10{path}")))
    return clock.now


async def answered(throttle: Throttle, status: int, **headers: str) -> None:
    """Let the throttle see an answer, as aiohttp does."""
    (after,) = throttle.trace().on_request_end
    told = CIMultiDict({name.replace("_", "-"): value for name, value in headers.items()})
    await after(None, None, SimpleNamespace(response=SimpleNamespace(status=status, headers=told)))


async def test_unasked_requests_stay_below_25_a_second():
    """Also where the process was kept from running for a second: that is not caught up."""
    clock = Sleeper(late=[0] * 50 + [1.0] + [0] * 50 + [0.3])
    throttle = Throttle(clock, clock.sleep)
    with unasked():
        times = await asyncio.gather(*(sent(throttle, clock) for _ in range(300)))
    assert times == sorted(times)
    assert all(later - earlier > 1 for earlier, later in zip(times, times[24:], strict=False))
    assert times[-1] - times[0] == pytest.approx(299 / 20 + 1.3)


@pytest.mark.parametrize("held", [["0-3"], ["0-1", "2-3"], ["0", "1", "2", "3"], ["0", "1-3"]])
async def test_all_processes_together_keep_the_pace_of_one(tmp_path, held):
    """Each takes the part that its shards are of all, however they are divided."""
    times = []
    for number, shard_ids in enumerate(held):
        (folder := tmp_path / str(number)).mkdir()
        with bot_over(FakedSession(message()), folder, shards=4, shard_ids=shard_ids) as bot:
            clock, throttle = Sleeper(), bot.requests.throttle
            throttle._clock, throttle._sleep = clock, clock.sleep
            with unasked():
                times += [await sent(throttle, clock) for _ in range(300)]
    in_ten_seconds = sum(101 <= time < 111 for time in times)
    assert in_ten_seconds == pytest.approx(200, abs=len(held))


@pytest.mark.parametrize("shards", [1, 4, 8])
async def test_no_board_waits_so_long_for_its_turn_that_it_is_given_up(tmp_path, shards):
    """A process with one shard of many redraws fewer boards side by side."""
    with bot_over(FakedSession(message()), tmp_path, shards=shards, shard_ids="0") as bot:
        clock, throttle, part = Sleeper(), bot.requests.throttle, bot.held_shards.part
        throttle._clock, throttle._sleep = clock, clock.sleep
        tasks = RoundTasks(rounds=None, outages=None, faults=None, part=part)
        with unasked():
            await sent(throttle, clock)
            while not tasks.drawing.locked():
                await tasks.drawing.acquire()
                await sent(throttle, clock)
    assert 1 <= clock.now - 100 <= ANSWER_TIMEOUT / 2


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


async def test_nothing_but_answers_is_sent_during_a_global_limit():
    """What waited for its turn waits for the end, too: topics/rate-limits.mdx, Exceeding A Rate Limit."""
    clock = Sleeper()
    throttle = Throttle(clock, clock.sleep)
    await answered(throttle, 429, Retry_After="8", X_RateLimit_Global="true", Via="1.1 google")
    assert await sent(throttle, clock, "/interactions/1/token/callback") == 100
    assert await sent(throttle, clock, "/webhooks/1/token/messages/@original") == 100
    with unasked():
        times = await asyncio.gather(*(sent(throttle, clock) for _ in range(3)))
    assert times == pytest.approx([108, 108.05, 108.1])
    assert await sent(throttle, clock) == times[-1]


async def test_who_waits_for_a_turn_waits_for_a_limit_that_comes_meanwhile():
    clock = Sleeper()
    throttle = Throttle(clock, clock.sleep)
    with unasked():
        await sent(throttle, clock)
        waiting = asyncio.create_task(sent(throttle, clock))
        await answered(throttle, 429, Retry_After="5", X_RateLimit_Global="true", Via="1.1 google")
        assert await waiting == 105


@pytest.mark.parametrize(
    ("status", "headers", "until"),
    [
        (429, {"Retry_After": "300", "X_RateLimit_Global": "true", "Via": "1.1 google"}, 160),
        (429, {"Retry_After": "8", "X_RateLimit_Scope": "user", "Via": "1.1 google"}, 100),
        (429, {"Retry_After": "8"}, 108),
        (429, {"Retry_After": "3600"}, 160),
        (429, {"Retry_After": "Wed, 21 Oct 2026 07:28:00 GMT"}, 160),
        (200, {"X_RateLimit_Remaining": "0"}, 100),
    ],
)
async def test_what_holds_for_all_holds_a_minute_at_most_and_others_hold_nobody(
    status, headers, until
):
    """Cloudflare refuses without the header Via."""
    clock = Sleeper()
    throttle = Throttle(clock, clock.sleep)
    await answered(throttle, status, **headers)
    assert await sent(throttle, clock) == until


async def test_the_session_of_the_bot_keeps_the_pace(tmp_path):
    """The throttle is where requests leave, after all waits of discord.py."""
    with bot_over(FakedSession(message()), tmp_path) as bot:
        assert bot.http.http_trace is not None
        pace, silence = (one.__self__ for one in bot.http.http_trace.on_request_start)
        assert pace is bot.requests.throttle
        assert isinstance(silence, Silence), "it does not count the wait for the pace"
        assert bot.http.max_ratelimit_timeout == 60
