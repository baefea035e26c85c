"""Lists of poker dice: rolled, checked, added up and counted.

A die is the face that it shows, such as 'Q'.
"""

FACES = []
FACE_VALUES = {}


def roll_dice(num_dice=5, seed=0):
    """Roll dice with random.choice, after random.seed.

    >>> roll_dice(3, 10001)
    ['J', '9', '9']

    Args:
        num_dice (int): the number of dice, 1 to 10
        seed (int): equal seeds give equal dice; None gives new dice

    Returns:
        list: the faces, a single '9' for a number of dice out of range
    """


def are_valid(dice):
    """Find out whether these are 1 to 10 dice with known faces.

    Args:
        dice (list): the faces, or None

    Returns:
        bool: True if they are, else False
    """


def add_values(dice):
    """Add up the values of the dice.

    Args:
        dice (list): the faces

    Returns:
        int: the sum, -1 for dice that are not valid
    """


def num_faces(dice_list, face):
    """Count the dice that show one face, with a loop and without list.count.

    >>> num_faces(['Q', 'K', '9', '10', 'Q'], 'Q')
    2

    Args:
        dice_list (list): the faces
        face (str): the face to count

    Returns:
        int: the number of dice that show it, -1 for dice that are not valid
    """
