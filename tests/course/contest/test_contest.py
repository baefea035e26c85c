"""The contest on the command line (README 5.6): what it plays, what it says, what it refuses."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from bot import cli
from contest_output import counts, mistake, told
from course.contest import sides
from course.contest.score import COLOURS, ExactScore, Score, draw, score_of
from course.contest.six_card import CONTEST, at_random
from course.contest.strategies import ContestError, load
from rules.games.six_card import GAME
from rules.games.six_card.cards import DECK, HANDS, falling, high_then_middle, splits_of
from rules.games.six_card.flow import split_by
from rules.games.six_card.state import SEATS, Splitting
from rules.games.six_card.strategies import always, arranged_at_random, chance_of, chances_against
from rules.screen import Action

pytestmark = pytest.mark.slow

STRATEGY, AGAINST = CONTEST.sides


def splitter(named, random, side=STRATEGY, contest=CONTEST):
    return sides.chooser(GAME, contest, side, named, random)


def rounds(own, other, deals, random):
    choosers = {STRATEGY.seat: own, AGAINST.seat: other}
    return sides.rounds(GAME, choosers, CONTEST.scored, deals, random)


def dealt(hand):
    """Either seat holds the hand; only one seat's cards are looked at."""
    return Splitting((hand, hand), (None, None))


# Six Card Poker


def test_5_6_it_tells_the_score_with_its_margin_and_draws_the_picture(capsys):
    out = told(
        capsys,
        *[
            "six-card",
            "--deals",
            "2000",
            "--strategy",
            "mine.py:play",
            "--against",
            "high",
            "--seed",
            "7",
            "--picture",
            "drawn.png",
        ],
    )
    assert out.endswith("\npicture: drawn.png\n")
    assert out.startswith("mine.py:play against high, 2,000 deals, seed 7\n")
    won, drawn, lost = counts(out)
    assert won + drawn + lost == 2000
    percent, margin = map(float, re.search(r"wins ([\d.]+) % ± ([\d.]+)", out).groups())
    assert percent == pytest.approx(100 * (won + drawn / 2) / 2000, abs=0.005)
    assert 0 < margin < 3
    assert [path.name for path in Path.cwd().glob("*.png")] == ["drawn.png"]
    with Image.open("drawn.png") as picture:
        assert picture.format == "PNG"
        assert min(picture.size) > 300


def test_5_6_a_seed_repeats_the_contest_also_where_lots_are_drawn(capsys):
    argv = [
        "six-card",
        "--deals",
        "300",
        "--strategy",
        "mine.py:lots",
        "--against",
        "perfect",
        "--seed",
    ]
    assert told(capsys, *argv, "1") == told(capsys, *argv, "1") != told(capsys, *argv, "2")


@pytest.mark.parametrize(
    ("own", "other", "ended", "score"),
    [
        ("mine.py:play", "house", "won 18, drawn 5, lost 177", "10.25 % ± 4.06"),
        ("mine.py:lots", "perfect", "won 29, drawn 25, lost 146", "20.75 % ± 5.06"),
        ("perfect", "mine.py:lots", "won 145, drawn 29, lost 26", "79.75 % ± 4.90"),
        ("perfect", "perfect", "won 64, drawn 63, lost 73", "47.75 % ± 5.73"),
    ],
)
def test_5_6_a_seed_deals_the_same_cards_in_every_version(own, other, ended, score, capsys):
    import_module("rich.progress")  # draws from the functions' generator, once, when it is loaded
    argv = ["--strategy", own, "--against", other, "--deals", "200", "--seed", "7"]
    assert told(capsys, "six-card", *argv) == (
        f"{own} against {other}, 200 deals, seed 7\n"
        f"{ended}\n"
        f"{own} wins {score} (a draw counts one half; 95 % margin of error)\n"
    )


def test_5_6_without_a_seed_the_one_that_was_drawn_is_told(capsys):
    argv = ["six-card", "--deals", "200", "--strategy", "random", "--against", "random"]
    first = told(capsys, *argv)
    seed = re.search(r"seed (\d+)\n", first).group(1)
    assert told(capsys, *argv, "--seed", seed) == first


def test_5_6_another_opponent_is_met_with_the_same_deals():
    seen = []
    for other in ("perfect", "random"):
        hands = []

        def remember(_deal, state, hands=hands):
            hand = state.hands[STRATEGY.seat.index]
            hands.append(hand)
            return split_by(splits_of(hand)[0])

        _, opponent = splitter(other, Random("lots"), AGAINST)
        list(rounds(remember, opponent, 50, Random("deals")))
        seen.append(hands)
    assert seen[0] == seen[1]


