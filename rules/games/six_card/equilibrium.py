"""The equilibrium of Six Card Poker and the chances of each split against it.

The chances of a hand's splits are computed on first use, in less than a
millisecond.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from rules.dice import Roll
from rules.exact.cached import cached_once
from rules.games.six_card.cards import HANDS, Split, split_of
from rules.games.six_card.equilibrium_table import ALWAYS, MIXED
from rules.games.six_card.strategies import Chances, Strategy, chances_against

VALUE = Fraction(1, 2)
"""The value of a round before the deal: the seats have equal chances (README 5.5)."""


def _played(hand: Roll) -> Mapping[Split, Fraction]:
    """Return the weights of the splits of `hand` in the equilibrium."""
    code = "".join(map(str, hand))
    if code in ALWAYS:
        return {split_of(ALWAYS[code]): Fraction(1)}
    return {split_of(split): weight for split, weight in MIXED[code].items()}


EQUILIBRIUM: Strategy = {hand: _played(hand) for hand in HANDS}
"""An equilibrium: no strategy beats it on average (README 5.5)."""


@cached_once
def chances(hand: Roll) -> Mapping[Split, Chances]:
    """Return the exact chances of each split of `hand`, best first.

    `hand` is in falling order. The other seat plays the equilibrium; its cards
    are six of the ten others. Among equally good splits the one with the higher
    Sum comes first.
    """
    against = chances_against(EQUILIBRIUM, hand).items()
    return dict(sorted(against, key=lambda one: -one[1].score))


def worth(hand: Roll) -> Fraction:
    """Return the expected score of the best split of six cards in falling order."""
    return next(iter(chances(hand).values())).score
