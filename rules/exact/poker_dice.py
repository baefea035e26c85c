"""Exact play of Poker Dice (RULES 2): shares of the win with any number of seats.

When a seat's turn ends, only three things matter for what follows: the best
hand so far, how many seats share it, and how many seats are still to come. So
the game is solved backwards over these *standings*, the last seat first.

Every seat plays for its own expected share of the win (1, or 1/k of a shared
one). With two seats that settles everything. With more, a seat may have several
selections that are worth the same to itself but not to the others; then it
takes the first in the order of `rerolls.KEEPS`, as the computer does at level
`perfect`, and the worths of the other seats count on that.

Worths are rows of three numbers: the expected share, the probability to win
alone, the probability to share the win.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rules.dice import DIFFERENT_ROLLS, Roll
from rules.exact.rerolls import ROLLS, index
from rules.exact.tables import BoolArray, FloatArray, once, read_only
from rules.exact.turns import Turn, endings, follow
from rules.hands import RankOrder

NOTHING = np.zeros(3)
"""What the round is worth to a seat that is beaten."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The best hand so far, shared by `sharing` seats; None and 0 before the first turn ends."""

    best: Roll | None = None
    sharing: int = 0

    def after(self, hand: Roll, order: RankOrder) -> Standing:
        """Return how it stands when one more seat has finished with `hand`."""
        if self.best is None or order.hand(hand) > order.hand(self.best):
            return Standing(tuple(sorted(hand)), 1)
        if order.hand(hand) == order.hand(self.best):
            return Standing(self.best, self.sharing + 1)
        return self


@dataclass(frozen=True)
class Standings:
    """Worths for each of the 252 best hands, at one number of sharing seats and seats to come.

    `holder` (252, 3) is what it is worth to each seat that has the best hand;
    `coming[i]` (252, 3) to the i-th of the seats to come.
    """

    holder: FloatArray
    coming: tuple[FloatArray, ...]


@once
def _beats(order: RankOrder) -> BoolArray:
    """Whether the hand of the first axis beats that of the second, (252, 252)."""
    strength = np.array([order.hand(roll).strength for roll in DIFFERENT_ROLLS])
    return read_only(strength[:, None] > strength[None, :])


@once
def standings(order: RankOrder, sharing: int, to_come: int) -> Standings:
    """Solve the standings at which `sharing` seats have the best hand and `to_come` follow."""
    if not to_come:
        result = np.array([1 / sharing, float(sharing == 1), float(sharing > 1)])
        return Standings(read_only(np.tile(result, (ROLLS, 1))), ())
    better = standings(order, 1, to_come - 1)
    equal = standings(order, sharing + 1, to_come - 1)
    worse = standings(order, sharing, to_come - 1)
    beats, same = _beats(order), np.eye(ROLLS, dtype=bool)
    final = np.where(beats, better.holder[:, :1], 0.0)
    final[same] = equal.holder[:, 0]
    likely = endings(final)
    beaten, shared = np.where(beats, likely, 0.0), likely[same][:, None]
    kept = 1 - beaten.sum(axis=0)[:, None] - shared

    def after(ahead: FloatArray, level: FloatArray, behind: FloatArray) -> FloatArray:
        worth = np.einsum("rb,rw->bw", beaten, ahead) + shared * level + kept * behind
        return read_only(worth)

    nobody = np.zeros((ROLLS, 3))
    coming = (
        after(better.holder, equal.holder, nobody),
        *(after(better.coming[i], equal.coming[i], worse.coming[i]) for i in range(to_come - 1)),
    )
    return Standings(after(nobody, equal.holder, worse.holder), coming)


def _finals(order: RankOrder, standing: Standing, to_come: int) -> dict[str | int, FloatArray]:
    """Return what each final roll of the seat now playing is worth, (252, 3), to all seats.

    "own": the seat itself; "holder": those who had the best hand; i: the i-th
    of the `to_come` seats after it.
    """
    alone = standings(order, 1, to_come)
    if standing.best is None:
        return {"own": alone.holder, **dict(enumerate(alone.coming))}
    place = index(standing.best)
    level = standings(order, standing.sharing + 1, to_come)
    behind = standings(order, standing.sharing, to_come)
    beats = _beats(order)[:, place, None]

    def final(ahead: FloatArray, equal: FloatArray, below: FloatArray) -> FloatArray:
        worth = np.where(beats, ahead, below)
        worth[place] = equal
        return worth

    own = final(alone.holder, level.holder[place], NOTHING)
    holder = final(np.zeros((ROLLS, 3)), level.holder[place], behind.holder[place])
    coming: dict[str | int, FloatArray] = {
        i: final(alone.coming[i], level.coming[i][place], behind.coming[i][place])
        for i in range(to_come)
    }
    return {"own": own, "holder": holder, **coming}


@dataclass(frozen=True)
class Solved:
    """The turn of one seat, solved: `kinds` name the seats, three columns each.

    "own" is the seat that plays, "holder" each seat that has the best hand so
    far, i the i-th of the seats to come after it.
    """

    kinds: tuple[str | int, ...]
    turn: Turn

    def columns(self, kind: str | int) -> slice:
        """Return the three columns of a kind of seat."""
        first = 3 * self.kinds.index(kind)
        return slice(first, first + 3)


def solve(order: RankOrder, standing: Standing, to_come: int) -> Solved:
    """Solve the turn of the seat that now plays, with `to_come` seats after it."""
    finals = _finals(order, standing, to_come)
    return Solved(tuple(finals), follow(np.concatenate(tuple(finals.values()), axis=1)))
