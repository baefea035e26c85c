"""How a round of Poker Dice goes from seat to seat (rules 2.4-2.6, 2.9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import assert_never

from rules.dice import POKER, Roll
from rules.game import Awaits, Outcome, Over, Rolls, Turn
from rules.games.poker_dice.state import Choosing, Compared, Finished, Rolling, State, Table
from rules.hands import why
from rules.screen import Action, Seat
from rules.text import Text, say
from rules.turns import KEEP, REROLLS, InAir, name_reroll, positions_of


def first(seats: int, options: Mapping[str, str]) -> State:
    """Return the first seat's first roll in the air; `straights` is normal or bust (2.4)."""
    return Rolling(Table(seats, options["straights"] == "bust"), InAir())


def turn(state: State) -> Turn:
    """Return what happens next."""
    match state:
        case Rolling(_, air):
            return Rolls(len(air.positions))
        case Choosing(table, _):
            return Awaits((table.next,))
        case Compared(table):
            return Over(compare(table))
        case _:
            assert_never(state)


def compare(table: Table) -> Outcome:
    """Return who has the best hand and why; identical hands share the win (2.6)."""
    hands = [table.order.hand(turn.hand) for turn in table.finished]
    best = max(hands)
    winners = hands.count(best)
    shares = tuple(Fraction(hand == best, winners) for hand in hands)
    return Outcome(shares, _reason(table, winners))


def _reason(table: Table, winners: int) -> Text:
    if winners > 2:
        return say("The {number} best hands show the same five faces.", number=winners)
    hands = sorted((table.order.hand(turn.hand) for turn in table.finished), reverse=True)
    reason = why(hands[0], hands[1], POKER)
    if len(hands) == 2:
        return reason
    return say("The two best hands decide. {reason}", reason=reason)


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    """Return the 32 choices of the seat that plays, none for others (2.5)."""
    match state:
        case Choosing(table, _) if seat == table.next:
            return (KEEP, *REROLLS)
        case _:
            return ()


def name(state: State, seat: Seat, action: Action) -> Text:
    """Say a choice in words."""
    return say("keep this hand") if action == KEEP else name_reroll(action)


def play(state: State, seat: Seat, action: Action) -> State:
    """Throw the chosen dice again, or end the turn."""
    positions = positions_of(action)
    match state:
        case Choosing(table, lying) if positions:
            return Rolling(table, lying.throw(positions))
        case Choosing(table, lying):
            return _finish(table, lying.rolls)
        case _:
            raise AssertionError("nobody chooses in this phase")


def land(state: State, faces: Roll) -> State:
    """Return the state after the dice landed; the third roll ends the turn at once."""
    match state:
        case Rolling(table, air):
            lying = air.land(faces)
            return _finish(table, lying.rolls) if lying.last else Choosing(table, lying)
        case _:
            raise AssertionError("no dice are in the air in this phase")


def _finish(table: Table, rolls: tuple[Roll, ...]) -> State:
    table = replace(table, finished=(*table.finished, Finished(rolls)))
    return Compared(table) if len(table.finished) == table.seats else Rolling(table, InAir())


def idle(state: State, seat: Seat) -> Action:
    """Keep what lies there (2.9)."""
    return KEEP
