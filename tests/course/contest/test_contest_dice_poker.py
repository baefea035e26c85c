"""The contest in Dice Poker: what each seat is shown, what it may answer (README 1.4)."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from contest_output import counts, mistake, told
from course.contest import sides
from course.contest.dice_poker import CONTEST
from rules.games.dice_poker import GAME
from rules.games.dice_poker.state import DEALER, PLAYER
from rules.turns import KEEP

pytestmark = pytest.mark.slow

SIDES = {side.seat: side for side in CONTEST.sides}


def chooser(named, seat, random):
    return sides.chooser(GAME, CONTEST, SIDES[seat], named, random)


def rounds(dealer, player, deals, random):
    return sides.rounds(GAME, {DEALER: dealer, PLAYER: player}, CONTEST.scored, deals, random)


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
    assert not list(Path.cwd().glob("*.png")), "nobody asked for a picture"


@pytest.mark.parametrize(
    ("dealer", "player", "ended", "score"),
    [
        ("mine.py:lowest", "perfect", "won 63, drawn 3, lost 34", "64.50 % ± 9.22"),
        ("house", "mine.py:keep", "won 37, drawn 0, lost 63", "37.00 % ± 9.46"),
    ],
)
def test_a_seed_rolls_the_same_dice_in_every_version(dealer, player, ended, score, capsys):
    argv = ["--dealer", dealer, "--player", player, "--deals", "100", "--seed", "7"]
    assert told(capsys, "dice-poker", *argv) == (
        f"player {player} against dealer {dealer}, 100 deals, seed 7\n"
        f"{ended}\n"
        f"the player, {player}, wins {score} (a draw counts one half; 95 % margin of error)\n"
    )


def test_a_function_that_plays_as_a_level_scores_the_same():
    """`easy` keeps all: the same dice, the same rounds, to the last one."""
    ends = []
    for name in ("easy", "mine.py:keep"):
        _, dealer = chooser("mine.py:lowest", DEALER, Random(1))
        _, player = chooser(name, PLAYER, Random(2))
        ends.append(list(rounds(dealer, player, 300, Random(3))))
    assert ends[0] == ends[1]
    assert {0.0, 1.0} <= set(ends[0])


def test_each_seat_is_shown_its_own_dice_and_what_it_may_know_of_the_others():
    seen = []

    def dealer(_deal, state):
        own, other = CONTEST.given(state, DEALER)
        seen.append((own, other))
        assert state.dealer == own
        assert state.player == other
        return CONTEST.read(state, DEALER, [1, 2])

    def player(_deal, state):
        own, other = CONTEST.given(state, PLAYER)
        seen.append((own, other))
        assert state.dealer.hand == other
        assert state.player == own
        assert CONTEST.read(state, PLAYER, ()) == KEEP
        return CONTEST.read(state, PLAYER, [])

    results = list(rounds(dealer, player, 50, Random(4)))
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
    levels = sides.names(GAME, CONTEST)
    assert {"easy", "greedy", "house", "perfect"} <= set(levels)
    for level in levels:
        _, dealer = chooser(level, DEALER, Random(1))
        _, player = chooser(level, PLAYER, Random(1))
        assert len(list(rounds(dealer, player, 5, Random(1)))) == 5
