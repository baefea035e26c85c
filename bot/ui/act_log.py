"""The line of the log for each act."""

from __future__ import annotations

import logging

from bot.table.stored_round import StoredRound
from rules.screen import Action

log = logging.getLogger(__name__)


def log_act(before: StoredRound, after: StoredRound, user: int, logged: Action | str) -> None:
    """Write one line an act; only the verb while others decide at the same time."""
    seats = before.seats_of(user)
    action = logged if isinstance(logged, str) else logged.code
    if isinstance(logged, Action) and after.moment == before.moment:
        action = logged.verb
    log.info(
        "round=%d game=%s seat=%s action=%s status=%s",
        after.id,
        after.game,
        seats[0].index if seats else "-",
        action,
        after.status,
    )
