"""The files of a student who has done the coursework, with nothing of the project in them.

They were written from the assignment alone, by somebody who had not seen the reference.
"""

from __future__ import annotations

DICE = '''\
"""Dice for Poker Dice.

A roll is a list of faces such as ['9', 'J', 'J', 'Q', 'A'].
"""

import random

FACES = ['9', '10', 'J', 'Q', 'K', 'A']
FACE_VALUES = {'9': 9, '10': 10, 'J': 10, 'Q': 10, 'K': 10, 'A': 11}

FEWEST = 1
MOST = 10


def roll_dice(num_dice=5, seed=0):
    """Roll some dice.

    Args:
        num_dice (int): how many dice to roll, 1 to 10
        seed (int): the seed of the random numbers, None for the system time

    Returns:
        list: the faces that came up, or a single '9' if out of range
    """
    random.seed(seed)
    rolled = []
    if FEWEST <= num_dice <= MOST:
        for _ in range(num_dice):
            rolled.append(random.choice(FACES))
    else:
        rolled.append(FACES[0])
    return rolled


def are_valid(dice):
    """Tell whether this is a list of 1 to 10 faces.

    Args:
        dice (list): the faces

    Returns:
        bool: True if it is
    """
    if dice is None or not FEWEST <= len(dice) <= MOST:
        return False
    for face in dice:
        if face not in FACES:
            return False
    return True


def add_values(dice):
    """Add up the values of the dice.

    Args:
        dice (list): the faces

    Returns:
        int: the sum of the values, -1 if the dice are not valid
    """
    if not are_valid(dice):
        return -1
    total = 0
    for face in dice:
        total += FACE_VALUES[face]
    return total


def num_faces(dice_list, wanted):
    """Count how many of the dice show one face.

    Args:
        dice_list (list): the faces
        wanted (str): the face to count

    Returns:
        int: how many there are, -1 if the dice are not valid
    """
    if not are_valid(dice_list):
        return -1
    found = 0
    for face in dice_list:
        if face == wanted:
            found += 1
    return found
'''

SCORE_DICE = '''\
"""The score of a roll of Poker Dice in each of the nine categories."""

from dice import FACES, FACE_VALUES, add_values, num_faces

ONE_PAIR = 1
TWO_PAIR = 2
THREE_OF_A_KIND = 3
FOUR_OF_A_KIND = 4
FIVE_OF_A_KIND = 5
FULL_HOUSE = 6
SMALL_STRAIGHT = 7
LARGE_STRAIGHT = 8
CHANCE = 9

THREE_BONUS = 10
FOUR_BONUS = 20
FIVE_SCORE = 100
FULL_HOUSE_BONUS = 50
SMALL_STRAIGHT_SCORE = 70
LARGE_STRAIGHT_SCORE = 95


def faces_with(dice, number):
    """List the faces, highest first, that at least this many dice show.

    Args:
        dice (list): the faces rolled
        number (int): how many dice must show the face

    Returns:
        list: the faces
    """
    found = []
    for face in FACES:
        if num_faces(dice, face) >= number:
            found.insert(0, face)
    return found


def longest_run(dice):
    """Measure the longest row of neighbouring faces.

    Args:
        dice (list): the faces rolled

    Returns:
        int: how many faces there are in the row
    """
    longest = 0
    current = 0
    for face in FACES:
        if num_faces(dice, face) > 0:
            current += 1
        else:
            current = 0
        longest = max(longest, current)
    return longest


def score_alike(dice, number):
    """Add up the highest faces of which there are so many.

    Args:
        dice (list): the faces rolled
        number (int): how many dice must be the same

    Returns:
        int: the sum of their values, 0 if there are none
    """
    score = 0
    found = faces_with(dice, number)
    if found:
        score = number * FACE_VALUES[found[0]]
    return score


def score_two_pair(dice):
    """Score two different pairs.

    Args:
        dice (list): the faces rolled

    Returns:
        int: the sum of both pairs, 0 if there are no two pairs
    """
    score = 0
    pairs = faces_with(dice, 2)
    if len(pairs) >= 2:
        score = 2 * FACE_VALUES[pairs[0]] + 2 * FACE_VALUES[pairs[1]]
    return score


def score_full_house(dice):
    """Score three of one face and two of another.

    Args:
        dice (list): the faces rolled

    Returns:
        int: 50 and the sum of the dice, 0 if this is no full house
    """
    score = 0
    if faces_with(dice, 3) and len(faces_with(dice, 2)) >= 2:
        score = FULL_HOUSE_BONUS + add_values(dice)
    return score


def calculate_score(dice, category):
    """Score a roll in a category.

    Args:
        dice (list): the faces rolled
        category (int): the number of the category, 1 to 9

    Returns:
        int: the points, 0 if the roll does not fit the category
    """
    score = 0
    if category == ONE_PAIR:
        score = score_alike(dice, 2)
    elif category == TWO_PAIR:
        score = score_two_pair(dice)
    elif category == THREE_OF_A_KIND:
        if faces_with(dice, 3):
            score = score_alike(dice, 3) + THREE_BONUS
    elif category == FOUR_OF_A_KIND:
        if faces_with(dice, 4):
            score = score_alike(dice, 4) + FOUR_BONUS
    elif category == FIVE_OF_A_KIND:
        if faces_with(dice, 5):
            score = FIVE_SCORE
    elif category == FULL_HOUSE:
        score = score_full_house(dice)
    elif category == SMALL_STRAIGHT:
        if longest_run(dice) >= 4:
            score = SMALL_STRAIGHT_SCORE
    elif category == LARGE_STRAIGHT:
        if longest_run(dice) >= 5:
            score = LARGE_STRAIGHT_SCORE
    elif category == CHANCE:
        score = add_values(dice)
    return score
'''

