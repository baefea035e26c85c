"""The right scores of Poker Dice, and wrong ones for each trap in it."""

from itertools import combinations_with_replacement, product

FACES = ['9', '10', 'J', 'Q', 'K', 'A']
VALUES = {'9': 9, '10': 10, 'J': 10, 'Q': 10, 'K': 10, 'A': 11}

CATEGORIES = ['one pair', 'two pair', 'three of a kind', 'four of a kind',
              'five of a kind', 'full house', 'small straight',
              'large straight', 'chance']


def all_rolls():
    """List the 7,776 rolls of five dice: those in rising order first."""
    rising = list(combinations_with_replacement(FACES, 5))
    others = set(product(FACES, repeat=5)) - set(rising)
    return [list(roll) for roll in rising + sorted(others)]


ROLLS = all_rolls()


def on(dice, number):
    """List the faces on at least this number of dice, the highest first."""
    return [face for face in reversed(FACES) if dice.count(face) >= number]


def row(dice):
    """Return the length of the longest row of faces."""
    longest = length = 0
    for face in FACES:
        length = length + 1 if face in dice else 0
        longest = max(longest, length)
    return longest


def alike(dice, number, values, bonus=0):
    """Score this number of equal dice, of the highest face that has them."""
    found = on(dice, number)
    return number * values[found[0]] + bonus if found else 0


def total(dice, values):
    """Add up the values of the dice."""
    return sum(values[face] for face in dice)


def one_pair(dice, values):
    """Score the category 1."""
    return alike(dice, 2, values)


def two_pair(dice, values):
    """Score the category 2."""
    pairs = on(dice, 2)
    return 2 * total(pairs, values) if len(pairs) == 2 else 0


def three_of_a_kind(dice, values):
    """Score the category 3."""
    return alike(dice, 3, values, 10)


def four_of_a_kind(dice, values):
    """Score the category 4."""
    return alike(dice, 4, values, 20)


def five_of_a_kind(dice, values):
    """Score the category 5."""
    return 100 if on(dice, 5) else 0


def full_house(dice, values):
    """Score the category 6."""
    met = on(dice, 3) and len(on(dice, 2)) == 2
    return 50 + total(dice, values) if met else 0


def small_straight(dice, values):
    """Score the category 7."""
    return 70 if row(dice) >= 4 else 0


def large_straight(dice, values):
    """Score the category 8."""
    return 95 if row(dice) == 5 else 0


FUNCTIONS = [one_pair, two_pair, three_of_a_kind, four_of_a_kind,
             five_of_a_kind, full_house, small_straight, large_straight, total]


class Scores:
    """The scores of all categories: the right ones except where given."""

    def __init__(self, name, category=None, score=None, values=VALUES):
        self.name = name
        self.scores = dict(enumerate(FUNCTIONS, 1))
        self.values = values
        if score is not None:
            self.scores[category] = score

    def score(self, dice, category):
        """Score five dice in a category, 1 to 9."""
        return self.scores[category](dice, self.values)


RIGHT = Scores('the right scores')

