"""The transitions between the states of Poker Dice (README 2.4-2.6, 2.9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import assert_never

from rules.dice import POKER, Roll
from rules.game import Awaits, Outcome, Over, Rolls, Turn
from rules.games.poker_dice.state import (
    Finished,
    HandChoice,
    HandRoll,
    HandsShowdown,
    PokerTable,
    State,
)
from rules.screen import Action, Seat
from rules.text import Text, say
from rules.turns import KEEP, REROLLS, TurnRolling, name_reroll, positions_of, roll_label


def first(seats: int, options: Mapping[str, str]) -> State:
    """Return the state before the first roll; `straights` is normal or bust (README 2.4)."""
    return HandRoll(PokerTable(seats, options["straights"] == "bust"), TurnRolling())


def turn(state: State) -> Turn:
    match state:
        case HandRoll(table, rolling):
            return Rolls(len(rolling.positions), roll_label(table.next, 1, rolling.number))
        case HandChoice(table, _):
            return Awaits((table.next,))
        case HandsShowdown(table):
            return Over(compare(table))
        case _:
            assert_never(state)


@lru_cache(maxsize=1024)
def compare(table: PokerTable) -> Outcome:
    """Return the outcome: the best hand wins, identical hands share the win (README 2.6)."""
    hands = [table.order.hand(turn.hand) for turn in table.finished]
    best = max(hands)
    winners = hands.count(best)
    shares = tuple(Fraction(hand == best, winners) for hand in hands)
    places = tuple(1 + sum(other > hand for other in hands) for hand in hands)
    return Outcome(shares, places=places)


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    """Return the 32 choices of the acting seat, none for others (README 2.5)."""
    match state:
        case HandChoice(table, _) if seat == table.next:
            return (KEEP, *REROLLS)
        case _:
            return ()


def name(state: State, seat: Seat, action: Action) -> Text:
    match state:
        case HandChoice(_, rolled) if action != KEEP:
            return name_reroll(action, rolled.dice, POKER)
        case _:
            return say("keep this hand")


def play(state: State, seat: Seat, action: Action) -> State:
    """Return the state after a reroll was chosen, or after the turn ended with `KEEP`."""
    positions = positions_of(action)
    match state:
        case HandChoice(table, rolled) if positions:
            return HandRoll(table, rolled.reroll(positions))
        case HandChoice(table, rolled):
            return _finish(table, rolled.rolls)
        case _:
            raise AssertionError("no seat chooses in this phase")


def land(state: State, faces: Roll) -> State:
    """Return the state after the dice landed; the third roll ends the turn (README 2.5)."""
    match state:
        case HandRoll(table, rolling):
            rolled = rolling.land(faces)
            return _finish(table, rolled.rolls) if rolled.last else HandChoice(table, rolled)
        case _:
            raise AssertionError("no roll is awaited in this phase")


def _finish(table: PokerTable, rolls: tuple[Roll, ...]) -> State:
    table = replace(table, finished=(*table.finished, Finished(rolls)))
    return (
        HandsShowdown(table)
        if len(table.finished) == table.seats
        else HandRoll(table, TurnRolling())
    )


def idle(state: State, seat: Seat) -> Action:
    """Return `KEEP` (README 2.9)."""
    return KEEP
