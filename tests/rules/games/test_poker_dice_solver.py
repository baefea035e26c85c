"""Poker Dice solved: its values (README 2.8) and what every seat's play is worth to every seat."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from rules.dice import DIFFERENT_ROLLS, SELECTIONS
from rules.exact import rerolls
from rules.games.poker_dice import solver
from rules.games.poker_dice.solver import BestHand
from rules.hands import POKER_DICE, POKER_DICE_STRAIGHTS_BUST
from slow_play import SlowPokerDice, average, left

SLOW = {order.key: SlowPokerDice(order.key) for order in (POKER_DICE, POKER_DICE_STRAIGHTS_BUST)}


@pytest.mark.parametrize(
    ("order", "value"),
    [(POKER_DICE, 0.4625793458), (POKER_DICE_STRAIGHTS_BUST, 0.4668852512)],
    ids=["normal", "bust"],
)
def test_2_8_the_value_of_acting_first_of_two(order, value):
    solved = solver.solve(order, BestHand(), 1)
    assert solved.turn.start[solved.columns("own")][0] == pytest.approx(value, abs=1e-9)
    assert solved.turn.start[solved.columns(0)][0] == pytest.approx(1 - value, abs=1e-9)


@pytest.mark.parametrize("seats", range(2, 9))
def test_shares_of_all_seats_sum_to_1_and_later_is_better(seats):
    solved = solver.solve(POKER_DICE, BestHand(), seats - 1)
    shares = [solved.turn.start[solved.columns(kind)][0] for kind in solved.kinds]
    assert len(shares) == seats
    assert sum(shares) == pytest.approx(1, abs=1e-12)
    assert shares == sorted(shares)


def test_how_a_standing_changes():
    standing = BestHand().after((3, 1, 3, 2, 2), POKER_DICE)
    assert standing == BestHand((1, 2, 2, 3, 3), 1)
    assert standing.after((2, 3, 1, 2, 3), POKER_DICE) == BestHand((1, 2, 2, 3, 3), 2)
    assert standing.after((1, 2, 3, 4, 6), POKER_DICE) == standing
    assert standing.after((6, 6, 6, 1, 2), POKER_DICE) == BestHand((1, 2, 6, 6, 6), 1)


def standings(random: Random, decisions: int):
    """Yield standings at random; some have no best hand yet, some a shared one."""
    for number in range(decisions):
        best, sharing = random.choice(DIFFERENT_ROLLS[::20]), 1 + number % 3 // 2
        yield (None, 0) if number % 4 == 3 else (best, sharing)


@pytest.mark.parametrize(
    ("order", "to_come", "decisions"),
    [
        (POKER_DICE, 0, 16),
        pytest.param(POKER_DICE, 1, 24, marks=pytest.mark.slow),
        pytest.param(POKER_DICE, 2, 4, marks=pytest.mark.slow),
        pytest.param(POKER_DICE_STRAIGHTS_BUST, 1, 8, marks=pytest.mark.slow),
    ],
    ids=["last", "one to come", "two to come", "one to come, straights bust"],
)
def test_every_selection_is_worth_what_enumeration_says(order, to_come, decisions):
    """The worths to the seat that plays, to the holders of the best hand and to later seats."""
    slow = SLOW[order.key]
    random = Random(f"{order.key} {to_come}")
    for best, sharing in standings(random, decisions):
        roll, rerolls_left = tuple(random.choices(range(1, 7), k=5)), random.choice((1, 2))
        solved = solver.solve(order, BestHand(best, sharing), to_come)
        turn = slow.turn(best, sharing, to_come)
        kinds = [kind for kind in ("own", "holder", *range(to_come)) if best or kind != "holder"]
        assert list(solved.kinds) == kinds
        finals = {kind: slow.final(best, sharing, to_come, kind) for kind in kinds}
        for keep in {left(roll, chosen) for chosen in SELECTIONS}:
            ways = turn.finals(keep, rerolls_left)
            ours = solved.turn.keeps[rerolls_left][rerolls.index(keep)]
            for kind in kinds:
                exactly = average(ways, finals[kind])
                expected = [float(number) for number in exactly]
                assert ours[solved.columns(kind)] == pytest.approx(expected, abs=1e-11)


def test_a_certain_hand_by_hand():
    """Five aces cannot be beaten, and five of the same with 1/6 each are shared."""
    solved = solver.solve(POKER_DICE, BestHand((6, 6, 6, 6, 6), 1), 0)
    keep = rerolls.index((6, 6, 6, 6))
    own = solved.turn.keeps[1][keep][solved.columns("own")]
    assert own == pytest.approx([1 / 12, 0, 1 / 6], abs=1e-15)
    holder = solved.turn.keeps[1][keep][solved.columns("holder")]
    assert holder == pytest.approx([float(1 - Fraction(1, 12)), 5 / 6, 1 / 6], abs=1e-15)


@pytest.mark.parametrize("order", [POKER_DICE, POKER_DICE_STRAIGHTS_BUST], ids=lambda one: one.key)
def test_no_question_solves_what_follows_a_turn(order, monkeypatch):
    """Whatever the number of seats, and of those that share the best hand."""
    monkeypatch.delattr(solver, "endings")
    for seat in range(8):
        for sharing in range(1, seat + 1):
            for to_come in range(8 - seat):
                standing = BestHand((1, 2, 6, 6, 6), sharing)
                assert solver.solve.__wrapped__(order, standing, to_come).turn.start[0] > 0


@pytest.mark.parametrize("order", [POKER_DICE, POKER_DICE_STRAIGHTS_BUST], ids=lambda one: one.key)
def test_standings_solved_anew_are_those_that_came(order):
    for sharing, to_come in ((1, 0), (1, 2), (6, 2), (7, 1)):
        came, anew = (find(order, sharing, to_come) for find in (solver.standings, solver._solved))
        assert came.holder == pytest.approx(anew.holder, abs=1e-9)
        for one, other in zip(came.coming, anew.coming, strict=True):
            assert one == pytest.approx(other, abs=1e-9)
