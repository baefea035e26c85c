"""Luck is fair: numbers are drawn from whole bits, and rejected outside the range."""

from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import pytest

from bot.luck import SecureLuck
from rules.engine import Luck


class Bytes:
    """Yields given bytes; `drawn` counts how many were asked for at once."""

    def __init__(self, *given):
        self.given = list(given)
        self.asked = []

    def __call__(self, count):
        self.asked.append(count)
        drawn, self.given = self.given[:count], self.given[count:]
        if len(drawn) < count:
            raise EOFError
        return bytes(drawn)


def outcomes(draw, width):
    """Count what `draw` makes of every sequence of `width` bytes that it uses up exactly."""
    made = Counter()
    for given in product(range(8), repeat=width):
        source = Bytes(*given)
        try:
            made[draw(SecureLuck(source))] += not source.given
        except EOFError:
            continue
    return +made


def test_a_die_shows_each_face_for_one_number_and_rolls_again_for_the_others():
    # three bits give 0-7: six of them are faces, two are drawn again
    assert outcomes(lambda cup: cup.roll(1, 1), 1) == {(face,): 1 for face in range(1, 7)}
    assert outcomes(lambda cup: cup.roll(1, 1), 2) == {(face,): 2 for face in range(1, 7)}


def test_a_byte_that_is_no_face_is_drawn_again():
    source = Bytes(6, 7, 0xFE, 5, 0)
    assert SecureLuck(source).roll(1, 2) == (6, 1)
    assert source.asked == [1] * 5


def test_only_the_bits_that_are_needed_count():
    assert SecureLuck(Bytes(0b10101_000, 0b11111_101)).roll(1, 2) == (1, 6)


def test_dice_land_in_the_order_in_which_they_are_drawn():
    assert SecureLuck(Bytes(0, 1, 2, 3, 4, 5)).roll(9, 6) == (1, 2, 3, 4, 5, 6)


def test_no_dice_need_no_luck():
    assert SecureLuck(Bytes()).roll(1, 0) == ()


def test_every_order_of_a_deck_is_equally_likely():
    # 3 takes two bits, 2 takes one: of 8 x 8 byte pairs, 2 x 4 make each order
    made = outcomes(lambda cup: cup.shuffle(1, (1, 2, 3)), 2)
    assert made == dict.fromkeys(permutations((1, 2, 3)), 8)


def test_a_shuffled_deck_holds_the_same_cards():
    deck = (1,) * 4 + (2,) * 4 + (3,) * 4 + (4,) * 4
    shuffled = [SecureLuck().shuffle(1, deck) for _ in range(20)]
    assert all(sorted(cards) == sorted(deck) for cards in shuffled)
    assert len(set(shuffled)) > 1


def test_every_index_is_exactly_as_likely_as_its_weight():
    weights = (Fraction(1, 2), Fraction(0), Fraction(1, 6), Fraction(1, 3))
    assert outcomes(lambda cup: cup.choose(1, weights), 1) == {0: 3, 2: 1, 3: 2}


def test_weights_finer_than_any_float_are_kept_apart():
    third = Fraction(1, 3)
    tiny = Fraction(1, 3**50)
    weights = (third, third - tiny, third + tiny)
    last_of_second = (2 * third - tiny) * 3**50 - 1
    length = ((3**50 - 1).bit_length() + 7) // 8
    for number, index in ((last_of_second, 1), (last_of_second + 1, 2)):
        source = Bytes(*int(number).to_bytes(length, "big"))
        assert SecureLuck(source).choose(1, weights) == index


def test_a_single_choice_is_certain():
    assert SecureLuck(Bytes()).choose(1, (Fraction(1),)) == 0


@pytest.mark.parametrize(
    "weights",
    [
        (),
        (Fraction(1, 2), Fraction(1, 3)),
        (Fraction(2), Fraction(-1)),
    ],
)
def test_weights_that_are_none_are_refused(weights):
    with pytest.raises(ValueError, match="sum to 1"):
        SecureLuck().choose(1, weights)


def test_real_dice_show_every_face():
    luck: Luck = SecureLuck()
    faces = luck.roll(1, 600)
    assert len(faces) == 600
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert luck.roll(1, 50) != luck.roll(1, 50)
