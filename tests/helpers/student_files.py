"""The files of a student who has done the coursework, with nothing of the project in them."""

from __future__ import annotations

DICE = '''\
"""Dice."""
import random

FACES = ['9', '10', 'J', 'Q', 'K', 'A']
FACE_VALUES = {'9': 9, '10': 10, 'J': 10, 'Q': 10, 'K': 10, 'A': 11}


def roll_dice(num_dice=5, seed=0):
    random.seed(seed)
    if num_dice < 1 or num_dice > 10:
        return [FACES[0]]
    return [random.choice(FACES) for _ in range(num_dice)]


def are_valid(dice):
    if dice is None or not 1 <= len(dice) <= 10:
        return False
    for die in dice:
        if die not in FACES:
            return False
    return True


def add_values(dice):
    if not are_valid(dice):
        return -1
    total = 0
    for die in dice:
        total += FACE_VALUES[die]
    return total


def num_faces(dice_list, face):
    if not are_valid(dice_list):
        return -1
    number = 0
    for die in dice_list:
        if die == face:
            number += 1
    return number
'''

SCORE_DICE = '''\
"""Scores."""
from dice import FACES, FACE_VALUES, add_values, are_valid, num_faces


def highest(dice, number):
    """Return the value of the highest face on so many dice."""
    best = 0
    for face in FACES:
        if num_faces(dice, face) >= number:
            best = FACE_VALUES[face]
    return best


def pairs(dice):
    return [FACE_VALUES[face] for face in FACES if num_faces(dice, face) >= 2]


def run(dice):
    longest = length = 0
    for face in FACES:
        length = length + 1 if face in dice else 0
        longest = max(longest, length)
    return longest


def calculate_score(dice, category):
    score = 0
    if are_valid(dice) and len(dice) == 5:
        if category == 1:
            score = 2 * highest(dice, 2)
        elif category == 2:
            if len(pairs(dice)) == 2:
                score = 2 * sum(pairs(dice))
        elif category == 3:
            if highest(dice, 3):
                score = 3 * highest(dice, 3) + 10
        elif category == 4:
            if highest(dice, 4):
                score = 4 * highest(dice, 4) + 20
        elif category == 5:
            if highest(dice, 5):
                score = 100
        elif category == 6:
            if highest(dice, 3) and len(pairs(dice)) == 2:
                score = 50 + add_values(dice)
        elif category == 7:
            if run(dice) >= 4:
                score = 70
        elif category == 8:
            if run(dice) == 5:
                score = 95
        elif category == 9:
            score = add_values(dice)
    return score
'''
