"""The feats of a round of Poker Dice, for its headline."""

from __future__ import annotations

from collections.abc import Iterator

from rules.feats import Feat, Landings
from rules.games.poker_dice.state import HandsShowdown, State
from rules.raised_hands import feat_of_hand, feats_of_hands
from rules.screen import Seat
from rules.text import Text


def feats(state: State, _landings: Landings) -> Iterator[Feat]:
    """Yield the feats of a round that has ended."""
    if isinstance(state, HandsShowdown):
        turns = enumerate(state.table.finished)
        rolled = [(Seat(index), dice) for index, turn in turns for dice in turn.rolls]
        yield from feats_of_hands(state.table.order, rolled)


def feat_text(state: State, feat: Feat) -> Text | None:
    """Return a feat in words, None for an unknown one."""
    return feat_of_hand(state.table.order, feat)
