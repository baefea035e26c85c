"""Sheets played for the win, against plain enumeration and numbers that were computed apart."""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np
import pytest

from rules import registry
from rules.dice import DIFFERENT_ROLLS
from rules.exact import rerolls
from rules.screen import Action, Seat
from rules.sheets import winning
from rules.sheets.duel import Duel
from rules.sheets.flow import Choosing
from rules.sheets.outcomes import outcomes_of
from rules.sheets.solver import solve
from rules.sheets.to_come import to_come
from rules.sheets.winning import TurnStart, solve_turn
from rules.turns import TurnRolled
from slow_rows import nine, rows_by, thirteen
from slow_win import SlowDuel, SlowLastRound

GAMES = {"nine": nine, "thirteen": thirteen}


def mask(rows) -> int:
    return sum(1 << row for row in rows)


@cache
def rows_of(key):
    return rows_by(GAMES[key])


@cache
def by_roll(key):
    """Return the points of each roll, row by row."""
    return [dict(zip(DIFFERENT_ROLLS, row, strict=True)) for row in rows_of(key).scores]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "rows", "share"),
    [("nine", 3, 0.480707756), ("nine", 5, 0.489299437), ("thirteen", 5, 0.498099791)],
)
def test_two_sheets_with_their_first_rows_open_are_worth_to_the_first_seat(key, rows, share):
    standing = TurnStart((mask(range(rows)),) * 2, (0, 0), 0)
    turn = solve_turn(rows_of(key), standing)
    assert turn.exact
    assert turn.shares(turn.turn.start) == pytest.approx((share, 1 - share), abs=1e-9)


THREE_ROWS, FEWER_ROWS = 5, 95
"""How many positions of each game have three open rows each, and how many one or two."""

SAMPLE = slice(THREE_ROWS, THREE_ROWS + 2)
"""Two positions with one or two open rows."""


def positions(key):
    """Yield late positions of two, the totals close, before a turn of the first or second seat."""
    random, rows = Random(f"late {key}"), len(rows_of(key))
    for number in range(THREE_ROWS + FEWER_ROWS):
        mover, count = number % 2, 3 if number < THREE_ROWS else random.choice((1, 2))
        mine = frozenset(random.sample(range(rows), count))
        others = frozenset(random.sample(range(rows), count - mover))
        totals = random.randrange(150, 200), random.randrange(150, 200)
        yield mover, mine, others, totals


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize(
    "which",
    [SAMPLE, pytest.param(slice(None), marks=pytest.mark.slow)],
    ids=["sample", "all"],
)
def test_every_choice_of_two_late_sheets_is_worth_what_enumeration_says(key, which):
    for mover, mine, others, totals in [*positions(key)][which]:
        slow = SlowDuel(by_roll(key))
        sheets = (mask(mine), mask(others))[:: 1 if mover == 0 else -1]
        solved = solve_turn(rows_of(key), TurnStart(sheets, totals, mover))
        assert solved.exact
        ahead, unit = totals[mover] - totals[1 - mover], slow.unit(mine, others)
        start = slow.share(mine, others, ahead) / unit
        assert solved.shares(solved.turn.start)[mover] == pytest.approx(start, abs=1e-9)
        turn, unit = slow.turn(mine, others, ahead), unit // 6**15
        for row in mine:
            exactly = [
                slow.after(mine, others, ahead, row, roll) / unit for roll in DIFFERENT_ROLLS
            ]
            assert abs(solved.written[row][:, 0] - exactly).max() < 1e-9
        for rolls_left in (1, 2):
            finer = unit * 6 ** (5 * rolls_left)
            exactly = [turn.expected[rolls_left][keep] / finer for keep in rerolls.KEEPS]
            assert abs(solved.turn.keeps[rolls_left][:, 0] - exactly).max() < 1e-9


