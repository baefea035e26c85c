"""The rules of Six Card Poker for its players."""

from __future__ import annotations

from rules.screen import Block, Line
from rules.text import say


def rules() -> tuple[Block, ...]:
    """Return the rules for players (README 5.1-5.4, 5.7)."""
    return tuple(Line(text) for text in _RULES)


_RULES = (
    say("There are sixteen cards, four each of 1, 2, 3 and 4. Both players are dealt six of them."),
    say(
        "Both split their six cards at the same time, in secret: one is the High card, two make "
        "the Pair, three the Sum. Until both have decided, you may change your split."
    ),
    say("High card: the higher card wins."),
    say(
        "Pair: a pair beats no pair, then the higher cards win. Best first: {order}.",
        order="44, 33, 22, 11, 43, 42, 41, 32, 31, 21",
    ),
    say("Sum: the larger sum wins."),
    say(
        "Each part is worth one point; a tie is half a point each. More than 1½ points win; 1½ "
        "each is a draw."
    ),
    say(
        "If your time runs out, your cards are split for you: the Sum as large as possible, "
        "then the Pair, then the High card."
    ),
)
