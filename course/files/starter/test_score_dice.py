"""Tests of score_dice.py, for pytest.

The first two are given. The name of a test says what it tests:
one_pair_no_match is a roll without a pair in the category One Pair.
"""

from score_dice import calculate_score


def test_calculate_score_one_pair_no_match():
    assert calculate_score(['9', '10', 'J', 'Q', 'A'], 1) == 0


def test_calculate_score_one_pair_one_match():
    assert calculate_score(['9', '9', 'J', 'K', 'A'], 1) == 18
