"""The feats of a round of Dice Poker, for its headline."""

from __future__ import annotations

from collections.abc import Iterator

from rules.dice import Roll
from rules.feats import Feat, Landings
from rules.games.dice_poker.state import DEALER, PLAYER, DiceShowdown, State
from rules.hands import DICE_POKER
from rules.raised_hands import feat_of_hand, feats_of_hands
from rules.screen import Seat
from rules.text import Text


def feats(state: State, _landings: Landings) -> Iterator[Feat]:
    """Yield the feats of a round that has ended."""
    if isinstance(state, DiceShowdown):
        yield from feats_of_hands(DICE_POKER, [*_rolled(state)])


def _rolled(state: DiceShowdown) -> Iterator[tuple[Seat, Roll]]:
    """Yield the dice of a seat after each landing: first rolls, then rerolls (README 1.4)."""
    finals = ((DEALER, state.dealer), (PLAYER, state.player))
    for seat, final in finals:
        yield seat, final.first
    for seat, final in finals:
        if final.rerolled:
            yield seat, final.hand


def feat_text(_state: State, feat: Feat) -> Text | None:
    """Return a feat in words, None for an unknown one."""
    return feat_of_hand(DICE_POKER, feat)
