"""The next round of a match: due when a round ends, and begun once.

It is stored as a deadline in the transaction that ends the round, so the match goes on even after a
crash between two rounds.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from bot.table import score
from bot.table.stored_round import StoredRound, changed

AGREED_FOR = timedelta(days=7)
"""How long after a round was opened its match goes on without a new agreement."""

_BEGUN, _WAITING = "begun", "waiting"


def is_undecided(stored: StoredRound) -> bool:
    """Return whether a round is over, its match is undecided, and both players are still there."""
    gone = any(player.left or player.former for player in stored.players)
    undecided = stored.match_of > 1 and score.match_winner(stored) is None
    return stored.finished and undecided and not gone


def goes_on(stored: StoredRound, now: datetime) -> bool:
    """Return whether the next round needs no agreement: the match is undecided and recent."""
    return is_undecided(stored) and now - stored.opened <= AGREED_FOR


def with_next_due(over: StoredRound, now: datetime) -> StoredRound:
    """Return a round that has just ended, with its next round due if the match is undecided."""
    return changed(over, deadline=now) if is_undecided(over) else over


def with_next_begun(over: StoredRound) -> StoredRound:
    """Return a round with its next one marked as opened."""
    return changed(over, deadline=None, next_round=_BEGUN)


def with_next_waiting(over: StoredRound) -> StoredRound:
    """Return a round whose next one could not begin by itself and waits for a press."""
    return changed(over, deadline=None, next_round=_WAITING)


def is_due(stored: StoredRound) -> bool:
    """Return whether the next round of a match is to be opened."""
    return stored.status == "over" and stored.deadline is not None


def is_waiting(stored: StoredRound) -> bool:
    """Return whether the next round of a match could not begin by itself and waits for a press."""
    return stored.next_round == _WAITING


def is_begun(stored: StoredRound) -> bool:
    """Return whether the next round of a match was opened."""
    return stored.next_round == _BEGUN
