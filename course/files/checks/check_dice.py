"""Check the dice.py of the current folder.

    python -m pytest path/to/check_dice.py
"""

import ast
import random
from itertools import product

from handed_in import call, compare, fail, named, tree
from versions import FACES, VALUES

FILE = 'dice.py'
SEEDS = [0, 1, 7, 10001]
SEEDED = list(product(range(1, 11), SEEDS))
NO_DICE = [None, [], ['9'] * 11]
UNKNOWN = [['1'], ['X', '9'], ['9', 'j'], ['10', 'A', ''], ['9', 9]]
EXAMPLE = ['Q', 'K', '9', '10', 'Q']


def rolled(count, seed):
    """Roll dice as the assignment says."""
    random.seed(seed)
    return [random.choice(FACES) for _ in range(count)]


ROLLS = [rolled(count, seed) for count, seed in SEEDED]


def test_faces_in_rising_order():
    faces = named(FILE, 'FACES')
    if faces != FACES:
        fail(f'FACES should be {FACES}, and is {faces!r}')


def test_face_values():
    values = named(FILE, 'FACE_VALUES')
    if values != VALUES:
        fail(f'FACE_VALUES should be {VALUES}, and is {values!r}')


def test_roll_dice_example():
    compare(FILE, 'roll_dice', [((3, 10001), ['J', '9', '9'])])


def test_roll_dice_with_a_seed():
    compare(FILE, 'roll_dice', zip(SEEDED, ROLLS))


def test_roll_dice_without_arguments_or_seed():
    compare(FILE, 'roll_dice', [((), rolled(5, 0)), ((3,), rolled(3, 0)),
                                ((10,), rolled(10, 0))])


def test_roll_dice_out_of_range():
    outside = [(0,), (11,), (-1, 5), (100, 10001)]
    compare(FILE, 'roll_dice', [(given, ['9']) for given in outside])


def test_roll_dice_with_none_as_the_seed():
    rolls = [call(FILE, 'roll_dice', (10, None), 'be ten faces')
             for _ in range(4)]
    for dice in rolls:
        if not isinstance(dice, list) or len(dice) != 10 or any(
                face not in FACES for face in dice):
            fail(f'roll_dice(10, None) should be ten faces, and is {dice!r}')
    if rolls == rolls[:1] * 4:
        fail('roll_dice(10, None) should be other dice each time, and is '
             f'{rolls[0]!r} four times')


def test_are_valid_valid_dice():
    compare(FILE, 'are_valid', [((dice,), True) for dice in ROLLS])


def test_are_valid_no_dice_or_too_many():
    compare(FILE, 'are_valid', [((dice,), False) for dice in NO_DICE])


def test_are_valid_unknown_face():
    compare(FILE, 'are_valid', [((dice,), False) for dice in UNKNOWN])


def test_add_values_valid_dice():
    compare(FILE, 'add_values',
            [((dice,), sum(VALUES[face] for face in dice)) for dice in ROLLS])


def test_add_values_invalid_dice():
    compare(FILE, 'add_values', [((dice,), -1) for dice in NO_DICE + UNKNOWN])


def test_num_faces_example():
    compare(FILE, 'num_faces', [((EXAMPLE, 'Q'), 2)])


def test_num_faces_valid_dice():
    compare(FILE, 'num_faces', [((dice, face), dice.count(face))
                                for dice, face in product(ROLLS, FACES)])


def test_num_faces_invalid_dice():
    compare(FILE, 'num_faces', [((dice, face), -1) for dice, face
                                in product(NO_DICE + UNKNOWN, ('9', 'A'))])


def test_form_no_count():
    for node in ast.walk(tree(FILE)):
        if (isinstance(node, ast.Attribute) and node.attr == 'count'
                and getattr(node.value, 'id', None) != 'itertools'):
            fail(f'dice.py should count with a loop, and uses .count in '
                 f'line {node.lineno}')
