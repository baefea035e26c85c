"""The boards of the games of sheets: whose turn, what happened, the sheets, and the result."""

from __future__ import annotations

import pytest

from plain_words import lines, plain
from random_play import offered
from rules import engine, registry
from rules.dice import POSITIONS
from rules.screen import Action, Dice, Line, Mark, Peek, Possible, Seat, Sheet
from rules.sheets.rows import total
from sheet_rounds import KEYS, ended, filled, rows_of, slow_points
from simulated_luck import SeededLuck, WrittenLuck

A, B = Seat(0), Seat(1)


@pytest.fixture(params=KEYS)
def game(request):
    return registry.game(request.param)


def sheets(screen) -> list[Sheet]:
    return [block for block in screen.blocks if isinstance(block, Sheet)]


def turns(game) -> int:
    return len(rows_of(game))


# whose turn, and what happened


def test_the_first_line_says_whose_turn_it_is_and_what_to_do(game):
    luck = SeededLuck(3)
    playing = engine.begin(game, 2, {}, luck)
    titles = []
    for _ in range(3):
        titles.append(plain(game.screen(playing.state, None).title))
        if not playing.state.rolled.last:
            playing = engine.act(playing, A, Action("reroll", "12"), luck)
    assert titles == [
        "A, your turn — roll 1 of 3",
        "A, your turn — roll 2 of 3",
        "A, your turn — write it",
    ]
    playing = engine.act(playing, A, Action("write", "chance"), luck)
    assert plain(game.screen(playing.state, None).title).startswith("B, your turn")


def test_the_small_print_names_the_game_and_the_turn(game):
    playing, _ = filled(game, 2, until=5)
    assert plain(game.screen(playing.state, None).footer) == (
        f"{plain(game.info.name)}, turn 3 of {turns(game)}"
    )


def test_while_dice_roll_the_board_says_who_rolls(game):
    screen = game.screen(game.start(1, {}), None)
    assert plain(screen.title) == "A rolls …"
    assert not screen.controls
    assert not any(isinstance(cell, Possible) for row in sheets(screen)[0].rows for cell in row)


def test_one_line_tells_what_was_written(game):
    luck = WrittenLuck([(6, 6, 1, 2, 2), (1, 1, 3, 5, 5), (1,) * 3, (2, 2, 5, 4, 4)])
    playing = engine.begin(game, 2, {}, luck)
    assert "wrote" not in " ".join(lines(game.screen(playing.state, None)))
    playing = engine.act(playing, A, Action("write", "small-straight"), luck)
    assert "A wrote 0 in “Small straight”" in lines(game.screen(playing.state, None))
    playing = engine.act(playing, B, Action("reroll", "345"), luck)
    playing = engine.act(playing, B, Action("write", "five-of-a-kind"), luck)
    points = 100 if game.info.key == "nine" else 50
    assert f"B wrote {points} in “5 of a kind”" in lines(game.screen(playing.state, None))


def test_what_several_have_written_stands_in_one_line(game):
    luck = WrittenLuck([(1, 1, 2, 2, 3)] * 3 + [(6, 5, 4, 2, 2)] * 3)
    playing = engine.begin(game, 4, {}, luck)
    for row in ("chance", "five-of-a-kind", "small-straight"):
        playing = engine.act(playing, playing.awaits.seats[0], Action("write", row), luck)
    points = 48 if game.info.key == "nine" else 9
    assert lines(game.screen(playing.state, None))[0] == (
        f"A wrote {points} in “Chance” · B wrote 0 in “5 of a kind” · C wrote 0 in “Small straight”"
    )


def test_after_a_reroll_the_line_shows_which_dice_it_brought(game):
    luck = WrittenLuck([(1, 1, 2, 2, 3), (4, 6)])
    playing = engine.begin(game, 2, {}, luck)
    playing = engine.act(playing, A, Action("reroll", "15"), luck)
    screen = game.screen(playing.state, None)
    symbols = game.info.faces.symbols
    told = lines(screen)[0].replace("[", "").replace("]", "")
    assert told == f"rerolled {symbols[0]} {symbols[2]} → {symbols[3]} {symbols[5]}"
    assert screen.mark.landed == (1, 5)


