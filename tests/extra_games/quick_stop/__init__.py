"""Quick Stop: in each of four turns all seats decide at once; the first to stop takes the points.

A throw-away game for tests: one seat's decision ends what the others are still
awaited for, also where time was up for all of them. Nothing outside this folder
knows it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias, assert_never

from rules.dice import PIPS
from rules.game import Awaits, Game, Info, NamedKey, Outcome, Over, Turn
from rules.screen import Action, Line, Press, Screen, Seat, Tone
from rules.text import say, say_in

NAME = say("Quick Stop")
TURNS = 4
STOP, WAIT = Action("stop"), Action("wait")


@dataclass(frozen=True, slots=True)
class Deciding:
    """Turn `number` counts `number` points; `waiting` tells who has decided to wait."""

    number: int
    points: tuple[int, ...]
    waiting: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Finished:
    """All turns have been played."""

    points: tuple[int, ...]


State: TypeAlias = Deciding | Finished


def first(seats: int, options: Mapping[str, str]) -> State:
    return Deciding(1, (0,) * seats, (False,) * seats)


def turn(state: State) -> Turn:
    """Return what happens next: every seat that has not decided is awaited."""
    match state:
        case Deciding(_, _, waiting):
            return Awaits(tuple(Seat(index) for index, waits in enumerate(waiting) if not waits))
        case Finished(points):
            best = max(points)
            shares = tuple(Fraction(own == best, points.count(best)) for own in points)
            return Over(Outcome(shares, points))
        case _:
            assert_never(state)


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    """Let every awaited seat stop or wait."""
    happening = turn(state)
    return (STOP, WAIT) if isinstance(happening, Awaits) and seat in happening.seats else ()


def play(state: State, seat: Seat, action: Action) -> State:
    """End the turn for everybody where a seat stops, or where all of them wait."""
    assert isinstance(state, Deciding)
    points, waiting = list(state.points), list(state.waiting)
    if action == STOP:
        points[seat.index] += state.number
    else:
        waiting[seat.index] = True
        if not all(waiting):
            return replace(state, waiting=tuple(waiting))
    if state.number == TURNS:
        return Finished(tuple(points))
    return Deciding(state.number + 1, tuple(points), (False,) * len(points))


def screen(state: State, viewer: Seat | None) -> Screen:
    """Return the board, the same for every viewer."""
    told = tuple(
        Line(say("{seat}: {points}", seat=Seat(index), points=own))
        for index, own in enumerate(state.points)
    )
    match state:
        case Deciding(number, _, waiting):
            decided = tuple(
                Line(say("{seat} has decided.", seat=Seat(index)), "quiet")
                for index, waits in enumerate(waiting)
                if waits
            )
            title = say("Stop first and take {points}", points=number)
            footer = say("Quick Stop, turn {number} of {turns}", number=number, turns=TURNS)
            controls = (Press(STOP, say("Stop"), "main"), Press(WAIT, say("Wait")))
            return Screen(title, (*told, *decided), controls, footer=footer)
        case Finished(points):
            tone: Tone = "drawn" if points.count(max(points)) > 1 else "won"
            return Screen(say("Quick Stop · the end"), told, tone=tone)
        case _:
            assert_never(state)


RULES = (Line(say("The first to stop takes the points of the turn, and the turn ends.")),)
EITHER = ((STOP, Fraction(1, 2)), (WAIT, Fraction(1, 2)))


GAME: Game[State] = Game(
    info=Info(
        key="quick-stop",
        name=NAME,
        summary=say("Stop first and take the points"),
        seats=range(2, 4),
        faces=PIPS,
        levels=(NamedKey("easy", say_in("level", "Easy")),),
    ),
    state=State,
    first=first,
    turn=turn,
    legal=legal,
    name=lambda state, seat, action: say("stop") if action == STOP else say("wait"),
    play=play,
    land=lambda state, faces: state,
    idle=lambda state, seat: STOP,
    screen=screen,
    rules=lambda: RULES,
    computer=lambda state, seat, level: EITHER,
)
