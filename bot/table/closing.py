"""Why a round was closed without a result. It is stored with the options of the table."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Literal, TypeAlias

from bot.language.render import Person
from bot.table.stored_round import StoredRound
from rules.text import Text, say

Reason: TypeAlias = Literal["idle", "left", "removed", "deleted", "rested"]
"""Why the table closes a round by itself: nobody played for two turns, all members left, the
server removed the bot, its channel was deleted, or it rested too long."""

RESTS = timedelta(days=90)
"""How long a round may rest."""


def closed_by(stored: StoredRound, user: int) -> StoredRound:
    """Return the round with the member who closed it."""
    return replace(stored, closed="by", closed_by=user)


def closed_for(stored: StoredRound, reason: Reason) -> StoredRound:
    """Return the round with the reason for which the table closed it."""
    return replace(stored, closed=reason)


def closed_with_server(stored: StoredRound) -> StoredRound:
    """Return an open or resting round closed, because its server has removed the bot."""
    if stored.ended:
        return stored
    noted = closed_for(stored, "removed")
    return replace(noted, status="closed", deadline=None, remind_at=None)


def rested(stored: StoredRound, now: datetime) -> StoredRound:
    """Return a resting round closed, if it has rested for too long; any other is unchanged."""
    if stored.status != "resting" or stored.deadline is None or stored.deadline > now:
        return stored
    return replace(closed_for(stored, "rested"), status="closed", deadline=None)


def gone(stored: StoredRound) -> tuple[bool, ...]:
    """Return by seat whether its member broke the round off: by leaving or by closing it.

    Who closes a round in which they sit has left it, and so have all who stopped playing in one
    that the table closed. A round that somebody else closed, or that ended with its server or its
    channel, was broken off by nobody.
    """
    closed = stored.closed if stored.status == "closed" else None
    return tuple(
        player.user is not None
        and (
            player.left
            or closed in ("idle", "left", "rested")
            or (closed == "by" and player.user == stored.closed_by)
        )
        for player in stored.players
    )


def gone_from(stored: StoredRound, recorded: int) -> tuple[int | None, ...]:
    """Return by seat the number of the first step after its member broke a rated round off.

    `recorded` is the number of steps in its record. None for who stayed, and where it is
    not known.
    """
    if stored.unrated:
        return (None,) * len(stored.players)
    last = stored.status == "closed" or len(stored.players) == 2
    return tuple(
        (player.left_at or (recorded + 1 if last or not player.left else None)) if left else None
        for player, left in zip(stored.players, gone(stored), strict=True)
    )


def was_closed(stored: StoredRound) -> bool:
    """Return whether a member or the table closed the round, also before it began."""
    return stored.status == "closed" or stored.closed is not None


def reason(stored: StoredRound) -> Text:
    """Return the sentence that tells why a round was closed after it had begun."""
    match stored.closed:
        case "idle":
            return say("Nobody played for two turns, so the round was closed. It does not count.")
        case "rested":
            return say(
                "Nobody took the round up for {days} days, so it was closed. It does not count.",
                days=RESTS.days,
            )
        case "removed":
            return say(
                "The bot was removed from the server, so the round was closed. It does not count."
            )
        case "deleted":
            return say("The channel was deleted, so the round was closed. It does not count.")
        case "left" if len({one.user for one in stored.players if one.user is not None}) > 1:
            return say("Everybody left, so the round was closed. It does not count.")
        case "left":
            left = next(one.user for one in stored.players if one.user is not None)
            return say(
                "{player} left, so the round was closed. It does not count.", player=Person(left)
            )
        case "by" if stored.closed_by is not None:
            by = Person(stored.closed_by)
            return say("{player} closed the round. It does not count.", player=by)
        case _:
            return say("The round was closed. It does not count.")
