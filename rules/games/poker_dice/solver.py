"""Exact play of Poker Dice (README 2.5, 2.6, 2.8) with any number of seats.

After a seat's turn the rest of the round depends only on the best hand so far,
the number of seats that share it, and the number of seats to come. The game is
solved backwards over these *standings*, from the last seat to the first.

Every seat maximises its own expected share of the win (1, or 1/k if k seats
share it). With two seats this determines all worths. With more, a seat may have
selections of equal worth to itself and of different worth to the others; it
then chooses the first in the order of `rerolls.KEEPS`, as the computer's level
`perfect` does, and the worths of the other seats are computed from that choice.

Worths are rows of three numbers: the expected share, the probability to win
alone, the probability to share the win.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from rules.dice import DIFFERENT_ROLLS, Roll
from rules.exact.cached import cached_once
from rules.exact.rerolls import ROLLS, index
from rules.exact.table_store import table_of
from rules.exact.tables import BoolArray, FloatArray, read_only
from rules.exact.turns import Turn, endings, follow
from rules.games.poker_dice.state import SEATS
from rules.hands import RankOrder

LOST = np.zeros(3)
"""The worth of the round to a beaten seat."""


@dataclass(frozen=True, slots=True)
class BestHand:
    """The best hand so far and the number of seats that share it; None and 0 at the start."""

    best: Roll | None = None
    sharing: int = 0

    def after(self, hand: Roll, order: RankOrder) -> BestHand:
        """Return the standing after another seat has finished with `hand`."""
        if self.best is None or order.hand(hand) > order.hand(self.best):
            return BestHand(tuple(sorted(hand)), 1)
        if order.hand(hand) == order.hand(self.best):
            return BestHand(self.best, self.sharing + 1)
        return self


@dataclass(frozen=True)
class BestHandWorths:
    """The worths of the standings with one number of sharing seats and of seats to come.

    Arrays (252, 3) run over the best hand: `holder` is the worth to each seat
    that has it, `coming[i]` that to the i-th of the seats to come.
    """

    holder: FloatArray
    coming: tuple[FloatArray, ...]


@cached_once
def _beats(order: RankOrder) -> BoolArray:
    """Return whether the hand of the first axis beats that of the second, (252, 252)."""
    strength = np.array([order.hand(roll).strength for roll in DIFFERENT_ROLLS])
    return read_only(strength[:, None] > strength[None, :])


@cached_once
def standings(order: RankOrder, sharing: int, to_come: int) -> BestHandWorths:
    """Return the standings in which `sharing` seats have the best hand and `to_come` follow."""
    of_kinds = _all_standings(order)[sharing - 1, to_come]
    return BestHandWorths(of_kinds[0], tuple(of_kinds[1 : 1 + to_come]))


@cached_once
def _all_standings(order: RankOrder) -> FloatArray:
    """Return the standings of as many seats as the game has, kept in the store for tables.

    The axes are the seats that share the best hand, less 1, those to come, the kind of seat (the
    holders first, then those to come), and those of `BestHandWorths`.
    """
    inputs = repr([order.hand(roll).strength for roll in DIFFERENT_ROLLS])
    return read_only(table_of(f"standings-{order.key}", inputs, lambda: _solve_standings(order)))


def _solve_standings(order: RankOrder) -> FloatArray:
    most = SEATS[-1]
    standings = np.zeros((most, most, most, ROLLS, 3))
    for sharing in range(1, most + 1):
        for to_come in range(most - sharing + 1):
            solution = _solved(order, sharing, to_come)
            standings[sharing - 1, to_come, : 1 + to_come] = (solution.holder, *solution.coming)
    return standings


@cached_once
def _solved(order: RankOrder, sharing: int, to_come: int) -> BestHandWorths:
    """Solve the standings in which `sharing` seats have the best hand and `to_come` follow."""
    if not to_come:
        result = np.array([1 / sharing, float(sharing == 1), float(sharing > 1)])
        return BestHandWorths(read_only(np.tile(result, (ROLLS, 1))), ())
    better = _solved(order, 1, to_come - 1)
    equal = _solved(order, sharing + 1, to_come - 1)
    worse = _solved(order, sharing, to_come - 1)
    beats, same = _beats(order), np.eye(ROLLS, dtype=bool)
    final = np.where(beats, better.holder[:, :1], 0.0)
    final[same] = equal.holder[:, 0]
    likely = endings(final)
    p_better, p_equal = np.where(beats, likely, 0.0), likely[same][:, None]
    p_worse = 1 - p_better.sum(axis=0)[:, None] - p_equal

    def after(ahead: FloatArray, level: FloatArray, behind: FloatArray) -> FloatArray:
        """Return the expected worth, given the worths after a better, equal or worse hand."""
        worth = np.einsum("rb,rw->bw", p_better, ahead) + p_equal * level + p_worse * behind
        return read_only(worth)

    lost = np.zeros((ROLLS, 3))
    coming = (
        after(better.holder, equal.holder, lost),
        *(after(better.coming[i], equal.coming[i], worse.coming[i]) for i in range(to_come - 1)),
    )
    return BestHandWorths(after(lost, equal.holder, worse.holder), coming)


def _finals(order: RankOrder, standing: BestHand, to_come: int) -> dict[str | int, FloatArray]:
    """Return the worths of the acting seat's final rolls, (252, 3), for each kind of seat.

    "own" is the acting seat, "holder" each seat that has the best hand so far,
    i the i-th of the `to_come` seats after it.
    """
    alone = standings(order, 1, to_come)
    if standing.best is None:
        return {"own": alone.holder, **dict(enumerate(alone.coming))}
    place = index(standing.best)
    level = standings(order, standing.sharing + 1, to_come)
    behind = standings(order, standing.sharing, to_come)
    beats = _beats(order)[:, place, None]

    def final(ahead: FloatArray, equal: FloatArray, below: FloatArray) -> FloatArray:
        """Return the worths after better, equal and worse final rolls in one array."""
        worth = np.where(beats, ahead, below)
        worth[place] = equal
        return worth

    own = final(alone.holder, level.holder[place], LOST)
    holder = final(np.zeros((ROLLS, 3)), level.holder[place], behind.holder[place])
    coming: dict[str | int, FloatArray] = {
        i: final(alone.coming[i], level.coming[i][place], behind.coming[i][place])
        for i in range(to_come)
    }
    return {"own": own, "holder": holder, **coming}


@dataclass(frozen=True)
class Solution:
    """The solved turn of one seat, with three columns for each of the `kinds` of seats.

    "own" is the acting seat, "holder" each seat that has the best hand so far,
    i the i-th of the seats after it.
    """

    kinds: tuple[str | int, ...]
    turn: Turn

    def columns(self, kind: str | int) -> slice:
        """Return the three columns of a kind of seat."""
        first = 3 * self.kinds.index(kind)
        return slice(first, first + 3)


@lru_cache(maxsize=4)  # consecutive questions are often about the same turn
def solve(order: RankOrder, standing: BestHand, to_come: int) -> Solution:
    """Solve the turn of the acting seat, with `to_come` seats after it."""
    finals = _finals(order, standing, to_come)
    return Solution(tuple(finals), follow(np.concatenate(tuple(finals.values()), axis=1)))
