"""The bench of presses a turn: three with the buttons, and what it counts by hand."""

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
    buttons, hand = presses.a_turn(registry.game(key), presses.usual_reroll, 5)
    assert 2 < buttons <= 3
    assert hand > 7
    assert presses.a_turn(registry.game(key), presses.largest_group, 5)[1] > 9
