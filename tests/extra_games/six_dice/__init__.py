"""Six Dice: each seat rolls six dice and rerolls any of them once; the higher total wins.

A throw-away game for tests: it has one dice more than a row of buttons holds,
and can be played alone. Nothing outside this folder knows it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import TypeAlias, assert_never

from rules.dice import PIPS, Roll, reroll
from rules.game import Awaits, Game, Info, NamedKey, Outcome, Over, Rolls, Turn, Weighted, certainly
from rules.headlines import rolls, your_turn
from rules.screen import Action, Line, Press, Screen, Seat, Tone
from rules.text import Text, say, say_in
from rules.turns import KEEP, mark_reroll, name_reroll, positions_of, reroll_of, roll_label

NAME = say("Six Dice")
POSITIONS = (1, 2, 3, 4, 5, 6)
SELECTIONS = tuple(chosen for size in range(7) for chosen in combinations(POSITIONS, size))


@dataclass(frozen=True, slots=True)
class Rolling:
    """The dice at `positions` are about to land; `dice` lie there from the first roll."""

    seats: int
    totals: tuple[int, ...] = ()
    dice: Roll = ()
    positions: tuple[int, ...] = POSITIONS


@dataclass(frozen=True, slots=True)
class Choosing:
    """The next seat after those with a total has rolled once."""

    seats: int
    totals: tuple[int, ...]
    dice: Roll


@dataclass(frozen=True, slots=True)
class Finished:
    """Every seat has a total."""

    totals: tuple[int, ...]


State: TypeAlias = Rolling | Choosing | Finished


def first(seats: int, options: Mapping[str, str]) -> State:
    """Return the round before its first roll."""
    return Rolling(seats)


def turn(state: State) -> Turn:
    """Return what happens next."""
    match state:
        case Rolling(_, totals, dice, positions):
            return Rolls(len(positions), roll_label(Seat(len(totals)), 1, 2 if dice else 1))
        case Choosing():
            return Awaits((Seat(len(state.totals)),))
        case Finished(totals):
            best = max(totals)
            shares = tuple(Fraction(total == best, totals.count(best)) for total in totals)
            return Over(Outcome(shares, totals))
        case _:
            assert_never(state)


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    """Return the 64 selections of six dice, for the seat that chooses."""
    if isinstance(state, Choosing) and seat == Seat(len(state.totals)):
        return tuple(reroll_of(chosen) for chosen in SELECTIONS)
    return ()


def name(state: State, seat: Seat, action: Action) -> Text:
    """Say a reroll in words."""
    assert isinstance(state, Choosing)
    if positions_of(action) == POSITIONS:
        return say("reroll all six")
    return name_reroll(action, state.dice, PIPS)


def play(state: State, seat: Seat, action: Action) -> State:
    """Reroll the selected dice; without any the turn ends."""
    assert isinstance(state, Choosing)
    if action == KEEP:
        return _end_turn(state.seats, state.totals, state.dice)
    return Rolling(state.seats, state.totals, state.dice, positions_of(action))


def land(state: State, faces: Roll) -> State:
    """Return the state after dice landed."""
    assert isinstance(state, Rolling)
    if not state.dice:
        return Choosing(state.seats, state.totals, faces)
    return _end_turn(state.seats, state.totals, reroll(state.dice, state.positions, faces))


def _end_turn(seats: int, before: tuple[int, ...], dice: Roll) -> State:
    totals = (*before, sum(dice))
    return Finished(totals) if len(totals) == seats else Rolling(seats, totals)


def screen(state: State, viewer: Seat | None) -> Screen:
    """Return the board, the same for every viewer."""
    told = tuple(
        Line(say("{seat}: {points}", seat=Seat(index), points=total))
        for index, total in enumerate(state.totals)
    )
    match state:
        case Rolling(_, totals):
            rolling = Line(say("The dice are rolling."), instruction=True)
            return Screen(rolls(Seat(len(totals))), (*told, rolling), footer=NAME)
        case Choosing(_, totals, dice):
            mover = Seat(len(totals))
            whose = Line(say("{seat} has {points}", seat=mover, points=sum(dice)))
            controls = (mark_reroll(dice, PIPS), Press(KEEP, say("Keep all"), "main"))
            return Screen(your_turn(mover), (*told, whose), controls, footer=NAME)
        case Finished(totals):
            tone: Tone = "drawn" if totals.count(max(totals)) > 1 else "won"
            return Screen(say("Six Dice · the end"), told, tone=tone)
        case _:
            assert_never(state)


RULES = (Line(say("Roll six dice, reroll any of them once. The higher total wins.")),)


def computer(state: State, seat: Seat, level: str) -> Weighted:
    """Reroll every die below 4."""
    assert isinstance(state, Choosing)
    low = tuple(place for place, face in enumerate(state.dice, 1) if face < 4)
    return certainly(reroll_of(low))


GAME: Game[State] = Game(
    info=Info(
        key="six-dice",
        name=NAME,
        summary=say("Six dice and one reroll; the higher total wins"),
        seats=range(1, 3),
        faces=PIPS,
        levels=(NamedKey("easy", say_in("level", "Easy")),),
    ),
    state=State,
    first=first,
    turn=turn,
    legal=legal,
    name=name,
    play=play,
    land=land,
    idle=lambda state, seat: KEEP,
    screen=screen,
    rules=lambda: RULES,
    computer=computer,
)
