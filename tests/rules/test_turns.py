"""Turns of several rolls, and rerolls in words."""

from __future__ import annotations

from plain_words import plain
from rules.dice import PIPS, POSITIONS, reroll
from rules.turns import REROLLS, ROLLS, TurnRolled, TurnRolling, describe_roll


def test_a_turn_starts_with_all_dice_in_the_air():
    assert TurnRolling().positions == POSITIONS
    assert TurnRolling().land((3, 1, 4, 1, 5)) == TurnRolled(((3, 1, 4, 1, 5),), POSITIONS)


def test_dice_that_are_not_thrown_keep_face_and_position():
    for reroll_action in REROLLS:
        positions = tuple(map(int, reroll_action.on))
        rolled = TurnRolling().land((1, 2, 3, 4, 5)).reroll(positions).land((6,) * len(positions))
        assert rolled.dice == tuple(6 if place in positions else place for place in POSITIONS)
        assert rolled.dice == reroll((1, 2, 3, 4, 5), positions, (6,) * len(positions))
        assert rolled.landed == positions


def test_the_third_roll_is_the_last():
    rolled = TurnRolling().land((1, 2, 3, 4, 5))
    seen = [rolled.last]
    for face in (6, 4):
        rolled = rolled.reroll((1,)).land((face,))
        seen.append(rolled.last)
    assert (ROLLS, seen) == (3, [False, False, True])
    assert plain(describe_roll(rolled, PIPS)) == "roll 3 of 3 · rerolled 6 → 4"


def test_the_dice_that_a_reroll_brought_are_told_apart_from_those_that_were_kept():
    """In the order of positions, the faces before the reroll on the left."""
    first = TurnRolling().land((5, 5, 3, 2, 1))
    assert (first.new, plain(describe_roll(first, PIPS))) == ((), "roll 1 of 3")
    second = first.reroll((3, 4)).land((6, 5))
    assert second.new == (3, 4)
    assert plain(describe_roll(second, PIPS)) == "roll 2 of 3 · rerolled 3 2 → 6 5"
