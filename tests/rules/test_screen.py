"""Actions and their codes, marks, seats."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.dice import PIPS, SELECTIONS
from rules.errors import BadCode, Refusal
from rules.screen import Action, Seat
from rules.turns import KEEP, REROLLS, mark_reroll, name_reroll, positions_of, reroll_of

VERBS = st.from_regex(r"[a-z][a-z-]{0,15}", fullmatch=True)
OBJECTS = st.from_regex(r"([a-z0-9-]{1,24})?", fullmatch=True)


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


@given(st.text())
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
    assert len({name_reroll(action) for action in (KEEP, *REROLLS)}) == 32
