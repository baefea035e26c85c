"""Puzzles: positions in which the level `house` and the natural choice are clearly wrong.

The difficulty of a position follows from the losses of its choices: it is the chance that a player
who weighs them with some noise finds the best one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import exp
from types import MappingProxyType
from typing import Any

from rules.daily import Decisions
from rules.engine import Luck, act, begin
from rules.game import Advice, Game, Unit
from rules.levels import HOUSE
from rules.screen import Action, Seat
from rules.text import Text

WRONG_BY: Mapping[Unit, float] = MappingProxyType({"points": 2.0, "share": 0.03})
"""The loss that the level `house` and the natural choice must exceed, by unit of worth."""

CLEAR_BY: Mapping[Unit, float] = MappingProxyType({"points": 0.5, "share": 0.0075})
"""The least lead of the best choice over the next one with other words, by unit of worth."""

NOISE: Mapping[Unit, float] = MappingProxyType({"points": 2.0, "share": 0.03})
"""The loss that makes a choice of the noisy player e times rarer, by unit of worth."""


@dataclass(frozen=True, slots=True)
class PuzzleChoice:
    """A choice of a puzzle: all `actions` with the same words, and their loss."""

    name: Text
    actions: tuple[Action, ...]
    given_away: float


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position that is worth asking, with its choices, best first.

    `solved` is the chance that a noisy player finds the best one.
    """

    seat: Seat
    state: Any
    choices: tuple[PuzzleChoice, ...]
    solved: float

    @property
    def alike(self) -> tuple[Text, tuple[int, ...]]:
        """The best choice and all losses, which are equal in positions that ask the same."""
        return self.choices[0].name, tuple(round(one.given_away * 1e5) for one in self.choices)


def by_name(
    game: Game[Any], state: Any, seat: Seat, advice: Iterable[Advice]
) -> dict[Text, list[Advice]]:
    """Return the advice by the words of its action, in order; equal dice have equal words."""
    found: dict[Text, list[Advice]] = {}
    for one in advice:
        found.setdefault(game.name(state, seat, one.action), []).append(one)
    return found


def choices(
    game: Game[Any], state: Any, seat: Seat, advice: tuple[Advice, ...]
) -> tuple[PuzzleChoice, ...]:
    """Return the choices of a position with different words, best first."""
    best = advice[0].worth
    return tuple(
        PuzzleChoice(name, tuple(one.action for one in same), max(0.0, best - same[0].worth))
        for name, same in by_name(game, state, seat, advice).items()
    )


def solved_by_noise(unit: Unit, choices: tuple[PuzzleChoice, ...]) -> float:
    """Return the chance that a noisy player chooses the best, from 0 to 1."""
    return 1 / sum(exp(-one.given_away / NOISE[unit]) for one in choices)


def puzzle_of(game: Game[Any], how: Decisions, state: Any, seat: Seat) -> Puzzle | None:
    """Return the puzzle of a position, None where the best choice is unclear or easy."""
    unit = game.info.unit(how.seats)
    given = [game.computer(state, seat, level)[0][0] for level in (HOUSE.key, how.natural)]
    worth = game.worth(state, seat)
    for action in given:  # quicker than all advice
        if worth - game.worth(game.play(state, seat, action), seat) <= WRONG_BY[unit]:
            return None
    decided = choices(game, state, seat, game.advise(state, seat))
    if decided[1].given_away < CLEAR_BY[unit]:
        return None
    return Puzzle(seat, state, decided, solved_by_noise(unit, decided))


def of_rounds(game: Game[Any], how: Decisions, lucks: Iterable[Luck]) -> Iterator[Puzzle]:
    """Yield the different puzzles of rounds between seats of the level `house`.

    One round is played with each of `lucks`.
    """
    known: set[object] = set()
    for luck in lucks:
        play = begin(game, how.seats, {}, luck)
        while play.over is None:
            seat = play.awaits.seats[0]
            found = puzzle_of(game, how, play.state, seat)
            if found is not None and found.alike not in known:
                known.add(found.alike)
                yield found
            play = act(play, seat, game.computer(play.state, seat, HOUSE.key)[0][0], luck)
