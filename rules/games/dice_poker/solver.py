"""Exact play of Dice Poker (README 1.4, 1.8, 1.9), solved backwards.

The player sees the dealer's hand and maximises P(win) + ½ P(draw). The dealer
minimises the resulting worth to the player. All worths are integers that a
float holds exactly, so equally good selections are exactly equal: the units are
½·6^-5 before the player's decision, ½·6^-10 before the dealer's, and ½·6^-20
for the value of the game.

Only the value is unique: among equally good selections of the player, P(win) and P(draw) depend on
the choice. The solver chooses as the computer's level `perfect` does: the first in the order of
`rerolls.KEEPS`, which rerolls the fewest dice.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from rules.dice import DIFFERENT_ROLLS, Roll, orders
from rules.exact.advice import of_selections, ranked
from rules.exact.cached import cached_once
from rules.exact.causes import by_rank
from rules.exact.rerolls import FIRST_ROLL, ROLLS, best, choice, expectation, index
from rules.exact.tables import FloatArray, read_only
from rules.game import Advice
from rules.hands import DICE_POKER

_ONE = 6.0**5
"""Probability 1 in `Tables.win` and `Tables.draw`."""

_UNIT = 2 * 6.0**5
"""Worth 1 in `Tables.player_selects`."""

_UNIT_OF_DEALER = 2 * 6.0**10
"""Worth 1 in `Tables.dealer_rerolls` and `Tables.dealer_selects`."""


@dataclass(frozen=True)
class Tables:
    """The solved game: integer arrays of chances and worths for the player.

    - `win`, `draw` (462 keeps of the player, 252 hands of the dealer): the
      player's chances with each keep; 6^5 is probability 1.
    - `player_selects` (252 rolls of the player, 252 hands of the dealer): the
      worth before the player selects; 2·6^5 is a win.
    - `dealer_rerolls` (462 keeps of the dealer, 252 rolls of the player): the
      worth before the dealer rerolls; 2·6^10 is a win.
    - `dealer_selects` (252 rolls of the dealer, 252 rolls of the player): the
      worth before the dealer selects; 2·6^10 is a win.
    """

    win: FloatArray
    draw: FloatArray
    player_selects: FloatArray
    dealer_rerolls: FloatArray
    dealer_selects: FloatArray


@cached_once
def tables() -> Tables:
    """Solve the game backwards: the player's selections, then the dealer's."""
    strength = np.array([DICE_POKER.hand(roll).strength for roll in DIFFERENT_ROLLS])
    win = expectation(np.where(strength[:, None] > strength[None, :], _ONE, 0.0))
    draw = expectation(np.eye(ROLLS) * _ONE)
    player_selects = best(2 * win + draw)
    dealer_rerolls = expectation(np.ascontiguousarray(player_selects.T) * _ONE)
    dealer_selects = -best(-dealer_rerolls)
    solved = (win, draw, player_selects, dealer_rerolls, dealer_selects)
    return Tables(*map(read_only, solved))


@cached_once
def value() -> Fraction:
    """Return the exact value of the game to the player if both play perfectly (README 1.9).

    It is the average over both first rolls. All intermediate results are integers below 2^53.
    """
    weights = np.array([orders(roll) for roll in DIFFERENT_ROLLS], dtype=np.int64)
    worths = tables().dealer_selects.astype(np.int64)
    return Fraction(int(weights @ worths @ weights), 2 * 6**20)


def before_rolls() -> float:
    """Return the worth to the player before the first roll."""
    return float(value())


def before_player_rolls(dealer: Roll) -> float:
    """Return the worth to the player after the dealer's first roll."""
    return float(tables().dealer_selects[index(dealer)] @ FIRST_ROLL) / _UNIT_OF_DEALER


def before_dealer_rerolls(keep: int, player: Roll) -> float:
    """Return the worth to the player before the dealer rerolls all dice but `keep`."""
    return float(tables().dealer_rerolls[keep, index(player)]) / _UNIT_OF_DEALER


def before_dealer_selects(dealer: Roll, player: Roll) -> float:
    """Return the worth to the player after both first rolls."""
    return float(tables().dealer_selects[index(dealer), index(player)]) / _UNIT_OF_DEALER


def before_player_selects(hand: Roll, player: Roll) -> float:
    """Return the worth to the player before selecting against the dealer's final `hand`."""
    return float(tables().player_selects[index(player), index(hand)]) / _UNIT


def before_player_rerolls(hand: Roll, keep: int) -> float:
    """Return the worth to the player before rerolling all dice but `keep` against `hand`."""
    solved, against = tables(), index(hand)
    return float(2 * solved.win[keep, against] + solved.draw[keep, against]) / _UNIT


def advise_player(hand: Roll, roll: Roll) -> tuple[Advice, ...]:
    """Return the advice for the player's selections against the dealer's final `hand`."""
    solved, against = tables(), index(hand)
    win, draw = solved.win[:, against], solved.draw[:, against]
    return ranked(of_selections(roll, (2 * win + draw) / _UNIT, win / _ONE, draw / _ONE))


def advise_dealer(roll: Roll, player: Roll) -> tuple[Advice, ...]:
    """Return the advice for the dealer's selections against a perfect player.

    The chances are those against the selections of the computer's level `perfect`.
    """
    solved, own = tables(), index(player)
    responses = choice(2 * solved.win + solved.draw, equal=0.5, rolls=[own])[0]
    lose, draw = (chance[responses, np.arange(ROLLS)] for chance in (solved.win, solved.draw))
    win = _ONE - lose - draw
    return ranked(
        of_selections(
            roll,
            1 - solved.dealer_rerolls[:, own] / _UNIT_OF_DEALER,
            expectation(win * _ONE) / _ONE**2,
            expectation(draw * _ONE) / _ONE**2,
        )
    )


def player_by_rank(hand: Roll) -> FloatArray:
    """Return the columns of `causes.by_rank` for each keep of the player, against `hand`."""
    solved, against = tables(), index(hand)
    worth = (2 * solved.win[:ROLLS, against] + solved.draw[:ROLLS, against]) / _UNIT
    return expectation(by_rank(DICE_POKER, worth))


def dealer_by_rank(player: Roll) -> FloatArray:
    """Return the columns of `causes.by_rank` for each keep of the dealer."""
    worth = 1 - tables().player_selects[index(player)] / _UNIT
    return expectation(by_rank(DICE_POKER, worth))
