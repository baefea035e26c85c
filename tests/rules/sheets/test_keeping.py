"""What most players keep, over all rolls; and the dice that runs and groups leave over."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.sheets.keeping import all_but, run_of, usual_reroll
from slow_hands import ALL_ROLLS

RUNS = [set(range(low, low + length)) for length in (5, 4) for low in range(1, 8 - length)]


def slow_kept(roll) -> list[int]:
    """Return the faces that are kept, rising: a long run, both pairs, else the largest group."""
    for run in RUNS:
        if run <= set(roll):
            return sorted(run)
    counts = Counter(roll)
    pairs = [face for face in counts if counts[face] == 2]
    if len(pairs) == 2:
        return sorted(pairs * 2)
    size = max(counts.values())
    return [max(face for face in counts if counts[face] == size)] * size


def kept(roll) -> list[int]:
    rerolled = usual_reroll(roll)
    return sorted(face for place, face in enumerate(roll, 1) if place not in rerolled)


def test_the_usual_keep_agrees_with_a_slow_one_for_all_rolls():
    for roll in ALL_ROLLS:
        assert kept(roll) == slow_kept(roll), roll
        assert list(usual_reroll(roll)) == sorted(set(usual_reroll(roll)))


@pytest.mark.parametrize(
    ("roll", "faces"),
    [
        ((2, 2, 5, 5, 1), [2, 2, 5, 5]),
        ((1, 2, 3, 4, 4), [1, 2, 3, 4]),
        ((6, 4, 3, 5, 1), [3, 4, 5, 6]),
        ((5, 1, 4, 2, 3), [1, 2, 3, 4, 5]),
        ((1, 2, 3, 5, 6), [6]),
        ((3, 3, 3, 5, 5), [3, 3, 3]),
        ((4, 4, 4, 4, 6), [4, 4, 4, 4]),
        ((2, 2, 2, 2, 2), [2, 2, 2, 2, 2]),
        ((6, 6, 1, 2, 4), [6, 6]),
    ],
)
def test_a_run_of_four_comes_first_then_pairs_then_the_largest_group(roll, faces):
    assert kept(roll) == faces


def test_of_equal_dice_in_a_run_the_first_is_kept():
    assert usual_reroll((4, 1, 4, 2, 3)) == (3,)


def test_the_longest_run_and_what_it_leaves_over():
    assert run_of((1, 2, 4, 5, 6)) == (4, 5, 6)
    assert run_of((1, 2, 4, 5, 5)) == (4, 5)
    assert all_but((1, 2, 4, 5, 5), (4, 5)) == (1, 2)
    assert all_but((1, 2, 4, 5, 5), (4, 5), once=True) == (1, 2, 5)
