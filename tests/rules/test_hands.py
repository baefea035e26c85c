"""Hands over the whole space: every roll, every pair of different rolls, every order of ranks."""

from __future__ import annotations

from collections import Counter
from functools import cmp_to_key
from hashlib import sha256
from itertools import permutations, product

import pytest

from plain_words import assert_sound, plain
from rules.dice import DIFFERENT_ROLLS, PIPS, POKER
from rules.hands import (
    DICE_POKER,
    POKER_DICE,
    POKER_DICE_STRAIGHTS_BUST,
    RANK_NAMES,
    describe,
    describe_against,
    why,
)
from slow_hands import ALL_ROLLS, IDS, slow_compare, slow_name

ORDERS = [DICE_POKER, POKER_DICE, POKER_DICE_STRAIGHTS_BUST]

COUNTS_1_2 = {
    "five-of-a-kind": 6,
    "four-of-a-kind": 150,
    "straight": 240,
    "full-house": 300,
    "three-of-a-kind": 1_200,
    "two-pair": 1_800,
    "one-pair": 3_600,
    "singles": 480,
}
COUNTS_2_3 = {
    "five-of-a-kind": 6,
    "four-of-a-kind": 150,
    "full-house": 300,
    "straight": 240,
    "three-of-a-kind": 1_200,
    "two-pair": 1_800,
    "one-pair": 3_600,
    "bust": 480,
}
COUNTS_2_4 = {
    "five-of-a-kind": 6,
    "four-of-a-kind": 150,
    "full-house": 300,
    "three-of-a-kind": 1_200,
    "two-pair": 1_800,
    "one-pair": 3_600,
    "bust": 720,
}

# What each order is worth in one line: all 252 rolls, worst first, with id and name. Made by
# the slow comparison; `test_the_digest_is_that_of_the_slow_order` makes it anew each time.
DIGESTS = {
    "dice-poker": "01dae61a8f7b78a5dc1bc725d9c4789bf70c6a8cfa3940814337baee493c9aa5",
    "poker-dice": "cc2bf5e451dd2d00358b93694fa1b300594e37a496a99708904d95fe08ef59d3",
    "poker-dice-straights-bust": "d526a5f3df818c2d82f41b9ade9130a968f5f77a7aed9d91a2a2e3d1d1cdbabd",
}


@pytest.fixture(params=ORDERS, ids=lambda order: order.key)
def order(request):
    return request.param


@pytest.mark.parametrize(
    ("order", "counts"),
    [
        pytest.param(DICE_POKER, COUNTS_1_2, id="1.2"),
        pytest.param(POKER_DICE, COUNTS_2_3, id="2.3"),
        pytest.param(POKER_DICE_STRAIGHTS_BUST, COUNTS_2_4, id="2.4"),
    ],
)
def test_all_7776_rolls_make_the_counts_of_the_rules_in_the_order_of_the_ids(order, counts):
    hands = [order.hand(roll) for roll in ALL_ROLLS]
    assert Counter(hand.name for hand in hands) == counts
    assert {hand.name: hand.rank_id for hand in hands} == {
        name: number for number, name in enumerate(counts, 1)
    }


def test_1_6_there_are_252_hands(order):
    assert len({order.hand(roll) for roll in ALL_ROLLS}) == 252
    assert len(order.all()) == 252
    assert [hand.strength for hand in order.all()] == list(range(252))
    assert list(order.all()) == sorted(order.all())
    assert {hand.faces for hand in order.all()} == set(DIFFERENT_ROLLS)


def test_1_6_the_hand_does_not_depend_on_the_order_of_the_dice(order):
    for roll in DIFFERENT_ROLLS:
        assert {order.hand(turned) for turned in permutations(roll)} == {order.hand(roll)}


def test_names_and_ids_agree_with_the_slow_way(order):
    for roll in ALL_ROLLS:
        name = slow_name(order.key, tuple(sorted(roll)))
        assert (order.hand(roll).name, order.hand(roll).rank_id) == (name, IDS[order.key][name])


def test_all_252_times_252_comparisons_agree_with_the_slow_way(order):
    hands = [(roll, order.hand(roll)) for roll in DIFFERENT_ROLLS]
    for (one, mine), (other, yours) in product(hands, repeat=2):
        expected = slow_compare(order.key, one, other)
        assert (mine > yours) - (mine < yours) == expected, (one, other)
        assert (mine >= yours, mine <= yours) == (expected >= 0, expected <= 0)
        assert (mine == yours, mine != yours) == (expected == 0, expected != 0)


def digest(lines) -> str:
    return sha256("\n".join(lines).encode()).hexdigest()


