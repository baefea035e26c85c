"""The feats of hands: which roll raised them, and what took the lead."""

from __future__ import annotations

import pytest

from rules.hands import DICE_POKER, POKER_DICE_STRAIGHTS_BUST
from rules.raised_hands import feat_of_hand, feats_of_hands
from rules.screen import Seat

ONE, OTHER, THIRD = Seat(0), Seat(1), Seat(2)
BUST, PAIR, HIGHER_PAIR = (1, 2, 3, 5, 6), (2, 2, 3, 5, 6), (3, 3, 1, 5, 6)
TWO_PAIR, THREE, FOUR, FIVE = (2, 2, 3, 3, 6), (2, 2, 2, 5, 6), (2, 2, 2, 2, 6), (2,) * 5


def told(*rolled, order=DICE_POKER):
    """Return role, key, seat and ranks of the feats, those of most weight first in their role."""
    found = sorted(feats_of_hands(order, rolled), key=lambda one: -one.weight)
    return [(one.role, one.key, one.seat, one.amounts) for one in found]


def first(role, found):
    return next(one[1:] for one in found if one[0] == role)


def test_the_roll_of_the_game_raised_a_hand_by_most_ranks():
    found = told((ONE, PAIR), (OTHER, BUST), (ONE, TWO_PAIR), (OTHER, FOUR))
    assert first("roll", found) == ("turned", OTHER, (8, 2))
    assert ("roll", "raised", ONE, (7, 6)) in found


def test_a_hand_that_led_before_has_not_turned_the_round():
    found = told((ONE, PAIR), (OTHER, BUST), (ONE, THREE), (OTHER, PAIR))
    assert first("roll", found) == ("raised", ONE, (7, 5))


def test_who_took_the_lead_and_lost_it_has_not_turned_the_round():
    found = told((ONE, BUST), (OTHER, PAIR), (ONE, THREE), (OTHER, FOUR))
    assert ("roll", "raised", ONE, (8, 5)) in found
    assert ("roll", "turned", OTHER, (7, 2)) in found


def test_the_last_of_three_rolls_raises_a_hand_late():
    found = told((ONE, BUST), (ONE, PAIR), (ONE, THREE), (OTHER, BUST))
    assert first("roll", found) == ("late", ONE, (7, 5))


def test_where_nothing_was_raised_the_best_first_roll_is_told():
    found = told((ONE, PAIR), (OTHER, TWO_PAIR), (ONE, PAIR))
    assert first("roll", found) == ("first", OTHER, (6,))


@pytest.mark.parametrize(
    ("rolled", "expected"),
    [
        ([(ONE, THREE), (OTHER, BUST), (ONE, FIVE)], ("five", ONE, ())),
        ([(ONE, FOUR), (OTHER, BUST)], ("at-once", ONE, (2,))),
        ([(ONE, FOUR), (OTHER, BUST), (ONE, FIVE)], ("five", ONE, ())),
    ],
)
def test_jackpots_are_five_of_a_kind_and_four_in_a_single_roll(rolled, expected):
    assert first("jackpot", told(*rolled)) == expected


def test_four_of_a_kind_after_a_reroll_is_no_jackpot():
    assert not [
        one for one in told((ONE, THREE), (OTHER, BUST), (ONE, FOUR)) if one[0] == "jackpot"
    ]


@pytest.mark.parametrize(
    ("rolled", "key", "dice"),
    [
        ([(ONE, FOUR), (OTHER, BUST), (ONE, FIVE)], "five", FIVE),
        ([(ONE, FOUR), (OTHER, BUST), (ONE, PAIR)], "at-once", FOUR),
        ([(ONE, PAIR), (OTHER, BUST), (ONE, TWO_PAIR), (OTHER, FOUR)], "raised", TWO_PAIR),
        ([(ONE, PAIR), (OTHER, BUST), (ONE, TWO_PAIR), (OTHER, FOUR)], "turned", FOUR),
        ([(ONE, BUST), (ONE, PAIR), (ONE, THREE), (OTHER, BUST)], "late", THREE),
        ([(ONE, PAIR), (OTHER, TWO_PAIR), (ONE, BUST)], "first", TWO_PAIR),
        ([(ONE, PAIR), (OTHER, HIGHER_PAIR)], "same-rank", ()),
    ],
)
def test_a_feat_has_the_dice_of_its_roll(rolled, key, dice):
    found = sorted(feats_of_hands(DICE_POKER, rolled), key=lambda one: -one.weight)
    assert next(one.dice for one in found if one.key == key) == dice


def test_a_last_roll_that_changes_who_wins_is_close():
    won = told((ONE, PAIR), (OTHER, BUST), (OTHER, HIGHER_PAIR))
    assert first("close", won) == ("last-roll", None, ())
    drawn = told((ONE, PAIR), (OTHER, BUST), (OTHER, PAIR))
    assert first("close", drawn) == ("last-roll", None, ())


def test_a_loser_with_the_rank_of_the_winner_is_close():
    found = told((ONE, PAIR), (OTHER, HIGHER_PAIR))
    assert first("close", found) == ("same-rank", None, (7,))
    several = told((ONE, FOUR), (OTHER, PAIR), (THIRD, HIGHER_PAIR))
    assert not [one for one in several if one[0] == "close"]
    assert not [one for one in told((ONE, PAIR), (OTHER, PAIR)) if one[0] == "close"]


def test_each_feat_has_a_sentence_and_what_is_unknown_none():
    rolls = [
        *[(ONE, BUST), (OTHER, FOUR), (ONE, PAIR), (ONE, THREE)],
        *[(THIRD, PAIR), (THIRD, FIVE), (ONE, FIVE)],
    ]
    for order in (DICE_POKER, POKER_DICE_STRAIGHTS_BUST):
        for one in feats_of_hands(order, rolls):
            assert feat_of_hand(order, one) is not None, one
    (feat, *_) = feats_of_hands(DICE_POKER, rolls)
    assert feat_of_hand(DICE_POKER, type(feat)("of-a-later-version", ONE)) is None
