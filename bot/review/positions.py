"""The positions of a finished round, with every choice and its worth.

Step by step shows them. Secrets are not shown to a member before they were shown to all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from bot.review.played_round import Played
from rules import registry
from rules.engine import Acted, Round, history
from rules.errors import NotLegal
from rules.game import Advice, Game, Unit
from rules.review import Verdict, turns, verdict
from rules.screen import Action, Screen, Seat
from rules.series import NEXT
from rules.text import Text


@dataclass(frozen=True, slots=True)
class PositionChoice:
    """A choice of a position with its worth, for all `actions` of the same name.

    `why` is the reason why the best choice is worth more, where a short one exists.
    """

    name: Text
    advice: Advice
    actions: tuple[Action, ...]
    why: Text | None = None


@dataclass(frozen=True, slots=True)
class Position:
    """A decision of a seat: step `number` of the record, in this `turn` of all `turns`.

    `screen` is the Screen before the decision, `chosen` its action and `choice` its name; `secret`
    is whether others saw neither then. `options` are best first; `instead` is whether another
    choice was taken back here before. Without exact play there are neither `options` nor a
    `verdict`.
    """

    number: int
    seat: Seat
    seats: int
    turn: int
    turns: int
    screen: Screen
    chosen: Action
    choice: Text
    options: tuple[PositionChoice, ...]
    verdict: Verdict | None
    unit: Unit
    secret: bool = False
    instead: bool = False

    def option(self, action: Action) -> PositionChoice:
        """Return the option of an action. Raises NotLegal for an action that was not possible."""
        for option in self.options:
            if action in option.actions:
                return option
        raise NotLegal

    @property
    def best(self) -> PositionChoice:
        return self.options[0]


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a round step by step: a position, or its end (None); `place` counts from 0."""

    place: int
    places: int
    position: Position | None


def position(played: Played, number: int) -> Position:
    """Return the position in which step `number` of the record was chosen.

    The first call may take long, while the tables of exact play are computed.
    """
    return _position(_history(played), played, number)


def page(played: Played, viewer: Seat | None, place: int) -> Page:
    """Return a page of a round step by step for the member on a seat, or for others (None).

    Open decisions and the member's own come in order, then the end of the round, then, if it was
    played to its end, the secret choices of others. A `place` beyond the last is the last.
    """
    rounds = _history(played)
    numbers = _numbers(rounds, viewer, over=played.over)
    place = min(place, len(numbers) - 1)
    number = numbers[place]
    shown = None if number is None else _position(rounds, played, number)
    return Page(place, len(numbers), shown)


def _history(played: Played) -> tuple[Round[Any], ...]:
    return history(played.game, len(played.players), played.options, played.record)


def _numbers(rounds: Sequence[Round[Any]], viewer: Seat | None, *, over: bool) -> list[int | None]:
    """Return the step of each page in order; None is the end of the round."""
    numbers: list[int | None] = []
    hidden: list[int | None] = []
    for before, after in pairwise(rounds):
        step = after.steps[-1]
        if isinstance(step, Acted) and step.action != NEXT:
            seen = step.seat == viewer or not before.awaits.secret
            (numbers if seen else hidden).append(step.number)
    return [*numbers, None, *(hidden if over else ())]


def _position(rounds: Sequence[Round[Any]], played: Played, number: int) -> Position:
    before, step = rounds[number - 1], rounds[number].steps[-1]
    if not isinstance(step, Acted):
        raise NotLegal
    game, state = registry.in_hand(played.game, before.state)
    unit, exact = played.unit, game.exact
    seat, secret = step.seat, before.awaits.secret
    options: tuple[PositionChoice, ...] = ()
    judged = None
    if exact is not None:
        options = options_of(game, state, seat)
        chosen = next(one for one in options if step.action in one.actions)
        lost = options[0].advice.worth - chosen.advice.worth
        start = exact.worth(rounds[0].state, seat) if unit == "points" else 1.0
        judged = verdict(lost, unit, start)
    begun = turns(rounds)
    return Position(
        number,
        seat,
        len(played.players),
        sum(first <= number for first in begun),
        len(begun),
        game.screen(state, seat if secret else None),
        step.action,
        game.name(state, seat, step.action),
        options,
        judged,
        unit,
        secret,
        number in played.players[seat.index].taken_back,
    )


def options_of(game: Game[Any], state: Any, seat: Seat) -> tuple[PositionChoice, ...]:
    """Return the choices of a position, best first; none without exact play.

    Choices of the same name are one option.
    """
    exact = game.exact
    if exact is None:
        return ()
    found = by_name(game, state, seat, exact.advise(state, seat))
    best = next(iter(found.values()))[0].action
    return tuple(
        PositionChoice(
            name,
            same[0],
            tuple(one.action for one in same),
            exact.why(state, seat, best, same[0].action),
        )
        for name, same in found.items()
    )


def by_name(
    game: Game[Any], state: Any, seat: Seat, advice: Iterable[Advice]
) -> dict[Text, list[Advice]]:
    """Return the advice by the words of its action, in order; equal dice have equal words."""
    found: dict[Text, list[Advice]] = {}
    for one in advice:
        found.setdefault(game.name(state, seat, one.action), []).append(one)
    return found
