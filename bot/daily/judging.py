"""What an attempt gave away, what perfect play made of the dice, and what they allowed.

All this may take long: it is computed in the analysis process.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from bot.daily.attempt import Attempt, Judged, Player, result_of, total_of
from bot.daily.calendar import Plan
from bot.daily.sets import SharedSet, Story
from rules import engine
from rules.engine import Round, by_the_game
from rules.levels import PERFECT
from rules.review import SeatReview, review_of, turns, verdict


def judge(attempt: Attempt) -> Judged:
    """Return what a finished attempt gave away in each turn of its sheet, or in each hand."""
    plan = attempt.plan
    costs: list[float] = []
    start = 0.0
    for record in attempt.hands:
        rounds = engine.history(plan.game, plan.daily.seats, {}, record)
        reviewed = review_of(rounds, plan.daily.seats)[plan.seat.index]
        start = reviewed.start
        costs += _costs(plan, rounds, reviewed)
    verdicts = tuple(verdict(cost, plan.unit, start) for cost in costs)
    return Judged(tuple(costs), verdicts)


def judge_all(attempts: Sequence[Attempt]) -> list[Judged]:
    """Return what each of several finished attempts gave away."""
    return [judge(one) for one in attempts]


def _costs(plan: Plan, rounds: tuple[Round[Any], ...], reviewed: SeatReview) -> list[float]:
    """Return what was given away in each turn of a sheet, or in a hand."""
    if plan.hands == 1:
        return _of_turns(rounds, reviewed)
    return [sum(decision.given_away for decision in reviewed.decisions)]


def _of_turns(rounds: tuple[Round[Any], ...], reviewed: SeatReview) -> list[float]:
    begun = turns(rounds)
    costs = [0.0] * len(begun)
    for decision in reviewed.decisions:
        costs[sum(first <= decision.number for first in begun) - 1] += decision.given_away
    return costs


def perfect(shared: SharedSet, plan: Plan, member: int = 0) -> Attempt:
    """Return the attempt of perfect play, which knows nothing of the dice to come."""
    player = Player(shared, plan, by_the_game)
    levels = {**plan.levels, plan.seat: PERFECT.key}
    hands = []
    for hand in range(1, plan.hands + 1):
        luck = player.luck(hand)
        play = engine.begin(plan.game, plan.daily.seats, {}, luck)
        hands.append(engine.play_automatic(play, levels, luck).steps)
    return Attempt(
        shared.key,
        member,
        plan.game.info.key,
        tuple(hands),
        shared.committed,
        status="finished",
        finished=shared.committed,
        total=total_of(plan, hands),
    )


def tell_story(shared: SharedSet, plan: Plan) -> Story:
    """Return what perfect play made of the dice of a set, and the most that they allowed."""
    total = total_of(plan, perfect(shared, plan).hands)
    player = Player(shared, plan)
    if plan.daily.most is not None:
        return Story(total, Fraction(plan.daily.most(player.luck(1).roll)))
    bests = (_most(player, plan, hand) for hand in range(1, plan.hands + 1))
    return Story(total, sum(bests, Fraction(0)))


def _most(player: Player, plan: Plan, hand: int) -> Fraction:
    """Return the best result of a hand that any choices make: all of them are tried."""
    luck = player.luck(hand)
    best = Fraction(0)
    first = engine.begin(plan.game, plan.daily.seats, {}, luck)
    waiting = [engine.play_automatic(first, plan.levels, luck)]
    seen = {(waiting[0].moment, waiting[0].state)}
    while waiting and best < 1:
        play = waiting.pop()
        if play.over is not None:
            best = max(best, result_of(plan, play))
            continue
        for action in plan.game.legal(play.state, plan.seat):
            acted = engine.act(play, plan.seat, action, luck)
            key = acted.moment, acted.state
            if key not in seen:
                seen.add(key)
                waiting.append(engine.play_automatic(acted, plan.levels, luck))
    return best
