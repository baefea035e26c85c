"""The odds of one hand under any rank order: its rarity, and its chances with rerolls."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rules.dice import DIFFERENT_ROLLS, Roll, orders
from rules.exact.advice import of_selections, ranked
from rules.exact.turns import follow
from rules.game import Advice
from rules.hands import Hand, RankOrder


@dataclass(frozen=True, slots=True)
class Rarity:
    """The rarity of a hand, as numbers of the 7,776 rolls of five dice.

    `rank` counts the rolls of the same rank, `at_least` those that are at least as good.
    """

    rank: int
    at_least: int


@dataclass(frozen=True, slots=True)
class ChanceToBeat:
    """The advice for every selection against a finished hand, with `rerolls` left, best first.

    The worth of a selection is P(win) + ½ P(draw); equally good selections have
    equal worths.
    """

    rerolls: int
    selections: tuple[Advice, ...]


@dataclass(frozen=True, slots=True)
class ChanceOfRank:
    """The best chance to finish with at least this rank."""

    rerolls: int
    rank: str
    chance: float


def rarity(roll: Roll, order: RankOrder) -> Rarity:
    """Return how rare a hand is in one roll of five dice.

    README 1.2 of Dice Poker, README 2.3 of Poker Dice.

    >>> from rules.hands import DICE_POKER
    >>> rarity((6, 6, 6, 6, 6), DICE_POKER)
    Rarity(rank=6, at_least=1)
    """
    hand = order.hand(roll)
    landings = [(order.hand(other), orders(other)) for other in DIFFERENT_ROLLS]
    return Rarity(
        order.rolls(hand.name),
        sum(count for other, count in landings if other >= hand),
    )


def chances_to_beat(roll: Roll, beat: Roll, order: RankOrder) -> tuple[ChanceToBeat, ...]:
    """Return the chances of `roll` against the finished hand `beat`, with one and two rerolls.

    Rerolls maximise P(win) + ½ P(draw).
    """
    hands, against = _hands(order), order.hand(beat)
    win = np.array([float(hand > against) for hand in hands])
    draw = np.array([float(hand == against) for hand in hands])
    columns = np.stack([win + draw / 2, win, draw], axis=1)
    return tuple(
        ChanceToBeat(rerolls, ranked(of_selections(roll, *expected.T)))
        for rerolls, expected in enumerate(follow(columns).keeps[1:], start=1)
    )


def chances_of_ranks(roll: Roll, order: RankOrder) -> tuple[ChanceOfRank, ...]:
    """Return the best chance of at least each rank, best rank first, with one and two rerolls.

    Rerolls maximise the chance of one rank at a time, so different ranks may
    require different selections.
    """
    chances = []
    for rank_id, rank in enumerate(order.ranks, start=1):
        good = np.array([float(hand.rank_id <= rank_id) for hand in _hands(order)])
        for rerolls, expected in enumerate(follow(good[:, None]).keeps[1:], start=1):
            chance = max(chance.worth for chance in of_selections(roll, expected[:, 0]))
            chances.append(ChanceOfRank(rerolls, rank, chance))
    return tuple(sorted(chances, key=lambda chance: chance.rerolls))


def _hands(order: RankOrder) -> list[Hand]:
    return [order.hand(roll) for roll in DIFFERENT_ROLLS]