LAST = {
    "nine": ((4, 0, 8), (240, 298, 271), (4, 6, 7), (310, 310, 300), (0, 4, 3, 3), (1, 0, 2, 0)),
    "thirteen": ((8, 0, 6), (52, 70, 60), (8, 8, 8), (99, 99, 99), (0, 11, 9, 2), (9, 4, 0, 5)),
}


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("number", range(3))
def test_the_last_round_of_three_and_four_is_worth_what_enumeration_says(key, number):
    rows, totals = LAST[key][2 * number : 2 * number + 2]
    slow = SlowLastRound([by_roll(key)[row] for row in rows])
    for mover in range(len(rows)):
        sheets = tuple(0 if seat < mover else 1 << row for seat, row in enumerate(rows))
        solved = solve_turn(rows_of(key), TurnStart(sheets, totals, mover))
        assert solved.exact
        exactly = [share / slow.unit(mover) for share in slow.shares(totals, mover)]
        assert solved.shares(solved.turn.start) == pytest.approx(exactly, abs=1e-9)
        for keep, points, shares in slow.keeps(totals, mover):
            columns = solved.turn.keeps[1][rerolls.index(keep)]
            assert solved.shares(columns) == pytest.approx(shares, abs=1e-9)
            assert columns[1] == pytest.approx(totals[mover] + points, abs=1e-8)


def test_the_last_round_of_two_is_the_same_both_ways():
    """Induction over the difference, and standings that meet each other."""
    for key in GAMES:
        sheet, random = rows_of(key), Random(key)
        rows = outcomes_of(sheet).points((1 << len(sheet)) - 1, 0)
        for _ in range(5):
            own, other = (random.randrange(len(rows)) for _ in range(2))
            totals = random.randrange(20), random.randrange(20)
            after = winning.last_round.shares_after([rows[own], rows[other]], totals, 0)
            duel = Duel(sheet, 1 << own, 1 << other, totals[0] - totals[1])
            ends = totals[0] - totals[1] + rows[own].points
            assert after[:, 0] == pytest.approx(duel.after(0, 1 << other, ends), abs=1e-12)


@pytest.mark.parametrize("key", ["nine", pytest.param("thirteen", marks=pytest.mark.slow)])
def test_what_a_sheet_still_makes_has_the_mean_of_perfect_play_for_points(key):
    still, rest = to_come(rows_of(key)), solve(rows_of(key)).rest
    likely = np.array([still.likely(open_rows, 0) for open_rows in range(len(rest))])
    assert likely.sum(axis=1) == pytest.approx(np.ones(len(rest)), abs=1e-12)
    assert likely @ np.arange(still.most) == pytest.approx(rest[:, 0], abs=2e-3)


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize(
    "seats", [2, *(pytest.param(seats, marks=pytest.mark.slow) for seats in range(3, 7))]
)
def test_estimated_shares_of_all_seats_sum_to_1_at_every_point_of_the_turn(key, seats):
    random, rows = Random(f"{key} {seats}"), len(rows_of(key))
    for mover in range(seats):
        sheets = tuple(
            mask(random.sample(range(rows), 6 + (seat >= mover))) for seat in range(seats)
        )
        totals = tuple(random.randrange(80, 140) for _ in range(seats))
        solved = solve_turn(rows_of(key), TurnStart(sheets, totals, mover))
        assert not solved.exact
        for columns in (*solved.turn.rolls, *solved.turn.keeps[1:], *solved.written.values()):
            shares = columns.sum(axis=1) - columns[:, 1]
            assert shares == pytest.approx(np.ones(len(columns)), abs=1e-9)
            assert columns.min() > -1e-12


def test_an_estimate_shares_ties_and_counts_every_combination():
    """Three sheets with few totals left, against all combinations listed."""
    rows = rows_of("thirteen")
    masks, totals = (mask({0, 9}), mask({11}), mask({10, 1})), (40, 20, 30)
    still = [to_come(rows).likely(each, 0) for each in masks]
    shares = winning.estimate.by_total(still, totals, 0, 500)
    for own in (40, 70, 71, 30, 90):
        expected = np.zeros(3)
        for one in np.flatnonzero(still[1]):
            for other in np.flatnonzero(still[2]):
                ends = np.array([own, totals[1] + one, totals[2] + other])
                best = ends == ends.max()
                likely = still[1][one] * still[2][other]
                expected += likely * best / best.sum()
        assert shares[own] == pytest.approx(expected, abs=1e-6)


