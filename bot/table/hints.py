"""Hints: a pure function that notes one with the player, and what is said of them.

The review and the accuracy of a member can tell from which choice on there was help.
"""

from __future__ import annotations

from bot.table.refusals import Stale
from bot.table.stored_round import StoredRound
from rules.errors import Refusal
from rules.screen import Seat
from rules.text import say

NO_HINTS = say("There are hints only in games that you play without other members.")

FIRST_HINT = say("From here on, this game counts neither for accuracy nor for best totals.")
"""The line of a member's first hint in a round."""


def are_given(stored: StoredRound) -> bool:
    """Return whether there are hints: exactly one member sat when the first die landed."""
    members = sum(player.user is not None for player in stored.players)
    alone = members == 1 and not stored.players.everybody
    return stored.has_advice and alone and stored.set_key is None


def with_hint(before: StoredRound, seat: Seat) -> StoredRound:
    """Note that a seat gets a hint for its next decision, if there are hints.

    A resting round keeps its dice, so a hint may be given for it, too. Raises Stale, and a refusal
    where there are no hints.
    """
    if before.play is None or not before.begun:
        raise Stale
    if not are_given(before):
        raise Refusal(NO_HINTS)
    hinted = before.players[seat.index].hinted
    number = before.play.recorded + 1
    if number in hinted:
        return before
    return before.with_player(seat, hinted=(*hinted, number))
