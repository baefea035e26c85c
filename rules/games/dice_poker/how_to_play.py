"""The rules of Dice Poker for its players."""

from __future__ import annotations

from rules.dice import PIPS
from rules.hands import DICE_POKER
from rules.rank_table import last_hands, ranks
from rules.screen import Block, Divider, Line
from rules.text import say
from rules.tie_breaks import tie_breaks


def rules() -> tuple[Block, ...]:
    """Return the rules with the ranks (README 1.2) and the tie-breaks (README 1.5, 1.6)."""
    return (
        *(Line(text) for text in _RULES),
        Divider(),
        *ranks(DICE_POKER, PIPS),
        Divider(),
        *last_hands(DICE_POKER, PIPS),
        *tie_breaks(DICE_POKER, PIPS),
        Line(say("The same five faces are a draw.")),
    )


_RULES = (
    say("Both roll five dice."),
    say(
        "The dealer goes first and may reroll any dice once. Then the player, who has seen "
        "that hand, does the same. Against the computer you are the player, unless you choose "
        "otherwise."
    ),
    say(
        "The better rank wins. Between equal ranks the larger group decides, then the higher dice."
    ),
    say("Note: here a straight beats a full house. The same five faces are a draw."),
)
