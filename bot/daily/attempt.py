"""The attempt of a member at a set, such as a day: a private round, and what it came to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from fractions import Fraction
from itertools import takewhile
from typing import Any, Literal, TypeAlias

from bot.daily.calendar import Plan
from bot.daily.sets import Key, SharedSet, day_of, key_text
from bot.table.commitment import SetSeed
from bot.table.stored_round import NO_CHANNEL, Player, StoredRound
from rules import engine, registry
from rules.engine import Acted, Round, Step
from rules.review import Verdict
from rules.series import NEXT, Series
from rules.text import Command, say

Status: TypeAlias = Literal["playing", "finished", "closed"]
"""An attempt is closed that was not finished when its set ended."""

DAY_OVER = say(
    "This daily challenge is over. {command} begins the one of today.",
    command=Command("daily", "play"),
)


@dataclass(frozen=True, slots=True)
class Judged:
    """What an attempt gave away in each turn of a sheet, or in each hand, with the verdicts."""

    costs: tuple[float, ...]
    verdicts: tuple[Verdict, ...]

    @property
    def given_away(self) -> float:
        """The sum."""
        return sum(self.costs)


@dataclass(frozen=True, slots=True)
class Attempt:
    """The attempt of a member at a set: its `round`, and its `record` where it was asked for.

    `guild` is the server where it counts. `total` is the points of a sheet or the hands
    won, ties in part, once it is finished; `given` is what was given away, once it was judged,
    and `judged` tells it by turn, where it was asked for.
    """

    key: Key
    member: int
    round: StoredRound
    guild: int | None = None
    total: Fraction | None = None
    given: float | None = None
    record: tuple[Step, ...] = ()
    judged: Judged | None = None

    @property
    def id(self) -> int:
        """The id of the round."""
        return self.round.id

    @property
    def status(self) -> Status:
        """Whether it is played, was finished, or closed before."""
        if self.round.status == "private":
            return "playing"
        return "finished" if self.round.status == "over" else "closed"

    @property
    def game(self) -> str:
        """The key of the game."""
        return self.round.game

    @property
    def day(self) -> date:
        """The day of the calendar that is played. Raises TypeError for another set."""
        return day_of(self.key)

    @property
    def plan(self) -> Plan:
        """What is played."""
        return Plan(registry.game(self.game))

    @property
    def hand(self) -> int:
        """The number of the present hand, counted from 1."""
        state = self.play().state
        return state.hand if isinstance(state, Series) else 1

    def play(self) -> Round[Any]:
        """Return the round as it stands. Raises ValueError where it cannot be read."""
        if self.round.play is None:
            raise ValueError(f"round {self.round.id} cannot be read")
        return self.round.play

    def hand_as_played(self, hand: int) -> Round[Any]:
        """Return a hand as a round of its own; the record has to be there."""
        steps = by_hands(self.record)[hand - 1]
        return engine.replay(self.plan.game, self.plan.daily.seats, {}, steps)

    @property
    def goes_on(self) -> bool:
        """Whether a hand is over and the next one follows."""
        return self.play().game.legal(self.play().state, self.plan.seat) == (NEXT,)


def new_round(
    shared: SharedSet, plan: Plan, member: int, guild: int | None, now: datetime
) -> StoredRound:
    """Return the private round of a member at a set, before it begins."""
    levels = plan.levels
    players = [Player(user=member)] * plan.daily.seats
    for seat, level in levels.items():
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
        set_seed=SetSeed(shared.seed, shared.digest, shared.lines),
    )


def by_hands(record: Sequence[Step]) -> tuple[tuple[Step, ...], ...]:
    """Return the record of each hand of an attempt, its steps numbered from 1."""
    left, hands = [*record], list[tuple[Step, ...]]()
    while left:
        hand = [*takewhile(lambda step: not _goes_on(step), left)]
        hands.append(tuple(replace(step, number=number) for number, step in enumerate(hand, 1)))
        left = left[len(hand) + 1 :]
    return tuple(hands)


def _goes_on(step: Step) -> bool:
    return isinstance(step, Acted) and step.action == NEXT
