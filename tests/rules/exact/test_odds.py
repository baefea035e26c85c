"""The odds of single hands against plain enumeration."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from rules.dice import DIFFERENT_ROLLS
from rules.exact.odds import chances_of_ranks, chances_to_beat, rarity
from rules.hands import DICE_POKER, POKER_DICE, POKER_DICE_STRAIGHTS_BUST
from rules.turns import positions_of
from slow_hands import IDS, slow_compare, slow_name
from slow_play import ROLLS, SIX, SlowTurn, left

ORDERS = [DICE_POKER, POKER_DICE, POKER_DICE_STRAIGHTS_BUST]


def test_1_2_2_3_how_rare_hands_are():
    rolls = [tuple(sorted(roll)) for roll in product(range(1, 7), repeat=5)]
    for order in ORDERS:
        for roll in DIFFERENT_ROLLS[::36]:
            found = rarity(roll[::-1], order)
            rank = slow_name(order.key, roll)
            assert found.rank == sum(slow_name(order.key, other) == rank for other in rolls)
            better = sum(slow_compare(order.key, other, roll) >= 0 for other in rolls)
            assert found.at_least == better


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: order.key)
def test_beating_a_hand_with_one_and_two_rerolls(order):
    random = Random(order.key)
    for _ in range(15):
        roll, beat = (tuple(random.choices(range(1, 7), k=5)) for _ in range(2))
        result = {other: slow_compare(order.key, other, beat) for other in ROLLS}
        slow = SlowTurn({other: 1 + result[other] for other in ROLLS})
        one, two = chances_to_beat(roll, beat, order)
        assert (one.rerolls, two.rerolls) == (1, 2)
        for found in (one, two):
            assert len(found.selections) == 32
            worths = [advice.worth for advice in found.selections]
            assert worths == sorted(worths, reverse=True)
            for advice in found.selections:
                ways = slow.finals(left(roll, positions_of(advice.action)), found.rerolls)
                chances = [
                    sum(count for end, count in ways.items() if result[end] == wanted)
                    for wanted in (1, 0, -1)
                ]
                exactly = [float(Fraction(chance, SIX**found.rerolls)) for chance in chances]
                assert advice.chances == pytest.approx(exactly, abs=1e-12)
                assert advice.worth == pytest.approx(exactly[0] + exactly[1] / 2, abs=1e-12)


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: order.key)
def test_the_best_chance_of_at_least_each_rank(order):
    for roll in [(6, 6, 3, 3, 1), (1, 2, 3, 4, 6), (5, 5, 5, 5, 5)]:
        found = chances_of_ranks(roll, order)
        assert [one.rank for one in found] == [*IDS[order.key]] * 2
        for one in found:
            wanted = IDS[order.key][one.rank]
            slow = SlowTurn(
                {end: int(IDS[order.key][slow_name(order.key, end)] <= wanted) for end in ROLLS}
            )
            best = slow.rolls[one.rerolls][tuple(sorted(roll))]
            assert one.chance == pytest.approx(best / SIX**one.rerolls, abs=1e-12)


def test_odds_by_hand():
    """One die of 6 6 3 3 1: two of six faces make the full house, twice with two tries."""
    by_rank = {
        (one.rerolls, one.rank): one.chance for one in chances_of_ranks((6, 6, 3, 3, 1), POKER_DICE)
    }
    assert by_rank[1, "full-house"] == pytest.approx(1 / 3)
    assert by_rank[2, "full-house"] == pytest.approx(1 - (2 / 3) ** 2)
    assert by_rank[1, "bust"] == 1