WRONG = [
    Scores('one pair: the lowest pair counts', 1,
           lambda dice, values: 2 * total(on(dice, 2)[-1:], values)),
    Scores('one pair: three equal dice are no pair', 1,
           lambda dice, values: 2 * total(
               [face for face in on(dice, 2) if dice.count(face) == 2][:1],
               values)),
    Scores('one pair: all equal dice count, not only two', 1,
           lambda dice, values: total(
               [face for face in dice if face in on(dice, 2)[:1]], values)),
    Scores('one pair: one die of the pair counts', 1,
           lambda dice, values: total(on(dice, 2)[:1], values)),
    Scores('one pair: without a pair the highest die counts', 1,
           lambda dice, values:
           one_pair(dice, values) or alike(dice, 1, values)),
    Scores('one pair: only neighbouring dice make a pair', 1,
           lambda dice, values: max(
               [2 * values[one] for one, other in zip(dice, dice[1:])
                if one == other], default=0)),
    Scores('two pair: one pair is enough', 2,
           lambda dice, values:
           two_pair(dice, values) or one_pair(dice, values)),
    Scores('two pair: four equal dice are two pairs', 2,
           lambda dice, values:
           two_pair(dice, values) or alike(dice, 4, values)),
    Scores('two pair: all five dice count', 2,
           lambda dice, values:
           total(dice, values) if two_pair(dice, values) else 0),
    Scores('two pair: only the higher pair counts', 2,
           lambda dice, values:
           one_pair(dice, values) if two_pair(dice, values) else 0),
    Scores('three of a kind: the 10 points are missing', 3,
           lambda dice, values: alike(dice, 3, values)),
    Scores('three of a kind: four equal dice are none', 3,
           lambda dice, values:
           0 if on(dice, 4) else three_of_a_kind(dice, values)),
    Scores('three of a kind: all five dice count', 3,
           lambda dice, values:
           total(dice, values) + 10 if on(dice, 3) else 0),
    Scores('three of a kind: the 10 points are given without it', 3,
           lambda dice, values: alike(dice, 3, values) + 10),
    Scores('four of a kind: the bonus is that of three of a kind', 4,
           lambda dice, values: alike(dice, 4, values, 10)),
    Scores('four of a kind: five equal dice are none', 4,
           lambda dice, values:
           0 if on(dice, 5) else four_of_a_kind(dice, values)),
    Scores('four of a kind: three equal dice are enough', 4,
           lambda dice, values:
           four_of_a_kind(dice, values) or alike(dice, 3, values, 20)),
    Scores('five of a kind: the sum of the dice instead of 100', 5,
           lambda dice, values: total(dice, values) if on(dice, 5) else 0),
    Scores('five of a kind: four equal dice are enough', 5,
           lambda dice, values: 100 if on(dice, 4) else 0),
    Scores('full house: five equal dice are one', 6,
           lambda dice, values:
           50 + total(dice, values) if on(dice, 5)
           else full_house(dice, values)),
    Scores('full house: two pair is one', 6,
           lambda dice, values:
           50 + total(dice, values) if len(on(dice, 2)) == 2 else 0),
    Scores('full house: three equal dice are enough', 6,
           lambda dice, values:
           50 + total(dice, values) if on(dice, 3) else 0),
    Scores('full house: the sum of the dice is missing', 6,
           lambda dice, values: 50 if full_house(dice, values) else 0),
    Scores('small straight: a large straight is none', 7,
           lambda dice, values: 70 if row(dice) == 4 else 0),
    Scores('small straight: four different faces are enough', 7,
           lambda dice, values: 70 if len(set(dice)) >= 4 else 0),
    Scores('small straight: the dice have to lie in order', 7,
           lambda dice, values:
           small_straight(dice, values)
           if dice == sorted(dice, key=FACES.index) else 0),
    Scores('small straight: a row with an equal die beside it is none', 7,
           lambda dice, values:
           small_straight(dice, values) if len(set(dice)) == 5 else 0),
    Scores('large straight: four in a row are enough', 8,
           lambda dice, values: 95 if row(dice) >= 4 else 0),
    Scores('large straight: five different faces are enough', 8,
           lambda dice, values: 95 if len(set(dice)) == 5 else 0),
    Scores('large straight: the one from 10 to A is missing', 8,
           lambda dice, values:
           0 if 'A' in dice else large_straight(dice, values)),
    Scores('chance: equal dice count once', 9,
           lambda dice, values: total(set(dice), values)),
    Scores('the values: J is worth 11, Q 12, K 13',
           values=dict(VALUES, J=11, Q=12, K=13)),
    Scores('the values: A is worth 10', values=dict(VALUES, A=10)),
]


def example(version):
    """Return a roll and a category for which a version is wrong."""
    for category in range(1, 10):
        for dice in ROLLS:
            if version.score(dice, category) != RIGHT.score(dice, category):
                return dice, category
    return None
