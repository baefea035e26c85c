"""The losses of a seat's choices, of which its accuracy is made (`rules.accuracy`).

A *loss* is the worth of the best action less that of the chosen one. The choices of the turns that
a seat has finished count, up to its first hint.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from rules.accuracy import turns_played
from rules.engine import Acted, Round, Step, history, shown_to_all
from rules.game import Game
from rules.pieces import Pieces
from rules.screen import Action, Seat

EPSILON = 1e-12
"""Differences of worth up to this size are rounding errors and count as 0."""


@dataclass(frozen=True, slots=True)
class MadeChoice:
    """A choice of a seat in step `number` of the record, with the state before it."""

    number: int
    state: Any
    seat: Seat
    action: Action


@dataclass(frozen=True, slots=True)
class CountedChoices:
    """The choices of a seat that count, and what the level `house` loses there on average."""

    choices: tuple[MadeChoice, ...] = ()
    par: float = 0.0


@dataclass(frozen=True, slots=True)
class Judgement:
    """The number of the choices of a seat that count, their loss, and that of the level `house`."""

    choices: int = 0
    lost: float = 0.0
    par: float = 0.0


def choices_that_count(
    rounds: Sequence[Round[Any]],
    seats: int,
    options: Mapping[str, str],
    seat: Seat,
    end: int | None = None,
) -> CountedChoices:
    """Return the choices of a seat that count, from the `engine.history` of a round.

    A turn with a choice in step `end` or later does not count; None stands for no such step.
    Nothing counts in a game without a par.
    """
    par = rounds[0].game.par(seats, options)
    if par is None:
        return CountedChoices()
    turns = turns_played(rounds, seat)
    if end is not None:
        turns = tuple(takewhile(lambda turn: turn[-1] < end, turns))
    choices = (_choice(rounds, number) for turn in turns for number in turn)
    return CountedChoices(tuple(choices), par.turns(seat, len(turns)))


def judge(
    game: Game[Any],
    seats: int,
    options: Mapping[str, str],
    record: Sequence[Step],
    ends: Mapping[int, int | None],
) -> Pieces[dict[int, Judgement]]:
    """Return the judgements of some seats of a round; each choice is a piece.

    `ends` has by seat the step from which on none of its choices counts, None without one. Raises
    Unreadable if the record does not fit the game.
    """
    rounds = shown_to_all(history(game, seats, options, record))
    judgements = {}
    for seat, end in ends.items():
        counted = choices_that_count(rounds, seats, options, Seat(seat), end)
        lost = 0.0
        for choice in counted.choices:
            lost += loss(game, choice)
            yield
        judgements[seat] = Judgement(len(counted.choices), lost, counted.par)
    return judgements


def judge_rounds(
    rounds: Mapping[int, tuple[Any, ...]],
) -> Pieces[dict[int, dict[int, Judgement]]]:
    """Return the judgements of some rounds by id, given by the arguments of `judge`."""
    judgements = {}
    for round_id, arguments in rounds.items():
        judgements[round_id] = yield from judge(*arguments)
    return judgements


def loss(game: Game[Any], choice: MadeChoice) -> float:
    """Return the loss of a choice, in the unit of worth; 0 or more."""
    advice = game.advise(choice.state, choice.seat)
    chosen = next(each for each in advice if each.action == choice.action)
    return loss_between(advice[0].worth, chosen.worth)


def loss_between(best: float, chosen: float) -> float:
    """Return the difference of two worths, 0 if it is a rounding error."""
    return best - chosen if best - chosen > EPSILON else 0.0


def _choice(rounds: Sequence[Round[Any]], number: int) -> MadeChoice:
    step = rounds[number].steps[-1]
    assert isinstance(step, Acted)  # noqa: S101 — one of `turns_played`
    return MadeChoice(number, rounds[number - 1].state, step.seat, step.action)
