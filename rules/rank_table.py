"""The table of the ranks and their frequency in one roll.

README 1.2 of Dice Poker, README 2.3 and 2.4 of Poker Dice.
"""

from __future__ import annotations

from fractions import Fraction

from rules.dice import DIFFERENT_ROLLS, orders
from rules.hands import (
    BUST,
    FIVE,
    FOUR,
    FULL_HOUSE,
    ONE_PAIR,
    SINGLES,
    STRAIGHT,
    THREE,
    TWO_PAIR,
    RankOrder,
)
from rules.screen import Sheet
from rules.text import Text, say_in

_LABELS = {
    FIVE: say_in("rank in a table", "5 of a kind"),
    FOUR: say_in("rank in a table", "4 of a kind"),
    FULL_HOUSE: say_in("rank in a table", "Full house"),
    STRAIGHT: say_in("rank in a table", "Straight"),
    THREE: say_in("rank in a table", "3 of a kind"),
    TWO_PAIR: say_in("rank in a table", "Two pair"),
    ONE_PAIR: say_in("rank in a table", "One pair"),
    SINGLES: say_in("rank in a table", "Singles"),
    BUST: say_in("rank in a table", "Bust"),
}


def rarities(order: RankOrder) -> Sheet:
    """Return the ranks, best first, with their frequency in percent and as "1 in n" rolls."""
    counts = dict.fromkeys(order.ranks, 0)
    for roll in DIFFERENT_ROLLS:
        counts[order.hand(roll).name] += orders(roll)
    rows = (
        (_LABELS[name], _decimals(Fraction(count, 7776) * 100, 2), _one_in(Fraction(7776, count)))
        for name, count in counts.items()
    )
    return Sheet(("%", say_in("head of a table", "1 in")), tuple(rows))


def _one_in(rarity: Fraction) -> Text | int:
    return int(rarity) if rarity.denominator == 1 else _decimals(rarity, 1)


def _decimals(number: Fraction, digits: int) -> Text:
    """Return a rounded number as a sentence, so that each language sets its decimal mark."""
    whole, rest = divmod(round(number * 10**digits), 10**digits)
    return say_in("a decimal number", "{whole}.{rest}", whole=whole, rest=f"{rest:0{digits}}")
