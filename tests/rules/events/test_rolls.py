"""What a roll makes worth telling, and what it never tells."""

from __future__ import annotations

from itertools import product

import pytest

from plain_words import plain
from rules.dice import DIFFERENT_ROLLS
from rules.events import rolls
from rules.events.rolls import made_remark, missed_remark
from rules.hands import DICE_POKER, FIVE, FOUR, FULL_HOUSE, STRAIGHT

ALL = (FIVE, FOUR, STRAIGHT, FULL_HOUSE)


def told(event):
    return None if event is None else plain(event)


@pytest.mark.parametrize(
    ("dice", "ranks", "text"),
    [
        ((3, 3, 3, 3, 3), ALL, "🎉 Five of a kind in one roll!"),
        ((3, 3, 3, 3, 3), (), "🎉 Five of a kind in one roll!"),
        ((3, 3, 3, 1, 3), ALL, "four of a kind in one roll!"),
        ((3, 3, 3, 1, 3), (FIVE,), None),
        ((5, 4, 3, 2, 6), ALL, "a straight in one roll!"),
        ((2, 2, 1, 2, 1), ALL, "a full house in one roll!"),
        ((2, 2, 1, 2, 4), ALL, None),
        ((6, 4, 3, 2, 1), ALL, None),
    ],
)
def test_a_first_roll(dice, ranks, text):
    assert told(made_remark([dice], ranks)) == text
    assert missed_remark([dice], ranks) is None


@pytest.mark.parametrize(
    ("before", "after", "ranks", "text"),
    [
        ((3, 3, 3, 3, 1), (3, 3, 3, 3, 3), (), "🎉 Five of a kind!"),
        ((3, 3, 3, 3, 3), (3, 3, 3, 3, 3), ALL, None),
        ((1, 2, 3, 4, 6), (1, 2, 3, 4, 5), ALL, "there it is: the straight!"),
        ((1, 2, 3, 4, 6), (1, 2, 3, 4, 5), (FULL_HOUSE,), None),
        ((1, 2, 3, 4, 5), (6, 2, 3, 4, 5), ALL, None),
        ((2, 2, 5, 5, 6), (2, 2, 5, 5, 2), ALL, "there it is: the full house!"),
        ((2, 2, 5, 4, 6), (2, 2, 2, 4, 2), ALL, "two more at once!"),
        ((2, 1, 5, 4, 6), (2, 2, 2, 4, 2), ALL, "three more at once!"),
        ((2, 2, 2, 4, 6), (2, 2, 2, 4, 2), ALL, None),
        ((2, 2, 5, 4, 6), (2, 2, 2, 4, 6), ALL, None),
    ],
)
def test_what_a_reroll_has_made(before, after, ranks, text):
    assert told(made_remark([before, after], ranks)) == text


@pytest.mark.parametrize(
    ("before", "after", "ranks", "text"),
    [
        ((1, 2, 3, 4, 6), (1, 2, 3, 4, 4), ALL, "so close: one short of the straight"),
        ((1, 6, 3, 4, 5), (2, 6, 3, 4, 5), ALL, None),
        ((1, 2, 2, 4, 5), (1, 2, 6, 4, 5), ALL, "so close: one short of the straight"),
        ((1, 2, 2, 4, 6), (1, 2, 5, 4, 6), ALL, None),
        ((1, 2, 3, 4, 6), (1, 2, 3, 4, 4), (FIVE,), None),
        ((5, 5, 5, 1, 5), (5, 5, 5, 2, 5), ALL, "so close: one short of five of a kind"),
        ((5, 5, 5, 1, 5), (5, 5, 5, 5, 5), ALL, None),
        ((5, 5, 1, 1, 2), (5, 5, 1, 1, 3), ALL, "so close: one short of the full house"),
        ((5, 5, 1, 1, 2), (5, 5, 1, 1, 1), ALL, None),
        ((5, 5, 5, 1, 2), (5, 5, 5, 3, 4), ALL, None),
        ((5, 5, 5, 1, 2), (5, 5, 5, 1, 3), ALL, None),
    ],
)
def test_what_the_last_reroll_has_missed(before, after, ranks, text):
    assert told(missed_remark([before, after], ranks)) == text


def test_nothing_is_told_that_is_not_so():
    """Of each reroll of one die of each hand: what is told as made is there, as missed it is not.

    Then one other face of the die would have made it.
    """
    short = {text: rank for rank, text in rolls.SHORT_OF.items()}
    came = {text: rank for rank, text in rolls.MADE.items()}
    seen = set()
    for dice, position in product(DIFFERENT_ROLLS, range(5)):
        for face in range(1, 7):
            after = (*dice[:position], face, *dice[position + 1 :])
            rank = DICE_POKER.hand(after).name
            event = made_remark([dice, after], ALL)
            if event is not None:
                assert came[event] == rank
            lost = missed_remark([dice, after], ALL)
            if lost is not None:
                assert short[lost] != rank
                others = [(*dice[:position], each, *dice[position + 1 :]) for each in range(1, 7)]
                assert short[lost] in {DICE_POKER.hand(one).name for one in others}
            seen |= {event, lost}
    assert {*short, *came} <= seen
