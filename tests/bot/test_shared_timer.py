"""Many callbacks by one timer of the event loop."""

import asyncio

import pytest

from bot.shared_timer import SharedTimer


class Handle:
    def __init__(self, loop, when, callback):
        self._loop, self._when, self.callback = loop, when, callback

    def when(self):
        return self._when

    def cancel(self):
        self._loop.timers.remove(self)


class Loop:
    """An event loop whose time passes when it is told."""

    def __init__(self):
        self.now = 100.0
        self.timers = []

    def time(self):
        return self.now

    def call_at(self, when, callback, *args):
        self.timers.append(Handle(self, when, lambda: callback(*args)))
        return self.timers[-1]

    def go_on(self, seconds):
        until = self.now + seconds
        while due := [one for one in self.timers if one.when() <= until]:
            first = min(due, key=Handle.when)
            self.timers.remove(first)
            self.now = max(self.now, first.when())
            first.callback()
        self.now = until


@pytest.fixture
def loop(monkeypatch):
    made = Loop()
    monkeypatch.setattr(asyncio, "get_running_loop", lambda: made)
    return made


def called_at(loop, into, name):
    return lambda: into.append((name, loop.now))


def test_each_callback_comes_at_its_time_and_there_is_one_timer(loop):
    timer, called = SharedTimer(), []
    for name, seconds in (("late", 9.0), ("early", 1.5), ("between", 5.0), ("too", 1.5)):
        timer.start(seconds, called_at(loop, called, name))
        assert len(loop.timers) == 1
    loop.go_on(20)
    assert called == [("early", 101.5), ("too", 101.5), ("between", 105.0), ("late", 109.0)]
    assert loop.timers == []


def test_what_is_stopped_is_not_called_and_the_last_one_takes_the_timer_along(loop):
    timer, called = SharedTimer(), []
    callbacks = [called_at(loop, called, number) for number in range(3)]
    for callback in callbacks:
        timer.start(1.0, callback)
    timer.stop(callbacks[0])
    timer.stop(callbacks[0])
    loop.go_on(0.5)
    timer.stop(callbacks[2])
    loop.go_on(5)
    assert called == [(1, 101.0)]
    timer.start(1.0, callbacks[0])
    timer.stop(callbacks[0])
    assert loop.timers == []


def test_a_callback_may_start_and_stop_others(loop):
    timer, called = SharedTimer(), []
    second = called_at(loop, called, "second")

    def first():
        timer.start(2.0, second)

    timer.start(1.0, first)
    loop.go_on(5)
    assert called == [("second", 103.0)]
