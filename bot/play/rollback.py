"""Presses on boards that show a round further on than it is stored.

Then an earlier database stands in place of the one that the board was drawn from, and what lands
next is known from the first time.
"""

from __future__ import annotations

from bot.table.frame import BEAT, OFFER, POST_SHARED, SHARE
from bot.table.stored_round import StoredRound
from bot.ui.custom_ids import OF_GAME, TOOL, CustomId

OF_AN_END = frozenset({"rematch", "again", "review", SHARE, POST_SHARED, BEAT, OFFER})
"""The verbs of tools that only rounds have that have ended."""

OF_A_LOBBY = frozenset({"lobby", "seat"})
"""The kinds of controls whose moment is the version of a lobby."""


def shows_later(pressed: CustomId, stored: StoredRound) -> bool:
    """Return whether the control that was pressed was drawn for a later state of a round."""
    if stored.ended or stored.set_key is not None or pressed.round != stored.id:
        return False
    if pressed.kind == TOOL and pressed.verb in OF_AN_END:
        return True
    if stored.play is None:
        return pressed.kind in OF_GAME
    return pressed.kind not in OF_A_LOBBY and pressed.moment > stored.moment