def test_with_more_rows_or_more_seats_the_shares_are_estimated():
    rows = rows_of("nine")
    five, six = 0b11111, 0b111111
    assert TurnStart((five, five), (0, 0), 0).is_exact(rows)
    assert not TurnStart((five, six), (0, 0), 1).is_exact(rows)
    assert not TurnStart((3, 3, 3), (0, 0, 0), 0).is_exact(rows)
    assert not TurnStart((1, 3, 3), (0, 0, 0), 1).is_exact(rows)
    assert TurnStart((1, 1, 1), (0, 0, 0), 0).is_exact(rows)
    assert TurnStart((0, 0, 1), (0, 0, 0), 2).is_exact(rows)


def test_in_a_decided_round_the_sheet_is_still_played_for_points():
    """A thousand points ahead every choice wins: then the points decide, rows and rerolls alike."""
    rows = rows_of("nine")
    for open_rows in (0b110, 0b111111):
        solved = solve_turn(rows, TurnStart((open_rows,) * 2, (1400, 0), 0))
        points = solve(rows).turn(open_rows)
        assert solved.turn.start[0] == pytest.approx(1, abs=1e-9)
        assert solved.turn.start[1] == pytest.approx(1400 + points.start[0], abs=1e-9)


def test_a_duel_holds_its_own_states_only_and_is_kept():
    rows = rows_of("nine")
    duel = winning.solved_duel(rows, 0b11100, 0b00111, 5)
    assert winning.solved_duel(rows, 0b11100, 0b00111, 5) is duel
    assert duel.holds(0b00111, 0b01100, -5)
    assert winning.solved_duel(rows, 0b00111, 0b01100, -5) is duel
    assert not duel.holds(0b11100, 0b00111, 6)
    assert duel.holds(0b11100, 0b00111, 5000)


def last_turn(key, row, faces, behind):
    """Return the last choice of a round of two but one roll: the other sheet is full."""
    game = registry.game(key)
    index = next(i for i, action in enumerate(actions_of(game)) if action == Action("write", row))
    rows = len(actions_of(game))
    sheet = tuple(None if place == index else 0 for place in range(rows))
    other = (behind, *(0,) * (rows - 1))
    rolls = TurnRolled((faces, faces), (1,))
    return game, Choosing((other, sheet), (0, 0), rolls), Seat(1)


def actions_of(game):
    """Return the actions that write the rows of a game, in order."""
    state = game.land(game.start(1, {}), (1, 2, 3, 4, 6))
    return [action for action in game.legal(state, Seat(0)) if action.verb == "write"]


@pytest.mark.parametrize(
    ("spot", "best", "win", "other", "share"),
    [
        (("thirteen", "chance", (4, 5, 3, 6, 3), 20), "write.chance", 1.0, None, 0.78),
        (("nine", "two-pair", (2, 2, 1, 1, 5), 39), "reroll.34", 0.389, "write.two-pair", 0.0),
        (("nine", "one-pair", (3, 1, 2, 1, 1), 19), "reroll.245", 0.843, "write.one-pair", 0.0),
    ],
)
def test_with_one_reroll_left_the_last_turn_is_played_to_win(spot, best, win, other, share):
    """`other` is a second choice with its share; None is that with the most points."""
    game, state, seat = last_turn(*spot)
    advice = game.advise(state, seat)
    assert (advice[0].action.code, advice[0].exact) == (best, True)
    assert advice[0].worth == pytest.approx(win, abs=0.0005)
    ((action, _),) = game.computer(state, seat, "perfect")
    assert action == advice[0].action
    most = max(advice, key=lambda one: one.points).action.code
    (found,) = (one for one in advice if one.action.code == (other or most))
    assert found.worth == pytest.approx(share, abs=0.005)
