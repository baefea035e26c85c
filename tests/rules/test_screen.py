"""Actions and their codes, seats, and the controls that a screen may have."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from rules.dice import PIPS, SELECTIONS
from rules.errors import BadCode, Refusal
from rules.screen import (
    Action,
    Choice,
    Dice,
    Line,
    Mark,
    Menu,
    Part,
    Peek,
    Press,
    Screen,
    Seat,
    Sort,
    with_dice,
)
from rules.text import say, say_count
from rules.turns import KEEP, REROLLS, mark_reroll, name_reroll, positions_of, reroll_of
from steady_examples import ANY_LETTER, ANY_TEXT, given, st

VERBS = st.from_regex(r"[a-z][a-z-]{0,15}", fullmatch=True, alphabet=ANY_LETTER)
OBJECTS = st.from_regex(r"([a-z0-9-]{1,24})?", fullmatch=True, alphabet=ANY_LETTER)


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Action("keep"), "keep"),
        (Action("reroll", "345"), "reroll.345"),
        (Action("write", "full-house"), "write.full-house"),
        (Action("split", "443-22-1"), "split.443-22-1"),
    ],
)
def test_codes_speak_the_language_of_the_table(action, code):
    assert action.code == code
    assert Action.parse(code) == action


@given(VERBS, OBJECTS)
def test_every_action_comes_back_from_its_code(verb, on):
    action = Action(verb, on)
    assert len(action.code) <= 41
    assert Action.parse(action.code) == action


@given(ANY_TEXT)
def test_any_text_is_an_action_with_this_code_or_refused(text):
    try:
        action = Action.parse(text)
    except BadCode:
        return
    assert action.code == text
    assert re.fullmatch(r"[a-z0-9.-]{1,41}", text)


@pytest.mark.parametrize(
    "garbage",
    [
        "",
        ".",
        "keep.",
        ".345",
        "reroll.3.4",
        "reroll 345",
        "Keep",
        "KEEP",
        "keep\n",
        " keep",
        "reroll.٣",
        "păstrează",
        "write.full_house",
        "-keep",
        "3",
        "a" * 17,
        "reroll." + "1" * 25,
        "keep\u202e",
        "x" * 50_000,
        None,
        3,
        b"keep",
        ("keep",),
    ],
    ids=lambda garbage: repr(garbage)[:20],
)
def test_garbage_is_no_code(garbage):
    with pytest.raises(BadCode) as refused:
        Action.parse(garbage)
    assert isinstance(refused.value, Refusal)
    assert refused.value.text.template


def test_seats_come_in_the_order_of_play_and_can_be_keys():
    assert sorted([Seat(2), Seat(0), Seat(1)]) == [Seat(0), Seat(1), Seat(2)]
    assert {Seat(1): "x"}[Seat(1)] == "x"


def test_a_mark_acts_on_the_marked_positions_rising():
    mark = mark_reroll((6, 6, 3, 3, 1), PIPS)
    assert mark.action((5, 3, 4)).code == "reroll.345"
    assert {mark.action(chosen) for chosen in SELECTIONS if chosen} == set(REROLLS)


def test_1_4_selections_and_actions_are_the_same_thing():
    assert [positions_of(action) for action in (KEEP, *REROLLS)] == list(SELECTIONS)
    assert [reroll_of(chosen) for chosen in SELECTIONS] == [KEEP, *REROLLS]
    assert reroll_of((5, 1)).code == "reroll.15"
    named = {name_reroll(action, (6, 5, 4, 3, 2), PIPS) for action in (KEEP, *REROLLS)}
    assert len(named) == 32


# What is refused when a screen is drawn, with what to do instead


def mark(dice):
    return Mark("reroll", (6,) * dice, PIPS, say_count("Reroll {n} die", "Reroll {n} dice", 0))


def sort():
    choice = Choice(Action("split", "2-1"), say("2 and 1"))
    part = Part(say("One"), (say("Tap one"),))
    return Sort((2, 1), PIPS, (part,), (choice,), say("Which?"), say("Confirm"), say("Change it"))


def menu(choices):
    lines = (Choice(Action("take", str(number)), say("take")) for number in range(choices))
    return Menu(say("Take one"), tuple(lines))


@pytest.mark.parametrize("dice", range(1, 10))
def test_a_mark_selects_among_one_to_nine_dice(dice):
    positions = tuple(range(1, dice + 1))
    action = mark(dice).action(positions[::-1])
    assert action == Action("reroll", "123456789"[:dice])
    assert Action.parse(action.code) == action


@pytest.mark.parametrize("dice", [0, 10, 25])
def test_a_mark_of_other_numbers_of_dice_is_refused(dice):
    with pytest.raises(ValueError, match="Mark") as refused:
        mark(dice)
    assert str(refused.value) == (
        f"a Mark selects from 1 to 9 dice, not {dice}: show fewer of them at a time"
        if dice
        else "a Mark selects from 1 to 9 dice, not 0: leave it out where nothing can be selected"
    )


@pytest.mark.parametrize("choices", [1, 2, 24, 25])
def test_a_menu_has_one_to_25_choices(choices):
    assert len(menu(choices).choices) == choices


@pytest.mark.parametrize("choices", [0, 26, 100])
def test_a_menu_of_other_numbers_of_choices_is_refused(choices):
    with pytest.raises(ValueError, match="Menu") as refused:
        menu(choices)
    assert str(refused.value) == (
        f"a Menu has 1 to 25 choices, not {choices}: spread them over several decisions"
        if choices
        else "a Menu has 1 to 25 choices, not 0: leave it out where nothing can be chosen"
    )


@pytest.mark.parametrize(
    ("control", "remedy"),
    [
        (mark(2), "let the seat select in one set of dice, or in one after the other"),
        (menu(2), "put all choices into one, or offer them in one decision after the other"),
        (Peek(say("Look")), "show a seat all that is its own on one Screen"),
        (sort(), "let the seat sort one hand of cards at a time"),
    ],
    ids=["mark", "menu", "peek", "sort"],
)
def test_a_screen_has_these_controls_once(control, remedy):
    """Their custom ids name the kind alone, and ids are unique in a message."""
    selects = sort() if isinstance(control, Sort) else mark(5)
    kind, every = type(control), (selects, menu(3), Peek(say("Peek")))
    others = tuple(other for other in every if type(other) is not kind)
    assert Screen(say("Title"), (), (*others, control)).decides
    with pytest.raises(ValueError, match="a Screen has at most one") as refused:
        Screen(say("Title"), (), (*every, control))
    assert str(refused.value) == f"a Screen has at most one {kind.__name__}: {remedy}"


def test_dice_and_cards_are_not_selected_on_one_screen():
    with pytest.raises(ValueError, match="both select by position"):
        Screen(say("Title"), (), (mark(5), sort()))


def test_a_screen_has_any_number_of_buttons():
    presses = tuple(Press(Action("take", str(number)), say("take")) for number in range(10))
    assert Screen(say("Title"), (), presses).controls == presses


def test_one_button_at_most_moves_the_round_on():
    keep = Press(KEEP, say("Keep"), "main")
    assert Screen(say("one"), (), (keep, Press(Action("stop"), say("Stop")))).controls
    with pytest.raises(ValueError, match="main"):
        Screen(say("two"), (), (keep, Press(Action("stop"), say("Stop"), "main")))


def test_dice_that_only_buttons_show_are_drawn_where_there_are_no_buttons():
    mark = Mark("reroll", (1, 2), PIPS, say_count("{n} die", "{n} dice", 0), landed=(2,))
    line = Line(say("words"))
    assert with_dice(Screen(say("none"), (line,))) == (line,)
    assert with_dice(Screen(say("some"), (line,), (mark,))) == (line, Dice((1, 2), PIPS, (2,)))
    others = Dice((1, 2), PIPS)
    both = with_dice(Screen(say("the same dice elsewhere"), (others,), (mark,)))
    assert both == (others, Dice((1, 2), PIPS, (2,)))


def test_a_goal_takes_the_place_of_what_was_earlier():
    earlier, now = Line(say("A wrote 8"), "quiet", earlier=True), Line(say("rerolled"), "quiet")
    screen = Screen(say("title"), (earlier, now), goal=say("Fill a row."))
    goal = Line(say("Fill a row."), instruction=True)
    assert screen.with_goal().blocks == (goal, now)
    assert replace(screen, goal=None).with_goal().blocks == (earlier, now)
