"""Sheets solved: their averages, decisions by plain enumeration, and official Yahtzee.

The averages stand in README 3.5 of Thirteen Rows and README 4.4 of Nine Categories.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

import official_yahtzee
from rules.dice import DIFFERENT_ROLLS, SELECTIONS
from rules.exact import rerolls
from rules.sheets import solver
from slow_play import SlowSheet, left
from slow_rows import nine, rows_by, thirteen

CASES = {
    "nine": (nine, 9, [frozenset(range(9))]),
    "thirteen": (
        thirteen,
        13,
        [frozenset({0, 2, 5, 6, 7, 8, 9, 11, 12}), frozenset({1, 3, 6, 9, 10, 11})],
    ),
}
"""Score, rows, and the sets of rows from which decisions are drawn: with fewer rows open
plain enumeration is quick, and the figures of a whole sheet follow below."""


def mask(rows) -> int:
    return sum(1 << row for row in rows)


def test_3_5_what_perfect_play_of_thirteen_rows_averages():
    solved = solver.solve(rows_by(thirteen))
    assert solved.rest[-1, 0] == pytest.approx(229.6384995505, abs=1e-9)
    assert solved.rest[0, 0] == 0


def test_4_4_what_perfect_play_of_nine_categories_averages():
    solved = solver.solve(rows_by(nine))
    assert solved.rest[-1, 0] == pytest.approx(463.7402794494, abs=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("key", CASES)
def test_every_choice_is_worth_what_enumeration_says(key):
    score, rows, pools = CASES[key]
    solved = solver.solve(rows_by(score))
    slow = SlowSheet([{roll: score(roll)[row] for roll in DIFFERENT_ROLLS} for row in range(rows)])
    random = Random(key)
    for number in range(220):
        pool = sorted(pools[number % len(pools)])
        open_rows = frozenset(random.sample(pool, random.randint(1, len(pool))))
        roll, left_over = tuple(random.choices(range(1, 7), k=5)), number % 3
        written = solved.writing(roll, mask(open_rows))
        assert set(written) == open_rows
        for row, worth in written.items():
            assert worth == pytest.approx(float(slow.row_worth(open_rows, row, roll)), abs=1e-9)
        turn = solved.turn(mask(open_rows))
        assert float(turn.start[0]) == pytest.approx(float(slow.rest(open_rows)), abs=1e-9)
        assert solved.rest[mask(open_rows), 0] == pytest.approx(
            float(slow.rest(open_rows)), abs=1e-9
        )
        if left_over:
            for selection in SELECTIONS:
                exactly = slow.keep_worth(open_rows, left(roll, selection), left_over)
                ours = turn.keeps[left_over][rerolls.keep_of(roll, selection), 0]
                assert ours == pytest.approx(float(exactly), abs=1e-9)


@pytest.mark.slow
def test_the_same_induction_gives_the_known_value_of_official_yahtzee():
    """With the joker rule and the bonus for further Yahtzees."""
    assert official_yahtzee.value() == pytest.approx(254.5896094820, abs=1e-9)


def test_a_last_row_is_worth_its_average_by_hand():
    """Fives alone, with three tries for each die: 25 × (1 - (5/6)³)."""
    solved = solver.solve(rows_by(thirteen))
    assert solved.rest[1 << 4, 0] == pytest.approx(float(25 * (1 - Fraction(5, 6) ** 3)), abs=1e-12)
