"""Screens as text: dice and cards in boxes, sheets as tables."""

from __future__ import annotations

from io import BytesIO, StringIO, TextIOWrapper
from random import Random
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console, RenderableType

from bot.commands.terminal.draw import FaceRow, draw, draw_blocks
from bot.language.languages import LANGUAGES
from bot.language.render import PlainRenderer
from bot.plain_letters import HANDLER
from random_play import Spot
from rules.dice import PIPS, POKER
from rules.game import Game
from rules.screen import (
    Action,
    Cards,
    Choice,
    Dice,
    Divider,
    Line,
    Menu,
    Possible,
    Press,
    Screen,
    Seat,
    Sheet,
)
from rules.text import Text, say
from rules.turns import KEEP, mark_reroll


def printed(what: RenderableType, width: int = 80) -> list[str]:
    console = Console(file=StringIO(), width=width, color_system=None)
    console.print(what)
    assert isinstance(console.file, StringIO)
    return [line.rstrip() for line in console.file.getvalue().splitlines()]


def test_dice_are_drawn_with_pips_and_numbered() -> None:
    assert printed(FaceRow((1, 2, 4, 6, 5), PIPS, numbered=True, pips=True)) == [
        "┌───────┐ ┌───────┐ ┌───────┐ ┌───────┐ ┌───────┐",
        "│       │ │ ●     │ │ ●   ● │ │ ●   ● │ │ ●   ● │",
        "│   ●   │ │       │ │       │ │ ●   ● │ │   ●   │",
        "│       │ │     ● │ │ ●   ● │ │ ●   ● │ │ ●   ● │",
        "└───────┘ └───────┘ └───────┘ └───────┘ └───────┘",
        "    1         2         3         4         5",
    ]


@pytest.mark.parametrize("face", range(1, 7))
def test_a_face_has_as_many_pips_as_it_is_worth(face: int) -> None:
    assert "".join(printed(FaceRow((face,), PIPS, pips=True))).count("●") == face


def test_narrower_terminals_show_symbols() -> None:
    dice = FaceRow((1, 2, 4, 6, 5), PIPS, pips=True)
    assert printed(dice, 49)[0] == "┌───────┐ ┌───────┐ ┌───────┐ ┌───────┐ ┌───────┐"
    assert printed(dice, 48)[1] == "│  1  │ │  2  │ │  4  │ │  6  │ │  5  │"
    assert printed(dice, 20) == [" 1  2  4  6  5"]


def printed_in(encoding: str, what: RenderableType) -> list[str]:
    """Return the lines that a console with this encoding shows."""
    file = TextIOWrapper(BytesIO(), encoding=encoding, errors=HANDLER)
    Console(file=file, width=80, color_system=None).print(what)
    file.seek(0)
    return [line.rstrip() for line in file.read().splitlines()]


def test_frames_are_drawn_in_ascii_too() -> None:
    dice = FaceRow((1, 2, 4), PIPS, numbered=True, landed=(2,), pips=True)
    assert printed_in("ascii", dice) == [
        "+-------+ +-------+ +-------+",
        "|       | | *     | | *   * |",
        "|   *   | |       | |       |",
        "|       | |     * | | *   * |",
        "+-------+ +-------+ +-------+",
        "    1        [2]        3",
    ]
    divider = draw_blocks((Divider(),), PlainRenderer())
    assert printed_in("ascii", divider) == ["-" * 80]


def test_poker_dice_are_letters() -> None:
    assert printed(FaceRow((1, 2, 3, 4, 6), POKER, pips=False)) == [
        "┌─────┐ ┌─────┐ ┌─────┐ ┌─────┐ ┌─────┐",
        "│  9  │ │ 10  │ │  J  │ │  Q  │ │  A  │",
        "└─────┘ └─────┘ └─────┘ └─────┘ └─────┘",
    ]


def test_dice_of_many_seats_are_drawn_small() -> None:
    two = (Dice((1, 1, 1, 1, 1), PIPS),) * 2
    assert any("●" in line for line in printed(draw_blocks(two, PlainRenderer())))
    three = (*two, Dice((2, 2, 2, 2, 2), PIPS))
    assert not any("●" in line for line in printed(draw_blocks(three, PlainRenderer())))


def test_cards_have_round_corners() -> None:
    assert printed(draw_blocks((Cards((4, 1), PIPS),), PlainRenderer())) == [
        "╭─────╮ ╭─────╮",
        "│  4  │ │  1  │",
        "╰─────╯ ╰─────╯",
    ]


def test_a_sheet_is_a_table() -> None:
    sheet = Sheet(("A", "B"), ((say("Full House"), 25, None), ("∑", "·", 7)))
    lines = printed(draw_blocks((sheet,), PlainRenderer("ro")))
    assert [line.split() for line in lines if line.strip(" ─")] == [
        ["A", "B"],
        ["Full", "house", "25"],
        ["∑", "·", "7"],
    ]


def test_the_positions_of_new_dice_stand_in_brackets() -> None:
    assert (
        printed(FaceRow((1, 2, 4), PIPS, numbered=True, landed=(2,)), 40)[-1]
        == "   1      [2]      3"
    )


def test_small_print_stands_last() -> None:
    screen = Screen(say("Ana, your turn"), (Line(say("words")),), footer=say("you go first"))
    assert printed(draw(screen, PlainRenderer()), 40) == [
        "Ana, your turn",
        "",
        "words",
        "",
        "you go first",
    ]


