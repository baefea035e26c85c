"""Rounds without a result: why they were closed, and who left or rested a day, which costs rating.

The reason is stored with the options of the table.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal, TypeAlias

from bot.language.render import Person
from bot.table.rated import is_rated
from bot.table.stored_round import StoredRound, changed
from rules.text import Text, say

Reason: TypeAlias = Literal["left", "removed", "deleted", "erased", "rested"]
"""The reasons for which the table closes a round by itself: its only player left a sheet, the
server removed the bot, its channel was deleted, a member was erased, or it rested too long."""

RESTS = timedelta(days=90)
"""The longest time that a round may rest."""

PARKED = timedelta(hours=24)
"""The longest time that a round may rest before it counts as broken off by its member."""


def closed_by(stored: StoredRound, user: int) -> StoredRound:
    """Return the round with the member who closed it."""
    return changed(stored, closed="by", closed_by=user)


def closed_for(stored: StoredRound, reason: Reason) -> StoredRound:
    """Return the round with the reason for which the table closed it."""
    return changed(stored, closed=reason)


def closed_with_server(stored: StoredRound) -> StoredRound:
    """Return an open or resting round closed, because its server has removed the bot."""
    if stored.ended:
        return stored
    noted = closed_for(stored, "removed")
    return changed(noted, status="closed", deadline=None, remind_at=None)


def rested(stored: StoredRound, now: datetime) -> StoredRound:
    """Return a resting round closed if it has rested for too long; any other is unchanged."""
    if stored.status != "resting" or stored.deadline is None or stored.deadline > now:
        return stored
    reason: Reason = "deleted" if stored.channel_deleted else "rested"
    return changed(closed_for(stored, reason), status="closed", deadline=None)


def parks_at(stored: StoredRound) -> datetime | None:
    """Return when a resting round will count as broken off, None if it will not or already does.

    That is `PARKED` after the missed turn. An unrated round costs nothing, and neither does one
    whose channel was deleted.
    """
    if stored.status != "resting" or stored.deadline is None:
        return None
    if stored.parked or stored.channel_deleted or not is_rated(stored):
        return None
    return stored.deadline - RESTS + PARKED


def parked(stored: StoredRound, now: datetime) -> StoredRound:
    """Return a resting round marked as broken off once it is due; any other is unchanged."""
    when = parks_at(stored)
    return stored if when is None or when > now else changed(stored, parked=True)


def gone(stored: StoredRound) -> tuple[bool, ...]:
    """Return by seat whether its member broke the round off.

    A member breaks a round off by leaving, or by letting it rest for too long: after `PARKED` until
    it ends, after `RESTS` for good. A round does not count as broken off if another person closed
    it, or if it ended with its server, its channel or a member who was erased.
    """
    parks = stored.parked and not stored.ended
    rests = parks or (stored.status == "closed" and stored.closed == "rested")
    return tuple(player.user is not None and (player.left or rests) for player in stored.players)


def stayed(stored: StoredRound) -> tuple[bool, ...]:
    """Return by seat whether its member stayed in a round that ended because all others left."""
    others = len(stored.players) - 1
    alone = stored.status == "over" and 0 < others == len(stored.leavers)
    return tuple(alone and player.user is not None and not player.left for player in stored.players)


def gone_from(stored: StoredRound, recorded: int) -> tuple[int | None, ...]:
    """Return by seat the number of the first step after its member broke a rated round off.

    `recorded` is the number of steps in its record. The value is None for a member who stayed, and
    where the number is not known.
    """
    if not is_rated(stored):
        return (None,) * len(stored.players)
    last = stored.status != "over" or len(stored.players) == 2
    return tuple(
        (player.left_at or (recorded + 1 if last or not player.left else None)) if left else None
        for player, left in zip(stored.players, gone(stored), strict=True)
    )


def was_closed(stored: StoredRound) -> bool:
    """Return whether a member or the table closed the round, also before it began."""
    return stored.status == "closed" or stored.closed is not None


def reason_before(stored: StoredRound) -> Text:
    """Return the sentence about a round that was closed before it began."""
    if stored.closed_by is None:
        return say("The game was closed before it began.")
    by = Person(stored.closed_by)
    return say("{player} closed the game before it began.", player=by)


def reason(stored: StoredRound) -> Text:
    """Return the sentence that explains why a round was closed after it had begun."""
    match stored.closed:
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
            left = next(one.user for one in stored.players if one.user is not None)
            return say(
                "{player} left, so the game was closed. It does not count.", player=Person(left)
            )
        case "by" if stored.closed_by is not None:
            by = Person(stored.closed_by)
            return say("{player} closed the game. It does not count.", player=by)
        case _:
            return say("The game was closed. It does not count.")
