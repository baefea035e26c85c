"""Why one choice is worth more than another: the words, the causes, and what they must explain.

Chances and averages in the sentences are counted by hand: one die of six, the dice of one
face in three rolls (5 · (1 − (5/6)³) = 2.106 of them).
"""

from __future__ import annotations

import re
from functools import partial
from itertools import product

import numpy as np
import pytest

from plain_words import plain
from random_play import decisions, play_at_random
from rules import registry
from rules.dice import DIFFERENT_ROLLS
from rules.exact.causes import by_rank, seldom
from rules.games.dice_poker.state import DealerSelects, Final, PlayerSelects
from rules.hands import DICE_POKER
from rules.screen import Action, Seat
from rules.sheets.endings import for_points
from rules.sheets.flow import Choosing
from rules.text import say
from rules.turns import TurnRolled

UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
LOWER = ("three-of-a-kind", "four-of-a-kind", "full-house", "small-straight", "large-straight")
THIRTEEN = (*UPPER, *LOWER, "five-of-a-kind", "chance")
NINE = (
    "one-pair",
    "two-pair",
    "three-of-a-kind",
    "four-of-a-kind",
    "five-of-a-kind",
    "full-house",
    "small-straight",
    "large-straight",
    "chance",
)


def sheet(rows, opened, dice, roll):
    """Return a sheet alone with these open rows, the others written with 0, after a roll."""
    written = tuple(None if row in opened else 0 for row in rows)
    return Choosing((written,), (None,), TurnRolled((dice,) * roll, (1, 2, 3, 4, 5)))


def why(key, state, better, worse, seat=0):
    reason = registry.game(key).exact.why(
        state, Seat(seat), Action.parse(better), Action.parse(worse)
    )
    return None if reason is None else plain(reason)


thirteen, nine = partial(sheet, THIRTEEN), partial(sheet, NINE)


@pytest.mark.parametrize(
    ("opened", "rolled", "better", "worse", "expected"),
    [
        # a pair before a straight: 6 5 4 2 needs one face of six
        (
            ("large-straight",),
            ((2, 4, 5, 6, 6), 2),
            "reroll.5",
            "reroll.123",
            "“Large straight” is made 17% of the time with 6 5 4 2, never with 6 6.",
        ),
        # two faces of six make either straight, and 6 4 3 makes none with the two others at once
        (
            ("small-straight",),
            ((2, 3, 4, 6, 6), 2),
            "reroll.45",
            "reroll.123",
            "“Small straight” is made 56% of the time with 4 3 2, 3% with 6 6.",
        ),
        # the row of the face is written
        (
            ("fives", "sixes", "five-of-a-kind"),
            ((1, 1, 1, 5, 5), 2),
            "reroll.123",
            "reroll.45",
            "“Ones” is already filled, so keeping 1 1 1 brings less.",
        ),
        # the row of the face is open
        (
            ("fives", "sixes"),
            ((3, 5, 5, 6, 1), 2),
            "reroll.145",
            "reroll.1235",
            "“Fives” is still open, so keeping 5 5 brings more.",
        ),
        # a row is given up too early, or too cheap: 4 · 2.106 and 6 · 2.106
        (
            ("fours", "five-of-a-kind"),
            ((2, 3, 3, 5, 6), 3),
            "write.five-of-a-kind",
            "write.fours",
            (
                "A 0 in “Fours” costs more: going for it brings 8.4 points on average, "
                "“5 of a kind” only 2.3."
            ),
        ),
        (
            ("twos", "fours"),
            ((1, 2, 2, 2, 5), 3),
            "write.twos",
            "write.fours",
            "Too early for a 0 in “Fours”: going for it brings 8.4 points on average.",
        ),
        # a good roll is written early; 3 of a kind brings 15.2
        (
            ("twos", "threes", "sixes", "three-of-a-kind", "chance"),
            ((1, 1, 1, 1, 1), 2),
            "reroll.12345",
            "write.three-of-a-kind",
            "Only 5 points in “3 of a kind”: going for it brings 15.2 on average.",
        ),
        (
            ("fives", "sixes", "four-of-a-kind", "five-of-a-kind"),
            ((1, 3, 3, 3, 6), 3),
            "write.five-of-a-kind",
            "write.sixes",
            "Only 6 points in “Sixes”: going for it brings 12.6 on average.",
        ),
        # Chance spent; where no other row is left, nothing can fail later
        (
            ("fives", "sixes", "large-straight", "chance"),
            ((2, 3, 6, 6, 6), 3),
            "write.sixes",
            "write.chance",
            "Save “Chance” for later: it can take a bad turn.",
        ),
        (
            ("five-of-a-kind", "chance"),
            ((2, 2, 3, 4, 4), 3),
            "write.five-of-a-kind",
            "write.chance",
            "Only 15 points in “Chance”: going for it brings 23.3 on average.",
        ),
        # a row that is made is broken up
        (
            ("ones", "full-house", "chance"),
            ((2, 2, 5, 5, 5), 2),
            "write.full-house",
            "reroll.12",
            "“Full house” is already worth 25 points; a reroll risks them.",
        ),
        # a row that stays made, but with fewer points: 4 + 3.5
        (
            ("threes", "fives", "sixes", "four-of-a-kind", "small-straight", "chance"),
            ((1, 1, 1, 1, 6), 2),
            "write.four-of-a-kind",
            "reroll.5",
            "“4 of a kind” brings 10 points now, 7.5 on average after a reroll.",
        ),
        # a row that is made either way: 12 + 3.5, 8 + 3.5; 8 + 3 · 4/6, 8 + 4/6
        (
            ("threes", "fives", "three-of-a-kind", "large-straight"),
            ((2, 2, 2, 2, 6), 2),
            "reroll.1",
            "reroll.5",
            "“3 of a kind” brings 15.5 points on average with 6 2 2 2, 11.5 with 2 2 2 2.",
        ),
        (
            ("fours", "sixes", "five-of-a-kind"),
            ((2, 4, 4, 5, 6), 2),
            "reroll.145",
            "reroll.4",
            "“Fours” brings 10.0 points on average with 4 4, 8.7 with 6 4 4 2.",
        ),
        # three equal dice make 3 of a kind, though nobody writes it
        (
            ("fives", "sixes", "three-of-a-kind", "large-straight", "chance"),
            ((1, 1, 1, 6, 6), 1),
            "reroll.123",
            "reroll.45",
            "“Sixes” is still open, so keeping 6 6 brings more.",
        ),
        # of two straights the one that gains
        (
            ("fives", "small-straight", "large-straight"),
            ((1, 2, 4, 4, 5), 1),
            "reroll.14",
            "reroll.125",
            "“Large straight” is made 23% of the time with 5 4 2, 8% with 4 4.",
        ),
        # a pair is broken: 5 5 3 3 makes the full house with two faces of six
        (
            ("full-house",),
            ((3, 3, 5, 5, 1), 2),
            "reroll.5",
            "reroll.125",
            "“Full house” is made 33% of the time with 5 5 3 3, 9% with 5 5.",
        ),
        # a run is kept before equal dice
        (
            ("four-of-a-kind", "chance"),
            ((4, 4, 4, 5, 3), 2),
            "reroll.45",
            "reroll.23",
            None,
        ),
    ],
)
def test_why_on_a_sheet_of_thirteen_rows(opened, rolled, better, worse, expected):
    state = thirteen(opened, *rolled)
    told = why("thirteen", state, better, worse)
    if expected is None:
        assert told.startswith("“4 of a kind” is made 31% of the time with 4 4 4, ")
    else:
        assert told == expected