def test_the_digest_is_that_of_the_slow_order(order):
    rolls = sorted(
        DIFFERENT_ROLLS, key=cmp_to_key(lambda one, other: slow_compare(order.key, one, other))
    )
    names = [slow_name(order.key, roll) for roll in rolls]
    slow = [
        f"{roll} {IDS[order.key][name]} {name}" for roll, name in zip(rolls, names, strict=True)
    ]
    assert digest(slow) == DIGESTS[order.key]


def test_the_whole_order_has_the_digest(order):
    ours = [f"{hand.faces} {hand.rank_id} {hand.name}" for hand in order.all()]
    assert digest(ours) == DIGESTS[order.key]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param("23456", "12345", id="straight: 2-6 beats 1-5"),
        pytest.param("66666", "55555", id="five: its face"),
        pytest.param("33331", "22226", id="four: the four first"),
        pytest.param("33332", "33331", id="four: then the single"),
        pytest.param("55522", "33366", id="full house: the three first"),
        pytest.param("55533", "55522", id="full house: then the pair"),
        pytest.param("44412", "33365", id="three: the three first"),
        pytest.param("44462", "44453", id="three: then the higher single"),
        pytest.param("44463", "44462", id="three: then the lower single"),
        pytest.param("66221", "55443", id="two pair: the high pair first"),
        pytest.param("66331", "66225", id="two pair: then the low pair"),
        pytest.param("66335", "66334", id="two pair: then the single"),
        pytest.param("33124", "22654", id="one pair: the pair first"),
        pytest.param("33641", "33542", id="one pair: then the single dice, high to low"),
        pytest.param("33542", "33541", id="one pair: to the lowest single"),
        pytest.param("65431", "65421", id="singles: high to low"),
    ],
)
def test_1_5_between_equal_ranks(better, worse):
    mine, yours = (DICE_POKER.hand(map(int, faces)) for faces in (better, worse))
    assert mine.name == yours.name
    assert mine > yours


def test_1_5_singles_need_more_than_the_top_die():
    singles = [hand for hand in DICE_POKER.all() if hand.name == "singles"]
    assert [hand.faces for hand in singles] == [
        (1, 2, 3, 4, 6),
        (1, 2, 3, 5, 6),
        (1, 2, 4, 5, 6),
        (1, 3, 4, 5, 6),
    ]


def test_1_2_a_straight_beats_a_full_house_and_2_2_the_other_way_round():
    straight, full_house = (1, 2, 3, 4, 5), (6, 6, 6, 5, 5)
    assert DICE_POKER.hand(straight) > DICE_POKER.hand(full_house)
    assert POKER_DICE.hand(straight) < POKER_DICE.hand(full_house)


def test_1_7_cases_of_the_source():
    dealer, player = DICE_POKER.hand((3, 3, 3, 6, 6)), DICE_POKER.hand((5, 5, 5, 2, 2))
    assert player > dealer
    dealer, player = DICE_POKER.hand((6, 6, 4, 4, 1)), DICE_POKER.hand((6, 6, 3, 3, 5))
    assert dealer > player


def test_2_4_straights_as_busts_compare_high_to_low():
    busts = [h.faces for h in POKER_DICE_STRAIGHTS_BUST.all() if h.name == "bust"]
    assert len(busts) == 6
    assert busts[-1] == (2, 3, 4, 5, 6)
    assert busts[0] == (1, 2, 3, 4, 5)


def test_2_7_only_four_sets_of_faces_are_busts():
    busts = {
        "-".join(POKER.symbols[face - 1] for face in reversed(hand.faces))
        for hand in POKER_DICE.all()
        if hand.name == "bust"
    }
    assert busts == {"A-K-Q-J-9", "A-K-Q-10-9", "A-K-J-10-9", "A-Q-J-10-9"}


def test_hands_can_be_keys_and_equal_hands_are_one_key():
    assert {DICE_POKER.hand((1, 2, 3, 3, 3)): "x"}[DICE_POKER.hand([3, 3, 3, 2, 1])] == "x"
    assert len({DICE_POKER.hand((1, 1, 1, 1, 1)), POKER_DICE.hand((1, 1, 1, 1, 1))}) == 2


@pytest.mark.parametrize("compare", ["__lt__", "__le__", "__gt__", "__ge__"])
def test_hands_of_different_orders_do_not_compare(compare):
    mine, yours = DICE_POKER.hand((1, 1, 1, 1, 1)), POKER_DICE.hand((2, 2, 2, 2, 2))
    assert getattr(mine, compare)(yours) is NotImplemented
    with pytest.raises(TypeError):
        sorted([mine, yours])
    with pytest.raises(TypeError):
        max(mine, 7)
    assert mine != yours
    assert mine != 7


