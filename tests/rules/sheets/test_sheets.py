"""Sheets as values, and what every game of sheets shares."""

from __future__ import annotations

from fractions import Fraction

import pytest

from long_words import assert_fits
from plain_words import lines, plain
from rules import engine, registry
from rules.errors import NotYourTurn, RoundOver
from rules.game import Awaits, Rolls
from rules.screen import Action, Seat
from rules.sheets.flow import Choosing, Full, acting, standings, turn_number
from rules.sheets.rows import has_equal, is_full_house, longest_run, open_rows, total, write
from rules.turns import REROLLS
from sheet_rounds import KEYS, ended, rows_of, writes
from simulated_luck import SeededLuck, WrittenLuck
from slow_hands import ALL_ROLLS

A, B, C, D = map(Seat, range(4))


@pytest.fixture(params=KEYS)
def game(request):
    return registry.game(request.param)


# sheets as values


def test_writing_changes_one_row_of_a_new_value():
    empty = (None, None, None)
    assert write(empty, 1, 0) == (None, 0, None)
    assert empty == (None, None, None)
    assert open_rows((None, 0, None)) == (0, 2)
    assert total((None, 0, 12)) == 12


def test_needs_agree_with_a_slow_count_over_all_rolls():
    for roll in ALL_ROLLS:
        most = max(roll.count(face) for face in roll)
        assert [has_equal(roll, number) for number in (3, 4, 5)] == [
            most >= 3,
            most >= 4,
            most >= 5,
        ]
        assert is_full_house(roll) == (
            len(set(roll)) == 2 and sorted(map(roll.count, set(roll))) == [2, 3]
        )
        runs = [
            length
            for low in range(1, 7)
            for length in range(1, 8 - low)
            if set(range(low, low + length)) <= set(roll)
        ]
        assert longest_run(roll) == max(runs)


def test_places_are_shared_by_equal_totals():
    assert standings(((5,), (9,), (None,), (9,))) == ((1, B, 9), (1, D, 9), (3, A, 5), (4, C, 0))


# the flow


def test_a_turn_is_one_roll_up_to_two_rerolls_and_a_row(game):
    luck = WrittenLuck([(1, 1, 2, 3, 4), (1, 1), (6,), (2, 2, 2, 2, 2)])
    playing = engine.begin(game, 2, {}, luck)
    rows = writes(game, playing.state, A)
    assert game.legal(playing.state, A) == (*rows, *REROLLS)
    playing = engine.act(playing, A, Action("reroll", "45"), luck)
    assert playing.state.rolled.dice == (1, 1, 2, 1, 1)
    assert game.legal(playing.state, A) == (*rows, *REROLLS)
    playing = engine.act(playing, A, Action("reroll", "3"), luck)
    assert playing.state.rolled.dice == (1, 1, 6, 1, 1)
    assert game.legal(playing.state, A) == tuple(rows)
    playing = engine.act(playing, A, Action("write", "chance"), luck)
    assert playing.awaits == Awaits((B,))
    assert [count for _, _, count in luck.asked] == [5, 2, 1, 5]


def test_a_roll_may_be_written_after_any_roll(game):
    for rerolls in range(3):
        luck = SeededLuck(rerolls)
        playing = engine.begin(game, 2, {}, luck)
        for _ in range(rerolls):
            playing = engine.act(playing, A, Action("reroll", "1"), luck)
        playing = engine.act(playing, A, Action("write", "chance"), luck)
        assert playing.awaits == Awaits((B,))


def test_keep_does_not_exist_here(game):
    playing = engine.begin(game, 2, {}, SeededLuck(1))
    assert {action.verb for action in game.legal(playing.state, A)} == {"write", "reroll"}


def test_others_wait_for_their_turn(game):
    playing = engine.begin(game, 3, {}, SeededLuck(1))
    assert game.legal(playing.state, B) == ()
    for seat in (B, C):
        with pytest.raises(NotYourTurn):
            engine.act(playing, seat, Action("write", "chance"), SeededLuck(1))


