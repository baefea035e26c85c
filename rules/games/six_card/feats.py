"""The feats of a round of Six Card Poker, for its headline."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from rules.exact.cached import cached_once
from rules.feats import Feat, Landings
from rules.games.six_card.cards import CARDS, HANDS, compare, splits_of
from rules.games.six_card.equilibrium import EQUILIBRIUM
from rules.games.six_card.state import SEATS, CardsShowdown, State
from rules.games.six_card.strategies import chance_of
from rules.text import Text, say

KEYS = ("sum", "pair", "high-card")
"""The feats of the strongest part, in the order of the parts of a split."""


def feats(state: State, _landings: Landings) -> Iterator[Feat]:
    """Yield the feats of a round that has ended.

    It is a jackpot to win all three parts. Else the part that was won with the strongest cards is
    told: the one in which perfect play most often holds weaker cards. An end is close if the loser
    was half a point short of a draw.
    """
    if not isinstance(state, CardsShowdown):
        return
    one, other = state.splits
    signs = compare(one, other)
    if not any(signs):
        yield Feat("level")
    for seat, split, sign in ((SEATS[0], one, 1), (SEATS[1], other, -1)):
        if sum(signs) == 3 * sign:
            yield Feat("all-three", seat, role="jackpot", dice=split.hand)
        elif sum(signs) == sign:
            yield Feat("half-point", role="close")
        for part, key in enumerate(KEYS):
            if signs[part] == sign:
                weight = _weaker()[part][split.strengths[part]]
                yield Feat(key, seat, split.parts[part], weight, dice=split.hand)


@cached_once
def _weaker() -> tuple[dict[Any, float], ...]:
    """Return, for each part, how often perfect play holds weaker cards there, by strength."""
    often: tuple[dict[Any, Fraction], ...] = tuple(defaultdict(Fraction) for _ in KEYS)
    for hand, splits in EQUILIBRIUM.items():
        for split, weight in splits.items():
            for part, strength in enumerate(split.strengths):
                often[part][strength] += chance_of(hand) * weight
    shares: tuple[dict[Any, float], ...] = tuple({} for _ in KEYS)
    for part, chances in enumerate(often):
        weaker = Fraction(0)
        every = {split.strengths[part] for hand in HANDS for split in splits_of(hand)}
        for strength in sorted(every):
            shares[part][strength] = float(weaker)
            weaker += chances[strength]
    return shares


def feat_text(_state: State, feat: Feat) -> Text | None:
    """Return a feat in words, None for an unknown one."""
    match feat.key, feat.amounts:
        case "all-three", ():
            return say("🎉 All three parts won!")
        case "half-point", ():
            return say("🃏 So close: half a point short")
        case "level", ():
            return say("🃏 Level in all three parts")
        case "sum", cards:
            return say("🃏 Strongest: Sum {sum}", sum=sum(cards))
        case "pair", (one, other) if one == other:
            return say("🃏 Strongest: a pair of {cards}", cards=CARDS.plural_of(one))
        case "pair", (one, other):
            return say("🃏 Strongest: Pair {one} {other}", one=one, other=other)
        case "high-card", (card,):
            return say("🃏 Strongest: High card {card}", card=card)
        case _:
            return None
