"""SimCord's environment, looking more often whether the bot has finished."""

from __future__ import annotations

import simcord

LOOK_AGAIN = 0.002
"""Seconds until SimCord looks again; it waits 0.05 of its own accord, often for nothing.

A press ends with a callback of SimCord's own, which is no task that the wait
would notice: each press took these 50 milliseconds longer than the bot.
"""


class PromptEnv(simcord.Env):
    """An environment whose members do not wait after the bot has answered."""

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
