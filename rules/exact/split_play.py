"""Perfect play of the split game: the equilibrium, and what each split is worth against it.

What the splits of a hand are worth is counted when somebody first asks for it,
in less than a millisecond.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from rules.cards import HANDS, Split, split_of
from rules.dice import Roll
from rules.exact.six_card_equilibrium import ALWAYS, MIXED
from rules.exact.split_game import Chances, Strategy, chances_against
from rules.exact.tables import once

VALUE = Fraction(1, 2)
"""What a round is worth before the deal: the seats are alike (RULES 5.5)."""


def _played(hand: Roll) -> Mapping[Split, Fraction]:
    code = "".join(map(str, hand))
    if code in ALWAYS:
        return {split_of(ALWAYS[code]): Fraction(1)}
    return {split_of(split): weight for split, weight in MIXED[code].items()}


EQUILIBRIUM: Strategy = {hand: _played(hand) for hand in HANDS}
"""The strategy that no answer beats on average (RULES 5.5)."""


@once
def chances(hand: Roll) -> Mapping[Split, Chances]:
    """Return the exact chances of each split of `hand`, in falling order, best first.

    The other seat plays the equilibrium; of its cards only is known that they
    are not one's own. Of equally good splits the one with the higher High comes first.
    """
    against = chances_against(EQUILIBRIUM, hand).items()
    return dict(sorted(against, key=lambda one: -one[1].score))


def worth(hand: Roll) -> Fraction:
    """Return the expected score of six cards in falling order, played perfectly."""
    return next(iter(chances(hand).values())).score
