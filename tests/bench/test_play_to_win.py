"""The benches of play to win: the optimum that they play is the game's own, and gives nothing away."""

from __future__ import annotations

import pytest

from bench import sheet_hints, whole_nine, win
from rules.screen import Seat
from rules.sheets.duel import Duel
from rules.sheets.flow import Choosing
from rules.turns import TurnRolled

OPEN = 0b111
LATE = (None, None, None, 10, 0, 12, 0, 20, 0)
"""A sheet of Nine Categories whose first three rows are open."""


@pytest.fixture(scope="module")
def optimum():
    return whole_nine.Optimum(Duel(whole_nine.SCORES, OPEN, OPEN, 0))


@pytest.mark.parametrize("dice", [(1, 1, 2, 3, 5), (4, 4, 4, 6, 6), (2, 3, 4, 5, 6)])
@pytest.mark.parametrize("rolls", [1, 2, 3])
def test_the_optimum_of_the_bench_is_that_of_the_game(optimum, dice, rolls):
    rolled = TurnRolled((dice,) * rolls, ())
    state = Choosing((LATE, LATE), (None, None), rolled)
    advice = whole_nine.GAME.advise(state, Seat(0))
    shares = optimum.shares(state)
    assert shares.keys() >= {one.action for one in advice}
    for one in advice:
        assert shares[one.action] == pytest.approx(one.worth, abs=1e-8)
    assert optimum.given_away(state, advice[0].action) == pytest.approx(0, abs=1e-8)
    assert optimum.given_away(state, optimum(state, Seat(0))) == 0


def test_a_round_that_is_cut_ends_where_perfect_play_is_exact():
    steps = whole_nine.played((whole_nine.perfect,) * 2, "cut", 7)
    sheets = steps[-1][0].sheets
    assert max(sheet.count(None) for sheet in sheets) == 8
    assert whole_nine.exact_rows() == 5


def test_the_review_of_a_round_is_that_of_the_seat_that_plays_to_win():
    assert win.reviewed("nine", 2, 3).seat == Seat(1)
    assert win.half_width([1.0, 2.0, 3.0]) == pytest.approx(1.96 / 3**0.5)


@pytest.mark.parametrize(("seats", "rows"), [(2, 5), (2, 1), (6, 0)])
def test_hints_are_asked_for_at_their_stage(seats, rows):
    play = sheet_hints.begun("nine", seats, rows)
    assert {sheet.count(None) for sheet in play.state.sheets} == {rows or 9}
    assert play.awaits.seats == (Seat(0),)
    assert sheet_hints.rerolled(play).recorded == play.recorded + 2
