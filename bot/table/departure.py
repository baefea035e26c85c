"""How a member gets up from a round, whatever its status: left, withdrawn or declined."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.table import seating
from bot.table.stored_round import StoredRound
from bot.table.use_cases import Change, Table
from rules import registry


def depart(table: Table, user: int, now: datetime) -> Change:
    """Leave a round in progress or a lobby; withdraw the own challenge, decline that of another.

    A round in which the member has no seat any more, or that has ended, is unchanged.
    """

    def change(before: StoredRound) -> StoredRound:
        if before.ended or not sits(before, user):
            return before
        if before.game not in registry.games():
            return replace(before, status="closed", deadline=None, remind_at=None)
        if before.play is not None:
            return table.leave(user, now)(before)
        if not seating.is_challenge(before):
            return table.leave_lobby(user, now)(before)
        if user == before.opener:
            return table.withdraw(user)(before)
        return table.decline(user)(before)

    return change


def sits(stored: StoredRound, user: int) -> bool:
    """Return whether a member has a seat that they have not left."""
    return any(one.user == user and not one.left for one in stored.players)
