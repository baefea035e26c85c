"""Tests of score_dice.py, for pytest.

The first fifteen have the names of the assignment, which has none for
the full house.
"""

from score_dice import calculate_score


def test_calculate_score_one_pair_no_match():
    assert calculate_score(['9', '10', 'J', 'Q', 'A'], 1) == 0


def test_calculate_score_one_pair_one_match():
    assert calculate_score(['9', 'J', '9', 'A', 'Q'], 1) == 18
    # the highest pair, wherever it lies, and no more than a pair
    assert calculate_score(['A', '9', 'A', '9', 'Q'], 1) == 22
    assert calculate_score(['K', 'J', 'K', '10', 'K'], 1) == 20


def test_calculate_score_two_pair_no_match():
    assert calculate_score(['9', '9', 'J', 'Q', 'A'], 2) == 0
    assert calculate_score(['K', 'K', 'K', 'K', 'A'], 2) == 0


def test_calculate_score_two_pair_one_match():
    assert calculate_score(['A', '9', 'K', '9', 'A'], 2) == 40
    # three of them are a pair, too
    assert calculate_score(['A', '9', 'A', '9', 'A'], 2) == 40


def test_calculate_score_three_of_a_kind_match():
    assert calculate_score(['9', 'K', '9', '10', '9'], 3) == 37
    # the fourth one adds nothing
    assert calculate_score(['A', 'A', 'K', 'A', 'A'], 3) == 43


def test_calculate_score_three_of_a_kind_no_match():
    assert calculate_score(['9', '9', 'A', 'A', 'K'], 3) == 0


def test_calculate_score_four_of_a_kind_match():
    assert calculate_score(['9', '9', 'K', '9', '9'], 4) == 56
    # the fifth one adds nothing
    assert calculate_score(['A', 'A', 'A', 'A', 'A'], 4) == 64


def test_calculate_score_four_of_a_kind_no_match():
    assert calculate_score(['J', 'J', 'J', 'A', 'A'], 4) == 0


def test_calculate_score_five_of_a_kind_match():
    assert calculate_score(['Q', 'Q', 'Q', 'Q', 'Q'], 5) == 100


def test_calculate_score_five_of_a_kind_no_match():
    assert calculate_score(['Q', 'Q', 'Q', 'Q', 'K'], 5) == 0


def test_calculate_score_small_straight_match():
    # in any order, at either end, beside an equal die, within the large one
    assert calculate_score(['Q', '9', 'J', '10', 'Q'], 7) == 70
    assert calculate_score(['9', 'J', 'Q', 'K', 'A'], 7) == 70
    assert calculate_score(['9', '10', 'J', 'Q', 'K'], 7) == 70


def test_calculate_score_small_straight_no_match():
    # three and two, with a gap between them
    assert calculate_score(['9', '10', 'J', 'K', 'A'], 7) == 0


def test_calculate_score_large_straight_match():
    assert calculate_score(['K', '9', 'Q', '10', 'J'], 8) == 95
    assert calculate_score(['10', 'J', 'Q', 'K', 'A'], 8) == 95


def test_calculate_score_large_straight_no_match():
    # five different faces, of which four stand in a row
    assert calculate_score(['9', '10', 'J', 'Q', 'A'], 8) == 0


def test_calculate_score_chance_match():
    assert calculate_score(['9', '10', 'J', 'Q', 'K'], 9) == 49
    assert calculate_score(['A', 'A', 'A', '9', '9'], 9) == 51


def test_calculate_score_full_house_match():
    assert calculate_score(['9', 'A', '9', 'A', '9'], 6) == 99
    assert calculate_score(['A', '9', 'A', '9', 'A'], 6) == 101


def test_calculate_score_full_house_no_match():
    assert calculate_score(['9', '9', 'A', 'A', 'K'], 6) == 0
    # five equal dice have no pair of another face
    assert calculate_score(['J', 'J', 'J', 'J', 'J'], 6) == 0
    assert calculate_score(['J', 'J', 'J', 'Q', 'K'], 6) == 0
