"""The levels of the computer in Poker Dice (README.md)."""

from __future__ import annotations

import pytest

from plain_words import dice
from rules.games.poker_dice import GAME
from rules.games.poker_dice.state import Finished, HandChoice, PokerTable
from rules.screen import Seat
from rules.turns import KEEP, TurnRolled


def chosen(
    level: str, hand: str, *before: str, seats: int = 3, straights_bust: bool = False
) -> str:
    table = PokerTable(seats, straights_bust, tuple(Finished((dice(one),)) for one in before))
    state = HandChoice(table, TurnRolled((dice(hand),), (1, 2, 3, 4, 5)))
    ((action, _),) = GAME.computer(state, state.table.next, level)
    return action.code


@pytest.mark.parametrize(
    ("hand", "code"),
    [("9 9 J J Q", "reroll.125"), ("9 10 J Q K", "reroll.1234"), ("A A A A A", "keep")],
)
def test_easy_rerolls_once_all_but_its_largest_group(hand, code):
    assert chosen("easy", hand) == code
    again = HandChoice(
        PokerTable(2, straights_bust=False),
        TurnRolled((dice("9 9 9 9 A"), dice("9 9 9 9 A")), (5,)),
    )
    assert GAME.computer(again, Seat(0), "easy")[0][0] == KEEP


@pytest.mark.parametrize(
    ("hand", "before", "code"),
    [
        ("9 9 9 J J", (), "keep"),
        ("9 10 J Q K", (), "keep"),
        ("9 9 J J Q", (), "reroll.5"),
        ("9 9 J J Q", ("9 9 9 J J",), "reroll.125"),
        ("9 10 J Q A", (), "reroll.15"),
        ("9 10 J Q A", ("9 9 9 J J",), "reroll.1234"),
        ("9 9 10 J A", ("9 10 J Q A", "9 10 J Q A"), "keep"),
        ("9 9 10 J A", ("9 10 J Q A", "K K 10 J A"), "reroll.345"),
    ],
)
def test_house_knows_what_it_has_to_beat(hand, before, code):
    assert chosen("house", hand, *before) == code


@pytest.mark.parametrize(
    ("hand", "before", "code"),
    [
        # the last seat: a shared win is not a win
        ("9 9 10 J A", ("9 10 J Q A", "A J 10 9 9"), "reroll.345"),
        # a seat in the middle: a made hand that equals the best does not lead
        ("9 9 9 J J", ("J J 9 9 9",), "reroll.45"),
        ("9 10 J Q K", ("K Q J 10 9",), "reroll.1234"),
    ],
)
def test_house_rerolls_a_hand_that_only_equals_the_best(hand, before, code):
    assert chosen("house", hand, *before) == code


def test_house_does_not_look_for_straights_that_are_busts():
    assert chosen("house", "9 10 J Q A", straights_bust=True) == "reroll.1234"
    assert chosen("house", "9 10 J Q K", straights_bust=True) == "reroll.1234"
