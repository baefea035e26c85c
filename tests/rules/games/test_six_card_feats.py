"""The feats of Six Card Poker: all three parts, the strongest part, and a close end."""

from __future__ import annotations

import pytest

from rules import registry
from rules.feats import Feat
from rules.games.six_card.cards import split_of
from rules.games.six_card.state import CardsShowdown
from rules.screen import Seat

GAME = registry.game("six-card")
ONE, OTHER = Seat(0), Seat(1)


def feats(one, other):
    """Return the feats of two splits, those of most weight first."""
    state = CardsShowdown((split_of(one), split_of(other)))
    return sorted(GAME.feats(state, ()), key=lambda one: -one.weight)


def of_role(role, found):
    return [(one.key, one.seat, one.amounts) for one in found if one.role == role]


def test_all_three_parts_are_a_jackpot():
    found = feats("433-22-4", "432-11-3")
    assert of_role("jackpot", found) == [("all-three", ONE, ())]
    assert not of_role("jackpot", feats("432-11-4", "433-22-4"))


@pytest.mark.parametrize(
    ("one", "other", "strongest"),
    [
        ("221-44-1", "432-33-4", ("pair", ONE, (4, 4))),  # in 10 of 100 splits
        ("443-11-2", "321-33-4", ("sum", ONE, (4, 4, 3))),  # more than 10 in 1 of 100
        ("321-11-4", "321-11-3", ("high-card", ONE, (4,))),
    ],
)
def test_the_strongest_part_is_that_which_perfect_play_holds_stronger_most_seldom(
    one, other, strongest
):
    assert of_role("roll", feats(one, other))[0] == strongest


def test_a_feat_of_a_seat_has_its_six_cards():
    hands = {ONE: (4, 4, 3, 2, 1, 1), OTHER: (4, 3, 3, 3, 2, 1), None: ()}
    found = [*feats("443-11-2", "321-33-4"), *feats("332-11-4", "332-11-4")]
    assert {one.seat for one in found} == {ONE, OTHER, None}
    assert [one.dice for one in found] == [hands[one.seat] for one in found]
    (jackpot,) = [one for one in feats("433-22-4", "432-11-3") if one.role == "jackpot"]
    assert jackpot.dice == (4, 4, 3, 3, 2, 2)


def test_of_parts_that_are_all_level_that_is_told():
    assert of_role("roll", feats("332-11-4", "332-11-4")) == [("level", None, ())]


def test_a_round_that_one_more_level_part_would_have_drawn_is_close():
    assert of_role("close", feats("443-11-2", "321-22-4")) == [("half-point", None, ())]
    assert of_role("close", feats("433-22-4", "432-11-4")) == []
    assert of_role("close", feats("443-22-1", "431-11-4")) == [("half-point", None, ())]


@pytest.mark.parametrize(
    ("feat", "sentence"),
    [
        (Feat("sum", ONE, (4, 4, 3)), "🃏 Strongest: Sum {sum}"),
        (Feat("pair", ONE, (4, 4)), "🃏 Strongest: a pair of {cards}"),
        (Feat("pair", ONE, (4, 3)), "🃏 Strongest: Pair {one} {other}"),
        (Feat("high-card", ONE, (4,)), "🃏 Strongest: High card {card}"),
        (Feat("all-three", ONE), "🎉 All three parts won!"),
        (Feat("half-point"), "🃏 So close: half a point short"),
        (Feat("level"), "🃏 Level in all three parts"),
    ],
)
def test_each_has_a_sentence(feat, sentence):
    state = CardsShowdown((split_of("332-11-4"),) * 2)
    assert GAME.feat_text(state, feat).template == sentence


def test_one_of_a_later_version_has_none_and_before_the_end_there_is_no_feat():
    assert GAME.feat_text(None, Feat("of-a-later-version", ONE)) is None
    assert not [*GAME.feats(GAME.start(2, {}), ())]
