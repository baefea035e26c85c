"""Exact contests: the chances of two fixed strategies, computed over all deals.

A fixed strategy always gives the same answer to a decision. The built-in strategies are fixed. A
function counts as fixed if it gave the same answers `TIMES_ASKED` times, in a different order each
time, and did not use Python's global generator.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from course.contest.description import Contest, Exact, Plan, Side
from course.contest.score import ExactScore
from course.contest.sides import built_in, chosen, names
from course.contest.strategies import Load, load
from course.progress import with_progress
from rules.game import Game, certainly
from rules.screen import Action

TIMES_ASKED = 20
"""The number of calls for each decision that test whether a function is fixed."""


class NotFixed(Exception):
    """Raised for a function that is not fixed; the message is its name."""


def exact_score(
    game: Game[Any], contest: Contest[Any], exact: Exact[Any], chosen_names: Mapping[str, str]
) -> ExactScore:
    """Return the exact chances of the seat `scored`.

    `chosen_names` are the names of the strategies by the keys of the sides. Raises
    ContestError when a strategy fails, and NotFixed for one that is not fixed.
    """
    plans = {
        side.seat: plan_of(game, contest, exact, side, chosen_names[side.key])
        for side in contest.sides
    }
    own = plans.pop(contest.scored)
    (other,) = plans.values()
    return ExactScore(*exact.chances(own, other))


def plan_of(
    game: Game[Any],
    contest: Contest[Any],
    exact: Exact[Any],
    side: Side,
    name: str,
    *,
    found: Load = load,
) -> Plan:
    """Return the actions of a strategy for each decision of its seat.

    `found` returns the strategy in a file by its name. Raises NotFixed, and ContestError if
    it fails.
    """
    states = exact.decisions(side.seat)
    play = built_in(game, contest, name)
    if play is not None:
        return tuple(play(state, side.seat) for state in states)
    strategy = found(name, names(game, contest))
    answers: dict[int, Action] = {}
    order = list(range(len(states)))
    for time in with_progress(range(TIMES_ASKED), TIMES_ASKED):
        luck = strategy.luck()
        for number in order:
            action = chosen(contest, strategy, states[number], side.seat)
            if answers.setdefault(number, action) != action:
                raise NotFixed(strategy.name)
        if strategy.luck() != luck:
            raise NotFixed(strategy.name)
        Random(time).shuffle(order)  # noqa: S311 — an order, the same in every contest
    return tuple(certainly(answers[number]) for number in range(len(states)))
