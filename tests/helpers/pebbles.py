"""A tiny game made for the tests of the engine.

*Pebbles*: two seats each put a or b down, in any order, and may change it until
both are in; then two dice land and the round is over. With the option
`shuffled: yes` three cards are shuffled first.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from rules.dice import PIPS
from rules.game import Awaits, Game, Info, NamedKey, Option, Outcome, Over, Rolls, Shuffles, Turn
from rules.screen import Action, Screen, Seat
from rules.text import say

A, B = Action("put", "a"), Action("put", "b")
ONE, OTHER = Seat(0), Seat(1)


@dataclass(frozen=True, slots=True)
class Shuffling:
    """Three cards are about to be shuffled."""


@dataclass(frozen=True, slots=True)
class Putting:
    """What each seat has put down."""

    down: tuple[str | None, str | None] = (None, None)


@dataclass(frozen=True, slots=True)
class Rolling:
    """Two dice are in the air."""


@dataclass(frozen=True, slots=True)
class Done:
    """They landed."""

    faces: tuple[int, ...]


State: TypeAlias = Shuffling | Putting | Rolling | Done


def turn(state: State) -> Turn:
    match state:
        case Shuffling():
            return Shuffles((1, 2, 3), "deal")
        case Putting(down):
            owe = tuple(seat for seat in (ONE, OTHER) if down[seat.index] is None)
            return Awaits(owe, tuple(seat for seat in (ONE, OTHER) if seat not in owe), secret=True)
        case Rolling():
            return Rolls(2, "roll")
        case Done():
            return Over(Outcome((Fraction(1), Fraction(0))))


def play(state: State, seat: Seat, action: Action) -> State:
    assert isinstance(state, Putting)
    one, other = state.down
    down = (action.on, other) if seat == ONE else (one, action.on)
    return Rolling() if None not in down else Putting(down)


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    return (A, B) if isinstance(state, Putting) and seat in (ONE, OTHER) else ()


PEBBLES = Game(
    info=Info(
        key="pebbles",
        name=say("Pebbles"),
        summary=say("For tests"),
        seats=range(2, 3),
        faces=PIPS,
        levels=(NamedKey("steady", say("steady")), NamedKey("mixed", say("mixed"))),
        options=(
            Option(
                "shuffled",
                say("shuffled"),
                (NamedKey("no", say("no")), NamedKey("yes", say("yes"))),
            ),
        ),
    ),
    state=State,
    first=lambda seats, options: Shuffling() if options["shuffled"] == "yes" else Putting(),
    turn=turn,
    legal=legal,
    name=lambda state, seat, action: say("put {pebble} down", pebble=action.on),
    play=play,
    land=lambda state, faces: Putting() if isinstance(state, Shuffling) else Done(faces),
    idle=lambda state, seat: B,
    screen=lambda state, viewer: Screen(say("Pebbles"), ()),
    rules=tuple,
    computer=lambda state, seat, level: (
        ((A, Fraction(1)),) if level == "steady" else ((A, Fraction(1, 3)), (B, Fraction(2, 3)))
    ),
)