def test_a_full_house_that_is_written_makes_two_pairs_worth_less():
    rows = ("threes", "sixes", "large-straight", "five-of-a-kind")
    state = thirteen(rows, (3, 3, 4, 6, 6), 1)
    assert why("thirteen", state, "reroll.123", "reroll.3") == (
        "“Full house” is already filled, so keeping 6 6 3 3 brings less."
    )
    both = thirteen((*rows, "full-house"), (3, 3, 4, 6, 6), 1)
    assert "already filled" not in (why("thirteen", both, "reroll.123", "reroll.3") or "")


def test_nothing_is_told_where_no_cause_explains_more_than_half():
    state = thirteen(("sixes", "three-of-a-kind", "four-of-a-kind", "chance"), (1, 3, 6, 6, 6), 3)
    assert why("thirteen", state, "write.sixes", "write.three-of-a-kind") is None


def test_a_zero_is_never_said_to_cost_more_where_it_costs_less():
    rows = set(THIRTEEN) - {"ones", "threes"}
    state = thirteen(rows, (1, 1, 3, 3, 5), 3)
    assert why("thirteen", state, "write.twos", "write.five-of-a-kind") is None


def test_nothing_is_told_of_a_choice_that_is_no_worse():
    state = thirteen(("large-straight",), (2, 4, 5, 6, 6), 2)
    assert why("thirteen", state, "reroll.123", "reroll.5") is None
    assert why("thirteen", state, "reroll.5", "reroll.4") is None, "either six may be rerolled"


HAND = Final((1, 1, 1, 1, 1), (), (6, 6, 6, 2, 2))


# with 5 5 win two fives more, three, and 6 6 6: 15 + 1 + 1 of 216
@pytest.mark.parametrize(
    ("own", "better", "worse", "expected"),
    [
        (
            (2, 3, 4, 5, 5),
            "reroll.5",
            "reroll.123",
            "Go for the straight, not 5 5: it wins 33% of the time, keeping 5 5 wins 8%.",
        ),
        ((5, 5, 4, 4, 3), "reroll.24", "reroll.5", "Keeping 5 5 4 4 is a sure loss."),
        (
            (3, 4, 4, 5, 5),
            "reroll.35",
            "keep",
            "This hand is a sure loss; only a reroll can help.",
        ),
        ((1, 2, 3, 4, 5), "keep", "reroll.1", "This hand is a sure win; a reroll risks it."),
        (
            (6, 6, 6, 3, 3),
            "keep",
            "reroll.45",
            "This hand is a sure win; a reroll risks it.",
        ),
        ((5, 5, 5, 5, 1), "reroll.5", "reroll.34", "Keeping 5 5 5 5 is a sure win."),
    ],
)
def test_why_in_dice_poker_against_a_full_house(own, better, worse, expected):
    assert why("dice-poker", PlayerSelects(HAND, own), better, worse, seat=1) == expected


