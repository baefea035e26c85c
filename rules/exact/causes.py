"""Reasons why one reroll of a hand is worth more than another, by rank.

The difference of the two worths is split by the rank of the final hand. The gain of a rank is its
frequency of winning or, where other seats still play, of appearing, times its worth less that of
the worse choice. A cause is given only if it explains more than half of the difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from rules.dice import DIFFERENT_ROLLS, POSITIONS, Faces, FaceSet, Roll
from rules.exact.rerolls import EQUAL, keep_of
from rules.exact.tables import FloatArray
from rules.hands import RANKS_IN_SENTENCES, STRAIGHT, RankOrder
from rules.screen import Action
from rules.text import Argument, Percent, Text, say, say_in
from rules.turns import KEEP, kept_faces, positions_of

PART = 0.5
"""The part of a difference that a cause must explain."""

LIKELIER = 0.01
"""The least difference in frequency of a rank or row that makes a cause."""

FEW = 3
"""The least number of kept dice that aim at a straight."""


def by_rank(order: RankOrder, worth: FloatArray) -> FloatArray:
    """Return columns for final hands, (252, 1 + 2 · ranks), from their worths (252,).

    The worth comes first, then for each rank the worth where the hand has it, else 0; then
    for each rank 1 where the hand has it, else 0.
    """
    ranks = [order.hand(roll).name for roll in DIFFERENT_ROLLS]
    has = np.array([[rank == one for one in order.ranks] for rank in ranks], dtype=np.float64)
    return np.column_stack([worth, has * worth[:, None], has])


@dataclass(frozen=True)
class HandContrast:
    """A better and a worse choice of a seat with these dice.

    `keeps` (462, columns) holds the expected columns of `by_rank` for each keep; the worths
    are `decided` where no other seat plays after this one.
    """

    order: RankOrder
    face_set: FaceSet
    dice: Roll
    better: Action
    worse: Action
    keeps: FloatArray
    decided: bool

    def why(self) -> Text | None:
        """Return the cause, None if no cause explains more than half of the difference."""
        best, other = self._columns(self.better), self._columns(self.worse)
        if best[0] - other[0] <= 0:
            return None
        return self._certain(best[0], other[0]) or self._of_ranks(best, other)

    def _columns(self, action: Action) -> FloatArray:
        columns: FloatArray = self.keeps[keep_of(self.dice, positions_of(action))]
        return columns

    def _certain(self, best: float, other: float) -> Text | None:
        """Return the cause of a win or loss that is certain already."""
        if best > 1 - EQUAL:
            if self.better == KEEP:
                return say("This hand is a sure win; a reroll risks it.")
            kept = self._faces(kept_faces(self.better, self.dice))
            return say("Keeping {kept} is a sure win.", kept=kept)
        if other < EQUAL:
            if self.worse == KEEP:
                return say("This hand is a sure loss; only a reroll can help.")
            left = kept_faces(self.worse, self.dice)
            if left:
                return say("Keeping {kept} is a sure loss.", kept=self._faces(left))
        return None

    def _of_ranks(self, best: FloatArray, other: FloatArray) -> Text | None:
        """Return the cause of a rank, alone or with all better ones, that is more frequent."""
        count = len(self.order.ranks)
        enough = PART * (best[0] - other[0])
        won, comes = ([line[at : at + count] for line in (best, other)] for at in (1, 1 + count))
        gains = won[0] - won[1] - (0 if self.decided else other[0]) * (comes[0] - comes[1])
        often = won if self.decided else comes
        few = self.better != KEEP and len(kept_faces(self.better, self.dice)) < FEW
        for first, last in _spans(gains):
            if first == last and self.order.ranks[last] == STRAIGHT and few:
                continue
            chances = [float(line[first : last + 1].sum()) for line in often]
            if gains[first : last + 1].sum() > enough and chances[0] - chances[1] > LIKELIER:
                return self._more_often(first, last, *chances)
        return None

    def _more_often(self, first: int, last: int, best: float, other: float) -> Text:
        key = self.order.ranks[last]
        said: dict[str, Argument] = {
            "rank": RANKS_IN_SENTENCES[key],
            "better": Percent(best, 0),
            "worse": seldom(other),
        }
        kept, left = kept_faces(self.better, self.dice), kept_faces(self.worse, self.dice)
        before = first == last and key == STRAIGHT and equal(left) and not equal(kept)
        wins, less = (float(self._columns(action)[0]) for action in (self.better, self.worse))
        if before and wins - less > LIKELIER:
            return say(
                "Go for the straight, not {equal}: it wins {better} of the time, keeping "
                "{kept} wins {worse}.",
                equal=self._faces(groups(left)),
                kept=self._faces(left),
                better=Percent(wins, 0),
                worse=Percent(less, 0),
            )
        said |= {"kept": dice_kept(kept, self.face_set), "left": dice_kept(left, self.face_set)}
        if other < EQUAL:
            return self._only_so(said, or_better=first != last)
        if first == last:
            if self.decided:
                return say(
                    "{rank} comes and wins {better} of the time with {kept}, {worse} with {left}.",
                    **said,
                )
            return say(
                "{rank} comes {better} of the time with {kept}, {worse} with {left}.", **said
            )
        if self.decided:
            return say(
                "{rank} or better comes and wins {better} of the time with {kept}, {worse} "
                "with {left}.",
                **said,
            )
        return say(
            "{rank} or better comes {better} of the time with {kept}, {worse} with {left}.", **said
        )

    def _only_so(self, said: dict[str, Argument], *, or_better: bool) -> Text:
        """Return the cause of a rank that is impossible with the worse choice."""
        said = {key: value for key, value in said.items() if key != "worse"}
        if self.decided:
            if or_better:
                return say(
                    "{rank} or better comes and wins {better} of the time with {kept}, never "
                    "with {left}.",
                    **said,
                )
            return say(
                "{rank} comes and wins {better} of the time with {kept}, never with {left}.", **said
            )
        if or_better:
            return say(
                "{rank} or better comes {better} of the time with {kept}, never with {left}.",
                **said,
            )
        return say("{rank} comes {better} of the time with {kept}, never with {left}.", **said)

    def _faces(self, dice: Roll) -> Faces:
        return Faces(dice, self.face_set)


def _spans(gains: FloatArray) -> Iterator[tuple[int, int]]:
    """Yield single ranks, those that explain most first, then the best ranks down to each."""
    for rank in np.argsort(-gains, kind="stable").tolist():
        yield rank, rank
    for last in range(1, len(gains)):
        yield 0, last


def dice_kept(dice: Roll, face_set: FaceSet) -> Argument:
    """Return the dice that a choice keeps, or words for a reroll of all."""
    return Faces(dice, face_set) if dice else say_in("what is kept", "five new dice")


def seldom(chance: float) -> Percent:
    """Return a chance above 0 in whole percent, below 1 % with decimals."""
    return Percent(chance, 0 if chance >= 0.01 else 1 if chance >= 0.001 else 2)


def equal(dice: Roll) -> bool:
    """Return whether there are equal dice among these."""
    return len({*dice}) < len(dice)


def same(dice: Roll) -> int:
    """Return the size of the largest group of equal dice, 0 without dice."""
    return max(map(dice.count, dice), default=0)


def groups(dice: Roll) -> Roll:
    """Return the dice that show the same face as another one."""
    return tuple(face for face in dice if dice.count(face) > 1)


def run(dice: Roll, least: int = 3) -> bool:
    """Return whether at least `least` of these dice belong to one straight."""
    return len(dice) >= least and not equal(dice) and max(dice) - min(dice) < len(POSITIONS)
