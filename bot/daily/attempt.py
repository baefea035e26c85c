"""An attempt at a set as a private round, before it begins."""

from __future__ import annotations

from datetime import datetime

from bot.daily.calendar import Plan
from bot.daily.sets import SharedSet, key_text
from bot.table.commitment import SetSeed
from bot.table.stored_round import NO_CHANNEL, Player, StoredRound
from rules import registry
from rules.series import Series
from rules.text import Command, say

DAY_OVER = say(
    "That daily challenge is over. {command} begins today’s.",
    command=Command("daily", "play"),
)


def new_round(
    shared: SharedSet, plan: Plan, member: int, guild: int | None, now: datetime
) -> StoredRound:
    """Return the private round of a member at a set, before it begins."""
    players = [Player(user=member)] * plan.daily.seats
    for seat, level in plan.levels.items():
        players[seat.index] = Player(level=level)
    return StoredRound(
        channel=NO_CHANNEL,
        game=plan.game.info.key,
        opener=member,
        players=tuple(players),
        opened=now,
        guild=guild,
        status="private",
        set_key=key_text(shared.key),
        set_seed=SetSeed(shared.seed, shared.digest, shared.lines, opened=shared.opened),
    )


def plan_of_round(stored: StoredRound) -> Plan:
    return Plan(registry.game(stored.game))


def hand_of(stored: StoredRound) -> int:
    """Return the number of the present hand of a private round, counted from 1."""
    state = None if stored.play is None else stored.play.state
    return state.hand if isinstance(state, Series) else 1
