"""What is typed becomes an action, or a refusal that says what can be typed."""

from __future__ import annotations

from typing import Any

import pytest

from bot.commands.terminal.read import fold, lines_of, read, shows_dice
from bot.language.languages import LANGUAGES
from bot.language.render import PlainRenderer, render
from random_play import Spot, decisions, offered
from rules.dice import PIPS
from rules.errors import Refusal
from rules.game import Game
from rules.screen import Action, Cards, Choice, Dice, Menu, Press, Screen, Seat
from rules.text import Text, say
from rules.turns import KEEP, REROLLS, mark_reroll, press_reroll

MARK = mark_reroll((4, 4, 2, 2, 1), PIPS)
BOARD = Screen(say("Dice Poker"), (), (MARK, Press(KEEP, say("Keep all"))))
ROWS = Menu(
    say("?"),
    (
        Choice(Action("write", "ones"), Text("2")),
        Choice(Action("write", "full-house"), Text("Full House")),
    ),
)


@pytest.mark.parametrize(
    "typed",
    [
        "3 4 5",
        "345",
        "3,4,5",
        "5 4 3",
        " 3 ; 4.5 ",
        "3, 4 5",
        "reroll 3 4 5",
        "reroll.345",
        "REROLL 345",
        "reroll dice 3 4 5",
    ],
)
def test_positions_choose_dice(typed: str) -> None:
    assert read(typed, BOARD, PlainRenderer()) == Action("reroll", "345")


def test_every_set_of_positions_can_be_typed() -> None:
    for action in REROLLS:
        for typed in (action.on, " ".join(action.on), ",".join(action.on), action.code):
            assert read(typed, BOARD, PlainRenderer()) == action


@pytest.mark.parametrize("typed", ["keep", "Keep all", " KEEP ", "keep  ALL"])
def test_a_button_is_typed_by_its_word_label_or_code(typed: str) -> None:
    assert read(typed, BOARD, PlainRenderer()) == KEEP


def test_beside_a_pick_keep_still_means_all() -> None:
    pick = press_reroll((4, 4, 2, 2, 1), (5,), PIPS)
    board = Screen(say("Dice Poker"), (), (MARK, pick, Press(KEEP, say("Keep all"))))
    assert [line.key for line in lines_of(board, PlainRenderer())] == ["reroll", "keep"]
    assert [line.key for line in lines_of(board, PlainRenderer("ro"))] == ["aruncă", "păstrează"]
    for language in LANGUAGES:
        assert read("keep", board, PlainRenderer(language)) == KEEP
        assert read("keep 4 4 2 2, reroll 1 die", board, PlainRenderer()) == pick.action


def test_keep_rerolls_nothing_where_dice_cannot_be_kept_alone() -> None:
    """A sheet has no "keep all": a row ends the turn."""
    pick = press_reroll((4, 4, 2, 2, 1), (5,), PIPS)
    board = Screen(say("A sheet"), (), (MARK, pick))
    assert (
        read("reroll", board, PlainRenderer())
        == read("aruncă", board, PlainRenderer("ro"))
        == pick.action
    )
    with pytest.raises(Refusal, match="That is not one of the choices"):
        read("keep", board, PlainRenderer())


SPLITS = Screen(
    say("Six cards"),
    (),
    (
        Menu(
            say("Choose"),
            tuple(
                Choice(Action("split", on), say(on.replace("-", " ")))
                for on in ("443-22-1", "443-21-2", "422-43-1")
            ),
        ),
    ),
)


@pytest.mark.parametrize(
    "typed", ["443 22 1", "443221", "4 4 3 2 2 1", "443/22/1", "344 22 1", "443-22-1", "1"]
)
def test_cards_are_typed_as_they_lie(typed: str) -> None:
    assert read(typed, SPLITS, PlainRenderer()) == Action("split", "443-22-1")


@pytest.mark.parametrize(
    "typed", ["443 2 21", "443 2 21 1", "444 22 1", "44322", "443 22 3", "4432211"]
)
def test_cards_that_make_no_choice_are_refused(typed: str) -> None:
    with pytest.raises(Refusal, match="That is not one of the choices"):
        read(typed, SPLITS, PlainRenderer())


@pytest.mark.parametrize("typed", ["păstrează", "pastreaza", "PĂSTREAZĂ TOT", "keep"])
def test_romanian_words_with_and_without_their_diacritics(typed: str) -> None:
    assert read(typed, BOARD, PlainRenderer("ro")) == KEEP


@pytest.mark.parametrize("typed", ["aruncă 3 4", "arunca 34", "reroll 34"])
def test_the_words_of_the_button_may_stand_before_the_positions(typed: str) -> None:
    assert read(typed, BOARD, PlainRenderer("ro")) == Action("reroll", "34")


@pytest.mark.parametrize(
    "typed",
    ["", "x", "3 x", "keep 3", "three", "-3", "3-4", "reroll", "0x3", "1" * 51 + "x", "\0"],
)
def test_the_refusal_of_nonsense_says_what_can_be_typed(typed: str) -> None:
    with pytest.raises(Refusal, match="That is not one of the choices") as refused:
        read(typed, BOARD, PlainRenderer())
    assert render(refused.value.text, "en", PlainRenderer()) == (
        "That is not one of the choices. Type the positions of dice, as in “3 4 5”, "
        "or one of these: keep"
    )


