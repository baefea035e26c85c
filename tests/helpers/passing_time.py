"""Pretended time that jumps: ticks that would find nothing to do are left out.

A bot at rest ticks every three seconds. Where time passes, it ticks as ever for a few of them,
so that it does what was left to do. Then time jumps to the next moment at which something is
due, and all ticks that would have come until then come once, at that moment.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import func, select

from bot.client import DicePokerBot
from bot.daily.store.shared_dice import undrawn_dares
from bot.play.background.deadlines import TICK_SECONDS
from bot.play.background.outages import Outages
from bot.storage.errors import StorageFailed
from bot.storage.schema import IS_OPEN, MAY_BE_REMINDED, daily_reminders, dares, rounds
from bot.storage.statement import Connection
from sql import run

AT_WORK = timedelta(seconds=TICK_SECONDS + 0.5)
"""How long the bot ticks as ever: it has looked once at what is due."""

JUST_AFTER = timedelta(milliseconds=1)
"""How long after a due moment the bot looks."""

SHORT = timedelta(seconds=20)
"""Time in which no tick is left out."""


async def pass_time(env: Any, bot: DicePokerBot, duration: timedelta) -> None:
    """Let time pass for the bot, in jumps from one due moment to the next."""
    end = env.now() + duration
    while env.now() < end:
        now = env.now()
        if end - now <= SHORT or not bot.ticks.loops["deadlines"].is_running():
            await _advance_to(env, end)
            return
        await _advance_to(env, now + AT_WORK)
        if _is_at_rest(bot, now):
            try:
                if bot.storage.read(undrawn_dares, 1):
                    continue
                due = [*_due(env, bot)]
            except StorageFailed:  # the ticks find that out, each of them
                await _advance_to(env, end)
                return
            moment = min([end, *(at + JUST_AFTER for at in due)])
            _leave_out(env, bot, moment)
            await _advance_to(env, moment)


async def _advance_to(env: Any, moment: datetime) -> None:
    await env.advance_time(max(0.0, (moment - env.now()).total_seconds()))


def _is_at_rest(bot: DicePokerBot, since: datetime) -> bool:
    """Return whether the bot has ticked well since a moment, and does nothing now."""
    deadlines = bot.deadlines
    waiting = bot.board.urgent | (bot.board.undrawn - deadlines.redraws.plans.keys())
    at_work = bot.under_way or deadlines.tasks.busy or waiting
    last = deadlines.outages.last_tick
    return not at_work and last is not None and last[1] >= since


def _due(env: Any, bot: DicePokerBot) -> Iterator[datetime]:
    """Return the moments from now on at which there may be something to do."""
    now = env.now()
    yield now.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
    yield from bot.storage.read(_due_in_storage, now)
    deadlines = bot.deadlines
    waits = [plan.at for plan in deadlines.redraws.plans.values()]
    waits += deadlines.tasks.skipped.values()
    later = (at - env._virtual_time for at in waits)
    yield from (now + timedelta(seconds=seconds) for seconds in later if seconds > 0)
    ticks = {id(loop._handle.handle) for loop in bot.ticks.loops.values() if loop._handle}
    for timer in env._work.callbacks:
        if (
            id(timer.handle) not in ticks
            and not timer.handle.cancelled()
            and timer.when is not None
        ):
            yield now + timedelta(seconds=max(0.0, timer.when - env._virtual_time))


def _due_in_storage(connection: Connection, now: datetime) -> list[datetime]:
    moments = (
        (rounds.c.deadline, IS_OPEN),
        (rounds.c.remind_at, MAY_BE_REMINDED),
        (rounds.c.secret_until, rounds.c.secret_until > now),
        (dares.c.until, dares.c.until > now),
        (daily_reminders.c.due, daily_reminders.c.due > now),
    )
    first = (
        run(connection, select(func.min(column)).where(column > now, condition)).scalar()
        for column, condition in moments
    )
    return [moment for moment in first if moment is not None]


def _leave_out(env: Any, bot: DicePokerBot, moment: datetime) -> None:
    """Let all ticks that would come until a moment come once, then."""
    timers = {id(one.handle): one for one in env._work.callbacks}
    then = env._virtual_time + (moment - env.now()).total_seconds()
    for name, loop in bot.ticks.loops.items():
        timer = None if loop._handle is None else timers.get(id(loop._handle.handle))
        if timer is None or not env._virtual_time < timer.when < then:
            continue
        if name == "deadlines":
            _tick_last(bot.deadlines.outages, then - timer.when)
        timer.when = then
        vars(loop)["_next_iteration"] = moment


def _tick_last(outages: Outages, later: float) -> None:
    """Let the last tick have been so much later: there is no gap where ticks are left out."""
    assert outages.last_tick is not None
    monotonic, utc = outages.last_tick
    outages.last_tick = monotonic + later, utc + timedelta(seconds=later)
