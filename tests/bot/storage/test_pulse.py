"""The pulse of the storage thread: a silent database is no stuck thread."""

from __future__ import annotations

import pytest

from bot.storage.errors import StorageFailed
from bot.storage.pulse import STUCK_SECONDS, Pulse
from rules.errors import Refusal
from rules.text import say


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def fails(error: Exception) -> None:
    raise error


def test_a_database_that_fails_again_and_again_is_silent_and_nothing_is_stuck() -> None:
    clock = Clock()
    pulse = Pulse(clock)
    for _ in range(20):
        pulse.ask()
        clock.now += 9
        with pytest.raises(StorageFailed):
            pulse.run(fails, StorageFailed("silent"))
    assert pulse.silent_seconds == 180
    assert (pulse.stuck_seconds, pulse.waiting) == (0, 0)


def test_a_refusal_is_an_answer() -> None:
    clock = Clock()
    pulse = Pulse(clock)
    clock.now += 50
    with pytest.raises(Refusal):
        pulse.run(fails, Refusal(say("The round is over.")))
    assert pulse.silent_seconds == 0


def test_a_call_that_never_ends_is_noticed() -> None:
    clock = Clock()
    pulse = Pulse(clock)
    pulse.ask()
    pulse.ask()
    seen = []

    def hangs() -> str:
        for _ in range(2):
            clock.now += STUCK_SECONDS - 10
            seen.append((pulse.stuck_seconds, pulse.waiting))
        return "at last"

    assert pulse.run(hangs) == "at last"
    assert seen == [(0, 2), (STUCK_SECONDS - 20, 2)]
    assert (pulse.stuck_seconds, pulse.silent_seconds, pulse.waiting) == (0, 0, 1)
