"""Nine Categories, each rule by its number (README 4.1-4.4)."""

from __future__ import annotations

import pytest

import slow_rows
from plain_words import dice
from rules import engine
from rules.errors import BadSeats
from rules.games.nine import GAME
from rules.games.nine.rows import ROWS, VALUES
from rules.screen import Action, Seat
from rules.sheets.flow import Choosing, Full
from rules.turns import TurnRolled
from sheet_rounds import points_of
from simulated_luck import WrittenLuck
from slow_hands import ALL_ROLLS

A = Seat(0)
KEYS = [
    "one-pair",
    "two-pair",
    "three-of-a-kind",
    "four-of-a-kind",
    "five-of-a-kind",
    "full-house",
    "small-straight",
    "large-straight",
    "chance",
]
WORTH = {"9": 9, "10": 10, "J": 10, "Q": 10, "K": 10, "A": 11}


# 4.1


def test_4_1_one_to_six_seats_and_the_values_of_the_faces():
    assert list(GAME.info.seats) == [1, 2, 3, 4, 5, 6]
    assert dict(zip(GAME.info.faces.symbols, VALUES, strict=True)) == WORTH
    for seats in (0, 7):
        with pytest.raises(BadSeats):
            GAME.start(seats, {})


# 4.2


def test_4_2_nine_categories_in_their_order():
    assert [row.key for row in ROWS.rows] == KEYS
    state = engine.begin(GAME, 1, {}, WrittenLuck([(1, 2, 3, 4, 5)])).state
    rows = [action.on for action in GAME.legal(state, A) if action.verb == "write"]
    assert rows == KEYS


def test_4_2_every_category_is_worth_what_a_slow_count_says_for_all_rolls():
    for roll in ALL_ROLLS:
        assert points_of(ROWS, roll) == slow_rows.nine(roll)


@pytest.mark.parametrize(
    ("symbols", "category", "worth"),
    [
        ("9 9 A A K", "one-pair", 22),
        ("9 9 9 A A", "two-pair", 40),
        ("9 9 9 9 A", "two-pair", 0),
        ("A A A A A", "two-pair", 0),
        ("9 9 9 J A", "three-of-a-kind", 37),
        ("A A A A 9", "four-of-a-kind", 64),
        ("Q Q Q Q Q", "five-of-a-kind", 100),
        ("Q Q Q Q Q", "full-house", 0),
        ("9 9 9 A A", "full-house", 99),
        ("9 10 J Q Q", "small-straight", 70),
        ("9 10 J Q K", "small-straight", 70),
        ("10 J Q K A", "large-straight", 95),
        ("9 10 J K A", "small-straight", 0),
        ("9 10 J K A", "chance", 50),
    ],
)
def test_4_2_cases_that_are_easily_got_wrong(symbols, category, worth):
    assert points_of(ROWS, dice(symbols))[KEYS.index(category)] == worth


# 4.3


@pytest.mark.parametrize("symbols", ["9 9 J A Q", "9 9 Q A 9"])
def test_4_3_the_cases_of_the_source(symbols):
    assert points_of(ROWS, dice(symbols))[KEYS.index("one-pair")] == 18


# 4.4: the flow, and who wins, are tested with the sheets


def test_4_4_nine_turns_a_seat():
    assert GAME.start(6, {}).sheets == ((None,) * 9,) * 6


def test_4_4_a_category_is_written_once():
    luck = WrittenLuck([dice("9 9 J A Q"), dice("A A J 9 Q")])
    playing = engine.begin(GAME, 1, {}, luck)
    playing = engine.act(playing, A, Action("write", "one-pair"), luck)
    assert playing.state.sheets == ((18, *(None,) * 8),)
    assert Action("write", "one-pair") not in GAME.legal(playing.state, A)


def test_4_4_alone_the_total_stands_beside_perfect_play():
    assert GAME.screen(Full(((0,) * 8 + (50,),), (8,)), None).title.count == 50
    assert GAME.exact.average == pytest.approx(463.7402794494, abs=1e-9)


@pytest.mark.parametrize(
    ("symbols", "open_keys", "code"),
    [
        ("9 9 9 A A", KEYS, "write.full-house"),
        ("9 9 9 9 A", ["two-pair", "full-house"], "write.two-pair"),
        ("9 10 J Q K", ["small-straight", "chance"], "write.small-straight"),
        ("10 10 J J Q", ["two-pair", "one-pair", "chance"], "write.chance"),
    ],
)
def test_4_4_left_alone_a_seat_writes_what_is_worth_most_now(symbols, open_keys, code):
    sheet = tuple(None if key in open_keys else 0 for key in KEYS)
    state = Choosing((sheet,), (None,), TurnRolled((dice(symbols),), (1,)))
    assert GAME.idle(state, A).code == code


# the computer


@pytest.mark.parametrize(
    ("level", "symbols", "open_keys", "code"),
    [
        ("easy", "9 9 J J A", KEYS, "reroll.125"),
        ("easy", "9 9 9 9 9", KEYS, "write.five-of-a-kind"),
        ("house", "9 9 J J A", KEYS, "reroll.5"),
        ("house", "9 9 J J A", ["five-of-a-kind"], "reroll.125"),
        ("house", "9 10 J Q K", KEYS, "write.large-straight"),
        ("house", "9 10 J Q A", KEYS, "reroll.5"),
        ("house", "9 9 J J J", KEYS, "write.full-house"),
        ("house", "9 10 Q K A", ["chance"], "reroll.12"),
    ],
)
def test_the_levels_of_the_computer(level, symbols, open_keys, code):
    assert chosen(level, symbols, open_keys) == code


def chosen(level: str, symbols: str, open_keys, rolls: int = 1) -> str:
    """Return what the computer does with a roll that lies there after `rolls` rolls."""
    sheet = tuple(None if key in open_keys else 0 for key in KEYS)
    state = Choosing((sheet,), (None,), TurnRolled((dice(symbols),) * rolls, (1,)))
    return GAME.computer(state, A, level)[0][0].code


@pytest.mark.parametrize(
    ("symbols", "open_keys", "code"),
    [
        ("J J Q Q K", ["three-of-a-kind"], "reroll.125"),
        ("A A 9 9 10", ["four-of-a-kind", "chance"], "reroll.345"),
        ("9 10 Q K K", ["small-straight", "large-straight"], "reroll.125"),
    ],
)
def test_house_keeps_the_higher_of_equal_groups_and_runs(symbols, open_keys, code):
    assert chosen("house", symbols, open_keys) == code


@pytest.mark.parametrize(
    ("symbols", "open_keys", "code"),
    [
        ("9 9 A A 10", ["two-pair", "chance"], "write.two-pair"),
        ("9 9 9 10 A", ["one-pair", "chance"], "write.one-pair"),
    ],
)
def test_house_writes_the_first_of_categories_that_miss_equally(symbols, open_keys, code):
    assert chosen("house", symbols, open_keys, rolls=3) == code
