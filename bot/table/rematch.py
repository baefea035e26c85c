"""The round that follows another one: a rematch, or the same round played again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from bot.table import closing, score
from bot.table.players import EVERYBODY, Player, Players
from bot.table.refusals import NotSeated
from bot.table.stored_round import StoredRound
from rules.errors import Refusal
from rules.text import Command, say

_NOT_AGAIN = say(
    "This game cannot be played again. {command} opens a new one.",
    command=Command("play"),
)


def rematch(before: StoredRound, user: int, now: datetime) -> StoredRound:
    """Return the rematch of `before`, requested by `user`; the others have to accept.

    Each player moves on by one seat and keeps the score. In a round of three or more seats, members
    who left get no seat, except `user`. The seat of a former player is open to anybody: that is a
    new round without link and score. A sheet for everybody is followed by one of the member who
    requests it. Raises a refusal unless the round is over, NotSeated if `user` did not play in it.
    """
    if before.status != "over":
        raise Refusal(_NOT_AGAIN)
    if len(before.players) == 2 and any(player.former for player in before.players):
        strangers = (replace(player, wins=0) for player in reversed(before.players))
        return _next_round(before, strangers, user, now)
    players = tuple(
        replace(player, wins=wins)
        for player, wins in zip(before.players, score.wins(before), strict=True)
    )
    new = _next_round(before, (*players[1:], players[0]), user, now)
    return replace(new, successor_of=before.id)


def play_again(before: StoredRound, user: int, now: datetime) -> StoredRound:
    """Return a new round with the same seats, without link and score.

    `before` was closed, or lapsed before it began. The others have to accept. Raises a refusal for
    any other round, NotSeated if `user` had no seat.
    """
    if not may_play_again(before):
        raise Refusal(_NOT_AGAIN)
    players = (replace(player, wins=0) for player in before.players)
    return _next_round(before, players, user, now)


def may_play_again(stored: StoredRound) -> bool:
    """Return whether the round was closed or has lapsed, and can be played again."""
    ended = stored.status == "lapsed" or closing.was_closed(stored)
    return ended and not stored.unreadable


def _next_round(
    before: StoredRound, players: Iterable[Player], user: int, now: datetime
) -> StoredRound:
    """Return a waiting round of these players, without a deadline yet."""
    if not (before.seats_of(user) or before.players.everybody):
        raise NotSeated
    seated = tuple(players)
    if len(seated) > 2:
        here = (player for player in seated if not player.former)
        seated = tuple(player for player in here if not player.left or player.user == user)
    return StoredRound(
        place=replace(before.place, message=None, drawn=0),
        game=before.game,
        opener=user,
        players=Players(
            Player(
                user=None if player.former else player.user,
                level=player.level,
                accepted=player.level is not None or player.user in (user, EVERYBODY),
                wins=player.wins,
            )
            for player in seated
        ),
        opened=now,
        language=before.language,
        options=before.options,
        terms=before.terms,
        rules_known=before.rules_known,
    )
