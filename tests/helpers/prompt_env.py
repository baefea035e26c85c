"""SimCord's environment, prompter: it looks more often and forgets what has passed."""

from __future__ import annotations

from typing import Any

import simcord

LOOK_AGAIN = 0.002
"""Seconds until SimCord looks again; it waits 0.05 of its own accord, often for nothing.

A press ends with a callback of SimCord's own, which is no task that the wait
would notice: each press took these 50 milliseconds longer than the bot.
"""

MANY_TIMERS = 100
"""So many timers are noted before those that have passed are cancelled."""


class PromptEnv(simcord.Env):
    """An environment whose members do not wait after the bot has answered."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._timers: list[Any] = []

    def _schedule_timer(self, record: Any, *rest: Any) -> None:
        """Schedule a timer, and cancel those in real time whose moment has passed already.

        Time passes at once here. They would stay until as much real time has passed, and
        SimCord looks through all timers at each sleep of the bot.
        """
        super()._schedule_timer(record, *rest)
        self._timers.append(record)
        if len(self._timers) > MANY_TIMERS:
            for one in self._timers:
                if _has_passed(one) and one.real_handle is not None:
                    one.real_handle.cancel()
            self._timers = [one for one in self._timers if not _has_passed(one)]

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


def _has_passed(record: Any) -> bool:
    return record.handle is not None and record.handle.cancelled()
