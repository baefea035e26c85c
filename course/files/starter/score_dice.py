"""What a roll of poker dice is worth in each category.

Use FACES, FACE_VALUES, add_values and num_faces of dice.py, and functions of
your own that each do a part of the work.
"""


def calculate_score(dice, category):
    """Score a roll in one of the nine categories, with a single return.

    1 one pair, 2 two pair, 3 three of a kind, 4 four of a kind,
    5 five of a kind, 6 full house, 7 small straight, 8 large straight,
    9 chance.

    Args:
        dice (list): the faces of the dice
        category (int): the number of the category, 1 to 9

    Returns:
        int: the points, 0 if the dice do not fit the category
    """
