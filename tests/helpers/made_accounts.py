"""Accounts of seats, made up, and rounds with them, for tests of what is stored and counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest

from bot.statistics.account import DecisionAccount, SeatAccount
from bot.statistics.standing import OVER_ALL
from bot.statistics.store import accounts, standings, standings_rebuild
from bot.statistics.store.standings import LeaderboardQuery
from bot.storage.database import Storage
from bot.table.store import rounds
from bot.table.stored_round import Player
from rules.game import Outcome
from rules.skill import RoundSkill
from rules.text import say

ANA, BOGDAN, CARMEN = 100, 200, 300
HERE, THERE = 1, 2
WEEK = timedelta(days=7)


def seat_account(**parts: Any) -> SeatAccount:
    """Return the account of a seat that won half by luck, and broke a full house."""
    decision = DecisionAccount(2, 0.1, 0.02, 0.03, 0, True, False)
    made: dict[str, Any] = {
        "start": 0.5,
        "luck": 0.25,
        "skill": -0.1,
        "others": 0.35,
        "hidden": 0.0,
        "estimate": 0.0,
        "result": 1.0,
        "round_skill": RoundSkill(1.5, 1.0, 4.0),
        "counted": 1,
        "decisions": (decision,),
    }
    return SeatAccount(**{**made, **parts})


def over(
    maker: Any,
    storage: Storage,
    users: Sequence[int | None],
    shares: Sequence[float] = (1, 0),
    scores: tuple[int, ...] | None = None,
    **parts: Any,
) -> int:
    """Store a round that is over: its members, None for a computer, and their shares."""
    players = tuple(Player(user=one) if one else Player(level="house") for one in users)
    outcome = Outcome(tuple(map(Fraction, shares)), say("So it ended."), scores)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "bot.table.stored_round.StoredRound.outcome", property(lambda stored: outcome)
        )
        new = maker.begun(status="over", guild=HERE, deadline=None)
        return storage.act(rounds.open_round, replace(new, **{"players": players, **parts})).id


def counted(
    maker: Any,
    storage: Storage,
    users: Sequence[int | None],
    *ends: Any,
    accounting: Sequence[SeatAccount] | None = None,
    **parts: Any,
) -> int:
    """Store a round that is over, and its accounting."""
    round_id = over(maker, storage, users, *ends, **parts)
    if accounting is None:
        accounting = [seat_account() for _ in users]
    assert storage.write(accounts.store, {round_id: accounting})[0]
    return round_id


def count_all(storage: Storage, most: int = standings_rebuild.AT_ONCE) -> None:
    """Count all rounds that wait to be counted again, some in each transaction."""
    while storage.read(standings_rebuild.waits):
        storage.write(standings_rebuild.count_next, most)


def of(storage: Storage, user: int, server: int = HERE, game: str = "dice-poker") -> Any:
    """Return how a member stands."""
    return storage.read(standings.of_member, server, user).get(game)


def asked(maker: Any, **parts: Any) -> LeaderboardQuery:
    """Return what a leaderboard of all time shows to Ana."""
    made: dict[str, Any] = {
        "server": HERE,
        "game": OVER_ALL,
        "by": "skill",
        "period": "all",
        "user": ANA,
    }
    return LeaderboardQuery(**{**made, "now": maker.noon, **parts})


def skilled(maker: Any, storage: Storage, user: int, given: float, **parts: Any) -> None:
    """Let a member end ten rounds in which they gave this much away."""
    account = seat_account(round_skill=RoundSkill(given, 1.0, 0.1), decisions=())
    for _ in range(10):
        counted(maker, storage, (user, None), accounting=[account, seat_account()], **parts)
