"""Lists of poker dice: rolled, checked, added up and counted.

A die is the face that it shows, such as 'Q'.
"""

import random

FACES = ['9', '10', 'J', 'Q', 'K', 'A']
FACE_VALUES = {'9': 9, '10': 10, 'J': 10, 'Q': 10, 'K': 10, 'A': 11}

MIN_DICE = 1
MAX_DICE = 10


def roll_dice(num_dice=5, seed=0):
    """Roll dice with a generator of their own.

    Args:
        num_dice (int): the number of dice, 1 to 10
        seed (int): equal seeds give equal dice; None gives new dice

    Returns:
        list: the faces, a single '9' for a number of dice out of range
    """
    dice = FACES[:1]
    if MIN_DICE <= num_dice <= MAX_DICE:
        generator = random.Random(seed)
        dice = [generator.choice(FACES) for _ in range(num_dice)]
    return dice


def are_valid(dice):
    """Find out whether these are 1 to 10 dice with known faces.

    Args:
        dice (list): the faces, or None

    Returns:
        bool: True if they are, else False
    """
    valid = dice is not None and MIN_DICE <= len(dice) <= MAX_DICE
    if valid:
        for face in dice:
            if face not in FACES:
                valid = False
    return valid


def add_values(dice):
    """Add up the values of the dice.

    Args:
        dice (list): the faces

    Returns:
        int: the sum, -1 for dice that are not valid
    """
    total = -1
    if are_valid(dice):
        total = 0
        for face in dice:
            total += FACE_VALUES[face]
    return total


def num_faces(dice_list, face):
    """Count the dice that show one face.

    Args:
        dice_list (list): the faces
        face (str): the face to count

    Returns:
        int: the number of dice that show it, -1 for dice that are not valid
    """
    number = -1
    if are_valid(dice_list):
        number = 0
        for die in dice_list:
            if die == face:
                number += 1
    return number
