"""The tie-breaks between hands of equal rank, for the rules of a game.

README 1.5 of Dice Poker, README 2.4 and 2.6 of Poker Dice.
"""

from __future__ import annotations

from rules.dice import Faces, FaceSet, Roll
from rules.hands import (
    BUST,
    FIVE,
    FOUR,
    FULL_HOUSE,
    ONE_PAIR,
    RANK_NAMES,
    SINGLES,
    STRAIGHT,
    THREE,
    TWO_PAIR,
    RankOrder,
)
from rules.screen import Block, Heading, Line
from rules.text import Text, say, say_in

_FROM_THE_TOP = say("The highest die decides; if it is equal, the next one, and so on.")

_RULES: dict[str, Text] = {
    FIVE: say("The higher face wins."),
    FOUR: say("The four alike decide, then the single die."),
    STRAIGHT: say("The straight that reaches higher wins."),
    FULL_HOUSE: say("The three alike decide, then the pair."),
    THREE: say("The three alike decide, then the higher single die, then the lower one."),
    TWO_PAIR: say("The higher pair decides, then the lower pair, then the single die."),
    ONE_PAIR: say("The pair decides, then the single dice from the highest down."),
    SINGLES: _FROM_THE_TOP,
    BUST: _FROM_THE_TOP,
}

_EXAMPLES: dict[str, tuple[Roll, Roll]] = {
    FIVE: ((5, 5, 5, 5, 5), (4, 4, 4, 4, 4)),
    FOUR: ((3, 3, 3, 3, 5), (3, 3, 3, 3, 2)),
    STRAIGHT: ((6, 5, 4, 3, 2), (5, 4, 3, 2, 1)),
    FULL_HOUSE: ((5, 5, 5, 3, 3), (5, 5, 5, 2, 2)),
    THREE: ((4, 4, 4, 6, 2), (4, 4, 4, 6, 1)),
    TWO_PAIR: ((6, 6, 4, 4, 1), (6, 6, 3, 3, 5)),
    ONE_PAIR: ((2, 2, 6, 5, 1), (2, 2, 6, 4, 3)),
    SINGLES: ((6, 5, 4, 2, 1), (6, 5, 3, 2, 1)),
    BUST: ((6, 5, 4, 2, 1), (6, 5, 3, 2, 1)),
}
"""A better and a worse hand of each rank, the dice in the order of comparison."""


def tie_breaks(order: RankOrder, face_set: FaceSet) -> tuple[Block, ...]:
    """Return the part of the rules with the tie-break of each rank and an example in dice."""
    lines: list[Block] = [Heading(say("Equal ranks"))]
    for name in order.ranks:
        better, worse = _EXAMPLES[name]
        example = say_in(
            "a hand beats another",
            "{better}\nbeats {worse}",
            better=Faces(better, face_set),
            worse=Faces(worse, face_set),
        )
        lines += [Line(RANK_NAMES[name], "strong"), Line(_RULES[name]), Line(example)]
    return tuple(lines)
