"""Thirteen Rows, each rule by its number (README 3.1-3.6)."""

from __future__ import annotations

import pytest

import slow_rows
from plain_words import plain
from rules import engine
from rules.errors import BadSeats
from rules.games.thirteen import FLOW, GAME
from rules.games.thirteen.rows import AIMS, ROWS
from rules.screen import Action, Line, Seat
from rules.sheets.computer import SheetComputer
from rules.sheets.flow import Choosing, Full
from rules.turns import TurnRolled
from sheet_rounds import points_of
from simulated_luck import WrittenLuck
from slow_hands import ALL_ROLLS

A = Seat(0)
KEYS = [
    "ones",
    "twos",
    "threes",
    "fours",
    "fives",
    "sixes",
    "three-of-a-kind",
    "four-of-a-kind",
    "full-house",
    "small-straight",
    "large-straight",
    "five-of-a-kind",
    "chance",
]


# 3.1


def test_3_1_one_to_six_seats_and_thirteen_open_rows():
    assert list(GAME.info.seats) == [1, 2, 3, 4, 5, 6]
    assert [row.key for row in ROWS.rows] == KEYS
    assert GAME.start(6, {}).sheets == ((None,) * 13,) * 6
    for seats in (0, 7):
        with pytest.raises(BadSeats):
            GAME.start(seats, {})


# 3.2: the flow is tested with the sheets


def test_3_2_a_roll_must_be_written_even_for_nothing():
    last = TurnRolled(((1, 1, 2, 2, 3),) * 3, (1,))
    state = Choosing(((*(0,) * 11, None, 0),), (0,), last)
    assert GAME.legal(state, A) == (Action("write", "five-of-a-kind"),)
    after = GAME.play(state, A, Action("write", "five-of-a-kind"))
    assert after == Full(((0,) * 13,), (11,))


def test_3_2_rows_are_offered_in_the_order_of_the_sheet():
    state = engine.begin(GAME, 1, {}, WrittenLuck([(1, 2, 3, 4, 5)])).state
    rows = [action.on for action in GAME.legal(state, A) if action.verb == "write"]
    assert rows == KEYS


# 3.3


def test_3_3_every_row_is_worth_what_a_slow_count_says_for_all_rolls():
    for roll in ALL_ROLLS:
        assert points_of(ROWS, roll) == slow_rows.thirteen(roll)


@pytest.mark.parametrize("index", range(13))
def test_3_3_what_is_written_is_what_the_row_is_worth(index):
    for roll in ALL_ROLLS[::37]:
        state = engine.begin(GAME, 1, {}, WrittenLuck([roll, roll])).state
        after = GAME.play(state, A, Action("write", KEYS[index]))
        assert after.sheets[0][index] == slow_rows.thirteen(roll)[index]


@pytest.mark.parametrize(
    ("roll", "row", "worth"),
    [
        ((5, 5, 5, 5, 5), "full-house", 0),
        ((5, 5, 5, 5, 5), "three-of-a-kind", 25),
        ((5, 5, 5, 5, 5), "four-of-a-kind", 25),
        ((2, 3, 4, 5, 6), "small-straight", 30),
        ((6, 6, 6, 6, 1), "three-of-a-kind", 25),
        ((6, 6, 6, 2, 2), "full-house", 25),
        ((1, 2, 3, 5, 6), "small-straight", 0),
        ((1, 1, 1, 1, 1), "five-of-a-kind", 50),
    ],
)
def test_3_3_cases_that_are_easily_got_wrong(roll, row, worth):
    assert points_of(ROWS, roll)[KEYS.index(row)] == worth


def test_3_3_there_are_no_bonuses():
    sheet = (5, 10, 15, 20, 25, 30, 30, 30, 25, 30, 40, 50, 30)
    assert GAME.turn(Full((sheet,), (0,))).outcome.scores == (340,)


# 3.4


def test_3_4_the_case_of_the_source():
    worths = dict(zip(KEYS, points_of(ROWS, (1, 3, 2, 4, 4)), strict=True))
    assert (worths["ones"], worths["fours"], worths["small-straight"]) == (1, 8, 30)


# 3.5: who wins is tested with the sheets


def test_3_5_alone_the_total_stands_beside_perfect_play():
    assert GAME.screen(Full(((0,) * 12 + (17,),), (12,)), None).title.count == 17
    assert GAME.exact.average == pytest.approx(229.6384995505, abs=1e-9)


# 3.6


def idle(roll, open_keys) -> str:
    sheet = tuple(None if key in open_keys else 0 for key in KEYS)
    return GAME.idle(Choosing((sheet,), (None,), TurnRolled((roll,), (1,))), A).code


