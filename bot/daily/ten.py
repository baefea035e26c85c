"""Ten decisions: a daily challenge of single positions, as a game of one seat.

Which position comes follows from a landing of dice, so from the seed of the day, as in any
other game. Nothing is told until the end. What a choice gives away is counted in points; of
the chance to win, 3 in 100 count as 2 points.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

from bot.decisions import answers, shipped
from rules import registry
from rules.daily import Daily
from rules.decisions import WRONG_BY
from rules.dice import FACES, PIPS, FaceSet, Roll
from rules.game import (
    Advice,
    Awaits,
    ExactPlay,
    Game,
    Info,
    Outcome,
    Over,
    Rolls,
    Turn,
    Weighted,
    certainly,
)
from rules.levels import PERFECT
from rules.screen import Action, Block, Line, Screen, Seat
from rules.text import Text, say, say_in

KEY = "decisions"
"""The key under which attempts at ten decisions are stored."""

WEEKDAYS = (2, 4)
"""On which days of the week ten decisions are the daily challenge: Wednesday and Friday."""

DICE = 9
"""The dice whose faces name a position: more than ten million numbers."""

START = 229.6384995505
"""What the attempt is worth before the first choice: as a sheet of the same verdicts."""

ME, OTHER = Seat(0), Seat(1)
"""The member, and in positions of two seats the other one."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A position of the day: its game, its state, and the seat that is to choose."""

    game: Game[Any]
    state: Any
    seat: Seat

    @property
    def seats(self) -> int:
        """The number of its seats."""
        return 1 if self.game.decisions is None else self.game.decisions.seats


@dataclass(frozen=True, slots=True)
class Decisions:
    """What has been decided: the dice of each position with the choice there.

    `landed` are the dice of the present position, empty while they are awaited.
    """

    decided: tuple[tuple[Roll, Action], ...] = ()
    landed: Roll = ()

    @property
    def number(self) -> int:
        """The number of the present position, counted from 1."""
        return len(self.decided) + 1


@cache
def order() -> tuple[tuple[str, int, int], ...]:
    """Return for each decision its game, and which part of that game's positions it is from.

    Positions of a game are dealt out in as many parts as it has decisions, so none comes twice
    and in each part there are easy ones and hard ones.
    """
    games = [
        (one.decisions.daily, key)
        for key, one in registry.games().items()
        if one.decisions is not None
    ]
    games.sort(key=lambda one: (-one[0], one[1]))
    return tuple((key, part, parts) for parts, key in games for part in range(parts))


def named(number: int, landed: Roll) -> shipped.Shipped:
    """Return which of the positions that ship dice name: decision `number`, counted from 1.

    The faces less one are digits to the base of six, the first die is the last digit. The
    remainder of that number names one of the positions, in the order of the file.
    """
    key, part, parts = order()[number - 1]
    candidates = shipped.positions()[key][part::parts]
    value = sum((face - 1) * len(FACES) ** place for place, face in enumerate(landed))
    found: shipped.Shipped = candidates[value % len(candidates)]
    return found


@lru_cache(64)
def position(number: int, landed: Roll) -> Asked:
    """Return the position that dice name, as `named` does."""
    one = named(number, landed)
    return Asked(registry.game(one.game), one.state, one.seat)


def keys(roll: Callable[[str, int], Roll]) -> frozenset[str]:
    """Return the keys of all ten positions of a day whose dice are `roll`."""
    numbers = range(1, len(order()) + 1)
    return frozenset(named(number, roll(_label(number), DICE)).key for number in numbers)


def _label(number: int) -> str:
    return f"position/{number}"


def present(state: Decisions) -> Asked:
    """Return the position that is to be decided."""
    return position(state.number, state.landed)


def _in_points(asked: Asked, worth: float) -> float:
    unit = asked.game.info.unit(asked.seats)
    return worth * WRONG_BY["points"] / WRONG_BY[unit]


@lru_cache(256)
def _given_away(number: int, landed: Roll, action: Action) -> float:
    """Return what a choice gave away, in points."""
    asked = position(number, landed)
    advice = asked.game.advise(asked.state, asked.seat)
    chosen = next(one for one in advice if one.action == action)
    return _in_points(asked, advice[0].worth - chosen.worth)


# the game, as functions on its state


def _first(_seats: int, _options: Mapping[str, str]) -> Decisions:
    return Decisions()


def _turn(state: Decisions) -> Turn:
    if len(state.decided) == len(order()):
        outcome = Outcome((Fraction(1),), say("All is decided."), (0,))
        return Over(outcome)
    if not state.landed:
        return Rolls(DICE, _label(state.number))
    return Awaits((ME,))