def test_a_dealer_is_told_how_often_a_rank_comes():
    state = DealerSelects((1, 1, 5, 5, 5), (2, 2, 2, 5, 6))
    assert why("dice-poker", state, "reroll.12", "reroll.1234") == (
        "Three of a Kind or better comes 100% of the time with 5 5 5, 25% with 5."
    )


def test_a_dealer_is_told_how_often_a_straight_wins():
    state = DealerSelects((2, 3, 4, 2, 5), (3, 3, 3, 5, 2))
    assert why("dice-poker", state, "reroll.4", "reroll.235") == (
        "Go for the straight, not 2 2: it wins 23% of the time, keeping 2 2 wins 11%."
    )


@pytest.mark.parametrize("every", [21, pytest.param(7, marks=pytest.mark.slow)])
@pytest.mark.parametrize("key", ["dice-poker", "poker-dice", "nine", "thirteen"])
def test_a_reason_tells_of_the_better_choice_only(key, every):
    """Of every pair of choices at most one order has a reason."""
    game = registry.game(key)
    told = 0
    for number, seats in enumerate((1, 2, 3)):
        if seats not in game.info.seats:
            continue
        journey = play_at_random(game, seats, {}, f"why {key} {number}")
        for spot, seat in decisions(game, [*journey.spots()])[
            :: every if game.info.played_alone else 1
        ]:
            advice = game.advise(spot.state, seat)
            best = advice[0]
            for other in (advice[1], advice[len(advice) // 2], advice[-1]):
                reason = game.exact.why(spot.state, seat, best.action, other.action)
                told += reason is not None
                if other.worth == best.worth:
                    assert reason is None
                assert game.exact.why(spot.state, seat, other.action, best.action) is None
    assert told > 2


def test_the_gains_of_all_rows_make_up_what_a_choice_is_worth():
    game = registry.game("nine")
    advice = game.exact.advise.__self__
    sheets = advice.solved()
    for mask in (0b1, 0b101010101, 0b111111111):
        turn = for_points(sheets, mask)
        rolled = TurnRolled(((2, 3, 3, 5, 6),), (1, 2, 3, 4, 5))
        for positions in ((1,), (2, 3), (1, 2, 3, 4, 5)):
            choice = turn.rerolling(rolled, positions)
            gained = sum(one.gain for one in choice.rows.values())
            assert choice.worth == pytest.approx(turn.base + gained, abs=1e-9)
            assert all(0 <= one.made <= 1 + 1e-9 for one in choice.rows.values())
            if len(choice.rows) == 1:
                assert choice.rows[0].points == pytest.approx(choice.worth, abs=1e-9)


def test_columns_by_rank_hold_the_worth_of_a_hand_in_its_rank_alone():
    worth = np.linspace(0, 1, len(DIFFERENT_ROLLS))
    columns = by_rank(DICE_POKER, worth)
    ranks = len(DICE_POKER.ranks)
    assert (columns[:, 1 : 1 + ranks].sum(axis=1) == worth).all()
    assert (columns[:, 1 + ranks :].sum(axis=1) == 1).all()


@pytest.mark.slow
def test_both_sides_of_a_comparison_are_named_and_no_side_is_zero_percent():
    """Of every pair of choices in whole rounds: who has 0 is told never, or nothing."""
    told = 0
    for key, seats in product(("dice-poker", "poker-dice", "nine", "thirteen"), (1, 2)):
        game = registry.game(key)
        if seats not in game.info.seats:
            continue
        journey = play_at_random(game, seats, {}, f"sides {key}")
        for spot, seat in decisions(game, [*journey.spots()])[::3]:
            advice = game.advise(spot.state, seat)
            for other in advice[1 :: max(1, len(advice) // 8)]:
                reason = game.exact.why(spot.state, seat, advice[0].action, other.action)
                if reason is not None and "of the time with" in (words := plain(reason)):
                    told += 1
                    assert not re.search(r"\b0%", words), words
                    assert other.action.verb == "write" or words.count(" with ") == 2, words
    assert told > 20


def test_a_seldom_chance_never_reads_as_zero():
    for chance in (0.3, 0.005, 0.004, 0.0006, 1 / 7776):
        assert plain(say("{chance}", chance=seldom(chance))).strip("0.%")
    assert plain(say("{chance}", chance=seldom(0.21))) == "21%"