@pytest.mark.parametrize(
    ("roll", "open_keys", "code"),
    [
        ((2, 2, 2, 5, 5), KEYS, "write.full-house"),
        ((2, 2, 2, 5, 5), ["twos", "fives", "chance"], "write.chance"),
        ((6, 6, 6, 6, 1), ["sixes", "four-of-a-kind", "chance"], "write.four-of-a-kind"),
        ((6, 6, 6, 5, 1), ["three-of-a-kind", "four-of-a-kind", "chance"], "write.three-of-a-kind"),
        ((1, 1, 2, 2, 3), ["fives", "sixes"], "write.fives"),
    ],
)
def test_3_6_left_alone_a_seat_writes_what_is_worth_most_now(roll, open_keys, code):
    assert idle(roll, open_keys) == code


# the computer


def chosen(level: str, roll, open_keys=KEYS, rolls: int = 1) -> str:
    """Return what the computer does with a roll that lies there after `rolls` rolls."""
    sheet = tuple(None if key in open_keys else 0 for key in KEYS)
    rolled = TurnRolled((roll,) * rolls, (1,))
    ((action, _),) = GAME.computer(Choosing((sheet,), (None,), rolled), A, level)
    return action.code


@pytest.mark.parametrize(
    ("roll", "code"),
    [
        ((2, 2, 5, 5, 1), "reroll.125"),
        ((1, 2, 3, 4, 5), "reroll.1234"),
        ((4, 4, 4, 4, 4), "write.five-of-a-kind"),
    ],
)
def test_easy_keeps_its_largest_group(roll, code):
    assert chosen("easy", roll) == code


@pytest.mark.parametrize(
    ("roll", "open_keys", "code"),
    [
        ((1, 2, 3, 4, 5), KEYS, "write.large-straight"),
        ((1, 2, 3, 4, 4), KEYS, "reroll.5"),
        ((1, 2, 3, 4, 4), [key for key in KEYS if key != "large-straight"], "write.small-straight"),
        ((2, 2, 2, 5, 5), KEYS, "write.full-house"),
        ((2, 2, 5, 5, 1), KEYS, "reroll.5"),
        ((2, 2, 5, 5, 1), ["fives", "chance"], "reroll.125"),
        ((1, 2, 3, 5, 6), KEYS, "reroll.45"),
        ((6, 6, 1, 2, 4), ["fours", "ones"], "reroll.1234"),
        ((1, 2, 3, 5, 6), ["chance"], "reroll.123"),
        ((4, 4, 4, 4, 1), KEYS, "reroll.5"),
        ((4, 4, 4, 4, 4), KEYS, "write.five-of-a-kind"),
    ],
)
def test_house_keeps_what_an_open_row_needs(roll, open_keys, code):
    assert chosen("house", roll, open_keys) == code


@pytest.mark.parametrize(
    ("roll", "open_keys", "code"),
    [
        # of two groups the one whose own row is open …
        ((2, 2, 5, 5, 1), ["twos", "three-of-a-kind"], "reroll.345"),
        ((2, 2, 5, 5, 1), ["fives", "three-of-a-kind"], "reroll.125"),
        # … and of two such, or of none, the higher face
        ((2, 2, 5, 5, 1), ["twos", "fives"], "reroll.125"),
        ((2, 2, 5, 5, 1), ["three-of-a-kind"], "reroll.125"),
        # of two runs the higher faces
        ((1, 2, 4, 5, 5), ["small-straight", "large-straight"], "reroll.125"),
    ],
)
def test_house_decides_between_equal_groups_and_runs(roll, open_keys, code):
    assert chosen("house", roll, open_keys) == code


@pytest.mark.parametrize(
    ("roll", "open_keys", "code"),
    [
        ((1, 1, 2, 2, 6), ["small-straight", "large-straight"], "write.small-straight"),
        ((1, 1, 1, 1, 4), ["threes", "fours"], "write.threes"),
    ],
)
def test_house_writes_the_first_of_rows_that_miss_equally(roll, open_keys, code):
    assert chosen("house", roll, open_keys, rolls=3) == code


def test_house_gives_up_the_row_that_it_hopes_least_from():
    sheet = tuple(None if key in ("ones", "five-of-a-kind", "sixes") else 0 for key in KEYS)
    assert KEYS[SheetComputer(FLOW, AIMS).best_by_aims(sheet, (2, 3, 3, 5, 5))] == "ones"


# the rules


def test_the_rules_list_every_kind_of_row():
    assert any("bonuses" in plain(block.text) for block in GAME.rules() if isinstance(block, Line))
