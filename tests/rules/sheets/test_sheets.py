"""Sheets as values, and what every game of sheets shares."""

from __future__ import annotations

from fractions import Fraction

import pytest

from long_words import assert_fits
from plain_words import lines, plain
from random_play import offered
from rules import engine, registry
from rules.dice import POSITIONS, reroll
from rules.errors import NotYourTurn, RoundOver
from rules.game import Awaits, Rolls
from rules.screen import Action, Dice, Mark, Menu, Peek, Seat, Sheet
from rules.sheets.flow import Choosing, Full, acting, standings, turn_number
from rules.sheets.rows import has_equal, is_full_house, longest_run, open_rows, total, write
from rules.turns import REROLLS, ROLLS, TurnRolled, TurnRolling, tell_roll
from simulated_luck import SeededLuck, WrittenLuck
from slow_hands import ALL_ROLLS

KEYS = ("thirteen", "nine")
A, B, C, D, E, F = map(Seat, range(6))


@pytest.fixture(params=KEYS)
def game(request):
    return registry.game(request.param)


def sheets(screen) -> list[Sheet]:
    return [block for block in screen.blocks if isinstance(block, Sheet)]


def menu(screen) -> Menu:
    return next(control for control in screen.controls if isinstance(control, Menu))


def writes(game, state, seat) -> list[Action]:
    return [action for action in game.legal(state, seat) if action.verb == "write"]


def filled(game, seats: int, until: int = 10_000, seed: int = 0):
    """Write the first open row again and again, without a reroll, `until` so many are written."""
    luck = SeededLuck(seed)
    playing = engine.begin(game, seats, {}, luck)
    for _ in range(until):
        if playing.over:
            break
        seat = playing.awaits.seats[0]
        playing = engine.act(playing, seat, writes(game, playing.state, seat)[0], luck)
    return playing, luck


# turns


def test_a_turn_starts_with_all_dice_in_the_air():
    assert TurnRolling().positions == POSITIONS
    assert TurnRolling().land((3, 1, 4, 1, 5)) == TurnRolled(((3, 1, 4, 1, 5),), POSITIONS)


@pytest.mark.parametrize("reroll_action", REROLLS)
def test_dice_that_are_not_thrown_keep_face_and_position(reroll_action):
    positions = tuple(map(int, reroll_action.on))
    rolled = TurnRolling().land((1, 2, 3, 4, 5)).reroll(positions).land((6,) * len(positions))
    assert rolled.dice == tuple(6 if place in positions else place for place in POSITIONS)
    assert rolled.dice == reroll((1, 2, 3, 4, 5), positions, (6,) * len(positions))
    assert rolled.landed == positions


def test_the_third_roll_is_the_last():
    rolled = TurnRolling().land((1, 2, 3, 4, 5))
    seen = [rolled.last]
    for _ in range(2):
        rolled = rolled.reroll((1,)).land((6,))
        seen.append(rolled.last)
    assert (ROLLS, seen) == (3, [False, False, True])
    assert plain(tell_roll(rolled)).startswith("roll 3 of 3 · rerolled position")


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


@pytest.mark.parametrize("seats", range(1, 7))
def test_seats_take_turns_until_every_sheet_is_full(game, seats):
    luck = SeededLuck(f"{game.info.key} {seats}")
    playing = engine.begin(game, seats, {}, luck)
    rows = len(playing.state.sheets[0])
    written = 0
    while not playing.over:
        seat = playing.awaits.seats[0]
        assert seat == acting(playing.state) == Seat(written % seats)
        assert turn_number(playing.state) == written // seats + 1
        for viewer in (None, seat, Seat(seats - 1)):
            assert_fits(game.screen(playing.state, viewer))
        action = luck.random.choice(game.legal(playing.state, seat))
        written += action.verb == "write"
        playing = engine.act(playing, seat, action, luck)
    assert written == seats * rows
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
    assert game.turn(game.start(6, {})) == Rolls(5)


def ended(game, *totals: int) -> Full:
    rows = len(game.start(1, {}).sheets[0])
    return Full(tuple((points, *(0,) * (rows - 1)) for points in totals), (0,) * len(totals))


@pytest.mark.parametrize(
    ("totals", "shares", "expected"),
    [
        ((9, 10), (0, 1), ("B wins", "B wins by 1 point.", "won")),
        ((30, 10, 20), (1, 0, 0), ("A wins", "A wins by 10 points.", "won")),
        (
            (30, 30),
            (Fraction(1, 2),) * 2,
            ("a shared win", "The highest total, 30 points, is shared.", "drawn"),
        ),
        (
            (7, 30, 30, 30),
            (0, *(Fraction(1, 3),) * 3),
            ("a shared win", "The highest total, 30 points, is shared.", "drawn"),
        ),
    ],
)
def test_the_highest_total_wins_and_equal_totals_share(game, totals, shares, expected):
    title, reason, tone = expected
    state = ended(game, *totals)
    outcome = game.turn(state).outcome
    assert outcome.shares == shares
    assert outcome.scores == totals
    assert plain(outcome.reason) == reason
    screen = game.screen(state, None)
    assert plain(screen.title) == f"🏆 {plain(game.info.name)} · {title}"
    assert screen.tone == tone
    assert reason in lines(screen)


def test_the_order_of_finish_shares_places(game):
    screen = game.screen(ended(game, 7, 30, 12, 30), None)
    assert [line for line in lines(screen) if line.startswith("Place")] == [
        "Place 1: B (B) · 30 points",
        "Place 1: D (D) · 30 points",
        "Place 3: C (C) · 12 points",
        "Place 4: A (A) · 7 points",
    ]


