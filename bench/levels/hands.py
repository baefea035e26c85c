"""What the level `house` loses in games of one hand on average, exactly, over all dice and cards.

These losses are rare and large: to know them to 2 % for each seat takes thousands of seeded games.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

import numpy as np

from rules.dice import DIFFERENT_ROLLS, POSITIONS
from rules.exact.rerolls import FIRST_ROLL, KEEPS, ROLLS, keep_of, rolls_after
from rules.exact.tables import FloatArray, IntArray
from rules.exact.turns import REROLLS, Turn
from rules.games.dice_poker import computer as dice_poker_computer
from rules.games.dice_poker import solver as dice_poker_solver
from rules.games.poker_dice import computer as poker_dice_computer
from rules.games.poker_dice.solver import BestHand, solve
from rules.games.poker_dice.state import Finished, PokerTable
from rules.games.six_card import equilibrium
from rules.games.six_card.cards import HANDS, low_then_middle
from rules.games.six_card.strategies import chance_of
from rules.turns import TurnRolled

Losses: TypeAlias = tuple[float, ...]
"""The average loss of each seat."""


def dice_poker(_seats: int, _options: Mapping[str, str]) -> Losses:
    """Return the losses of dealer and player."""
    solved = dice_poker_solver.tables()
    keeps = np.array([keep_of(roll, dice_poker_computer.house(roll)) for roll in DIFFERENT_ROLLS])
    dealer = solved.dealer_rerolls[keeps] - solved.dealer_selects
    hands = _landed(keeps, FIRST_ROLL)
    player = solved.player_selects - (2 * solved.win + solved.draw)[keeps]
    return (
        float(FIRST_ROLL @ dealer @ FIRST_ROLL) / (2 * 6.0**10),
        float(FIRST_ROLL @ player @ hands) / (2 * 6.0**5),
    )


def six_card(seats: int, _options: Mapping[str, str]) -> Losses:
    """Return the losses of both seats, which are alike."""
    lost = Fraction(0)
    for hand in HANDS:
        chances = equilibrium.chances(hand)
        given = equilibrium.worth(hand) - chances[low_then_middle(hand)].score
        lost += chance_of(hand) * given
    return (float(lost),) * seats


def poker_dice(seats: int, options: Mapping[str, str]) -> Losses:
    """Return the losses of the seats in their order, over all best hands that they may meet."""
    bust = options.get("straights") == "bust"
    standings: Mapping[BestHand, float] = {BestHand(): 1.0}
    lost: list[float] = []
    for seat in range(seats):
        following: defaultdict[BestHand, float] = defaultdict(float)
        lost.append(0.0)
        for standing, chance in standings.items():
            best = () if standing.best is None else (Finished((standing.best,)),)
            table = PokerTable(seats, bust, best * seat)
            solved = solve(table.order, standing, seats - seat - 1)
            given, hands = _in_turn(solved.turn, _keeps(table))
            lost[-1] += chance * given
            for hand in np.flatnonzero(hands).tolist():
                after = standing.after(DIFFERENT_ROLLS[hand], table.order)
                following[after] += chance * float(hands[hand])
        standings = following
    return tuple(lost)


@lru_cache(ROLLS)
def _keeps(table: PokerTable) -> IntArray:
    """Return the keep of each roll, the roll itself where the turn ends.

    `house` looks at the best hand and at whether seats are to come, not at its rerolls.
    """
    rolled = (TurnRolled((roll,), POSITIONS) for roll in DIFFERENT_ROLLS)
    return np.array([keep_of(one.dice, poker_dice_computer.house(table, one)) for one in rolled])


def _in_turn(turn: Turn, keeps: IntArray) -> tuple[float, FloatArray]:
    """Return the loss in a solved turn with these keeps, and the chance of each hand, (252,)."""
    lost, likely, hands = 0.0, FIRST_ROLL, np.zeros(ROLLS)
    for left in range(REROLLS, 0, -1):
        lost += float(likely @ (turn.rolls[left][:, 0] - turn.keeps[left][keeps, 0]))
        hands += np.where(keeps < ROLLS, likely, 0)
        likely = _landed(keeps, np.where(keeps < ROLLS, 0, likely))
    return lost, hands + likely


def _landed(keeps: IntArray, likely: FloatArray) -> FloatArray:
    """Return the chance of each roll after rolls with these chances kept these dice, (252,)."""
    chosen: FloatArray = np.bincount(keeps, likely, len(KEEPS)).astype(np.float64)
    return rolls_after(chosen[:, None])[:, 0]