def _legal(state: Decisions, seat: Seat) -> tuple[Action, ...]:
    if seat != ME or not state.landed:
        return ()
    asked = present(state)
    return asked.game.legal(asked.state, asked.seat)


def _name(state: Decisions, _seat: Seat, action: Action) -> Text:
    asked = present(state)
    return asked.game.name(asked.state, asked.seat, action)


def _play(state: Decisions, _seat: Seat, action: Action) -> Decisions:
    return Decisions((*state.decided, (state.landed, action)))


def _land(state: Decisions, faces: Roll) -> Decisions:
    return replace(state, landed=faces)


def _idle(state: Decisions, _seat: Seat) -> Action:
    asked = present(state)
    return asked.game.idle(asked.state, asked.seat)


def _screen(state: Decisions, _viewer: Seat | None) -> Screen:
    """Return the position as on its board, the member on the first seat; no button is green."""
    if len(state.decided) == len(order()):
        return Screen(say("All ten are decided"), (), tone="won")
    if not state.landed:
        return Screen(say("The next position"), ())
    asked = present(state)
    shown = answers.screen_of(asked.game, asked.state, asked.seat)
    seats = {asked.seat: ME, Seat(1 - asked.seat.index): OTHER}
    heading = say_in(
        "a position of several",
        "{number} of {count} · {game}",
        number=state.number,
        count=len(order()),
        game=asked.game.info.name,
    )
    goal = say("What would you do? Nothing is rolled, and nothing is told before the end.")
    found: Screen = _reseated(
        replace(
            shown,
            blocks=(Line(heading, "strong"), *shown.blocks),
            controls=answers.without_proposals(shown),
            goal=goal,
        ),
        seats,
    )
    return found


def _reseated(value: Any, seats: Mapping[Seat, Seat]) -> Any:
    """Return a Screen, or a part of one, with other seats in its sentences."""
    match value:
        case Seat():
            return seats.get(value, value)
        case tuple():
            return tuple(_reseated(one, seats) for one in value)
        case FaceSet() | Action():
            return value
        case _ if is_dataclass(value) and not isinstance(value, type):
            parts = {one.name: getattr(value, one.name) for one in fields(value)}
            return replace(value, **{name: _reseated(one, seats) for name, one in parts.items()})
        case _:
            return value


def _rules() -> tuple[Block, ...]:
    return (
        Line(
            say(
                "Ten positions, the same for everybody: decide each as if it were your turn. "
                "Nothing is rolled. At the end you see what each choice gave away, and why."
            )
        ),
        Line(
            say(
                "What was given away is counted in points; of the chance to win, 3 in 100 count "
                "as 2 points. The positions come from games of the level Medium, where it and the "
                "choice that comes first to mind are both wrong."
            )
        ),
    )


def _computer(state: Decisions, seat: Seat, level: str) -> Weighted:
    if level == PERFECT.key:
        return certainly(_advise(state, seat)[0].action)
    asked = present(state)
    return asked.game.computer(asked.state, asked.seat, level)


# exact play


def _worth(state: Decisions, _seat: Seat) -> float:
    lost = (_given_away(number, *one) for number, one in enumerate(state.decided, 1))
    return START - sum(lost)


def _advise(state: Decisions, seat: Seat) -> tuple[Advice, ...]:
    if seat != ME or not state.landed:
        return ()
    asked, now = present(state), _worth(state, seat)
    advice = asked.game.advise(asked.state, asked.seat)
    best = advice[0].worth
    return tuple(
        Advice(one.action, worth, points=worth)
        for one in advice
        for worth in [now - _in_points(asked, best - one.worth)]
    )


def _why(state: Decisions, _seat: Seat, better: Action, worse: Action) -> Text | None:
    asked = present(state)
    exact = asked.game.exact
    return None if exact is None else exact.why(asked.state, asked.seat, better, worse)


GAME: Game[Decisions] = registry.beside(
    Game(
        info=Info(
            key=KEY,
            name=say("Ten decisions"),
            summary=say("What would you do?"),
            seats=range(1, 2),
            faces=PIPS,
            levels=(PERFECT,),
            alone="points",
        ),
        state=Decisions,
        first=_first,
        turn=_turn,
        legal=_legal,
        name=_name,
        play=_play,
        land=_land,
        idle=_idle,
        screen=_screen,
        rules=_rules,
        computer=_computer,
        exact=ExactPlay(worth=_worth, advise=_advise, why=_why, average=START),
        daily=Daily(WEEKDAYS, most=lambda _: 0, single=True),
    )
)
"""Ten decisions as a game: it is played as the daily challenge alone."""
