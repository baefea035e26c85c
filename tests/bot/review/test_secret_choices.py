"""Which choices at the end of a round that was left are kept from others."""

from __future__ import annotations

import pytest

from extra_games_shown import ODD_ONE, QUICK_STOP, extra_games_shown
from rules.engine import act, begin, history, shown_to_all
from rules.screen import Action, Seat
from simulated_luck import SeededLuck


@pytest.mark.parametrize(("key", "code"), [(ODD_ONE, None), (QUICK_STOP, "wait")])
def test_only_a_secret_choice_that_others_still_owe_is_left_out(key, code):
    """Of Odd One the deal is shown and no card; in Quick Stop all see who waits."""
    with extra_games_shown(key) as game:
        luck = SeededLuck(1)
        now = begin(game, 2, {}, luck)
        first = Seat(0)
        action = game.legal(now.state, first)[0] if code is None else Action(code)
        now = act(now, first, action, luck)
        rounds = history(game, 2, {}, now.steps)
        assert len(shown_to_all(rounds)) == 2
        assert len(rounds) == (3 if key == ODD_ONE else 2)
