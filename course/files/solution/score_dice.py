"""What a roll of poker dice is worth in each category."""

from dice import FACES, FACE_VALUES, add_values, are_valid, num_faces

ONE_PAIR = 1
TWO_PAIR = 2
THREE_OF_A_KIND = 3
FOUR_OF_A_KIND = 4
FIVE_OF_A_KIND = 5
FULL_HOUSE = 6
SMALL_STRAIGHT = 7
LARGE_STRAIGHT = 8
CHANCE = 9

PAIR = 2
THREE = 3
FOUR = 4
FIVE = 5

THREE_BONUS = 10
FOUR_BONUS = 20
FIVE_POINTS = 100
FULL_HOUSE_BONUS = 50
SMALL_STRAIGHT_POINTS = 70
LARGE_STRAIGHT_POINTS = 95


def faces_of(dice, number):
    """List the faces on at least this number of dice, in falling order.

    Args:
        dice (list): the faces of the dice
        number (int): how many dice have to show a face

    Returns:
        list: each such face once
    """
    found = []
    for face in reversed(FACES):
        if num_faces(dice, face) >= number:
            found.append(face)
    return found


def longest_run(dice):
    """Find the longest row of faces.

    Args:
        dice (list): the faces of the dice

    Returns:
        int: the length of the longest row
    """
    longest = 0
    length = 0
    for face in FACES:
        if num_faces(dice, face) > 0:
            length += 1
            longest = max(longest, length)
        else:
            length = 0
    return longest


def score_alike(dice, number, bonus):
    """Score this number of equal dice, of the highest face that has them.

    Args:
        dice (list): the faces of the dice
        number (int): how many dice have to be equal
        bonus (int): what is added to their values

    Returns:
        int: the points, 0 if there are not as many equal dice
    """
    points = 0
    found = faces_of(dice, number)
    if found:
        points = number * FACE_VALUES[found[0]] + bonus
    return points


def score_two_pair(dice):
    """Score the two highest pairs of different faces.

    Args:
        dice (list): the faces of the dice

    Returns:
        int: the points, 0 without two such pairs
    """
    points = 0
    pairs = faces_of(dice, PAIR)
    if len(pairs) >= 2:
        points = PAIR * (FACE_VALUES[pairs[0]] + FACE_VALUES[pairs[1]])
    return points


def score_full_house(dice):
    """Score three dice of one face and two of another.

    Args:
        dice (list): the faces of the dice

    Returns:
        int: the points, 0 if this is no full house
    """
    points = 0
    if faces_of(dice, THREE) and len(faces_of(dice, PAIR)) >= 2:
        points = FULL_HOUSE_BONUS + add_values(dice)
    return points


def score_run(dice, length, worth):
    """Score a straight.

    Args:
        dice (list): the faces of the dice
        length (int): how many faces have to stand in a row
        worth (int): the points of the straight

    Returns:
        int: the points, 0 without a row of this length
    """
    points = 0
    if longest_run(dice) >= length:
        points = worth
    return points


def calculate_score(dice, category):
    """Score a roll in one of the nine categories.

    Args:
        dice (list): the faces of the dice
        category (int): the number of the category, 1 to 9

    Returns:
        int: the points, 0 if the dice do not fit the category
    """
    score = 0
    if are_valid(dice):
        if category == ONE_PAIR:
            score = score_alike(dice, PAIR, 0)
        elif category == TWO_PAIR:
            score = score_two_pair(dice)
        elif category == THREE_OF_A_KIND:
            score = score_alike(dice, THREE, THREE_BONUS)
        elif category == FOUR_OF_A_KIND:
            score = score_alike(dice, FOUR, FOUR_BONUS)
        elif category == FIVE_OF_A_KIND:
            if faces_of(dice, FIVE):
                score = FIVE_POINTS
        elif category == FULL_HOUSE:
            score = score_full_house(dice)
        elif category == SMALL_STRAIGHT:
            score = score_run(dice, FOUR, SMALL_STRAIGHT_POINTS)
        elif category == LARGE_STRAIGHT:
            score = score_run(dice, FIVE, LARGE_STRAIGHT_POINTS)
        elif category == CHANCE:
            score = add_values(dice)
    return score
