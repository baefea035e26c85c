"""Tables in letters: halves side by side, labels left, numbers right, 24 letters a line."""

from __future__ import annotations

import pytest

from bot.language.languages import LANGUAGES
from bot.ui.drawing.discord_renderer import DiscordRenderer
from bot.ui.drawing.emoji import EmojiSet
from bot.ui.drawing.layout import PHONE_COLUMNS, sheet_text
from rules.dice import DIFFERENT_ROLLS, PIPS, POKER
from rules.games.nine.rows import ROWS as NINE
from rules.games.thirteen.rows import ROWS as THIRTEEN
from rules.games.yams.rows import ROWS as YAMS
from rules.screen import Possible, Seat, Sheet
from rules.sheets.tables import SheetTables
from rules.text import say
from sheet_rounds import points_of


def lines(sheet: Sheet) -> list[str]:
    return sheet_text(sheet, DiscordRenderer("en", EmojiSet())).split("\n")


ROWS = (
    (say("Ones"), 3),
    (say("Threes"), Possible(9)),
    (say("Chance"), None),
    (say("Total"), 103),
)


def test_rows_stand_below_each_other_with_their_numbers_right():
    assert lines(Sheet(("",), ROWS)) == ["Ones     3", "Threes  +9", "Chance", "Total  103"]


def test_the_first_rows_stand_beside_the_others():
    assert lines(Sheet(("",), ROWS, left=3)) == [
        "Ones     3   Total 103",
        "Threes  +9",
        "Chance",
    ]


def test_each_half_has_the_letters_of_the_seats_above_it():
    rows = (("1", 3, Possible(4)), ("2", None, 6), (say("3 alike"), 17, None))
    assert lines(Sheet(("A", "B"), rows, left=2)) == [
        "   A  B            A  B",
        "1  3 +4   3 alike 17",
        "2     6",
    ]


def test_a_line_parts_halves_that_have_no_room_for_a_gap():
    rows = ((say("2 pairs"), 100), (say("Lg str."), Possible(100)))
    (line,) = lines(Sheet(("",), rows, left=1))
    assert line == "2 pairs 100│Lg str. +100"
    assert len(line) == PHONE_COLUMNS


def test_a_line_stands_between_ruled_columns():
    rows = ((say("Small straight"), 30, None), (say("Chance"), None, Possible(13)))
    assert lines(Sheet(("A", "B"), rows, ruled=True)) == [
        "                 A │   B",
        "Small straight  30 │",
        "Chance             │ +13",
    ]


def test_ruled_columns_that_have_no_room_for_a_gap_stand_close():
    rows = ((say("Small straight"), 30, 100), (say("Chance"), Possible(100), None))
    assert lines(Sheet(("", ""), rows, ruled=True)) == [
        "Small straight   30│100",
        "Chance         +100│",
    ]


def test_points_that_may_be_written_are_told_apart_and_none_is_empty():
    assert lines(Sheet(("",), ((say("Ones"), Possible(0)), (say("Twos"), 0)))) == [
        "Ones",
        "Twos   0",
    ]


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "tables", [SheetTables(THIRTEEN, PIPS), SheetTables(NINE, POKER)], ids=["thirteen", "nine"]
)
def test_every_sheet_fits_a_phone_with_the_most_points_in_every_row(tables, language):
    rows = tables.rows
    most = tuple(max(row.worth(dice) for dice in DIFFERENT_ROLLS) for row in rows.rows)
    drawn = [table for seats in range(2, 9) for table in tables.all([most] * seats)]
    for dice in DIFFERENT_ROLLS:
        best = max(range(len(rows)), key=points_of(rows, dice).__getitem__)
        written = (*most[:best], None, *most[best + 1 :])
        for sheet in (rows.empty, written):
            drawn += [tables.single(sheet, dice), tables.single(most)]
            drawn += tables.all([sheet, most], Seat(0), dice)
            drawn += tables.all([most, sheet], Seat(1), dice)
    renderer = DiscordRenderer(language, EmojiSet())
    widths = [len(line) for sheet in drawn for line in sheet_text(sheet, renderer).split("\n")]
    assert max(widths) <= 24


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("sheet", "plus"),
    [
        # the upper row of a joker: 30, 100 and 35
        ((3, 8, 12, 16, 20, None, *(None,) * 5, 50, None, 0, 0), "+165"),
        # a joker in lower rows: 40 and 100
        ((3, 6, 9, 12, 15, 30, *(None,) * 5, 50, 30, 100, 35), "+140"),
    ],
)
def test_a_joker_with_three_digits_fits_a_phone(sheet, plus, language):
    tables, renderer = SheetTables(YAMS, PIPS), DiscordRenderer(language, EmojiSet())
    dice = (6,) * 5
    drawn = [tables.single(sheet, dice), *tables.all([sheet, sheet], Seat(0), dice)]
    for table in drawn:
        shown = sheet_text(table, renderer).split("\n")
        assert max(map(len, shown)) <= PHONE_COLUMNS
        assert any(plus in line for line in shown)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("upper", [0, 1, 10])
@pytest.mark.parametrize(
    "tables",
    [SheetTables(THIRTEEN, PIPS), SheetTables(YAMS, PIPS), SheetTables(NINE, POKER)],
    ids=["thirteen", "yams", "nine"],
)
def test_a_sheet_stands_alike_whatever_is_rolled(tables, upper, language):
    """The name of every row keeps its place from roll to roll of a turn."""
    rows, renderer = tables.rows, DiscordRenderer(language, EmojiSet())
    sheet = (*rows.empty[:5], upper, *rows.empty[6:])
    named = [renderer.text(row.name) for row in rows.rows if row.face is None]

    def places(dice):
        told = sheet_text(tables.single(sheet, dice), renderer).split("\n")
        return tuple(
            next((line, each.index(name)) for line, each in enumerate(told) if name in each)
            for name in named
        )

    of_one_face = {(face,) * 5 for face in range(1, 7)}  # a joker may need a whole line
    assert len({places(dice) for dice in DIFFERENT_ROLLS if dice not in of_one_face}) == 1


def test_paired_rows_stand_two_in_a_line_and_a_foot_has_widths_of_its_own():
    """Nothing is wider than a phone; empty cells of both halves show whose they are."""
    rows = (
        *(("1", 3, Possible(2)), ("2", None, 4), ("3", 9, 6)),
        *(("4", 12, None), ("5", None, 20), ("6", 24, None)),
        *((say("Small straight"), 30, None), (say("Chance"), None, Possible(23))),
        (say("Upper"), "48/63", "30/63"),
    )
    assert lines(Sheet(("A", "B"), rows, ruled=True, paired=6, foot=1)) == [
        "    A│  B ║      A│  B",
        "1   3│ +2 ║  4  12│",
        "2    │  4 ║  5    │ 20",
        "3   9│  6 ║  6  24│",
        "Small straight  30│",
        "Chance            │+23",
        "Upper      48/63│30/63",
    ]
    wide = tuple((*row[:2], Possible(130)) for row in rows[:-1])
    drawn = lines(Sheet(("A", "B"), wide, ruled=True, paired=6))
    assert {len(line) for line in drawn[1:]} == {PHONE_COLUMNS}
    assert drawn[1] == "1    3│+130║ 4   12│+130"
