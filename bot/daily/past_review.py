"""A look back at a day whose seed is revealed: what perfect play chose, and one's own attempt."""

from __future__ import annotations

from collections import defaultdict

from bot.daily.attempt import Attempt
from bot.daily.calendar import Plan
from bot.daily.judging import perfect
from bot.daily.parting import choices
from bot.daily.sets import SharedSet
from bot.review.played_round import Played, Reviewee
from bot.review.second_person import YOU
from bot.review.symbols import in_symbols
from bot.table.frame import computer
from rules.text import Text, say_in, side_by_side


def best_choices(day: SharedSet, plan: Plan) -> tuple[Text, ...]:
    """Return what perfect play chose in each turn of a sheet, or in each hand, with the dice."""
    by_turn: dict[int, list[Text]] = defaultdict(list)
    for place, _, name in choices(plan, perfect(day, plan).steps):
        by_turn[place].append(in_symbols(name))
    return tuple(
        say_in("a turn", "{turn}. {choices}", turn=str(turn), choices=side_by_side(chosen))
        for turn, chosen in by_turn.items()
    )


def played(attempt: Attempt, hand: int) -> Played:
    """Return a hand of an attempt as its review needs it."""
    plan = attempt.plan
    play = attempt.hand_as_played(hand)
    players = [Reviewee(YOU)] * plan.daily.seats
    for seat, level in plan.levels.items():
        name = next(one.name for one in plan.game.info.levels if one.key == level)
        named = computer(plan.game.info, level, seat, alone=True)
        players[seat.index] = Reviewee(named, name)
    over = play.over
    return Played(
        plan.game,
        {},
        play.steps,
        tuple(players),
        over is not None,
        None if over is None else over.outcome,
    )
