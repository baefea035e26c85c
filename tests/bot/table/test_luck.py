"""Luck is fair: bytes out of range are skipped. A seed's luck follows from the label alone."""

import hashlib
import hmac
from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from bot.table.luck import SeededLuck, draw_luck, without_seat
from rules.engine import Luck
from steady_examples import given, st

SEED = bytes(range(32))


class Given(SeededLuck):
    """Luck of given bytes, after which it raises EOFError."""

    def __init__(self, *given):
        super().__init__(SEED)
        self._given = bytes(given)

    def _block(self, label, number):
        if number:
            raise EOFError
        return self._given


def stream(label):
    """Return the first 128 bytes of a label, as the definition says."""
    return b"".join(
        hmac.new(SEED, f"dice-poker/3\n7\n{label}\n{block}".encode(), hashlib.sha256).digest()
        for block in range(4)
    )


def test_a_die_shows_each_face_for_42_bytes_and_rolls_again_for_four():
    faces, skipped = Counter(), 0
    for byte in range(256):
        try:
            faces[Given(byte).roll("roll", 1)] += 1
        except EOFError:
            skipped += 1
    assert faces == {(face,): 42 for face in range(1, 7)}
    assert skipped == 4


def test_a_byte_that_is_no_face_is_skipped():
    assert Given(252, 255, 5, 253, 6).roll("roll", 2) == (6, 1)


def test_dice_land_in_the_order_in_which_they_are_drawn():
    assert Given(0, 1, 2, 3, 4, 5).roll("roll", 6) == (1, 2, 3, 4, 5, 6)


def test_no_dice_need_no_luck():
    assert Given().roll("roll", 0) == ()


def test_every_order_of_a_deck_is_equally_likely():
    made, skipped = Counter(), 0
    for first in range(256):
        for second in range(256):
            try:
                order = Given(first, second).shuffle("deal", (1, 2, 3))
            except EOFError:
                skipped += 1
            else:
                made[order] += 1
    # 255 is skipped for the first draw, of three; no byte for the second, of two
    assert made == dict.fromkeys(permutations((1, 2, 3)), 85 * 128)
    assert skipped == 256


def test_a_deck_is_shuffled_from_the_last_card():
    assert Given(0, 0).shuffle("deal", (1, 2, 3)) == (2, 3, 1)
    assert Given(2, 1).shuffle("deal", (1, 2, 3)) == (1, 2, 3)


def test_a_shuffled_deck_holds_the_same_cards():
    deck = (1,) * 4 + (2,) * 4 + (3,) * 4 + (4,) * 4
    shuffled = [draw_luck().shuffle("deal", deck) for _ in range(20)]
    assert all(sorted(cards) == sorted(deck) for cards in shuffled)
    assert len(set(shuffled)) > 1


def test_every_index_is_exactly_as_likely_as_its_weight():
    weights = (Fraction(1, 2), Fraction(0), Fraction(1, 6), Fraction(1, 3))
    made = Counter()
    for byte in range(256):
        try:
            made[Given(byte).choose("choose", weights)] += 1
        except EOFError:
            made["skipped"] += 1
    # three bits give 0-7: six of them are in range, and the other five bits do not count
    assert made == {0: 3 * 32, 2: 32, 3: 2 * 32, "skipped": 2 * 32}


def test_weights_finer_than_any_float_are_kept_apart():
    third = Fraction(1, 3)
    tiny = Fraction(1, 3**50)
    weights = (third, third - tiny, third + tiny)
    last_of_second = (2 * third - tiny) * 3**50 - 1
    length = ((3**50 - 1).bit_length() + 7) // 8
    for number, index in ((last_of_second, 1), (last_of_second + 1, 2)):
        drawn = int(number).to_bytes(length, "big")
        assert Given(*drawn).choose("choose", weights) == index


def test_a_single_choice_is_certain():
    assert Given().choose("choose", (Fraction(1),)) == 0


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
        draw_luck().choose("choose", weights)


def test_real_dice_show_every_face():
    luck: Luck = draw_luck()
    faces = luck.roll("roll", 600)
    assert len(faces) == 600
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert luck.roll("roll", 50) != draw_luck().roll("roll", 50)


# The luck of a seed


@given(st.integers(1, 9), st.integers(1, 13), st.integers(1, 3))
def test_faces_are_the_bytes_below_252_of_the_stream(count, turn, roll):
    label = f"seat/1/turn/{turn}/roll/{roll}"
    faces = tuple(1 + byte % 6 for byte in stream(label) if byte < 252)[:count]
    assert SeededLuck(SEED, 7).roll(label, count) == faces


def test_more_bytes_than_a_block_continue_with_the_next_block():
    faces = SeededLuck(SEED, 7).roll("long", 100)
    assert faces == tuple(1 + byte % 6 for byte in stream("long") if byte < 252)[:100]


def test_a_choice_takes_the_number_of_the_stream_below_the_common_denominator():
    weights = (Fraction(1, 1000), Fraction(1, 3), Fraction(1997, 3000))
    seen = set()
    for moment in range(200):
        label = f"choose/seat/2/moment/{moment}"
        wide = stream(label)
        pairs = (int.from_bytes(wide[at : at + 2], "big") & 0xFFF for at in range(0, 128, 2))
        number = next(pair for pair in pairs if pair < 3000)
        expected = 0 if number < 3 else 1 if number < 1003 else 2
        assert SeededLuck(SEED, 7).choose(label, weights) == expected
        seen.add(expected)
    assert seen >= {1, 2}


@given(st.integers(1, 4), st.text("abc", min_size=1, max_size=4))
def test_fewer_rerolled_dice_meet_the_first_faces_of_more(count, label):
    luck = SeededLuck(SEED, 7)
    assert luck.roll(label, count) == luck.roll(label, 5)[:count]


def test_seed_opening_and_label_make_the_luck_and_nothing_else_does():
    one = SeededLuck(SEED, 7)
    rolled = one.roll("seat/1/turn/1/roll/1", 30)
    one.roll("seat/1/turn/1/roll/2", 5)
    assert one.roll("seat/1/turn/1/roll/1", 30) == rolled
    assert SeededLuck(SEED, 7).roll("seat/1/turn/1/roll/1", 30) == rolled
    assert SeededLuck(bytes(32), 7).roll("seat/1/turn/1/roll/1", 30) != rolled
    assert SeededLuck(SEED, 8).roll("seat/1/turn/1/roll/1", 30) != rolled
    assert one.roll("seat/1/turn/1/roll/3", 30) != rolled


def test_a_seed_of_another_length_is_refused():
    with pytest.raises(ValueError, match="32 bytes"):
        SeededLuck(b"short")


def test_a_shared_game_has_labels_without_its_seat():
    shared, alone = SeededLuck(SEED, 7, shared=True), SeededLuck(SEED, 7)
    assert shared.roll("seat/1/turn/2/roll/1", 5) == alone.roll("turn/2/roll/1", 5)
    assert shared.shuffle("deal", (1, 2, 3)) == alone.shuffle("deal", (1, 2, 3))
    assert without_seat("seat/2/turn/1/roll/1") == "seat/2/turn/1/roll/1"
