"""The transitions between the phases of a round of Dice Poker (README 1.4-1.6, 1.10)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import assert_never

from rules.dice import PIPS, Roll, reroll
from rules.game import Awaits, Outcome, Over, Rolls, Turn
from rules.games.dice_poker.state import (
    DEALER,
    PLAYER,
    DealerRerolls,
    DealerRolls,
    DealerSelects,
    DiceShowdown,
    Final,
    PlayerRerolls,
    PlayerRolls,
    PlayerSelects,
    State,
)
from rules.hands import DICE_POKER
from rules.screen import Action, Seat
from rules.text import Text
from rules.turns import KEEP, REROLLS, name_reroll, positions_of, roll_label


def first(seats: int, options: Mapping[str, str]) -> State:
    """Return phase 1. The game has two seats and no options."""
    return DealerRolls()


def turn(state: State) -> Turn:
    match state:
        case DealerRolls():
            return Rolls(5, roll_label(DEALER, 1, 1))
        case PlayerRolls():
            return Rolls(5, roll_label(PLAYER, 1, 1))
        case DealerSelects():
            return Awaits((DEALER,))
        case PlayerSelects():
            return Awaits((PLAYER,))
        case DealerRerolls(_, selected, _):
            return Rolls(len(selected), roll_label(DEALER, 1, 2))
        case PlayerRerolls(_, _, selected):
            return Rolls(len(selected), roll_label(PLAYER, 1, 2))
        case DiceShowdown(dealer, player):
            return Over(compare(dealer.hand, player.hand))
        case _:
            assert_never(state)


@lru_cache(maxsize=1024)
def compare(dealer: Roll, player: Roll) -> Outcome:
    """Return the outcome for the five dice of the dealer and the player (README 1.5, 1.6)."""
    dealer_hand, player_hand = DICE_POKER.hand(dealer), DICE_POKER.hand(player)
    half = Fraction(1, 2)
    share = half if dealer_hand == player_hand else Fraction(player_hand > dealer_hand)
    return Outcome((1 - share, share))


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    """Return the 32 selections of the seat that selects (README 1.4), none for the other seat."""
    match state:
        case DealerSelects() if seat == DEALER:
            return (KEEP, *REROLLS)
        case PlayerSelects() if seat == PLAYER:
            return (KEEP, *REROLLS)
        case _:
            return ()


def name(state: State, seat: Seat, action: Action) -> Text:
    match state:
        case DealerSelects(dealer, _):
            return name_reroll(action, dealer, PIPS)
        case PlayerSelects(_, player):
            return name_reroll(action, player, PIPS)
        case _:
            raise AssertionError("no seat selects in this phase")


def play(state: State, seat: Seat, action: Action) -> State:
    """Return the phase after a selection; `KEEP` skips the phase of the reroll (README 1.4)."""
    selected = positions_of(action)
    match state:
        case DealerSelects(dealer, player) if selected:
            return DealerRerolls(dealer, selected, player)
        case DealerSelects(dealer, player):
            return PlayerSelects(Final(dealer, (), dealer), player)
        case PlayerSelects(dealer, player) if selected:
            return PlayerRerolls(dealer, player, selected)
        case PlayerSelects(dealer, player):
            return DiceShowdown(dealer, Final(player, (), player))
        case _:
            raise AssertionError("no seat selects in this phase")


def land(state: State, faces: Roll) -> State:
    """Return the phase after the awaited dice landed, in rising order of position."""
    match state:
        case DealerRolls():
            return PlayerRolls(faces)
        case PlayerRolls(dealer):
            return DealerSelects(dealer, faces)
        case DealerRerolls(dealer, selected, player):
            return PlayerSelects(_final(dealer, selected, faces), player)
        case PlayerRerolls(dealer, player, selected):
            return DiceShowdown(dealer, _final(player, selected, faces))
        case _:
            raise AssertionError("no roll is awaited in this phase")


def _final(before: Roll, selected: tuple[int, ...], faces: Roll) -> Final:
    return Final(before, selected, reroll(before, selected, faces))


def idle(state: State, seat: Seat) -> Action:
    """Return `KEEP` (README 1.10)."""
    return KEEP
