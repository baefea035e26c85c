"""The ranks of /rules against counts made the slow way (README 1.2, 2.3, 2.4, 2.7)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from plain_words import dice, plain, texts_in
from rules.dice import PIPS, POKER, Faces
from rules.hands import DICE_POKER, POKER_DICE, POKER_DICE_STRAIGHTS_BUST, RANK_NAMES
from rules.rank_table import last_hands, ranks
from slow_hands import ALL_ROLLS, IDS, slow_compare, slow_name

ORDERS = [(DICE_POKER, PIPS), (POKER_DICE, POKER), (POKER_DICE_STRAIGHTS_BUST, POKER)]


def faces_in(value):
    """Return the dice that a block shows, in order."""
    found = [one for text in texts_in(value) for _, one in text.arguments]
    return [one for one in found if isinstance(one, Faces)]


@pytest.mark.parametrize(("order", "face_set"), ORDERS)
def test_every_rank_has_its_number_an_example_and_its_exact_frequency(order, face_set):
    counts = Counter(slow_name(order.key, roll) for roll in ALL_ROLLS)
    _, *lines = ranks(order, face_set)
    assert len(lines) == 3 * len(IDS[order.key])
    for (name, number), heading, meaning, frequency in zip(
        IDS[order.key].items(), lines[::3], lines[1::3], lines[2::3], strict=True
    ):
        (example,) = faces_in(meaning)
        assert slow_name(order.key, example.faces) == name
        assert example.face_set == face_set
        assert plain(heading.text) == f"{number} · {plain(RANK_NAMES[name])}"
        assert plain(dict(meaning.text.arguments)["meaning"])
        count = counts[name]
        times = 7776 / count
        assert plain(frequency.text).split(" · ") == [
            f"{count}/7776",
            f"{count / 77.76:.2f}%",
            f"1 in {times:.0f}" if 7776 % count == 0 else f"1 in {times:.1f}",
        ]


def test_a_whole_number_of_rolls_has_neither_decimals_nor_a_comma():
    figures = [plain(line.text) for line in ranks(DICE_POKER, PIPS)[3::3]]
    assert figures[0] == "6/7776 · 0.08% · 1 in 1296"
    assert figures[4] == "1200/7776 · 15.43% · 1 in 6.5"


def test_the_last_rank_says_whether_it_holds_straights():
    assert plain(ranks(POKER_DICE, POKER)[-2].text).endswith(" no pair, no straight")
    assert plain(ranks(POKER_DICE_STRAIGHTS_BUST, POKER)[-2].text).endswith(" all different")


@pytest.mark.parametrize(
    ("order", "face_set", "expected"),
    [
        (DICE_POKER, PIPS, ["65431", "65421", "65321", "64321"]),
        (POKER_DICE, POKER, ["A K Q J 9", "A K Q 10 9", "A K J 10 9", "A Q J 10 9"]),
        (
            POKER_DICE_STRAIGHTS_BUST,
            POKER,
            [
                "A K Q J 10",
                "A K Q J 9",
                "A K Q 10 9",
                "A K J 10 9",
                "A Q J 10 9",
                "K Q J 10 9",
            ],
        ),
    ],
)
def test_all_hands_of_the_last_rank_best_first(order, face_set, expected):
    count, *lines = last_hands(order, face_set)
    shown = [faces_in(line)[0].faces for line in lines]
    written = [
        tuple(map(int, hand)) if face_set is PIPS else dice(hand)  # "65431" or "A K Q J 9"
        for hand in expected
    ]
    assert shown == written
    last = "singles" if order == DICE_POKER else "busts"
    assert plain(count.text) == f"All {len(expected)} {last}, best first:"
    for better, worse in pairwise(shown):
        assert slow_compare(order.key, better, worse) == 1
