"""Rounds that were closed without a result, and why."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Literal, TypeAlias

from bot.language.render import Person
from bot.table.stored_round import RoundEnd, StoredRound
from rules.text import Text, say

Reason: TypeAlias = Literal["left", "removed", "deleted", "erased", "rested"]
"""The reasons for which the table closes a round by itself: its only player left a sheet, the
server removed the bot, its channel was deleted, a member was erased, or it rested too long."""

RESTS = timedelta(days=90)
"""The longest time that a round may rest."""

LEFT_AFTER = timedelta(hours=24)
"""The longest time that a round may rest before it counts as left by its member, until it ends."""


def with_closer(stored: StoredRound, user: int) -> StoredRound:
    """Return the round with the member who closed it."""
    return replace(stored, end=RoundEnd("by", user))


def with_reason(stored: StoredRound, reason: Reason) -> StoredRound:
    """Return the round with the reason for which the table closed it."""
    return replace(stored, end=RoundEnd(reason))


def close_with_server(stored: StoredRound) -> StoredRound:
    """Return an open or resting round closed, because its server has removed the bot."""
    if stored.ended:
        return stored
    return with_reason(stored, "removed").ended_as("closed")


def withdraw_unshown(stored: StoredRound) -> StoredRound:
    """Return an open round without a board withdrawn or, if it had begun, closed."""
    if not stored.open or stored.place.message is not None:
        return stored
    return stored.ended_as("closed" if stored.begun else "withdrawn")


def close_rested(stored: StoredRound, now: datetime) -> StoredRound:
    """Return a resting round closed if it has rested for too long; any other is unchanged."""
    if stored.status != "resting" or stored.deadline.at is None or stored.deadline.at > now:
        return stored
    reason: Reason = "deleted" if stored.place.channel_deleted else "rested"
    return with_reason(stored, reason).ended_as("closed")


def was_closed(stored: StoredRound) -> bool:
    """Return whether a member or the table closed the round, also before it began."""
    return stored.status == "closed" or stored.end.closed is not None


def reason_before(stored: StoredRound) -> Text:
    """Return the sentence about a round that was closed before it began."""
    if stored.end.closed_by is None:
        return say("The game was closed before it began.")
    by = Person(stored.end.closed_by)
    return say("{player} closed the game before it began.", player=by)


def reason(stored: StoredRound) -> Text:
    """Return the sentence that explains why a round was closed after it had begun."""
    match stored.end.closed:
        case "rested":
            return say(
                "The game was closed after {days} days without a move. It does not count.",
                days=RESTS.days,
            )
        case "removed":
            return say(
                "The bot was removed from the server, so the game was closed. It does not count."
            )
        case "deleted":
            return say("The channel was deleted, so the game was closed. It does not count.")
        case "erased":
            return say("A player erased their data, so the game was closed. It does not count.")
        case "left":
            left = next(player.user for player in stored.players if player.user is not None)
            return say(
                "{player} left, so the game was closed. It does not count.", player=Person(left)
            )
        case "by" if stored.end.closed_by is not None:
            by = Person(stored.end.closed_by)
            return say("{player} closed the game. It does not count.", player=by)
        case _:
            return say("The game was closed. It does not count.")
