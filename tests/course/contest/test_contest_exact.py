"""Contests of two fixed strategies are exact; others are sampled (README 5.6)."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest
from PIL import Image

from contest_output import mistake, told
from course.contest.exact import NotFixed, exact_score
from course.contest.score import ExactScore
from course.contest.six_card import CONTEST, at_random, decisions
from rules.games.six_card import GAME
from rules.games.six_card.cards import HANDS
from rules.games.six_card.equilibrium import EQUILIBRIUM
from rules.games.six_card.state import SEATS
from slow_splits import slow_deals, slow_others, slow_score

pytestmark = pytest.mark.slow

STRATEGIES = """
import random
from itertools import count

def play(cards):
    low, a, b, c, d, e = cards
    return (c, d, e), [a, b], low

def lowest_high(cards):
    return cards[:3], cards[3:5], cards[5]

calls = count()

def tires(cards):
    return play(cards) if next(calls) < 100 else lowest_high(cards)

def counts(cards):
    return play(cards) if next(calls) % 68 < 34 else lowest_high(cards)

last = None

def remembers(cards):
    global last
    before, last = last, cards
    return play(cards) if before is None or before > cards else lowest_high(cards)

own = random.Random()

def draws(cards):
    return play(cards) if own.random() < 0.5 else lowest_high(cards)

def draws_in_vain(cards):
    random.random()
    return play(cards)

def short_of_fours(cards):
    return play(cards) if 4 in cards else None

def fails_on_fours(cards):
    return play(cards) if cards.count(4) < 4 else cards[6]
"""


@pytest.fixture(autouse=True)
def strategies(tmp_path: Path) -> None:
    (tmp_path / "fixed.py").write_text(STRATEGIES, encoding="utf-8")


def exact(own, other):
    names = {"strategy": own, "against": other}
    return exact_score(GAME, CONTEST, CONTEST.exact, names)


def slow_score_between(own, other):
    """Compare every deal one by one, by separate code."""
    chances = {1.0: Fraction(0), 0.5: Fraction(0), 0.0: Fraction(0)}
    for hand, often in slow_deals().items():
        for theirs, ways in slow_others(hand).items():
            for mine, weight in own(hand):
                for yours, their_weight in other(theirs):
                    share = Fraction(often * ways, 8008 * 210) * weight * their_weight
                    chances[slow_score(mine, yours)] += share
    return ExactScore(chances[1.0], chances[0.5], chances[0.0])


def rising(hand):
    """Split as `play` does."""
    return (((hand[:3], hand[3:5], hand[5:]), Fraction(1)),)


def mixed(hand):
    return [(split.parts, weight) for split, weight in EQUILIBRIUM[hand].items()]


def test_5_6_fixed_strategies_score_what_counting_every_deal_gives():
    assert exact("fixed.py:play", "perfect") == slow_score_between(rising, mixed)
    assert exact("perfect", "fixed.py:play") == slow_score_between(mixed, rising)
    assert exact("fixed.py:play", "fixed.py:play") == slow_score_between(rising, rising)


def test_5_6_the_levels_score_what_the_readme_says():
    table = {
        ("easy", "house"): 0.177,
        ("house", "easy"): 0.823,
        ("easy", "perfect"): 0.283,
        ("random", "house"): 0.175,
        ("random", "perfect"): 0.189,
    }
    for (own, other), score in table.items():
        assert exact(own, other).share == pytest.approx(score, abs=0.0005)
    assert exact("perfect", "perfect").share == exact("random", "random").share == 0.5


def test_5_6_an_exact_contest_says_so_and_has_no_margin(capsys):
    argv = ["--strategy", "easy", "--against", "house", "--picture", "drawn.png"]
    out = told(capsys, "six-card", *argv)
    score = exact("easy", "house")
    assert out == (
        "easy against house, all deals\n"
        f"won {100 * float(score.win):.4f} %, drawn {100 * float(score.draw):.4f} %, "
        f"lost {100 * float(score.lose):.4f} %\n"
        "easy wins 17.7273 % (a draw counts one half; exact)\n"
        "picture: drawn.png\n"
    )
    assert score.win + score.draw + score.lose == 1
    with Image.open("drawn.png") as picture:
        assert picture.format == "PNG"


def test_5_6_a_number_of_deals_is_sampled_as_before(capsys):
    argv = ["six-card", "--strategy", "fixed.py:play", "--deals", "50", "--seed", "1"]
    out = told(capsys, *argv)
    assert out.startswith("fixed.py:play against house, 50 deals, seed 1\nwon ")
    assert "±" in out
    assert "exact" not in out


@pytest.mark.parametrize("function", ["tires", "counts", "remembers", "draws", "draws_in_vain"])
def test_5_6_a_function_that_is_not_fixed_is_found_and_sampled(function, capsys, monkeypatch):
    monkeypatch.setattr("course.contest.command.DEALS", 40)
    with pytest.raises(NotFixed, match=f"^fixed.py:{function}$"):
        exact(f"fixed.py:{function}", "house")
    with pytest.raises(NotFixed):
        exact("house", f"fixed.py:{function}")
    argv = ["six-card", "--strategy", f"fixed.py:{function}", "--seed", "3"]
    out = told(capsys, *argv)
    assert out.startswith(
        f"not exact: fixed.py:{function} does not always answer alike\n"
        f"fixed.py:{function} against house, 40 deals, seed 3\n"
    )
    assert re.search(
        r" wins [\d.]+ % ± [\d.]+ \(a draw counts one half; 95 % margin of error\)", out
    )


def test_5_6_after_the_questions_a_function_begins_anew(capsys, monkeypatch):
    """The sampled score is that of `--deals`: nothing of the questions is left."""
    monkeypatch.setattr("course.contest.command.DEALS", 150)
    for function in ("tires", "draws_in_vain"):
        argv = ["six-card", "--strategy", f"fixed.py:{function}", "--seed", "3"]
        asked = told(capsys, *argv).split("\n", 1)[1]
        assert asked == told(capsys, *argv, "--deals", "150")


@pytest.mark.parametrize(
    ("function", "says"),
    [
        (
            "short_of_fours",
            (
                r"was given the cards ([1-3] ){6}and did not answer Sum, Pair and High card, three, "
                "two and one of them, but None"
            ),
        ),
        (
            "fails_on_fours",
            (
                r"was given the cards [1-3] [1-3] 4 4 4 4 and raised IndexError: tuple index out of "
                r"range \(line \d+\)"
            ),
        ),
    ],
)
def test_5_6_a_hand_that_a_function_gets_wrong_is_always_found(function, says, capsys):
    line = mistake(capsys, "six-card", "--strategy", f"fixed.py:{function}")
    assert re.fullmatch(rf"dice-poker: fixed\.py:{function} {says}", line)


def test_5_6_the_decisions_are_all_hands_in_their_order():
    for seat in SEATS:
        states = decisions(seat)
        assert tuple(state.hands[seat.index] for state in states) == HANDS
        for state in states:
            mine, theirs = state.hands
            assert max((mine + theirs).count(card) for card in mine) <= 4
            assert sum(weight for _, weight in at_random(state, seat)) == 1
