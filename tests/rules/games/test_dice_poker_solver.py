"""Dice Poker solved: its value (README 1.9) and every selection against plain enumeration."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

import rules.games.dice_poker
from rules.dice import SELECTIONS
from rules.exact import rerolls
from rules.games.dice_poker import solver
from rules.games.dice_poker.computer import SELECT
from rules.turns import positions_of
from slow_play import (
    ROLLS,
    SIX,
    dealer_chances,
    left,
    outcomes,
    player_answer,
    player_keeps,
)

ROUNDS = 110


def a_roll(random: Random) -> tuple[int, ...]:
    return tuple(random.choices(range(1, 7), k=5))


def assert_is_enumerated(advice, roll, chances_of):
    """Check worth and chances of every selection, best first, equal ones exactly equal."""
    assert {positions_of(one.action) for one in advice} == set(SELECTIONS)
    worths = []
    for one in advice:
        win, draw, lose = chances_of(left(roll, positions_of(one.action)))
        worths.append(win + draw / 2)
        assert one.worth == pytest.approx(float(win + draw / 2), abs=1e-12)
        assert one.chances == pytest.approx((float(win), float(draw), float(lose)), abs=1e-12)
        assert all(0 <= chance <= 1 for chance in one.chances)
    assert worths == sorted(worths, reverse=True)
    for (mine, yours), (exactly, also) in zip(
        itertools.pairwise(advice), itertools.pairwise(worths), strict=True
    ):
        assert (mine.worth == yours.worth) == (exactly == also)


def test_1_9_the_value_of_the_game():
    assert solver.value() == Fraction(1894291905762893, 3656158440062976)
    assert solver.before_rolls() == pytest.approx(0.5181099060, abs=1e-9)


@pytest.mark.parametrize("every", [200, pytest.param(12, marks=pytest.mark.slow)])
def test_the_worth_of_first_rolls_by_plain_enumeration(every):
    """All 252 first rolls of the dealer against some of the player's, both perfect."""
    for player in ROLLS[::every]:
        answers = {hand: player_answer(player, hand) for hand in ROLLS}
        for dealer in ROLLS:
            keeps = {left(dealer, chosen) for chosen in SELECTIONS}
            least = min(
                sum(
                    ways * (2 * answers[hand][0] + answers[hand][1])
                    for hand, ways in outcomes(keep)
                )
                for keep in keeps
            )
            worth = solver.before_dealer_selects(dealer, player)
            assert worth == pytest.approx(least / (2 * SIX**2), abs=1e-12)


def test_worths_between_the_rolls_are_the_averages_of_what_may_land():
    for dealer in ROLLS[::25]:
        landed = [
            solver.before_dealer_selects(dealer, roll) * ways / SIX for roll, ways in outcomes(())
        ]
        assert solver.before_player_rolls(dealer) == pytest.approx(sum(landed), abs=1e-12)
    for player in ROLLS[::50]:
        for keep in [(), (6,), (2, 2), (1, 3, 5), (4, 4, 4, 6)]:
            place = rerolls.index(keep)
            landed = [
                solver.before_player_selects(hand, player) * ways / SIX
                for hand, ways in outcomes(keep)
            ]
            worth = solver.before_dealer_rerolls(place, player)
            assert worth == pytest.approx(sum(landed), abs=1e-12)
            wins, draws = player_keeps(player)[keep]
            worth = solver.before_player_rerolls(player, place)
            assert worth == pytest.approx((wins + draws / 2) / SIX, abs=1e-12)


def test_every_selection_of_the_player_is_worth_what_enumeration_says():
    random = Random("player")
    for _ in range(ROUNDS):
        hand, roll = a_roll(random), a_roll(random)

        def chances_of(keep, hand=hand):
            wins, draws = player_keeps(tuple(sorted(hand)))[keep]
            win, draw = Fraction(wins, SIX), Fraction(draws, SIX)
            return win, draw, 1 - win - draw

        advice = solver.advise_player(hand, roll)
        assert_is_enumerated(advice, roll, chances_of)
        assert solver.before_player_selects(hand, roll) == advice[0].worth


@pytest.mark.slow
def test_every_selection_of_the_dealer_is_worth_what_enumeration_says():
    random = Random("dealer")
    for _ in range(ROUNDS):
        roll, player = a_roll(random), a_roll(random)

        def chances_of(keep, player=player):
            return dealer_chances(keep, tuple(sorted(player)))

        advice = solver.advise_dealer(roll, player)
        assert_is_enumerated(advice, roll, chances_of)
        assert 1 - solver.before_dealer_selects(roll, player) == advice[0].worth


def test_1_8_of_equally_good_selections_the_one_that_rerolls_least_comes_first():
    keeping, *others = solver.advise_player((1, 2, 3, 3, 6), (5, 5, 2, 2, 1))
    assert keeping.action.code == "keep"
    assert {other.worth for other in others[:7]} == {1.0}
    assert [one.action.code for one in others[:3]] == ["reroll.3", "reroll.4", "reroll.5"]


@pytest.mark.slow
@pytest.mark.parametrize("level", ["easy", "greedy", "house"])
def test_1_9_the_value_against_a_dealer_at_each_level(level):
    """Probability of each hand of the dealer, times the worth of the best answer to it."""
    hands = Counter()
    for roll, dealt in outcomes(()):
        for hand, ways in outcomes(left(roll, SELECT[level](roll))):
            hands[hand] += dealt * ways
    total = 0
    for hand, dealt in hands.items():
        for roll, ways in outcomes(()):
            wins, draws = player_answer(roll, hand)
            total += dealt * ways * (2 * wins + draws)
    value = Fraction(total, 2 * SIX**4)
    assert value > solver.value()
    figures = (Path(rules.games.dice_poker.__file__).parent / "README.md").read_text("utf-8")
    assert f"| `{level}` | {value} | ≈ {float(value):.10f} |" in figures
    assert f"| `perfect` | {solver.value()} | ≈ {float(solver.value()):.10f} |" in figures