TEST_SCORE_DICE = '''\
"""Tests of score_dice.py."""

import unittest

from score_dice import calculate_score


class TestScoreDice(unittest.TestCase):

    def test_calculate_score_one_pair_no_match(self):
        self.assertEqual(calculate_score(['9', '10', 'J', 'Q', 'A'], 1), 0)

    def test_calculate_score_one_pair_one_match(self):
        self.assertEqual(calculate_score(['9', '9', 'J', 'A', 'Q'], 1), 18)
        self.assertEqual(calculate_score(['9', '9', 'Q', 'A', '9'], 1), 18)
        self.assertEqual(calculate_score(['A', '9', 'A', '9', 'Q'], 1), 22)

    def test_calculate_score_two_pair_no_match(self):
        self.assertEqual(calculate_score(['9', '9', 'J', 'Q', 'A'], 2), 0)
        self.assertEqual(calculate_score(['9', '9', '9', '9', 'A'], 2), 0)

    def test_calculate_score_two_pair_one_match(self):
        self.assertEqual(calculate_score(['9', '9', '10', '10', 'K'], 2), 38)
        self.assertEqual(calculate_score(['9', 'A', '9', 'A', 'K'], 2), 40)

    def test_calculate_score_three_of_a_kind_match(self):
        self.assertEqual(calculate_score(['9', '9', '9', '10', 'K'], 3), 37)
        self.assertEqual(calculate_score(['A', 'A', 'A', 'A', 'K'], 3), 43)

    def test_calculate_score_three_of_a_kind_no_match(self):
        self.assertEqual(calculate_score(['9', '9', '10', '10', 'K'], 3), 0)

    def test_calculate_score_four_of_a_kind_match(self):
        self.assertEqual(calculate_score(['9', '9', '9', '9', 'K'], 4), 56)
        self.assertEqual(calculate_score(['A', 'A', 'A', 'A', 'A'], 4), 64)

    def test_calculate_score_four_of_a_kind_no_match(self):
        self.assertEqual(calculate_score(['9', '9', '9', 'K', 'K'], 4), 0)

    def test_calculate_score_five_of_a_kind_match(self):
        self.assertEqual(calculate_score(['Q', 'Q', 'Q', 'Q', 'Q'], 5), 100)

    def test_calculate_score_five_of_a_kind_no_match(self):
        self.assertEqual(calculate_score(['Q', 'Q', 'Q', 'Q', 'K'], 5), 0)

    def test_calculate_score_full_house(self):
        self.assertEqual(calculate_score(['9', '9', '9', 'A', 'A'], 6), 99)
        self.assertEqual(calculate_score(['9', 'A', '9', 'A', 'K'], 6), 0)
        self.assertEqual(calculate_score(['9', '9', '9', '9', '9'], 6), 0)

    def test_calculate_score_small_straight_match(self):
        self.assertEqual(calculate_score(['9', '10', 'J', 'Q', 'A'], 7), 70)
        self.assertEqual(calculate_score(['K', 'Q', 'J', '10', 'K'], 7), 70)
        self.assertEqual(calculate_score(['10', 'J', 'Q', 'K', 'A'], 7), 70)

    def test_calculate_score_small_straight_no_match(self):
        self.assertEqual(calculate_score(['9', '10', 'J', 'K', 'A'], 7), 0)

    def test_calculate_score_large_straight_match(self):
        self.assertEqual(calculate_score(['9', '10', 'J', 'Q', 'K'], 8), 95)
        self.assertEqual(calculate_score(['A', 'K', 'Q', 'J', '10'], 8), 95)

    def test_calculate_score_large_straight_no_match(self):
        self.assertEqual(calculate_score(['9', '10', 'J', 'Q', 'A'], 8), 0)

    def test_calculate_score_chance_match(self):
        self.assertEqual(calculate_score(['9', '10', 'J', 'Q', 'A'], 9), 50)


if __name__ == '__main__':
    unittest.main()
'''