def test_halves_of_a_sheet_stand_side_by_side() -> None:
    rows = ((say("Ones"), 3), (say("Twos"), Possible(4)), (say("Chance"), Possible(0)))
    lines = printed(draw_blocks((Sheet(("",), rows, left=2),), PlainRenderer()))
    assert [line.split() for line in lines] == [["Ones", "3", "Chance"], ["Twos", "+4"]]


def test_a_button_that_a_menu_offers_too_is_left_out() -> None:
    """The menu has it already; a line typed would be in doubt which of the two it means."""
    one, other = Action("write", "ones"), Action("write", "twos")
    menu = Menu(say("Which?"), (Choice(one, say("Ones")), Choice(other, say("Twos"))))
    screen = Screen(say("x"), (), (Press(KEEP, say("Keep all")), Press(one, say("Ones 3")), menu))
    lines = printed(draw(screen, PlainRenderer()), 40)
    assert [line.split() for line in lines if line][1:] == [
        ["keep", "Keep", "all"],
        ["Which?"],
        ["1", "Ones"],
        ["2", "Twos"],
    ]


def test_controls_stand_behind_what_is_typed() -> None:
    screen = Screen(
        say("Dice Poker"),
        (Line(say("Keep all"), "strong"), Divider(), Line(say("kept all"), "quiet")),
        (
            mark_reroll((1, 2, 3, 4, 5), PIPS),
            Press(KEEP, say("Keep all")),
            Menu(
                Text("Which?"),
                (
                    Choice(Action("a"), Text("One thing"), Text("worth 3")),
                    Choice(Action("b"), Text("Another"), chosen=True),
                ),
            ),
        ),
    )
    assert printed(draw(screen, PlainRenderer()), 40) == [
        "Dice Poker",
        "",
        "Keep all",
        "─" * 40,
        "kept all",
        " ".join(["┌─────┐"] * 5),
        " ".join(f"│  {face}  │" for face in range(1, 6)),
        " ".join(["└─────┘"] * 5),
        "   1       2       3       4       5",
        "",
        "Type the dice to reroll, e.g. “3 4 5”",
        "for the last three.",
        "",
        "keep  Keep all",
        "",
        "Which?",
        "a  One thing · worth 3",
        "b  ✓ Another",
    ]


@pytest.mark.parametrize(
    ("language", "example"),
    [
        ("en", "Type the dice to reroll, e.g. “3 4 5” for the last three."),
        ("ro", "Scrie zarurile de aruncat din nou, de exemplu „3 4 5” pentru ultimele trei."),
    ],
)
def test_the_positions_are_an_example_and_no_advice(language: str, example: str) -> None:
    screen = Screen(say("Dice Poker"), (), (mark_reroll((1, 2, 3, 4, 5), PIPS),))
    assert example in printed(draw(screen, PlainRenderer(language)), 120)


def test_names_are_never_markup() -> None:
    screen = Screen(say("{seat} — {hand}", seat=Seat(0), hand="x"), ())
    assert (
        printed(draw(screen, PlainRenderer("en", ("[red]:dice:[/]",))))[0] == "[red]:dice:[/] — x"
    )


WIDTHS = (80, 40, 26)


@pytest.mark.parametrize("spots", [600], indirect=True)
@pytest.mark.parametrize("states", [2, pytest.param(30, marks=pytest.mark.slow)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_fits_its_width(
    any_game: Game[Any], spots: list[Spot], language: str, states: int
) -> None:
    """At each width and in each language on a sample of the states at every number of seats."""
    sample = Random(f"{any_game.info.key} {language}").sample(spots, min(len(spots), states))
    for spot in sample:
        renderer = PlainRenderer(language, ("Wide 漢字 name of a player",) * spot.seats)
        viewers = (None, Seat(0), Seat(spot.seats - 1))
        for screen in {any_game.screen(spot.state, viewer) for viewer in viewers}:
            drawn = draw(screen, renderer)
            for width in WIDTHS:
                assert max(map(cell_len, printed(drawn, width))) <= width
    rules = draw_blocks(any_game.rules(), PlainRenderer(language))
    for width in WIDTHS:
        assert max(map(cell_len, printed(rules, width))) <= width


@pytest.mark.parametrize("spots", [600], indirect=True)
@pytest.mark.parametrize("encoding", ["ascii", "cp437", "cp1250"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_table_stands_in_columns_on_any_console(
    any_game: Game[Any], spots: list[Spot], language: str, encoding: str
) -> None:
    """Two letters in place of one sign would move what stands behind them."""
    renderer = PlainRenderer(language, ("Ana",) * 9)
    screens = [any_game.screen(spot.state, None) for spot in spots[:: len(spots) // 5]]
    shown = [block for screen in screens for block in screen.blocks]
    for sheet in (block for block in (*shown, *any_game.rules()) if isinstance(block, Sheet)):
        lines = printed_in(encoding, draw_blocks((sheet,), renderer))
        rows = [line.replace("-+-", "-|-") for line in lines]
        bars = [[at for at, sign in enumerate(row) if sign == "|"] for row in rows]
        assert all(places in (bars[0], []) for places in bars), lines
        assert not any("?" in line or "\\" in line for line in lines), lines
