"""The judgement of attempts, and perfect play with the dice of a set.

Since this takes long, the analysis process computes it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from bot.daily.sets import SharedSet
from bot.language.render import in_symbols
from bot.table.luck import SeededLuck
from rules import engine
from rules.engine import Acted, Round, Step
from rules.game import Game
from rules.levels import PERFECT
from rules.review import Verdict, review_of, turns, verdict
from rules.screen import Action, Seat
from rules.text import Text, say_in, side_by_side

LETTERS: dict[str, Verdict] = {
    "b": "best",
    "g": "good",
    "i": "inaccuracy",
    "m": "mistake",
    "x": "blunder",
}
"""The letters by which the verdicts on the turns of an attempt are stored."""

MEMBER = Seat(0)
"""The seat of the member, the only one of an attempt."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The loss of an attempt, and the verdict on each turn of its sheet."""

    given_away: float
    verdicts: tuple[Verdict, ...]


def letters_of(judged: Judged) -> str:
    """Return the verdicts of an attempt as they are stored.

    >>> letters_of(Judged(0.3, ("best", "inaccuracy")))
    'bi'
    """
    letters = {verdict: letter for letter, verdict in LETTERS.items()}
    return "".join(letters[verdict] for verdict in judged.verdicts)


def read_judged(given: float | None, letters: str | None) -> Judged | None:
    """Return a stored judgement, None if it is not stored, or by 1.x without verdicts."""
    if given is None or letters is None:
        return None
    return Judged(given, tuple(LETTERS[letter] for letter in letters))


def par_of(game: Game[Any]) -> float:
    """Return what the level `house` loses in an attempt on average.

    Raises ValueError for a game without exact play.
    """
    par = game.par(1, {})
    if par is None:
        raise ValueError(f"{game.info.key} has no exact play")
    return par.game(MEMBER)


def judge(game: Game[Any], record: Sequence[Step]) -> Judged:
    """Return the judgement of a finished attempt."""
    rounds = engine.history(game, 1, {}, record)
    (reviewed,) = review_of(rounds, 1)
    begun = turns(rounds)
    costs = [0.0] * len(begun)
    for decision in reviewed.decisions:
        costs[_turn(begun, decision.number) - 1] += decision.loss
    unit = game.info.unit(1)
    verdicts = tuple(verdict(cost, unit, reviewed.start) for cost in costs)
    return Judged(sum(costs), verdicts)


def _turn(begun: Sequence[int], number: int) -> int:
    """Return the turn of a step of the record; `begun` has the first step of each."""
    return sum(first <= number for first in begun)


def luck_of(shared: SharedSet) -> SeededLuck:
    """Return the luck of a set. Raises ValueError for one that ended under 1.x."""
    if shared.seed is None:
        raise ValueError(f"set {shared.key} has no seed")
    return SeededLuck(shared.seed.secret, shared.seed.opened, shared=True)


def perfect(shared: SharedSet, game: Game[Any]) -> Round[Any]:
    """Return the round of perfect play, which does not foresee dice."""
    luck = luck_of(shared)
    return engine.play_automatic(engine.begin(game, 1, {}, luck), {MEMBER: PERFECT.key}, luck)


def choices(game: Game[Any], record: Sequence[Step]) -> Iterator[tuple[int, Action, Text]]:
    """Yield the turn, the action and its name for each choice."""
    rounds = engine.history(game, 1, {}, record)
    begun = turns(rounds)
    for before, after in pairwise(rounds):
        step = after.steps[-1]
        if isinstance(step, Acted):
            name = game.name(before.state, step.seat, step.action)
            yield _turn(begun, step.number), step.action, name


def best_choices(day: SharedSet, game: Game[Any]) -> tuple[Text, ...]:
    """Return the choices of perfect play in each turn, with the dice."""
    by_turn: dict[int, list[Text]] = defaultdict(list)
    for turn, _, name in choices(game, perfect(day, game).steps):
        by_turn[turn].append(in_symbols(name))
    return tuple(
        say_in("a turn", "{turn}. {choices}", turn=str(turn), choices=side_by_side(chosen))
        for turn, chosen in by_turn.items()
    )


def perfect_result(shared: SharedSet, game: Game[Any]) -> int:
    """Return the points of perfect play with the dice of a set."""
    return result_of(perfect(shared, game))


def result_of(play: Round[Any]) -> int:
    """Return the points of a finished sheet.

    Raises ValueError for a round that is not over, or has no points.
    """
    if play.over is None or play.over.outcome.scores is None:
        raise ValueError("the round is not over, or has no points")
    return play.over.outcome.scores[MEMBER.index]
