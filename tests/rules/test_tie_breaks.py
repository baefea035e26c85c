"""The tie-breaks of /rules against hands compared the slow way (README 1.5)."""

from __future__ import annotations

import pytest

from plain_words import plain
from rules.dice import PIPS, POKER
from rules.hands import DICE_POKER, POKER_DICE, POKER_DICE_STRAIGHTS_BUST, RANK_NAMES
from rules.screen import Heading
from rules.tie_breaks import tie_breaks
from slow_hands import IDS, slow_compare, slow_name

ORDERS = [(DICE_POKER, PIPS), (POKER_DICE, POKER), (POKER_DICE_STRAIGHTS_BUST, POKER)]


@pytest.mark.parametrize(("order", "face_set"), ORDERS)
def test_an_example_for_each_rank_in_which_a_die_decides(order, face_set):
    heading, *lines = tie_breaks(order, face_set)
    assert isinstance(heading, Heading)
    assert len(lines) == 3 * len(IDS[order.key])
    for name, title, rule, example in zip(
        IDS[order.key], lines[::3], lines[1::3], lines[2::3], strict=True
    ):
        assert plain(title.text) == plain(RANK_NAMES[name])
        assert rule.text.template.endswith(".")
        better, worse = (dict(example.text.arguments)[key] for key in ("better", "worse"))
        assert better.face_set == worse.face_set == face_set
        assert {slow_name(order.key, hand.faces) for hand in (better, worse)} == {name}
        assert slow_compare(order.key, better.faces, worse.faces) == 1


def test_the_dice_stand_in_the_order_in_which_they_are_compared():
    for block in tie_breaks(DICE_POKER, PIPS)[3::3]:
        for _, hand in block.text.arguments:
            by_importance = sorted(hand.faces, key=lambda face: (-hand.faces.count(face), -face))
            assert list(hand.faces) == by_importance
