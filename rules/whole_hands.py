"""Whole hands of dice or cards, with their rarity and names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from rules.dice import Faces, FaceSet, Roll
from rules.hands import RankOrder, describe_rank
from rules.text import Text, say_in

CARDS = "cards"
"""The rank of all hands of cards, which are compared by their own rarity."""


@dataclass(frozen=True, slots=True)
class WholeHand:
    """A whole hand: its faces, highest groups first, its rank, and the chance of that rank.

    The chance is that of one roll of all dice, or of one deal of all cards. `rank` is one of
    `rules.hands`, or `CARDS`.
    """

    faces: Roll
    rank: str
    chance: Fraction

    @property
    def code(self) -> str:
        """The hand as it is stored: "1/1296 five-of-a-kind 66666"."""
        return f"{self.chance} {self.rank} {''.join(map(str, self.faces))}"

    @classmethod
    def of_code(cls, code: str) -> WholeHand:
        """Return the hand with this code, which must be valid.

        >>> WholeHand.of_code("1/1296 five-of-a-kind 66666").faces
        (6, 6, 6, 6, 6)
        """
        chance, rank, faces = code.split(" ")
        return cls(tuple(map(int, faces)), rank, Fraction(chance))

    def named(self, face_set: FaceSet) -> Text:
        """Return the name of the hand, as inside a sentence: "Full House, 3s over 6s"."""
        if self.rank == CARDS:
            return say_in("a hand", "{faces}", faces=Faces(self.faces, face_set))
        return describe_rank(self.rank, tuple(dict.fromkeys(self.faces)), face_set)


def whole_hand(dice: Iterable[int], order: RankOrder) -> WholeHand:
    """Return the hand of five dice by the ranks of an order.

    >>> from rules.hands import DICE_POKER
    >>> whole_hand((6, 3, 6, 3, 3), DICE_POKER).code
    '25/648 full-house 33366'
    """
    hand = order.hand(dice)
    faces = sorted(hand.faces, key=hand.groups.index)
    return WholeHand(tuple(faces), hand.name, order.chance(hand.name))


def rarest(hands: Iterable[WholeHand | None]) -> WholeHand | None:
    """Return the rarest hand, the higher one of equally rare ones; None without any.

    >>> from rules.hands import DICE_POKER
    >>> pairs = [whole_hand(dice, DICE_POKER) for dice in ((2, 2, 3, 4, 5), (2, 2, 3, 4, 6))]
    >>> rarest([None, *pairs]).faces
    (2, 2, 6, 4, 3)
    """
    there = (one for one in hands if one is not None)
    return min(there, key=lambda one: (one.chance, *(-face for face in one.faces)), default=None)
