"""The cards of Six Card Poker, all hands and all splits (README 5.1-5.5)."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.games.six_card.cards import (
    CARDS,
    DECK,
    HANDS,
    compare,
    deals,
    high_then_middle,
    low_then_middle,
    split_of,
    splits_of,
)
from slow_splits import slow_deals, slow_others, slow_points, slow_splits

SPLITS = [split for hand in HANDS for split in splits_of(hand)]


def test_5_1_the_deck_has_four_each_of_one_to_four():
    assert Counter(DECK) == {1: 4, 2: 4, 3: 4, 4: 4}
    assert CARDS.symbols == ("1", "2", "3", "4")
    assert len(CARDS.singular) == len(CARDS.plural) == 4


def test_5_5_there_are_68_hands_760_splits_and_at_most_24_of_a_hand():
    assert len(HANDS) == len(set(HANDS)) == 68
    assert set(HANDS) == set(slow_deals())
    assert len(SPLITS) == len(set(SPLITS)) == 760
    assert max(len(splits_of(hand)) for hand in HANDS) == 24


def test_5_2_the_splits_of_a_hand_are_all_there_are_whatever_its_order():
    for hand in HANDS:
        found = splits_of(hand)
        assert len(set(found)) == len(found)
        assert {split.parts for split in found} == slow_splits(hand)
        assert splits_of(tuple(reversed(hand))) == found
        assert all(split.hand == hand for split in found)


def test_codes_name_exactly_one_split():
    codes = [split.code for split in SPLITS]
    assert len(set(codes)) == 760
    assert [split_of(code) for code in codes] == SPLITS


@pytest.mark.slow
def test_5_3_all_pairs_of_splits_compare_as_the_rules_say():
    """Every different strength against every other, by the slow comparison of the tests."""
    kinds = list({split.strengths: split for split in SPLITS}.values())
    assert len(kinds) > 100
    for one in kinds:
        for other in kinds:
            parts = compare(one, other)
            assert set(parts) <= {-1, 0, 1}
            assert (3 + sum(parts)) / 2 == slow_points(one.parts, other.parts)
            assert compare(other, one) == tuple(-part for part in parts)


@pytest.mark.parametrize(
    ("one", "other", "parts"),
    [
        ("443-21-1", "432-21-1", (1, 0, 0)),  # 11 to 9
        ("441-21-1", "432-21-1", (0, 0, 0)),  # other cards, the same sum
        ("321-11-1", "321-43-1", (0, 1, 0)),  # the lowest pair beats the best two different cards
        ("321-33-1", "321-22-1", (0, 1, 0)),  # the higher pair
        ("321-41-1", "321-32-1", (0, 1, 0)),  # the higher card
        ("321-43-1", "321-42-1", (0, 1, 0)),  # then the second
        ("321-21-2", "321-21-4", (0, 0, -1)),
    ],
)
def test_5_3_each_part_by_its_own_measure(one, other, parts):
    assert compare(split_of(one), split_of(other)) == parts


@pytest.mark.parametrize(
    ("hand", "code"),
    [
        ("443221", "443-22-1"),
        ("433222", "433-22-2"),
        ("432211", "432-11-2"),  # the pair of 1s is the better Pair
        ("444333", "444-33-3"),
        ("443211", "443-11-2"),
        ("444321", "444-32-1"),
    ],
)
def test_5_7_high_then_middle_then_low(hand, code):
    cards = tuple(map(int, hand))
    assert high_then_middle(cards).code == code
    assert high_then_middle(tuple(reversed(cards))).code == code


@pytest.mark.parametrize(
    ("hand", "code"),
    [
        ("443221", "431-22-4"),
        ("432211", "311-22-4"),
        ("444321", "321-44-4"),
        ("421111", "211-11-4"),
    ],
)
def test_low_then_middle_then_high(hand, code):
    assert low_then_middle(tuple(map(int, hand))).code == code


def test_deals_are_counted_over_all_ways_to_take_cards():
    dealt = slow_deals()
    assert {hand: deals(hand) for hand in HANDS} == dealt
    assert sum(dealt.values()) == 8008
    for hand in HANDS:
        others = slow_others(hand)
        assert {other: ways for other in HANDS if (ways := deals(other, seen=hand))} == others
        assert sum(others.values()) == 210
