"""A small game for one: nine turns of poker dice, nine categories.

It uses the dice.py and score_dice.py in the same folder:

    python poker_dice.py          different dice each time
    python poker_dice.py 10001    the same dice each time
"""

import sys

import dice
import score_dice

CATEGORIES = ['One Pair', 'Two Pair', 'Three of a Kind', 'Four of a Kind',
              'Five of a Kind', 'Full House', 'Small Straight',
              'Large Straight', 'Chance']
PLACES = [1, 2, 3, 4, 5]
NUM_DICE = 5
MAX_REROLLS = 2


def numbers_in(text, allowed):
    """Read numbers from a line, each at most once.

    Args:
        text (str): the typed line, such as '1 3'
        allowed (list): the numbers that may be typed

    Returns:
        list: the numbers, or None if the line holds anything else
    """
    numbers = []
    for word in text.replace(',', ' ').split():
        number = int(word) if word.isdecimal() else 0
        if number not in allowed or number in numbers:
            return None
        numbers.append(number)
    return numbers


def ask(question, allowed, most):
    """Ask until the answer is a line of allowed numbers.

    Args:
        question (str): the text to show
        allowed (list): the numbers that may be typed
        most (int): the largest count of numbers

    Returns:
        list: the numbers; empty for an empty line
    """
    numbers = numbers_in(input(question), allowed)
    while numbers is None or len(numbers) > most:
        print('Type numbers out of', *allowed)
        numbers = numbers_in(input(question), allowed)
    return numbers


def roll(count, seeds):
    """Roll dice with the next seed.

    Args:
        count (int): the number of dice
        seeds (list): the next seed; empty for different dice each time

    Returns:
        list: the faces
    """
    seed = None
    if seeds:
        seed = seeds[0]
        seeds[0] += 1
    faces = dice.roll_dice(count, seed)
    if not isinstance(faces, list) or len(faces) != count:
        sys.exit(f'roll_dice({count}) gives {faces}: finish dice.py first.')
    return faces


def play_turn(seeds):
    """Roll five dice, then reroll some of them up to twice.

    Args:
        seeds (list): the next seed, or empty

    Returns:
        list: the final faces
    """
    faces = roll(NUM_DICE, seeds)
    rerolls = 0
    while rerolls < MAX_REROLLS:
        print('Your dice:', *faces)
        places = ask('Roll which again (1 to 5, Enter keeps all)? ', PLACES,
                     NUM_DICE)
        if not places:
            break
        for place, face in zip(places, roll(len(places), seeds)):
            faces[place - 1] = face
        rerolls += 1
    return faces


def choose(faces, free):
    """Show the points of each free category and ask for one.

    Args:
        faces (list): the dice
        free (list): the numbers of the free categories

    Returns:
        int: the number of the category
    """
    print('Your dice:', *faces)
    for number in free:
        points = score_dice.calculate_score(faces, number)
        if not isinstance(points, int):
            sys.exit(f'calculate_score gives {points}: '
                     'finish score_dice.py first.')
        print(f'  {number} {CATEGORIES[number - 1]}: {points}')
    chosen = ask('Which category? ', free, 1)
    while not chosen:
        chosen = ask('Which category? ', free, 1)
    return chosen[0]


def main(arguments):
    """Play nine turns and print the total.

    Args:
        arguments (list): the first seed, for the same dice each time
    """
    seeds = [int(word) for word in arguments[:1] if word.isdecimal()]
    free = list(range(1, len(CATEGORIES) + 1))
    total = 0
    while free:
        faces = play_turn(seeds)
        category = choose(faces, free)
        points = score_dice.calculate_score(faces, category)
        free.remove(category)
        total += points
        print(f'{CATEGORIES[category - 1]}: {points} points, {total} in all\n')
    print(f'The game is over with {total} points.')


if __name__ == '__main__':
    try:
        main(sys.argv[1:])
    except (EOFError, KeyboardInterrupt):
        print('\nGood-bye!')
