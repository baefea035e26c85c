"""Positions worth asking: where the level `house` and the natural choice are both clearly wrong.

How hard a position is, is known before anybody has played it: from the losses of all its
choices, as the chance that a player who weighs them with some noise finds the best.
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
"""The least that the level `house` and the natural choice give away, more than this."""

CLEAR_BY: Mapping[Unit, float] = MappingProxyType({"points": 0.5, "share": 0.0075})
"""The least by which the best choice is better than the next one that reads otherwise."""

NOISE: Mapping[Unit, float] = MappingProxyType({"points": 2.0, "share": 0.03})
"""How much less a choice is worth that a noisy player makes e times less often."""


@dataclass(frozen=True, slots=True)
class Decided:
    """A choice of a position: all `actions` that read the same, and what they give away."""

    name: Text
    actions: tuple[Action, ...]
    given_away: float


@dataclass(frozen=True, slots=True)
class Asked:
    """A position that is worth asking: what each choice gives away, best first.

    `solved` is the chance that a noisy player finds the best one.
    """

    seat: Seat
    state: Any
    choices: tuple[Decided, ...]
    solved: float

    @property
    def alike(self) -> tuple[Text, tuple[int, ...]]:
        """What two positions have in common that ask the same: the best, and all the costs."""
        return self.choices[0].name, tuple(round(one.given_away * 1e5) for one in self.choices)


def by_name(
    game: Game[Any], state: Any, seat: Seat, advice: Iterable[Advice]
) -> dict[Text, list[Advice]]:
    """Return choices by how they read, in their order: rerolls of equal dice read the same."""
    found: dict[Text, list[Advice]] = {}
    for one in advice:
        found.setdefault(game.name(state, seat, one.action), []).append(one)
    return found


def choices(
    game: Game[Any], state: Any, seat: Seat, advice: tuple[Advice, ...]
) -> tuple[Decided, ...]:
    """Return the choices of a position that read differently, best first."""
    best = advice[0].worth
    return tuple(
        Decided(name, tuple(one.action for one in same), max(0.0, best - same[0].worth))
        for name, same in by_name(game, state, seat, advice).items()
    )


def solved_by_noise(unit: Unit, decided: tuple[Decided, ...]) -> float:
    """Return the chance that a noisy player chooses the best, from 0 to 1."""
    return 1 / sum(exp(-one.given_away / NOISE[unit]) for one in decided)


def asked(game: Game[Any], how: Decisions, state: Any, seat: Seat) -> Asked | None:
    """Return a position as a question, None where it is not clear or not worth asking."""
    unit = game.info.unit(how.seats)
    given = [game.computer(state, seat, level)[0][0] for level in (HOUSE.key, how.natural)]
    worth = game.worth(state, seat)
    for action in given:  # quicker than all advice
        if worth - game.worth(game.play(state, seat, action), seat) <= WRONG_BY[unit]:
            return None
    decided = choices(game, state, seat, game.advise(state, seat))
    if decided[1].given_away < CLEAR_BY[unit]:
        return None
    return Asked(seat, state, decided, solved_by_noise(unit, decided))


def of_rounds(game: Game[Any], how: Decisions, lucks: Iterable[Luck]) -> Iterator[Asked]:
    """Yield the questions of rounds between seats of the level `house`, none alike.

    There is a round for each of `lucks`.
    """
    known: set[object] = set()
    for luck in lucks:
        play = begin(game, how.seats, {}, luck)
        while play.over is None:
            seat = play.awaits.seats[0]
            found = asked(game, how, play.state, seat)
            if found is not None and found.alike not in known:
                known.add(found.alike)
                yield found
            play = act(play, seat, game.computer(play.state, seat, HOUSE.key)[0][0], luck)
