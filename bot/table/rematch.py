"""Rematches: a new round of the same players, each moved on by one seat."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.table.refusals import NoRematch, NotSeated
from bot.table.stored_round import Player, StoredRound


def rematch(before: StoredRound, user: int, now: datetime, deadline: datetime) -> StoredRound:
    """Return the rematch of `before`, requested by `user`; the others have to accept.

    In a round of three or more seats, members who left get no seat, except `user`.
    Raises NoRematch unless the round is over, NotSeated if `user` did not play in it.
    """
    if before.status != "over":
        raise NoRematch
    if not before.seats_of(user):
        raise NotSeated
    players = (*before.players[1:], before.players[0])
    if len(players) > 2:
        players = tuple(player for player in players if not player.left or player.user == user)
    return replace(
        before,
        id=0,
        version=0,
        drawn=0,
        status="waiting",
        opener=user,
        players=tuple(
            Player(user=player.user, level=player.level, accepted=player.user in (None, user))
            for player in players
        ),
        opened=now,
        message=None,
        play=None,
        deadline=deadline,
        remind_at=None,
        reminder=None,
        successor_of=before.id,
    )
