"""The judgement of attempts, and perfect play with the dice of a set.

Since this takes long, the analysis process computes it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from bot.daily.calendar import Plan
from bot.daily.sets import SharedSet
from bot.review.symbols import in_symbols
from bot.table.luck import SetLuck
from rules import engine, registry
from rules.engine import Acted, Round, Step, by_hands
from rules.levels import PERFECT
from rules.review import SeatReview, Verdict, review_of, turns, verdict
from rules.screen import Action
from rules.text import Text, say_in, side_by_side


@dataclass(frozen=True, slots=True)
class Judged:
    """The losses of an attempt in each turn of a sheet, or in each hand, with the verdicts."""

    costs: tuple[float, ...]
    verdicts: tuple[Verdict, ...]

    @property
    def given_away(self) -> float:
        return sum(self.costs)


def judge(plan: Plan, record: Sequence[Step]) -> Judged:
    """Return the judgement of a finished attempt."""
    costs: list[float] = []
    start = 0.0
    for hand in by_hands(record):
        rounds = engine.history(plan.game, plan.daily.seats, {}, hand)
        reviewed = review_of(rounds, plan.daily.seats)[plan.seat.index]
        start = reviewed.start
        costs += _costs(plan, rounds, reviewed)
    verdicts = tuple(verdict(cost, plan.unit, start) for cost in costs)
    return Judged(tuple(costs), verdicts)


def _costs(plan: Plan, rounds: tuple[Round[Any], ...], reviewed: SeatReview) -> list[float]:
    """Return the losses in the turns of a sheet, or in a hand."""
    if plan.hands == 1:
        return _of_turns(rounds, reviewed)
    return [sum(decision.given_away for decision in reviewed.decisions)]


def _of_turns(rounds: tuple[Round[Any], ...], reviewed: SeatReview) -> list[float]:
    begun = turns(rounds)
    costs = [0.0] * len(begun)
    for decision in reviewed.decisions:
        costs[sum(first <= decision.number for first in begun) - 1] += decision.given_away
    return costs


def luck_of(shared: SharedSet, plan: Plan) -> SetLuck:
    return SetLuck(shared.seed, shared.lines, plan.seat)


def perfect(shared: SharedSet, plan: Plan) -> Round[Any]:
    """Return the round of perfect play, which does not foresee dice."""
    levels = {**plan.levels, plan.seat: PERFECT.key}
    luck = luck_of(shared, plan)
    game = registry.dealt(plan.game.info.key)
    first = engine.begin(game, plan.daily.seats, {}, luck)
    return engine.play_automatic(first, levels, luck)


def choices(plan: Plan, record: Sequence[Step]) -> Iterator[tuple[int, Action, Text]]:
    """Yield the turn of a sheet or the hand, the action and its name for each choice."""
    for hand, steps in enumerate(by_hands(record), 1):
        rounds = engine.history(plan.game, plan.daily.seats, {}, steps)
        begun = turns(rounds)
        for before, after in pairwise(rounds):
            step = after.steps[-1]
            if isinstance(step, Acted) and step.seat == plan.seat:
                turn = sum(first <= step.number for first in begun)
                name = plan.game.name(before.state, step.seat, step.action)
                yield turn if plan.hands == 1 else hand, step.action, name


def best_choices(day: SharedSet, plan: Plan) -> tuple[Text, ...]:
    """Return the choices of perfect play, with the dice, in each turn of a sheet or each hand."""
    by_turn: dict[int, list[Text]] = defaultdict(list)
    for place, _, name in choices(plan, perfect(day, plan).steps):
        by_turn[place].append(in_symbols(name))
    return tuple(
        say_in("a turn", "{turn}. {choices}", turn=str(turn), choices=side_by_side(chosen))
        for turn, chosen in by_turn.items()
    )


def perfect_result(shared: SharedSet, plan: Plan) -> Fraction:
    """Return the points of perfect play with the dice of a set, or the hands that it wins."""
    return result_of(plan, perfect(shared, plan)) * plan.hands


def result_of(plan: Plan, play: Round[Any]) -> Fraction:
    """Return the points of a finished sheet, or the share of a finished hand, or of several.

    Raises ValueError for a round that is not over.
    """
    if play.over is None:
        raise ValueError("the round is not over")
    outcome = play.over.outcome
    if plan.unit == "points" and outcome.scores is not None:
        return Fraction(outcome.scores[plan.seat.index])
    return outcome.shares[plan.seat.index]
