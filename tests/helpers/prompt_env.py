"""SimCord's environment, prompter: it looks more often, at less, and forgets what has passed."""

from __future__ import annotations

import asyncio
import sys
from copy import deepcopy
from types import SimpleNamespace
from typing import Any

import simcord
from simcord import _dpy_internals, _settlement, components, gateway, results
from simcord.http import router

from bot.shared_timer import SharedTimer

LOOK_AGAIN = 0.002
"""Seconds until SimCord looks again; it waits 0.05 of its own accord, often for nothing.

A press ends with a callback of SimCord's own, which is no task that the wait
would notice: each press took these 50 milliseconds longer than the bot.
"""

MANY_TIMERS = 100
"""So many timers at least are noted before those that have passed are cancelled."""


class PromptEnv(simcord.Env):
    """An environment whose members do not wait after the bot has answered."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._timers: list[Any] = []
        self._look_at = MANY_TIMERS

    def _schedule_timer(self, record: Any, callback: Any, *rest: Any) -> None:
        """Schedule a timer, and cancel those in real time whose moment has passed already.

        Time passes at once here. They would stay until as much real time has passed, and
        SimCord looks through all timers at each sleep of the bot. They are looked through once
        there are twice as many as were left the last time.

        A timer of the bot for what takes long (`SharedTimer`) rings by the simulated clock alone:
        in real time it would ring on a busy machine, and move that clock.
        """
        super()._schedule_timer(record, callback, *rest)
        shared = getattr(callback, "__func__", None) is SharedTimer._ring
        if shared and record.real_handle is not None:
            record.real_handle.cancel()
        self._timers.append(record)
        if len(self._timers) > self._look_at:
            for one in self._timers:
                if _has_passed(one) and one.real_handle is not None:
                    one.real_handle.cancel()
            self._timers = [one for one in self._timers if not _has_passed(one)]
            self._look_at = max(MANY_TIMERS, 2 * len(self._timers))

    async def _settle_internal(
        self,
        *,
        timeout: float | None = None,  # noqa: ASYNC109 — as SimCord names it
        idle: float = LOOK_AGAIN,
        dispatch: str | None = None,
        _deadline: float | None = None,
    ) -> None:
        await super()._settle_internal(
            timeout=timeout, idle=min(idle, LOOK_AGAIN), dispatch=dispatch, _deadline=_deadline
        )

    async def shutdown(self) -> None:
        """End the environment, and forget its loops."""
        try:
            await super().shutdown()
        finally:
            _sleeping.clear()


def _has_passed(record: Any) -> bool:
    return record.handle is not None and record.handle.cancelled()


# Copies --------------------------------------------------------------------------
#
# SimCord copies each request, each message and each event as a whole, several times: a tenth of
# all that a story computes. They are JSON, in which nothing stands twice or within itself.

_PLAIN = frozenset({str, int, bool, float, type(None)})
"""Types whose values need no copy."""


def copied(value: Any) -> Any:
    """Return a deep copy of JSON; anything else in it is copied as Python copies it."""
    kind = type(value)
    if kind is dict:
        return {key: one if type(one) in _PLAIN else copied(one) for key, one in value.items()}
    if kind is list:
        return [one if type(one) in _PLAIN else copied(one) for one in value]
    return value if kind in _PLAIN else deepcopy(value)


for _module in (router, gateway):
    vars(_module)["copy"] = SimpleNamespace(deepcopy=copied)
for _module in (components, results):
    vars(_module)["deepcopy"] = copied


# The loops that sleep ------------------------------------------------------------
#
# Whenever SimCord looks whether the bot still works, it asks of every task for what it waits,
# and goes through all timers to find the one that wakes it. Nearly all tasks are loops of the
# bot that sleep until their next tick: they are remembered, each with its timer, and asked no
# more until that sleep has ended.

_sleeping: dict[asyncio.Task[Any], tuple[Any, list[Any]]] = {}
"""What a sleeping loop waits for, and the timers that wake it by the simulated clock alone."""

_real_virtualize = _settlement._virtualize_recognized_waits
_real_is_parked = _settlement._is_parked


def _sleeps_on(state: Any, task: asyncio.Task[Any]) -> bool:
    """Return whether a loop that was found asleep has slept on since then, and still does."""
    if task not in _sleeping:
        return False
    waiter, timers = _sleeping[task]
    return (
        not waiter.done()
        and getattr(task, "_fut_waiter", None) is waiter
        and all(one.when > state.virtual_time and not one.handle.cancelled() for one in timers)
    )


def _virtualize(state: Any, pending: list[asyncio.Task[Any]]) -> None:
    _real_virtualize(state, [task for task in pending if not _sleeps_on(state, task)])


def _is_parked(state: Any, task: asyncio.Task[Any], deadline: float) -> bool:
    if _sleeps_on(state, task):
        return True
    parked = _real_is_parked(state, task, deadline)
    waiter = getattr(task, "_fut_waiter", None)
    if parked and _dpy_internals.tasks_loop_sleep(task, waiter):
        timers = _settlement._timer_records_waking(state, task, waiter)
        if timers and all(one.real_handle is None or one.real_handle.cancelled() for one in timers):
            _sleeping[task] = waiter, timers
    return parked


vars(sys.modules[simcord.Env.__module__]).update(
    _virtualize_recognized_waits=_virtualize, _is_parked=_is_parked
)
