"""The attempt of a member at a set, such as a day, and what becomes of it by a choice.

Plain values: `bot.daily.store` stores them. An attempt is its record; the state of
its present hand is replayed from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from bot.daily.calendar import Plan
from bot.daily.sets import Key, SharedSet, day_of
from bot.table.luck import SetLuck
from rules import engine, registry
from rules.engine import Computer, Round, Step, by_the_game
from rules.errors import Refusal
from rules.review import Verdict
from rules.screen import Action
from rules.text import Command, say

Status: TypeAlias = Literal["playing", "finished", "closed"]
"""An attempt is closed that was not finished when its set ended."""

Hands: TypeAlias = tuple[tuple[Step, ...], ...]
"""The record of each hand that has begun."""


DAY_OVER = say(
    "This daily challenge is over. {command} begins the one of today.",
    command=Command("daily", "play"),
)


class AttemptMoved(Refusal):
    """Raised when a control belongs to an earlier moment of an attempt; it is drawn again."""

    def __init__(self) -> None:
        super().__init__(say("The round has moved on. This is how it stands now."))


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
    """The attempt of a member at a set; `id` and `version` are 0 until it is stored.

    `guild` is the server where it was begun. `total` is the points of a sheet or the
    hands won, ties in part, once it is finished; `judged` follows.
    """

    key: Key
    member: int
    game: str
    hands: Hands
    begun: datetime
    guild: int | None = None
    status: Status = "playing"
    finished: datetime | None = None
    total: Fraction | None = None
    judged: Judged | None = None
    id: int = 0
    version: int = 0

    @property
    def given(self) -> float | None:
        """What was given away, None until that is judged."""
        return None if self.judged is None else self.judged.given_away

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
        return len(self.hands)

    def play(self, hand: int | None = None) -> Round[Any]:
        """Return a hand as it stands, the present one by default."""
        game, seats = self.plan.game, self.plan.daily.seats
        return engine.replay(game, seats, {}, self.hands[(hand or self.hand) - 1])


class Player:
    """Plays attempts: with the seed of a set, and the choices of `computer`."""

    def __init__(self, shared: SharedSet, plan: Plan, computer: Computer = by_the_game) -> None:
        self._set, self._plan, self._computer = shared, plan, computer

    def luck(self, hand: int) -> SetLuck:
        """Return the luck of a hand."""
        return SetLuck(self._set.seed, self._set.lines, self._plan.seat, hand, self._plan.hands)

    def begin(self, member: int, guild: int | None, now: datetime) -> Attempt:
        """Return the attempt of a member with its first hand."""
        first = (self._begun(1),)
        return Attempt(self._set.key, member, self._plan.game.info.key, first, now, guild)

    def act(
        self, before: Attempt, hand: int, moment: int, action: Action, now: datetime
    ) -> Attempt:
        """Return the attempt after a choice. Raises AttemptMoved and NotLegal."""
        _check_playing(before)
        play = before.play()
        if (hand, moment) != (before.hand, play.moment) or play.over is not None:
            raise AttemptMoved
        after = self._continued(engine.act(play, self._plan.seat, action, self.luck(hand)), hand)
        hands = (*before.hands[:-1], after.steps)
        if after.over is None or hand < self._plan.hands:
            return replace(before, hands=hands)
        return replace(
            before,
            hands=hands,
            status="finished",
            finished=now,
            total=total_of(self._plan, hands),
        )

    def next_hand(self, before: Attempt, hand: int) -> Attempt:
        """Return the attempt with the hand that follows `hand`. Raises AttemptMoved."""
        _check_playing(before)
        if hand != before.hand or before.play().over is None:
            raise AttemptMoved
        return replace(before, hands=(*before.hands, self._begun(hand + 1)))

    def _begun(self, hand: int) -> tuple[Step, ...]:
        play = engine.begin(self._plan.game, self._plan.daily.seats, {}, self.luck(hand))
        return self._continued(play, hand).steps

    def _continued(self, play: Round[Any], hand: int) -> Round[Any]:
        return engine.play_automatic(play, self._plan.levels, self.luck(hand), self._computer)


def total_of(plan: Plan, hands: Sequence[Sequence[Step]]) -> Fraction:
    """Return the points of a sheet, or the hands that were won, ties in part."""
    total = Fraction(0)
    for record in hands:
        total += result_of(plan, engine.replay(plan.game, plan.daily.seats, {}, record))
    return total


def result_of(plan: Plan, play: Round[Any]) -> Fraction:
    """Return the points of a finished sheet, or the share of a finished hand.

    Raises ValueError for a round that is not over.
    """
    if play.over is None:
        raise ValueError("the round is not over")
    outcome = play.over.outcome
    if plan.unit == "points" and outcome.scores is not None:
        return Fraction(outcome.scores[plan.seat.index])
    return outcome.shares[plan.seat.index]


def _check_playing(attempt: Attempt) -> None:
    match attempt.status:
        case "closed":
            raise Refusal(DAY_OVER)
        case "finished":
            raise AttemptMoved
