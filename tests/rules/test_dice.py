"""Faces, positions and rolls."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from rules.dice import (
    DIFFERENT_ROLLS,
    FACES,
    PIPS,
    POKER,
    POSITIONS,
    SELECTIONS,
    face_counts,
    orders,
    reroll,
)
from slow_hands import ALL_ROLLS


def test_1_1_five_dice_with_faces_1_to_6_in_positions_1_to_5():
    assert FACES == (1, 2, 3, 4, 5, 6)
    assert POSITIONS == (1, 2, 3, 4, 5)


def test_1_3_face_counts_of_the_source():
    assert face_counts((1, 2, 5, 5, 5)) == (1, 1, 0, 0, 3, 0)


def test_1_3_face_counts_of_the_roll_that_the_source_misprints():
    assert face_counts((1, 2, 3, 3, 3)) == (1, 1, 3, 0, 0, 0)


def test_1_3_face_counts_of_every_roll():
    for roll in ALL_ROLLS:
        assert face_counts(roll) == tuple(roll.count(face) for face in range(1, 7))


def test_face_counts_of_nothing_and_of_any_iterable():
    assert face_counts(()) == (0, 0, 0, 0, 0, 0)
    assert face_counts(face for face in (6, 6)) == (0, 0, 0, 0, 0, 2)


@pytest.mark.parametrize("face", [0, 7, -1, 1.5, 10**30, "1", "A", None, [1], float("nan")])
def test_other_faces_are_bad_values(face):
    with pytest.raises(ValueError, match="a face is a number from 1 to 6"):
        face_counts((1, 2, face))


def test_1_6_there_are_252_different_rolls():
    assert len(DIFFERENT_ROLLS) == len(set(DIFFERENT_ROLLS)) == 252
    assert set(DIFFERENT_ROLLS) == {tuple(sorted(roll)) for roll in ALL_ROLLS}


def test_orders_count_the_rolls_that_look_the_same():
    looks = Counter(tuple(sorted(roll)) for roll in ALL_ROLLS)
    assert {roll: orders(roll) for roll in DIFFERENT_ROLLS} == looks
    for few in ((), (3,), (3, 3), (1, 2), (1, 1, 2, 2), (5, 4, 5)):
        assert orders(few) == len(set(permutations(few)))


def test_1_4_the_selections_are_all_sets_of_positions_fewest_first():
    assert len(SELECTIONS) == len(set(SELECTIONS)) == 2**5
    assert SELECTIONS[0] == ()
    assert SELECTIONS[-1] == POSITIONS
    assert all(list(chosen) == sorted(set(chosen)) for chosen in SELECTIONS)
    assert all(set(chosen) <= set(POSITIONS) for chosen in SELECTIONS)
    assert list(SELECTIONS) == sorted(SELECTIONS, key=lambda chosen: (len(chosen), chosen))


def test_1_4_dice_that_are_not_selected_keep_face_and_position():
    before = (6, 5, 4, 3, 2)
    for chosen in SELECTIONS:
        landed = tuple(range(1, len(chosen) + 1))
        after = reroll(before, chosen, landed)
        for position in POSITIONS:
            if position in chosen:
                assert after[position - 1] == landed[chosen.index(position)]
            else:
                assert after[position - 1] == before[position - 1]


def test_1_4_rerolled_faces_land_in_rising_position_however_they_are_named():
    assert reroll((1, 1, 1, 1, 1), (5, 2), (3, 4)) == (1, 3, 1, 1, 4)


@pytest.mark.parametrize("landed", [(), (1,), (1, 2, 3)])
def test_a_wrong_number_of_faces_does_not_land(landed):
    with pytest.raises(ValueError, match="zip"):
        reroll((1, 1, 1, 1, 1), (1, 2), landed)


@pytest.mark.parametrize("face_set", [PIPS, POKER], ids=lambda face_set: face_set.key)
def test_every_face_has_a_symbol_and_names_of_its_own(face_set):
    assert len(set(face_set.symbols)) == 6
    assert len({face_set.singular_of(face) for face in FACES}) == 6
    assert len({face_set.plural_of(face) for face in FACES}) == 6
    assert len({text.context for text in (*face_set.singular, *face_set.plural)}) == 2


def test_2_1_poker_dice_rise_from_9_to_the_ace():
    assert POKER.symbols == ("9", "10", "J", "Q", "K", "A")
    assert [POKER.singular_of(face).template for face in (1, 6)] == ["9", "Ace"]
    assert [POKER.plural_of(face).template for face in (1, 6)] == ["9s", "Aces"]
