"""The bench of presses a turn: three by the green button, and what it counts by hand."""

from __future__ import annotations

import pytest

from bench import presses
from rules import registry
from rules.screen import Action, Press, Screen
from rules.text import say


def test_by_hand_each_die_each_button_and_both_steps_of_a_menu_count():
    assert presses.presses(Action("reroll", "345"), None) == 4
    assert presses.presses(Action("write", "ones"), None) == 2


def test_a_button_for_the_very_action_counts_once():
    screen = Screen(say("x"), (), (Press(Action("reroll", "345"), say("Keep 5 5, roll 3")),))
    assert presses.presses(Action("reroll", "345"), screen) == 1
    assert presses.presses(Action("reroll", "34"), screen) == 3


@pytest.mark.parametrize("key", ["thirteen", "nine"])
def test_a_turn_takes_at_most_three_presses_instead_of_seven(key):
    """Who follows the green button makes the total of medium, on the same dice."""
    game = registry.game(key)
    green, medium, hand = (presses.play(game, name, 5) for name in ("green", "medium", "by hand"))
    assert green == medium
    assert 2 < green.presses <= 3
    assert hand.totals == green.totals
    assert hand.presses > 7


def test_the_error_is_that_of_the_mean():
    """1, 3 and 5 deviate from their mean by 2 in the sample, by 2 / √3 in the mean."""
    assert presses.Played((1, 3, 5), 3.0).error == pytest.approx(2 / 3**0.5)