def test_alone_it_is_neither_won_nor_lost(game):
    state = ended(game, 100)
    assert game.turn(state).outcome.shares == (1,)
    screen = game.screen(state, None)
    assert plain(screen.title) == f"{plain(game.info.name)} · 100 points"
    assert screen.tone == "drawn"
    assert not any(line.startswith("Place") for line in lines(screen))


# the screens


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_up_to_three_sheets_stand_side_by_side_for_everybody(game, seats):
    playing, _ = filled(game, seats, until=seats)
    screen = game.screen(playing.state, None)
    (sheet,) = sheets(screen)
    assert sheet.head == tuple("ABC"[:seats])
    assert plain(sheet.rows[-1][0]) == "Total"
    assert sheet.rows[-1][1:] == tuple(map(total, playing.state.sheets))
    columns = list(zip(*(row[1:] for row in sheet.rows[:-1]), strict=True))
    assert columns == list(playing.state.sheets)
    assert all(game.screen(playing.state, Seat(index)) == screen for index in range(seats))
    assert not any(isinstance(control, Peek) for control in screen.controls)


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_with_more_seats_the_board_shows_one_sheet_and_all_totals(game, seats):
    playing, _ = filled(game, seats, until=seats + 1)
    state = playing.state
    screen = game.screen(state, None)
    (sheet,) = sheets(screen)
    assert sheet.head == ("B",)
    assert tuple(row[1] for row in sheet.rows[:-1]) == state.sheets[1]
    for index, each in enumerate(state.sheets):
        letter, points = "ABCDEF"[index], total(each)
        arrow = "▸ " if index == 1 else ""
        noun = "point" if points == 1 else "points"
        assert f"{arrow}{letter} {letter} · {points} {noun}" in lines(screen)
    assert isinstance(screen.controls[-1], Peek)


@pytest.mark.parametrize(
    ("seats", "heads"), [(4, ["AB", "CD"]), (5, ["ABC", "DE"]), (6, ["ABC", "DEF"])]
)
def test_with_more_seats_the_button_shows_all_sheets(game, seats, heads):
    playing, _ = filled(game, seats, until=seats)
    state = playing.state
    for index in range(seats):
        screen = game.screen(state, Seat(index))
        assert ["".join(sheet.head) for sheet in sheets(screen)] == heads
        columns = [
            column
            for sheet in sheets(screen)
            for column in zip(*(row[1:] for row in sheet.rows[:-1]), strict=True)
        ]
        assert columns == list(state.sheets)
        assert offered(screen) == set(game.legal(state, Seat(index)))


def test_the_menu_says_what_the_dice_are_worth_in_each_open_row(game):
    luck = WrittenLuck([(1, 1, 2, 2, 2), (1, 1, 1, 1, 1)])
    playing = engine.begin(game, 2, {}, luck)
    state = playing.state
    choices = menu(game.screen(state, None)).choices
    assert [choice.action for choice in choices] == writes(game, state, A)
    for choice in choices:
        after = game.play(state, A, choice.action)
        (worth,) = [points for points in after.sheets[0] if points is not None]
        text = plain(choice.detail)
        if worth:
            assert text == (f"scores {worth} point" if worth == 1 else f"scores {worth} points")
        else:
            assert text == "✗ scores 0: the row is used up"
    assert any("✗" in plain(choice.detail) for choice in choices)


def test_dice_can_be_selected_while_rerolls_are_left(game):
    luck = SeededLuck(3)
    playing = engine.begin(game, 2, {}, luck)
    for marks in (1, 1, 0):
        controls = game.screen(playing.state, None).controls
        assert sum(isinstance(control, Mark) for control in controls) == marks
        assert sum(isinstance(control, Menu) for control in controls) == 1
        if marks:
            playing = engine.act(playing, A, Action("reroll", "12"), luck)


def test_the_board_shows_turn_roll_and_what_was_written(game):
    luck = WrittenLuck([(6, 6, 6, 6, 6), (1, 1, 1, 1, 1), (3, 3, 3, 3, 3)])
    playing = engine.begin(game, 2, {}, luck)
    screen = game.screen(playing.state, None)
    rows = len(playing.state.sheets[0])
    assert plain(screen.title) == f"{plain(game.info.name)} · turn 1 of {rows}"
    assert "roll 1 of 3" in lines(screen)
    assert Dice((6, 6, 6, 6, 6), game.info.faces) in screen.blocks
    playing = engine.act(playing, A, Action("write", "small-straight"), luck)
    assert "A wrote 0 points in “Small straight”." in lines(game.screen(playing.state, None))
    playing = engine.act(playing, B, Action("write", "five-of-a-kind"), luck)
    points = 50 if game.info.key == "thirteen" else 100
    assert f"B wrote {points} points in “Five of a kind”." in lines(
        game.screen(playing.state, None)
    )


def test_the_last_turn_is_announced(game):
    rows = len(game.start(1, {}).sheets[0])
    playing, luck = filled(game, 2, until=2 * rows - 1)
    text = [line for line in lines(game.screen(playing.state, None)) if "last turn" in line]
    assert text == ["The last turn: only “Chance” is open."]
    playing = engine.act(playing, B, Action("write", "chance"), luck)
    assert lines(game.screen(playing.state, None))[0].startswith("B wrote ")


def test_a_row_is_named_with_its_points(game):
    state = engine.begin(game, 1, {}, WrittenLuck([(6, 6, 6, 6, 6)])).state
    points = 50 if game.info.key == "thirteen" else 100
    assert isinstance(state, Choosing)
    text = plain(game.name(state, A, Action("write", "five-of-a-kind")))
    assert text == f"write {points} points in “Five of a kind”"


# the computer


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