def test_5_6_a_strategy_is_given_six_rising_cards():
    strategy = load("mine.py:play", ())
    _, given = sides.chooser(
        GAME, CONTEST, STRATEGY, "mine.py:play", Random(1), found=lambda named, others: strategy
    )
    _, high = splitter("high", Random(1), AGAINST)
    results = list(rounds(given, high, 100, Random(1)))
    asked = strategy.function.__globals__["asked"]
    assert len(asked) == len(results) == 100
    assert all(type(cards) is tuple and cards == tuple(sorted(cards)) for cards in asked)
    assert {falling(cards) for cards in asked} <= set(HANDS)


@pytest.mark.parametrize(
    ("own", "other", "strategy"),
    [("high", "random", arranged_at_random()), ("easy", "easy", always(high_then_middle))],
)
def test_5_6_the_score_is_what_exact_play_expects(own, other, strategy):
    expected = float(
        sum(
            chance_of(hand) * chances_against(strategy, hand)[high_then_middle(hand)].score
            for hand in HANDS
        )
    )
    mine = splitter(own, Random("a"))[1]
    theirs = splitter(other, Random("b"), AGAINST)[1]
    score = score_of(rounds(mine, theirs, 10_000, Random("c")))
    assert abs(score.share - expected) < 2 * score.margin


def test_5_6_every_opponent_splits_its_cards_legally():
    opponents = sides.names(GAME, CONTEST)
    assert opponents == ("random", "high", "easy", "house", "perfect")
    for name in opponents:
        for side in CONTEST.sides:
            _, split = splitter(name, Random(1), side)
            for hand in HANDS:
                rest = list(DECK)
                for card in hand:
                    rest.remove(card)
                other = falling(rest[:6])
                hands = (hand, other) if side == STRATEGY else (other, hand)
                action = split(1, Splitting(hands, (None, None)))
                assert action in map(split_by, splits_of(hand))


@pytest.mark.parametrize(("kept", "computed"), [(68, 68), (5, 5 + 2 * 63), (0, 2 * 68)])
def test_a_contest_of_any_length_keeps_only_so_many_weights(kept, computed, monkeypatch):
    """There are far more pairs of rolls in Dice Poker than fit into memory."""
    monkeypatch.setattr(sides, "MAX_CACHED", kept)
    asked = []

    def counted(state, seat):
        asked.append(state)
        return at_random(state, seat)

    contest = replace(CONTEST, strategies={"counted": counted})
    _, split = splitter("counted", Random(1), contest=contest)
    _, same = splitter("random", Random(1))
    for hand in HANDS * 2:
        assert split(1, dealt(hand)) == same(1, dealt(hand))
    assert len(asked) == computed


def test_an_answer_is_read_or_refused():
    hand = (4, 4, 3, 2, 2, 1)
    other = (4, 4, 3, 3, 1, 1)
    first = Splitting((hand, other), (None, None))
    second = Splitting((other, hand), (None, None))
    for state, seat in ((first, SEATS[0]), (second, SEATS[1])):
        good = CONTEST.read(state, seat, ([2, 4, 1], (4, 3), 2))
        assert good == Action("split", "421-43-2")
        assert CONTEST.read(state, seat, ({4, 2, 1}, range(3, 5), [2])) == good
    for answer in (
        None,
        5,
        "abc",
        hand,
        (2, 2, 2),
        ("431", "42", "2"),
        ((4, 3, 1), (4, 2), 2.0),
        ((4, 4), (3, 2, 2), 1),
        ((4, 3, 1), (4, 2), 2, ()),
    ):
        assert CONTEST.read(first, SEATS[0], answer) is None
        assert CONTEST.read(second, SEATS[1], answer) is None
    assert CONTEST.read(first, SEATS[1], ([2, 4, 1], (4, 3), 2)) is None, "the other's cards"