def test_the_last_turn_is_announced(game):
    playing, luck = filled(game, 2, until=2 * turns(game) - 1)
    text = [line for line in lines(game.screen(playing.state, None)) if "last turn" in line]
    assert text == ["The last turn: only “Chance” is open."]
    playing = engine.act(playing, B, Action("write", "chance"), luck)
    assert not any("wrote" in line for line in lines(game.screen(playing.state, None)))


# the dice


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_the_dice_show_once_as_buttons_or_as_a_row(game, seats):
    """At the last roll nothing can be selected: the row is drawn, with the new dice marked."""
    luck = SeededLuck(5)
    playing = engine.begin(game, seats, {}, luck)
    for roll in (1, 2, 3):
        screen = game.screen(playing.state, None)
        rows = [block for block in screen.blocks if isinstance(block, Dice)]
        marks = [control for control in screen.controls if isinstance(control, Mark)]
        assert len(rows) + len(marks) == 1
        assert bool(rows) == (roll == 3)
        (shown,) = (*rows, *marks)
        assert shown.faces == playing.state.rolled.dice
        assert shown.landed == (POSITIONS if roll == 1 else (2, 4))
        if roll < 3:
            playing = engine.act(playing, A, Action("reroll", "24"), luck)


def test_who_only_looks_on_sees_the_dice_as_a_row(game):
    playing, _ = filled(game, 3, until=1)
    screen = game.screen(playing.state, A)
    assert not screen.controls
    assert Dice(playing.state.rolled.dice, game.info.faces, POSITIONS) in screen.blocks


# the sheets


def test_alone_the_sheet_has_a_line_for_each_row_and_faces_beside(game):
    playing, _ = filled(game, 1, until=2)
    (sheet,) = sheets(game.screen(playing.state, None))
    halves = [len(half) for half in sheet.halves]
    assert halves == {"thirteen": [6, 8], "nine": [10], "yams": [6, 9]}[game.info.key]
    own = playing.state.sheets[0]
    written = [row for row in sheet.rows if plain(row[0]) != "Total"]
    assert [row[1] for row in written[:2]] == list(own[:2])
    (whole,) = [row for row in sheet.rows if plain(row[0]) == "Total"]
    assert whole[1] == total(own)
    assert whole == sheet.rows[-1]


def test_in_thirteen_rows_the_faces_stand_left():
    game = registry.game("thirteen")
    (sheet,) = sheets(game.screen(game.start(1, {}), None))
    left, right = sheet.halves
    assert [row[0] for row in left] == list("123456")
    assert [plain(row[0]) for row in right[:4]] == [
        *("3 of a kind", "4 of a kind", "Full house", "Small straight")
    ]


@pytest.mark.parametrize("acting", [A, B])
def test_between_two_the_board_shows_both_sheets(game, acting):
    """A column each, open rows of the acting one with a plus; no button is needed for more.

    Of a game with an upper bonus a line tells how far both are; totals stand beside the names.
    """
    playing, _ = filled(game, 2, until=2 + acting.index)
    state = playing.state
    for viewer in (None, A, B):
        screen = game.screen(state, viewer)
        (sheet,) = sheets(screen)
        assert sheet.head == ("A", "B")
        rows, below = sheet.rows[: turns(game)], sheet.rows[turns(game) :]
        uppers = [f"{sum(points or 0 for points in written[:6])}/63" for written in state.sheets]
        told = [[plain(cell) for cell in row] for row in below]
        assert told == ([["Upper", *uppers]] if game.info.key == "yams" else [])
        worths = slow_points(game, state.rolled.dice)
        for seat, written in zip((A, B), state.sheets, strict=True):
            assert [row[1 + seat.index] for row in rows] == [
                Possible(worth) if points is None and seat == acting else points
                for points, worth in zip(written[: turns(game)], worths, strict=True)
            ]
        one, other = map(total, state.sheets)
        marks = ["▶ " * (seat == acting) for seat in (A, B)]
        assert f"{marks[0]}A A {one} · {marks[1]}B B {other}" in lines(screen)
        assert not any(isinstance(control, Peek) for control in screen.controls)
        may = game.legal(state, acting if viewer is None else viewer)
        assert offered(screen) == set(may)