def test_very_long_words_are_refused_at_once() -> None:
    with pytest.raises(Refusal, match="That is not one of the choices") as refused:
        read("keep " * 10_000, BOARD, PlainRenderer())
    assert len(render(refused.value.text, "en", PlainRenderer())) < 200


@pytest.mark.parametrize("typed", ["0", "6", "3 9", "123456", "99", "٣9"])
def test_positions_that_do_not_exist(typed: str) -> None:
    with pytest.raises(Refusal, match="The positions are numbered from 1"):
        read(typed, BOARD, PlainRenderer())


@pytest.mark.parametrize("typed", ["3 3", "344"])
def test_a_position_named_twice_is_refused(typed: str) -> None:
    with pytest.raises(Refusal, match="is named twice"):
        read(typed, BOARD, PlainRenderer())


def test_lines_of_a_menu_without_dice_are_numbered() -> None:
    screen = Screen(say("?"), (Cards((4, 2), PIPS),), (ROWS,))
    assert [line.key for line in lines_of(screen, PlainRenderer())] == ["1", "2"]
    assert read("2", screen, PlainRenderer()) == Action("write", "full-house")
    assert read("full house", screen, PlainRenderer()) == Action("write", "full-house")
    assert read("write.full-house", screen, PlainRenderer()) == Action("write", "full-house")


def test_lines_beside_dice_have_letters() -> None:
    screen = Screen(say("?"), (), (MARK, ROWS))
    assert [line.key for line in lines_of(screen, PlainRenderer())] == ["a", "b"]
    assert read("2", screen, PlainRenderer()) == Action("reroll", "2")
    assert read("b", screen, PlainRenderer()) == Action("write", "full-house")


def test_lines_keep_their_letters_when_no_die_can_be_rerolled_any_more() -> None:
    rolled = Dice((4, 4, 2, 2, 1), PIPS)
    rerolling, last = (
        Screen(say("?"), (rolled,), controls) for controls in ((MARK, ROWS), (ROWS,))
    )
    assert [line.key for line in lines_of(last, PlainRenderer())] == ["a", "b"]
    assert lines_of(last, PlainRenderer()) == lines_of(rerolling, PlainRenderer())
    assert read("b", last, PlainRenderer()) == Action("write", "full-house")


@pytest.mark.parametrize("typed", ["1", "3 4 5", "345", "3,4", "0", "13", "3 3"])
def test_a_number_writes_nothing_on_the_last_roll(typed: str) -> None:
    ones = Menu(say("?"), (Choice(Action("write", "ones"), say("Ones")),))
    screen = Screen(say("?"), (Dice((4, 4, 2, 2, 1), PIPS),), (ones,))
    with pytest.raises(Refusal, match="no dice can be rerolled now") as refused:
        read(typed, screen, PlainRenderer())
    assert render(refused.value.text, "en", PlainRenderer()) == (
        "Numbers choose dice, and no dice can be rerolled now. Type one of these: a"
    )


def test_buttons_with_the_same_first_word_are_numbered() -> None:
    go, stay = Press(Action("go"), Text("We go")), Press(Action("stay"), Text("We stay"))
    screen = Screen(say("?"), (), (go, stay))
    assert [line.key for line in lines_of(screen, PlainRenderer())] == ["1", "2"]
    assert read("we stay", screen, PlainRenderer()) == Action("stay")
    with pytest.raises(Refusal, match="That is not one of the choices"):
        read("we", screen, PlainRenderer())


def test_plain_words() -> None:
    assert fold("  ȘI\tțară ") == "si tara"


@pytest.mark.parametrize("spots", [600], indirect=True)
@pytest.mark.parametrize("every", [40, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_is_offered_can_be_typed(
    any_game: Game[Any], spots: list[Spot], language: str, every: int
) -> None:
    for spot, seat in decisions(any_game, spots)[::every]:
        screen = any_game.screen(spot.state, seat)
        lines = lines_of(screen, PlainRenderer(language))
        keys = [line.key for line in lines]
        assert len(set(keys)) == len(keys)
        assert not (shows_dice(screen) and any(key.isdecimal() for key in keys))
        assert not {fold(key) for key in keys} & {"?", "rules", "q", "quit", "exit", "help"}
        for line in lines:
            assert read(line.key, screen, PlainRenderer(language)) == line.action
        for action in offered(screen):
            assert read(action.code, screen, PlainRenderer(language)) == action
            if screen.mark is not None and action.verb == "reroll":
                assert read(" ".join(action.on), screen, PlainRenderer(language)) == action


def test_a_label_is_typed_as_it_is_shown_with_names() -> None:
    choice = Choice(Action("give", "1"), say("to {seat}", seat=Seat(1)))
    screen = Screen(say("A gift"), (), (Menu(say("To whom?"), (choice,)),))
    assert read("to ana", screen, PlainRenderer("en", ("Dan", "Ana"))) == choice.action