@pytest.mark.parametrize(
    ("function", "says"),
    [
        (
            "too_many_fours",
            "did not answer Sum, Pair and High card, three, two and one of them, but ((4, 4, 4), (4, 4), 4)",
        ),
        ("forgets", "did not answer Sum, Pair and High card, three, two and one of them, but None"),
        ("falls", "raised IndexError: tuple index out of range (line 21)"),
        ("leaves", "raised SystemExit (line 24)"),
        ("rude", "but an object of the class Rude"),
    ],
)
def test_5_6_an_illegal_answer_stops_the_contest_with_the_deal_and_the_answer(
    function, says, capsys
):
    argv = ["--strategy", f"mine.py:{function}", "--deals", "10", "--seed", "1"]
    line = mistake(capsys, "six-card", *argv)
    assert re.match(
        rf"dice-poker: deal 1: mine.py:{function} was given the cards ([1-4] ){{6}}", line
    )
    assert line.endswith(says)


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        ("--strategy gone.py:play", "there is no file gone.py"),
        ("--strategy mine.py:gone", "mine.py has no function called gone"),
        ("--strategy mine.py:number", "number in mine.py is no function"),
        (
            "--strategy broken.py:play",
            "broken.py cannot be read: SyntaxError: invalid syntax (line 1)",
        ),
        (
            "--strategy fails.py:play",
            "fails.py cannot be read: ModuleNotFoundError: No module named 'no_such_module' (line 2)",
        ),
        (
            "--strategy mine.py",
            "“mine.py” is no strategy: give path.py:function, or one of random, high, easy, house, perfect",
        ),
        (
            "--strategy high --against god",
            "“god” is no strategy: give path.py:function, or one of random, high, easy, house, perfect",
        ),
        (
            "--strategy high --picture a.jpg",
            "the picture is a PNG: give a name that ends in .png, not a.jpg",
        ),
        ("--strategy high --picture gone/a.png", "there is no folder gone for the picture"),
    ],
)
def test_what_cannot_be_played_is_told_in_one_line(argv, says, capsys):
    assert mistake(capsys, "six-card", *argv.split()) == f"dice-poker: {says}"


@pytest.mark.parametrize("deals", ["0", "-1", "ten", "1e5", "²", "1000000001"])
def test_a_number_of_deals_is_a_number(deals, capsys):
    line = mistake(capsys, "six-card", "--strategy", "high", f"--deals={deals}")
    assert "deals are a number from 1 to 100000000" in line
    assert line.endswith("See: dice-poker contest six-card --help")


@pytest.mark.parametrize(
    "score", [Score(4000, 1000, 2000), ExactScore(Fraction(4, 7), Fraction(1, 7), Fraction(2, 7))]
)
@pytest.mark.parametrize("title", ["mine.py against high", "王 🎲", "a_long_name.py " * 20])
def test_the_bars_are_as_high_as_the_score_says(score, title, tmp_path):
    path = tmp_path / "contest.png"
    draw(score, title, ("wins", "draws", "losses"), path)
    with Image.open(path) as picture:
        drawn = picture.convert("RGB")
    counted = {colour: count for count, colour in drawn.getcolors(drawn.width * drawn.height)}
    bars = [counted[tuple(bytes.fromhex(colour[1:]))] for colour in COLOURS]
    assert [bar / bars[1] for bar in bars] == pytest.approx([4, 1, 2], rel=0.1)


def test_a_picture_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "folder.png").mkdir()
    with pytest.raises(ContestError, match="the picture cannot be written"):
        draw(Score(1, 1, 1), "$title", ("a", "b", "c"), tmp_path / "folder.png")


# The score


def test_a_draw_counts_one_half():
    assert score_of([1, 0.5, 0.5, 0]) == Score(1, 2, 1)
    assert Score(1, 2, 1).share == 0.5
    assert Score(3, 2, 0).share == 0.8


def test_the_margin_covers_the_truth_in_about_95_of_100_contests():
    random = Random(5)
    within = 0
    for _ in range(400):
        score = score_of(random.choices((1, 0.5, 0), (5, 2, 3), k=400))
        within += abs(score.share - 0.6) <= score.margin
    assert 0.92 <= within / 400 <= 0.98
    assert Score(300, 0, 0).margin == 0.01, "the rule of three"


# The bar


def test_the_bar_moves_where_somebody_sees_it(capsys, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    assert (
        cli.main(["contest", "six-card", "--deals", "600", "--strategy", "high", "--seed", "1"])
        == 0
    )
    assert "600/600" in capsys.readouterr().err


def test_help_names_the_opponents_and_levels(capsys):
    for argv, names in (("six-card", ("random", "high")), ("dice-poker", ("greedy", "positions"))):
        assert cli.main(["contest", argv, "--help"]) == 0
        out = capsys.readouterr().out
        assert all(name in out for name in (*names, "perfect", "path.py:function"))
