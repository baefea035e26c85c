"""The rules of Poker Dice for its players."""

from __future__ import annotations

from rules.dice import POKER
from rules.hands import POKER_DICE, POKER_DICE_STRAIGHTS_BUST
from rules.rank_table import last_hands, ranks
from rules.screen import Block, Divider, Heading, Line
from rules.text import say
from rules.tie_breaks import tie_breaks


def rules() -> tuple[Block, ...]:
    """Return the rules with the ranks of both options (README 2.3, 2.4) and the tie-breaks."""
    return (
        *(Line(text) for text in _RULES),
        Divider(),
        *ranks(POKER_DICE, POKER),
        Divider(),
        *last_hands(POKER_DICE, POKER),
        *tie_breaks(POKER_DICE, POKER),
        Line(say("Players with the same five faces share the win.")),
        Heading(say("Rules without straights")),
        Line(
            say(
                "Choose “Poker Dice, straights are busts” as the game of /play, at *Open a table* "
                "or in a challenge; the board says so."
            )
        ),
        *ranks(POKER_DICE_STRAIGHTS_BUST, POKER),
        Divider(),
        *last_hands(POKER_DICE_STRAIGHTS_BUST, POKER),
    )


_RULES = (
    say("The players take turns. Roll five dice, then reroll any of them up to two times."),
    say("Stop after any roll. All hands are open: later players know the hand to beat."),
    say("When all have played, the best hand wins. Identical hands share the win."),
    say("Equal ranks: the larger group decides, then the higher dice."),
    say("Only the faces count: suits and colours on the dice mean nothing."),
    say("Note: here a full house beats a straight. Faces from low to high: 9, 10, J, Q, K, A."),
)
