"""Exact play of Dice Poker (RULES 1): one reroll each, the dealer first.

The player, who sees the dealer's hand, has a plain problem: reroll so that win
+ ½ draw is greatest. The dealer, who knows how the player will answer each
hand, has another. Everything is counted in whole numbers that a float holds
exactly: `player` in halves of 6^-5, `dealer` in halves of 6^-10, the value of
the game in halves of 6^-20. So equally good selections are exactly equal.

Only the value is unique: where several answers of the player are equally good,
P(win) and P(draw) depend on the one that is taken. Here it is always the one
that the computer takes at level `perfect`: the first in the order of
`rerolls.KEEPS`, which rerolls the fewest dice.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from rules.dice import DIFFERENT_ROLLS, Roll, orders
from rules.exact.advice import of_selections, ranked
from rules.exact.rerolls import FIRST_ROLL, ROLLS, best, choice, expectation, index, kept
from rules.exact.tables import FloatArray, once, read_only
from rules.game import Advice
from rules.hands import DICE_POKER

_ONE = 6.0**5
"""Certainty, in the numbers that a keep's chances are counted in."""

_UNIT = 2 * 6.0**5
"""A whole win of the player in `answered`."""

_UNIT_OF_DEALER = 2 * 6.0**10
"""A whole win of the player in `value`."""


@dataclass(frozen=True)
class Tables:
    """The solved game; all arrays are worth to the player, in whole numbers.

    `win` and `draw` (462 keeps, 252 hands of the dealer), of 6^5: the player's
    chances with each keep. `answered` (252 player's rolls, 252 dealer's hands),
    of 2·6^5: what a perfect answer is worth. `dealt` (462 keeps of the dealer,
    252 player's rolls), of 2·6^10: what the dealer leaves the player with each
    keep. `value` (252 dealer's rolls, 252 player's rolls), of 2·6^10.
    """

    win: FloatArray
    draw: FloatArray
    answered: FloatArray
    dealt: FloatArray
    value: FloatArray


@once
def tables() -> Tables:
    """Solve the game backwards: the player's answers, then the dealer's selections."""
    strength = np.array([DICE_POKER.hand(roll).strength for roll in DIFFERENT_ROLLS])
    win = expectation(np.where(strength[:, None] > strength[None, :], _ONE, 0.0))
    draw = expectation(np.eye(ROLLS) * _ONE)
    answered = best(2 * win + draw)
    dealt = expectation(np.ascontiguousarray(answered.T) * _ONE)
    value = -best(-dealt)
    return Tables(*map(read_only, (win, draw, answered, dealt, value)))


def value() -> Fraction:
    """Return what the game is worth to the player, both perfect (RULES 1.9), exactly."""
    return _average(tables().value)


def value_against(select: Callable[[Roll], tuple[int, ...]]) -> Fraction:
    """Return what the game is worth to a perfect player whose dealer selects by its own roll alone.

    `select` gives the positions that are rerolled with a roll in rising order.
    """
    keeps = [kept(roll, select(roll)) for roll in DIFFERENT_ROLLS]
    return _average(tables().dealt[keeps])


def _average(value: FloatArray) -> Fraction:
    """Return the average over both first rolls; every product is a whole number below 2^53."""
    weights = np.array([orders(roll) for roll in DIFFERENT_ROLLS], dtype=np.int64)
    return Fraction(int(weights @ value.astype(np.int64) @ weights), 2 * 6**20)


def before_rolls() -> float:
    """Return what the round is worth to the player before any die has landed."""
    return float(value())


def before_player_rolls(dealer: Roll) -> float:
    """Return what the round is worth to the player when only the dealer has rolled."""
    return float(tables().value[index(dealer)] @ FIRST_ROLL) / _UNIT_OF_DEALER


def before_dealer_rerolls(keep: int, player: Roll) -> float:
    """Return what the round is worth to the player when the dealer keeps `keep` and rerolls."""
    return float(tables().dealt[keep, index(player)]) / _UNIT_OF_DEALER


def before_dealer_selects(dealer: Roll, player: Roll) -> float:
    """Return what the round is worth to the player when both have rolled."""
    return float(tables().value[index(dealer), index(player)]) / _UNIT_OF_DEALER


def before_player_selects(hand: Roll, player: Roll) -> float:
    """Return what the round is worth to the player who sees the dealer's final `hand`."""
    return float(tables().answered[index(player), index(hand)]) / _UNIT


def before_player_rerolls(hand: Roll, keep: int) -> float:
    """Return what the round is worth to the player who keeps `keep` against the dealer's `hand`."""
    solved, against = tables(), index(hand)
    return float(2 * solved.win[keep, against] + solved.draw[keep, against]) / _UNIT


def advise_player(hand: Roll, roll: Roll) -> tuple[Advice, ...]:
    """Return what each selection is worth to the player who sees the dealer's final `hand`."""
    solved, against = tables(), index(hand)
    win, draw = solved.win[:, against], solved.draw[:, against]
    return ranked(of_selections(roll, (2 * win + draw) / _UNIT, win / _ONE, draw / _ONE))


def advise_dealer(roll: Roll, player: Roll) -> tuple[Advice, ...]:
    """Return what each selection is worth to the dealer when the player answers perfectly.

    The chances are those against the answers that the perfect computer gives.
    """
    solved, own = tables(), index(player)
    answers = choice(2 * solved.win + solved.draw, equal=0.5, rolls=[own])[0]
    lose, draw = (chance[answers, np.arange(ROLLS)] for chance in (solved.win, solved.draw))
    win = _ONE - lose - draw
    return ranked(
        of_selections(
            roll,
            1 - solved.dealt[:, own] / _UNIT_OF_DEALER,
            expectation(win * _ONE) / _ONE**2,
            expectation(draw * _ONE) / _ONE**2,
        )
    )
