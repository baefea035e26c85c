"""Yams solved: against a solver in plain Python that shares no code (README 6.6)."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from rules.exact import rerolls
from rules.exact.turns import endings
from rules.games.yams.rows import AVERAGE, ROWS
from rules.sheets import solver
from rules.sheets.to_come import deviations_to_come
from slow_yams import SIZES, SlowYams, keeps

STATES, SAMPLE = 300, 12
"""How many random states are compared, and how many of them in a short run."""

DEVIATION = 59.6
"""The deviation of a whole sheet played for points (README 6.6)."""


def random_states():
    """Yield open rows, upper points and whether there is a fifty, as rounds may bring them."""
    random = Random("yams")
    for number in range(STATES):
        open_rows = frozenset(random.sample(range(13), 1 + number % (3 if number < SAMPLE else 4)))
        closed = [row for row in range(6) if row not in open_rows]
        upper = min(63, sum(random.choice((0, 1, 2, 3, 3, 4)) * (row + 1) for row in closed))
        yield open_rows, upper, 11 not in open_rows and random.random() < 0.5


def place(open_rows, upper, fifty):
    return sum(1 << row for row in open_rows), upper + 64 * fifty


@pytest.mark.parametrize(
    "states",
    [slice(4), pytest.param(slice(None), marks=pytest.mark.slow)],
    ids=["sample", "all"],
)
def test_6_6_random_states_are_worth_what_plain_python_says(states):
    solved, slow, random = solver.solve(ROWS), SlowYams(), Random(1)
    for state in [*random_states()][states]:
        mask, ledger = place(*state)
        assert solved.rest[mask, ledger] == pytest.approx(slow.rest(*state), abs=1e-9)
        roll = tuple(sorted(random.choices(range(1, 7), k=5)))
        written = slow.written(*state, roll)
        assert solved.writing(roll, mask, ledger) == pytest.approx(written, abs=1e-9)
        turn = solved.turn(mask, ledger)
        for left in (1, 2):
            exactly = slow.kept(slow.turn(*state)[left - 1])
            for keep in keeps(roll):
                if len(keep) < 5:
                    ours = turn.keeps[left][rerolls.index(keep), 0]
                    assert ours == pytest.approx(exactly[keep], abs=1e-9)


def test_6_6_what_perfect_play_alone_averages():
    solved = solver.solve(ROWS)
    assert solved.rest[-1, 0] == pytest.approx(254.5877287, abs=5e-8)
    assert solved.rest[-1, 0] == pytest.approx(AVERAGE, abs=1e-9)
    assert not solved.rest[0].any()


@pytest.mark.slow
def test_6_6_how_many_states_can_be_reached():
    """Those of full sheets, of which 128 can be, have nothing to be solved."""
    reached = solver.reachable(solver.solve(ROWS).outcomes)
    assert reached[1:].sum() == 536_320
    assert reached[0].sum() == 128


def test_6_6_the_deviation_of_a_whole_sheet():
    assert deviations_to_come(ROWS)[-1, 0] == pytest.approx(DEVIATION, abs=0.05)


def test_the_deviation_of_a_last_row_is_that_of_its_points():
    """Chance alone, counted out from the chance of each final roll under perfect play."""
    solved, chance = solver.solve(ROWS), 12
    final = np.array([float(sum(roll)) for roll in SIZES[5]])[:, None]
    likely = endings(final)[:, 0]
    mean = float(likely @ final[:, 0])
    square = float(likely @ final[:, 0] ** 2)
    assert solved.rest[1 << chance, 0] == pytest.approx(mean, abs=1e-9)
    deviation = deviations_to_come(ROWS)[1 << chance, 0]
    assert deviation == pytest.approx((square - mean**2) ** 0.5, abs=1e-3)