def test_a_written_row_is_closed_and_never_changes(game):
    luck = SeededLuck(4)
    playing = engine.begin(game, 1, {}, luck)
    before = playing.state.sheets[0]
    while not playing.over:
        action = luck.random.choice(writes(game, playing.state, A))
        playing = engine.act(playing, A, action, luck)
        after = playing.state.sheets[0]
        changed = [
            place
            for place, pair in enumerate(zip(before, after, strict=True))
            if pair[0] != pair[1]
        ]
        assert len(changed) == 1
        assert before[changed[0]] is None
        if not playing.over:
            assert action not in game.legal(playing.state, A)
        before = after


@pytest.mark.parametrize(
    "seats", [1, 2, *(pytest.param(seats, marks=pytest.mark.slow) for seats in range(3, 7))]
)
def test_seats_take_turns_until_every_sheet_is_full(game, seats):
    luck = SeededLuck(f"{game.info.key} {seats}")
    playing = engine.begin(game, seats, {}, luck)
    rows = rows_of(game)
    written = 0
    while not playing.over:
        seat = playing.awaits.seats[0]
        assert seat == acting(playing.state) == Seat(written % seats)
        assert turn_number(playing.state, rows) == written // seats + 1
        for viewer in (None, seat, Seat(seats - 1)):
            assert_fits(game.screen(playing.state, viewer))
        action = luck.random.choice(game.legal(playing.state, seat))
        written += action.verb == "write"
        playing = engine.act(playing, seat, action, luck)
    assert written == seats * len(rows)
    assert isinstance(playing.state, Full)
    totals = tuple(map(sum, playing.state.sheets))
    outcome = playing.over.outcome
    assert outcome.scores == totals
    winners = [index for index, points in enumerate(totals) if points == max(totals)]
    assert [index for index, share in enumerate(outcome.shares) if share] == winners
    assert_fits(game.screen(playing.state, None))
    with pytest.raises(RoundOver):
        engine.act(playing, A, Action("write", "chance"), luck)


def test_the_first_roll_of_a_turn_is_five_dice(game):
    assert game.turn(game.start(6, {})) == Rolls(5, "seat/1/turn/1/roll/1")


@pytest.mark.parametrize(
    ("totals", "shares", "expected"),
    [
        ((9, 10), (0, 1), ("B wins 10 : 9", "won")),
        ((30, 10, 20), (1, 0, 0), ("A wins with 30 points", "won")),
        (
            (30, 30),
            (Fraction(1, 2),) * 2,
            ("A draw, 30 : 30", "drawn"),
        ),
        (
            (30, 7, 30),
            (Fraction(1, 2), 0, Fraction(1, 2)),
            ("A and C share the win", "drawn"),
        ),
        (
            (7, 30, 30, 30),
            (0, *(Fraction(1, 3),) * 3),
            ("3 players share the win", "drawn"),
        ),
    ],
)
def test_the_highest_total_wins_and_equal_totals_share(game, totals, shares, expected):
    title, tone = expected
    state = ended(game, *totals)
    outcome = game.turn(state).outcome
    assert outcome.shares == shares
    assert outcome.scores == totals
    screen = game.screen(state, None)
    assert plain(screen.title) == title
    assert screen.tone == tone


def test_alone_it_is_neither_won_nor_lost(game):
    state = ended(game, 100)
    assert game.turn(state).outcome.shares == (1,)
    screen = game.screen(state, None)
    assert plain(screen.title) == "A: 100 points"
    assert screen.tone == "drawn"
    assert not any(medal in line for line in lines(screen) for medal in "🥇🥈🥉")


def test_a_row_is_named_with_its_points(game):
    state = engine.begin(game, 1, {}, WrittenLuck([(6, 6, 6, 6, 6)])).state
    points = 100 if game.info.key == "nine" else 50
    assert isinstance(state, Choosing)
    text = plain(game.name(state, A, Action("write", "five-of-a-kind")))
    assert text == f"write {points} points in “5 of a kind”"


# the computer


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
def test_house_beats_easy(key):
    game, won, lost = registry.game(key), 0, 0
    for number in range(60):
        here = number % 2
        luck = SeededLuck(f"{key} {number}")
        levels = {Seat(here): "house", Seat(1 - here): "easy"}
        shares = engine.play_automatic(
            engine.begin(game, 2, {}, luck), levels, luck
        ).over.outcome.shares
        won += shares[here] > shares[1 - here]
        lost += shares[here] < shares[1 - here]
    assert won > 0.6 * (won + lost)
