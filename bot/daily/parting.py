"""The parting of two attempts at a set: the first choice in which they differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from bot.daily.calendar import Plan
from bot.review.symbols import in_symbols
from rules import engine
from rules.engine import Acted, Step, by_hands
from rules.review import turns
from rules.screen import Action
from rules.text import Text


@dataclass(frozen=True, slots=True)
class Parted:
    """The turn of a sheet, or the hand, and what each of two members chose, in words."""

    place: int
    first: Text
    second: Text


def parted(plan: Plan, first: Sequence[Step], second: Sequence[Step]) -> Parted | None:
    """Return the first difference of two records of attempts, None if all choices are the same."""
    for one, other in zip(choices(plan, first), choices(plan, second), strict=False):
        (place, action, name), (_, other_action, other_name) = one, other
        if action != other_action:
            return Parted(place, in_symbols(name), in_symbols(other_name))
    return None


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
