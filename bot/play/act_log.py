"""The lines of the log about what members do in rounds, and what moderators do on a server."""

from __future__ import annotations

import logging
from typing import Literal

from bot.table.stored_round import StoredRound
from rules.screen import Action

log = logging.getLogger(__name__)


def _closes_for_others(before: StoredRound, after: StoredRound) -> bool:
    """Return whether a member has closed a round that affects others.

    A member may withdraw a challenge of their own without affecting others, and close the sheet for
    everybody that they opened.
    """
    closes = after.end.closed == "by" and before.end.closed != "by"
    if before.players.everybody:
        return closes and before.opener != after.end.closed_by
    others = {*before.players.people} - {after.end.closed_by}
    return closes and bool(others) and (before.begun or before.opener != after.end.closed_by)


def log_act(before: StoredRound, after: StoredRound, user: int, logged: Action | str) -> None:
    """Log one line for an act; of a pending secret decision, only the verb."""
    seats = before.seats_of(user)
    action = logged if isinstance(logged, str) else logged.code
    secret = before.play is not None and before.play.awaits.secret
    if isinstance(logged, Action) and secret and after.moment == before.moment:
        action = logged.verb
    log.info(
        "round=%d game=%s seat=%s action=%s status=%s",
        after.id,
        after.game,
        seats[0].index if seats else "-",
        action,
        after.status,
    )
    if _closes_for_others(before, after) and after.place.guild is not None:
        log_deed(after.place.guild, "close", user, after.opener, after.id)


def log_deed(
    guild: int,
    deed: Literal["bar", "lift", "close", "set"],
    moderator: int,
    member: int | None = None,
    detail: object = "-",
) -> None:
    """Log what a moderator or manager did on a server, by ids; `member` is whom it concerns."""
    concerned = "-" if member is None else member
    log.info(
        "guild=%d deed=%s by=%d member=%s detail=%s", guild, deed, moderator, concerned, detail
    )