@pytest.mark.parametrize("seats", range(3, 7))
def test_with_more_seats_the_board_shows_the_acting_sheet_and_all_totals(game, seats):
    playing, _ = filled(game, seats, until=seats + 1)
    state = playing.state
    screen = game.screen(state, None)
    (sheet,) = sheets(screen)
    alone, _ = filled(game, 1, until=1)
    assert [plain(row[0]) for row in sheet.rows] == [
        plain(row[0]) for row in sheets(game.screen(alone.state, None))[0].rows
    ]
    assert sheet.rows[0][1] == state.sheets[1][0]
    order = sorted(range(seats), key=lambda index: -total(state.sheets[index]))
    standings = " · ".join(
        f"{'▶ ' * (index == 1)}{'ABCDEF'[index]} {total(state.sheets[index])}" for index in order
    )
    assert standings in lines(screen), "the seat that is awaited is marked"
    peek = screen.controls[-1]
    assert isinstance(peek, Peek)
    assert not peek.main


@pytest.mark.parametrize(
    ("seats", "heads"),
    [
        (3, ["AB", "C"]),
        (4, ["AB", "CD"]),
        (5, ["AB", "CD", "E"]),
        (6, ["AB", "CD", "EF"]),
    ],
)
def test_a_button_shows_all_sheets(game, seats, heads):
    playing, _ = filled(game, seats, until=seats)
    state = playing.state
    for index in range(seats):
        screen = game.screen(state, Seat(index))
        assert ["".join(sheet.head) for sheet in sheets(screen)] == heads
        columns = [
            column
            for sheet in sheets(screen)
            for column in zip(*(row[1:] for row in sheet.rows[: turns(game)]), strict=True)
        ]
        assert columns == [written[: turns(game)] for written in state.sheets]
        standings = [
            f"{'ABCDEF'[index]} {'ABCDEF'[index]} {total(state.sheets[index])}"
            for index in range(seats)
        ]
        assert " · ".join(standings) in lines(screen)
        assert offered(screen) == set(game.legal(state, Seat(index)))


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_open_rows_of_the_acting_seat_show_what_the_roll_would_score(game, seats):
    luck = WrittenLuck([(3, 3, 3, 5, 5)] * (seats + 1))
    playing = engine.begin(game, seats, {}, luck)
    for _ in range(seats):
        playing = engine.act(playing, playing.awaits.seats[0], Action("write", "chance"), luck)
    screen = game.screen(playing.state, None)
    (sheet,) = sheets(screen)
    points = slow_points(game, (3, 3, 3, 5, 5))
    column = [row[1] for row in sheet.rows][: turns(game)]
    assert column[:-1] == [Possible(worth) for worth in points[:-1]]
    assert column[-1] == points[-1]
    others = [cell for row in sheet.rows for cell in row[2:]]
    assert not any(isinstance(cell, Possible) for cell in others)


def test_what_a_roll_would_score_can_be_left_out_of_a_sheet(game):
    playing = engine.begin(game, 2, {}, WrittenLuck([(3, 3, 3, 5, 5)]))
    screen = game.screen(playing.state, None)
    (sheet,) = sheets(screen)
    assert [row[1] for row in sheet.written().rows[: turns(game)]] == [None] * turns(game)


# the result


def test_three_and_more_end_with_medals_and_share_places(game):
    screen = game.screen(ended(game, 7, 30, 12, 30, 9), None)
    medals = [line for line in lines(screen) if line.endswith("points") and "(" in line]
    assert medals == [
        "🥇 B (B) · 30 points",
        "🥇 D (D) · 30 points",
        "🥉 C (C) · 12 points",
        "4️⃣ E (E) · 9 points",
        "5️⃣ A (A) · 7 points",
    ]
    assert plain(screen.title) == "B and D share the win"
    assert ["".join(sheet.head) for sheet in sheets(screen)] == ["AB", "CD", "E"]


def test_two_end_with_both_sheets_and_totals(game):
    screen = game.screen(ended(game, 31, 30), None)
    assert "A A 31 · B B 30" in lines(screen)
    assert not any(medal in line for line in lines(screen) for medal in "🥇🥈🥉")
    assert sheets(screen)[0].head == ("A", "B")


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_the_end_names_the_game_and_has_no_instruction_and_no_controls(game, seats):
    screen = game.screen(ended(game, *range(9, 9 + seats)), None)
    assert not screen.controls
    assert screen.footer == game.info.name
    assert not any(isinstance(block, Line) and block.instruction for block in screen.blocks)
    cells = [cell for sheet in sheets(screen) for row in sheet.rows for cell in row]
    assert not any(isinstance(cell, Possible) for cell in cells)
