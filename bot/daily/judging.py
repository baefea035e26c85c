"""The judgement of private rounds, and perfect play with shared dice.

Since this takes long, the analysis process computes it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from bot.daily.shared_dice import SharedDice
from bot.language.render import in_symbols
from bot.table.luck import SeededLuck
from rules import engine
from rules.engine import Acted, Round, Step
from rules.game import Game
from rules.levels import PERFECT
from rules.review import Verdict, review_of, turns, verdict
from rules.screen import Seat
from rules.text import Text, say_in, side_by_side

LETTERS: dict[str, Verdict] = {
    "b": "best",
    "g": "good",
    "i": "inaccuracy",
    "m": "mistake",
    "x": "blunder",
}
"""The letters by which the verdicts on the turns of a private round are stored."""

MEMBER = Seat(0)
"""The seat of the member, the only one of a private round."""


@dataclass(frozen=True, slots=True)
class SheetJudgement:
    """The loss of a private round, and the verdict on each turn of its sheet."""

    loss: float
    verdicts: tuple[Verdict, ...]


def letters_of(judgement: SheetJudgement) -> str:
    """Return the verdicts of a private round as they are stored.

    >>> letters_of(SheetJudgement(0.3, ("best", "inaccuracy")))
    'bi'
    """
    letters = {verdict: letter for letter, verdict in LETTERS.items()}
    return "".join(letters[verdict] for verdict in judgement.verdicts)


def read_judgement(loss: float | None, letters: str | None) -> SheetJudgement | None:
    """Return a stored judgement, None if there is none, or one of 1.x without verdicts."""
    if loss is None or letters is None:
        return None
    return SheetJudgement(loss, tuple(LETTERS[letter] for letter in letters))


def par_of(game: Game[Any]) -> float:
    """Return what the level `house` loses in a private round on average.

    Raises ValueError for a game without exact play.
    """
    par = game.par(1, {})
    if par is None:
        raise ValueError(f"{game.info.key} has no exact play")
    return par.game(MEMBER)


def judge_sheet(game: Game[Any], record: Sequence[Step]) -> SheetJudgement:
    """Return the judgement of a finished private round."""
    rounds = engine.history(game, 1, {}, record)
    (review,) = review_of(rounds, 1)
    begun = turns(rounds)
    costs = [0.0] * len(begun)
    for decision in review.decisions:
        costs[_turn(begun, decision.number) - 1] += decision.loss
    unit = game.info.unit(1)
    verdicts = tuple(verdict(cost, unit, review.start) for cost in costs)
    return SheetJudgement(sum(costs), verdicts)


def _turn(begun: Sequence[int], number: int) -> int:
    """Return the turn of a step of the record; `begun` has the first step of each."""
    return sum(first <= number for first in begun)


def luck_of(dice: SharedDice) -> SeededLuck:
    """Return the luck of shared dice. Raises ValueError for those that ended under 1.x."""
    if dice.seed is None:
        raise ValueError(f"the dice of {dice.key} have no seed")
    return SeededLuck(dice.seed.secret, dice.seed.opened, shared=True)


def perfect_round(dice: SharedDice, game: Game[Any]) -> Round[Any]:
    """Return the round of perfect play, which does not foresee dice."""
    luck = luck_of(dice)
    return engine.play_automatic(engine.begin(game, 1, {}, luck), {MEMBER: PERFECT.key}, luck)


def _choices(game: Game[Any], record: Sequence[Step]) -> Iterator[tuple[int, Text]]:
    rounds = engine.history(game, 1, {}, record)
    begun = turns(rounds)
    for before, after in pairwise(rounds):
        step = after.steps[-1]
        if isinstance(step, Acted):
            name = game.name(before.state, step.seat, step.action)
            yield _turn(begun, step.number), name


def best_choices(day: SharedDice, game: Game[Any]) -> tuple[Text, ...]:
    """Return the choices of perfect play in each turn, with the dice."""
    by_turn: dict[int, list[Text]] = defaultdict(list)
    for turn, name in _choices(game, perfect_round(day, game).steps):
        by_turn[turn].append(in_symbols(name))
    return tuple(
        say_in("a turn", "{turn}. {choices}", turn=str(turn), choices=side_by_side(chosen))
        for turn, chosen in by_turn.items()
    )


def perfect_points(dice: SharedDice, game: Game[Any]) -> int:
    return points_of(perfect_round(dice, game))


def points_of(play: Round[Any]) -> int:
    """Return the points of a finished sheet.

    Raises ValueError for a round that is not over, or has no points.
    """
    if play.over is None or play.over.outcome.scores is None:
        raise ValueError("the round is not over, or has no points")
    return play.over.outcome.scores[MEMBER.index]
