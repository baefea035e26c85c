"""The lattice of keeps, checked against listing every outcome of every reroll."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from rules.dice import DIFFERENT_ROLLS, SELECTIONS
from rules.exact import rerolls, turns
from slow_play import KEEPS as SLOW_KEEPS
from slow_play import REROLLED, ROLLS, SIX, SlowTurn, added_up, keeps_in, left, outcomes


def whole_numbers(seed: int, columns: int) -> np.ndarray:
    """Worths of final rolls as multiples of 6^15, few enough different ones to make ties."""
    random = Random(seed)
    rows = [[random.randrange(4) for _ in range(columns)] for _ in ROLLS]
    return np.array(rows, dtype=np.float64)


def test_there_are_462_keeps_each_once_whole_rolls_first():
    assert len(rerolls.KEEPS) == len(set(rerolls.KEEPS)) == 462
    assert set(rerolls.KEEPS) == set(SLOW_KEEPS)
    assert rerolls.KEEPS[:252] == DIFFERENT_ROLLS
    assert rerolls.KEEPS[-1] == ()
    assert [len(keep) for keep in rerolls.KEEPS] == sorted(map(len, rerolls.KEEPS), reverse=True)


def test_the_expectation_of_every_keep_is_that_of_its_listed_outcomes():
    final = whole_numbers(1, 3)
    expected = rerolls.expectation(final)
    assert expected.shape == (462, 3)
    for place, keep in enumerate(rerolls.KEEPS):
        for column in range(3):
            listed = sum(
                ways * Fraction(final[ROLLS.index(roll), column]) for roll, ways in outcomes(keep)
            )
            assert expected[place, column] == pytest.approx(float(listed / SIX), abs=1e-14)


def test_multiples_of_7776_are_averaged_without_rounding():
    final = whole_numbers(2, 1) * SIX
    expected = rerolls.expectation(final)
    for place, keep in enumerate(rerolls.KEEPS):
        listed = sum(ways * int(final[ROLLS.index(roll), 0]) for roll, ways in outcomes(keep))
        assert expected[place, 0] * SIX == listed


def test_the_best_keep_is_the_best_of_all_keeps_and_the_choice_is_the_first_of_them():
    expected = rerolls.expectation(whole_numbers(3, 5) * SIX)
    best, choice = rerolls.best(expected), rerolls.choice(expected)
    for place, roll in enumerate(ROLLS):
        keeps = [rerolls.index(keep) for keep in keeps_in(roll)]
        for column in range(5):
            worths = [expected[keep, column] for keep in keeps]
            assert best[place, column] == max(worths)
            assert choice[place, column] == keeps[worths.index(max(worths))]
    assert (rerolls.choice(expected[:, 0]) == choice[:, 0]).all()


def test_selections_leave_the_right_keeps():
    roll = (6, 1, 6, 3, 3)
    for selection, keep in zip(SELECTIONS, rerolls.keeps_of(roll), strict=True):
        assert rerolls.KEEPS[keep] == left(roll, selection)
        assert rerolls.keep_of(roll, selection) == keep


@pytest.mark.slow
def test_what_lands_from_a_keep_is_what_is_listed():
    kept = np.eye(462)
    likely = rerolls.rolls_after(kept)
    assert likely.sum(axis=0) == pytest.approx(np.ones(462), abs=1e-12)
    for place, keep in enumerate(rerolls.KEEPS):
        listed = dict(outcomes(keep))
        expected = [listed.get(roll, 0) / SIX for roll in ROLLS]
        assert likely[:, place] == pytest.approx(expected, abs=1e-15)


def test_outcomes_added_up_die_by_die_are_those_that_are_listed():
    random = Random(8)
    final = {roll: random.randrange(10**40) for roll in ROLLS}
    ends = [random.randrange(10**40) for _ in ROLLS]
    listed = [sum(ways * final[roll] for roll, ways in outcomes(keep)) for keep in REROLLED]
    assert added_up([*final.values()], ends) == [*listed, *ends]


def test_turns_and_their_endings_are_those_of_plain_enumeration():
    final = whole_numbers(4, 70)
    values, endings = turns.values(final), turns.endings(final)
    assert endings.shape == (252, 70)
    for column in (0, 1, 69):
        slow = SlowTurn({roll: int(final[place, column]) for place, roll in enumerate(ROLLS)})
        assert values[column] == pytest.approx(slow.value / SIX**3, abs=1e-12)
        ways = slow.finals((), 3)
        listed = [ways[roll] / SIX**3 for roll in ROLLS]
        assert endings[:, column] == pytest.approx(listed, abs=1e-12)
        followed = turns.follow(np.stack([final[:, column], np.eye(252)[7]], axis=1))
        assert followed.start[0] == pytest.approx(values[column], abs=1e-12)
        assert followed.start[1] == pytest.approx(endings[7, column], abs=1e-12)
        for rerolls_left in (1, 2):
            for keep, worth in slow.expected[rerolls_left].items():
                ours = followed.keeps[rerolls_left][rerolls.index(keep), 0]
                assert ours == pytest.approx(worth / SIX**rerolls_left, abs=1e-12)


def test_equal_keeps_are_told_apart_by_a_second_number():
    """Where all is equal the second number decides; where the first decides it does not matter."""
    first, second = whole_numbers(5, 4), whole_numbers(6, 4)
    same = np.zeros_like(first)
    assert (turns.endings(same, 1e-9, second) == turns.endings(second)).all()
    assert (turns.endings(first, 1e-9, np.zeros_like(first)) == turns.endings(first)).all()
    by_second = turns.follow(np.stack([same[:, 0], second[:, 0]], axis=1), 1e-9, then=True)
    alone = turns.follow(second[:, :1])
    for n in range(3):
        assert (by_second.rolls[n][:, 1] == alone.rolls[n][:, 0]).all()
