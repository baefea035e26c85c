"""How often something may happen: the window and the bounds of memory."""

from __future__ import annotations

import pytest

from bot.memory import MOST
from bot.play import quotas
from bot.play.quotas import SECONDS, Pings, Quota


@pytest.fixture
def clock(monkeypatch):
    """Return a list with one entry: the time of a clock that a test moves."""
    now = [1000.0]
    monkeypatch.setattr(quotas.time, "monotonic", lambda: now[0])
    return now


def test_the_window_slides(clock):
    limit = Quota(2, 10)
    for seconds in (0, 4):
        clock[0] = 1000 + seconds
        assert not limit.reached("a")
        limit.count("a")
    assert limit.reached("a")
    assert not limit.reached("b")
    clock[0] = 1009.9
    assert limit.reached("a")
    clock[0] = 1010
    assert not limit.reached("a")
    limit.count("a")
    assert limit.reached("a")
    clock[0] = 1014
    assert not limit.reached("a")


def test_it_says_in_how_many_seconds_it_may_happen_again(clock):
    limit = Quota(2, 10)
    limit.count("a")
    assert limit.seconds_left("a") == 0
    clock[0] = 1004
    limit.count("a")
    assert limit.seconds_left("a") == 6
    clock[0] = 1009.5
    assert limit.seconds_left("a") == 0.5
    clock[0] = 1012
    assert limit.seconds_left("a") == 0
    limit.count("a")
    assert limit.seconds_left("a") == 2
    assert limit.seconds_left("b") == 0


def test_memory_is_bounded(clock):
    limit = Quota(3, 10)
    for number in range(MOST):
        limit.count(number)
    for _ in range(10):
        limit.count(0)
    limit.count("one more")
    assert len(limit._times) == MOST
    assert len(limit._times[0]) == 3
    assert limit.reached(0), "the key that was noted least recently is forgotten"
    assert 1 not in limit._times


def test_pings_are_counted_for_each_pair_in_its_direction(clock, monkeypatch):
    monkeypatch.setattr(quotas, "PINGS", 1)
    pings = Pings()
    assert pings.allow(1, 2)
    assert not pings.allow(1, 2)
    assert pings.allow(2, 1)
    assert pings.allow(1, 3)
    clock[0] += SECONDS - 1
    assert not pings.allow(1, 2)
    clock[0] += 1
    assert pings.allow(1, 2)


def test_members_may_always_be_pinged_by_their_own_rounds(clock, monkeypatch):
    monkeypatch.setattr(quotas, "PINGS", 1)
    pings = Pings()
    assert all(pings.allow(1, 1) for _ in range(5))