def test_hands_cannot_be_changed():
    with pytest.raises(AttributeError):
        DICE_POKER.hand((1, 1, 1, 1, 1)).rank_id = 8


@pytest.mark.parametrize(
    "faces",
    [
        (),
        (1, 2, 3, 4),
        (1, 2, 3, 4, 5, 6),
        (0, 1, 2, 3, 4),
        (3, 4, 5, 6, 7),
        (1, 2, 3, 4, -5),
        (1, 2, 3, 4, 5.5),
        (1, 2, 3, 4, None),
        "12345",
        ["6", "6", "6", "6", "6"],
        [[1], [2], [3], [4], [5]],
        range(5),
    ],
    ids=repr,
)
def test_what_is_no_roll_of_five_dice_is_a_bad_value(order, faces):
    with pytest.raises(ValueError, match=r"five dice|a face is"):
        order.hand(faces)


def test_faces_may_come_as_any_iterable(order):
    expected = order.hand((1, 2, 3, 4, 6))
    assert order.hand([6, 4, 3, 2, 1]) == expected
    assert order.hand({1, 2, 3, 4, 6}) == expected
    assert order.hand(face for face in (1, 2, 3, 4, 6)) == expected


def test_many_rolls_at_once_are_the_same_hands(order):
    assert list(order.hands(ALL_ROLLS)) == [order.hand(roll) for roll in ALL_ROLLS]
    with pytest.raises(KeyError):
        list(order.hands([(1, 2, 3)]))


@pytest.mark.parametrize("face_set", [PIPS, POKER], ids=lambda face_set: face_set.key)
def test_every_hand_can_be_described(order, face_set):
    for hand in order.all():
        text = describe(hand, face_set)
        assert_sound(text)
        assert plain(text).startswith(RANK_NAMES[hand.name].template)


@pytest.mark.slow
@pytest.mark.parametrize("face_set", [PIPS, POKER], ids=lambda face_set: face_set.key)
def test_every_result_can_be_explained(order, face_set):
    for better in order.all():
        for worse in order.all()[: better.strength + 1]:
            text = why(better, worse, face_set)
            assert_sound(text)
            sentence = plain(text)
            if better == worse:
                assert sentence == "Both hands show the same five faces."
            elif better.name != worse.name:
                names = [RANK_NAMES[hand.name].template for hand in (better, worse)]
                assert sentence == f"{names[0]} beats {names[1]}."
            else:
                nothing = better.name in ("singles", "bust")
                rank = "no pairs" if nothing else better.name.replace("-", " ")
                assert rank in sentence.lower()
                assert " beat" in sentence
                faces = zip(better.groups, worse.groups, strict=True)
                high, low = next(pair for pair in faces if pair[0] != pair[1])
                arguments = dict(text.arguments)
                assert arguments["better"] in (face_set.singular_of(high), face_set.plural_of(high))
                assert arguments["worse"] in (face_set.singular_of(low), face_set.plural_of(low))


@pytest.mark.parametrize(
    ("better", "worse", "sentence"),
    [
        ("55522", "33366", "Both have a full house; 5s beat 3s."),
        (
            "55522",
            "55511",
            "Both have a full house with three 5s; a pair of 2s beats a pair of 1s.",
        ),
        ("66441", "66335", "Both have two pair with 6s; 4s beat 3s in the second pair."),
        ("55512", "33366", "Full House beats Three of a Kind."),
        ("23456", "12345", "Both have a straight; up to 6 beats up to 5."),
    ],
)
def test_sentences_that_explain(better, worse, sentence):
    hands = sorted(DICE_POKER.hand(map(int, faces)) for faces in (better, worse))
    assert plain(why(hands[1], hands[0], PIPS)) == sentence


@pytest.mark.parametrize(
    ("roll", "sentence"),
    [
        ("66666", "Five of a Kind, 6s"),
        ("12345", "Straight, 1 to 5"),
        ("33366", "Full House, 3s over 6s"),
        ("66331", "Two Pair, 6s and 3s"),
        ("13456", "Singles, 6 high"),
    ],
)
def test_sentences_that_describe(roll, sentence):
    assert plain(describe(DICE_POKER.hand(map(int, roll)), PIPS)) == sentence


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: order.key)
def test_how_a_hand_stands_is_how_a_slow_comparison_finds_it(order):
    """Every rival of some hands: the three words, and the hand itself before them."""
    words = {1: "ahead", 0: "level", -1: "behind"}
    for own in DIFFERENT_ROLLS[::25]:
        hand = order.hand(own)
        for other in DIFFERENT_ROLLS:
            told = plain(describe_against(hand, order.hand(other), POKER))
            stands = slow_compare(order.key, own, other)
            assert told == f"{plain(describe(hand, POKER))} ({words[stands]})"
