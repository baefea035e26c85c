"""Attempts at sets, played without Discord."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any

from bot.daily.attempt import Attempt, new_round
from bot.daily.calendar import Plan
from bot.daily.sets import SharedSet, read_key
from bot.table.pace import TimeLimits
from bot.table.store.entries import total
from bot.table.stored_round import StoredRound
from bot.table.use_cases import Table
from rules.engine import Round
from rules.screen import Action

TABLE = Table(None, TimeLimits())


def begun(
    shared: SharedSet, plan: Plan, member: int, guild: int | None, now: datetime
) -> StoredRound:
    """Return the private round of a member at a set, not stored yet."""
    return TABLE.begin_private(new_round(shared, plan, member, guild, now), now)


def acted(stored: StoredRound, action: Action, now: datetime) -> StoredRound:
    """Return a private round after a choice of its member."""
    return TABLE.act(stored.opener, stored.moment, action, now)(stored)


def as_attempt(stored: StoredRound) -> Attempt:
    """Return a private round whose record is whole as an attempt."""
    assert stored.play is not None
    key, record = read_key(stored.set_key or ""), stored.play.steps
    return Attempt(key, stored.opener, stored, stored.guild, total(stored), record=record)


def played(
    stored: StoredRound, choose: Callable[[Round[Any]], Action], now: datetime, choices: int = 1000
) -> StoredRound:
    """Return a private round after so many choices at most."""
    while stored.status == "private" and choices:
        assert stored.play is not None
        stored = acted(stored, choose(stored.play), now)
        choices -= 1
    return stored if stored.status == "over" else replace(stored, status="closed")
