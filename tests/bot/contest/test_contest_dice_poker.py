"""The contest in Dice Poker: what each seat is shown, what it may answer (RULES 1.4, 5.6)."""

from __future__ import annotations

import re
from random import Random

import pytest
from PIL import Image

from bot.contest import dice_poker
from contest_told import counts, mistake, told


def test_dice_poker_is_played_between_dealer_and_player(capsys):
    argv = [
        "dice-poker",
        "--deals",
        "400",
        "--dealer",
        "mine.py:keep",
        "--player",
        "house",
        "--seed",
        "3",
    ]
    out = told(capsys, *argv)
    assert out.startswith("player house against dealer mine.py:keep, 400 deals, seed 3\n")
    assert "the player, house, wins " in out
    assert sum(counts(out)) == 400
    assert out == told(capsys, *argv)
    with Image.open("contest.png") as picture:
        assert picture.format == "PNG"


def test_a_function_that_plays_as_a_level_scores_the_same():
    """`easy` keeps all: the same dice, the same rounds, to the last one."""
    ends = []
    for name in ("easy", "mine.py:keep"):
        _, dealer = dice_poker.chooser("mine.py:lowest", dice_poker.DEALER, Random(1))
        _, player = dice_poker.chooser(name, dice_poker.PLAYER, Random(2))
        ends.append(list(dice_poker.rounds(dealer, player, 300, Random(3))))
    assert ends[0] == ends[1]
    assert {0.0, 1.0} <= set(ends[0])


def test_each_seat_is_shown_its_own_dice_and_what_it_may_know_of_the_others():
    seen = []

    def dealer(_deal, _state, own, other):
        seen.append((own, other))
        return dice_poker.read([1, 2])

    def player(_deal, state, own, other):
        seen.append((own, other))
        assert state.dealer.hand == other
        assert state.player == own
        return dice_poker.read([])

    results = list(dice_poker.rounds(dealer, player, 50, Random(4)))
    assert len(seen) == 100
    for (dealers, players), (own, hand) in zip(seen[::2], seen[1::2], strict=True):
        assert own == players, "the player keeps the first roll"
        assert hand[2:] == dealers[2:], "only positions 1 and 2 were rerolled"
    assert any(
        hand != dealers for (dealers, _), (_, hand) in zip(seen[::2], seen[1::2], strict=True)
    )
    assert set(results) <= {0.0, 0.5, 1.0}


@pytest.mark.parametrize("seat", ["dealer", "player"])
@pytest.mark.parametrize(("function", "answer"), [("twice", "[1, 1]"), ("sixth", "[6]")])
def test_positions_that_are_none_stop_the_contest(seat, function, answer, capsys):
    line = mistake(capsys, "dice-poker", f"--{seat}", f"mine.py:{function}", "--seed", "1")
    given = r"was given the dice ([1-6] ){5}against ([1-6] ){5}"
    assert re.match(rf"dice-poker: deal 1: mine.py:{function} {given}", line)
    assert line.endswith(f"did not answer positions from 1 to 5, each at most once, but {answer}")


def test_every_level_plays_both_seats():
    assert {"easy", "greedy", "house", "perfect"} <= set(dice_poker.levels())
    for level in dice_poker.levels():
        _, dealer = dice_poker.chooser(level, dice_poker.DEALER, Random(1))
        _, player = dice_poker.chooser(level, dice_poker.PLAYER, Random(1))
        assert len(list(dice_poker.rounds(dealer, player, 5, Random(1)))) == 5
