"""The table of ranks in the rules of a game, with meaning, example and frequency.

README 1.2 of Dice Poker, README 2.3, 2.4 and 2.7 of Poker Dice.
"""

from __future__ import annotations

from fractions import Fraction

from rules.dice import ALL_ROLLS, Faces, FaceSet, Roll
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
from rules.screen import Line
from rules.text import Percent, Text, once_in, say, say_in

_MEANINGS = {
    FIVE: say_in("what a rank is", "five alike"),
    FOUR: say_in("what a rank is", "four alike"),
    FULL_HOUSE: say_in("what a rank is", "three + two alike"),
    STRAIGHT: say_in("what a rank is", "five in a row"),
    THREE: say_in("what a rank is", "three alike"),
    TWO_PAIR: say_in("what a rank is", "two + two alike"),
    ONE_PAIR: say_in("what a rank is", "two alike"),
}

_NO_STRAIGHT = say_in("what a rank is", "no pair, no straight")
_ALL_DIFFERENT = say_in("what a rank is", "all different")
"""The meanings of the last rank, with straights among the ranks and without."""

_EXAMPLES: dict[str, Roll] = {
    FIVE: (5, 5, 5, 5, 5),
    FOUR: (5, 5, 5, 5, 2),
    FULL_HOUSE: (5, 5, 5, 2, 2),
    STRAIGHT: (6, 5, 4, 3, 2),
    THREE: (5, 5, 5, 3, 2),
    TWO_PAIR: (5, 5, 2, 2, 3),
    ONE_PAIR: (5, 5, 4, 3, 2),
    SINGLES: (6, 5, 4, 3, 1),
    BUST: (6, 5, 4, 3, 1),
}


def ranks(order: RankOrder, face_set: FaceSet) -> tuple[Line, ...]:
    """Return three lines for each rank, best first: number and name, meaning, frequency.

    An example in dice stands beside the meaning; a line above them all introduces them.
    """
    lines = [Line(say("The ranks, best first, and how often each comes in one roll:"), "quiet")]
    for number, name in enumerate(order.ranks, 1):
        heading = say_in("a rank", "{number} · {rank}", number=number, rank=RANK_NAMES[name])
        example = say_in(
            "an example of a rank, and what it is",
            "{dice} {meaning}",
            dice=Faces(_EXAMPLES[name], face_set),
            meaning=_meaning(order, name),
        )
        lines += [
            Line(heading, "strong"),
            Line(example),
            Line(_frequency(order.rolls(name)), "quiet"),
        ]
    return tuple(lines)


def last_hands(order: RankOrder, face_set: FaceSet) -> tuple[Line, ...]:
    """Return the hands of the last rank, best first, below a line that counts them."""
    last = order.ranks[-1]
    hands = [hand for hand in reversed(order.all()) if hand.name == last]
    if last == SINGLES:
        count = say("All {n} singles, best first:", n=len(hands))
    else:
        count = say("All {n} busts, best first:", n=len(hands))
    return (
        Line(count),
        *(
            Line(say_in("a hand in dice", "{dice}", dice=Faces(hand.groups, face_set)))
            for hand in hands
        ),
    )


def _meaning(order: RankOrder, name: str) -> Text:
    if name in _MEANINGS:
        return _MEANINGS[name]
    return _NO_STRAIGHT if STRAIGHT in order.ranks else _ALL_DIFFERENT


def _frequency(count: int) -> Text:
    """Return the share of these rolls among all: exact, in percent, and as "1 in n"."""
    return say_in(
        "how rare a rank is in one roll",
        "{count}/{all} · {share} · 1 in {times}",
        count=f"{count}",
        all=f"{ALL_ROLLS}",
        share=Percent(count / ALL_ROLLS, 2),
        times=once_in(Fraction(count, ALL_ROLLS)),
    )
