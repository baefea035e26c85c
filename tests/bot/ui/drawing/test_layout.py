"""How a Frame becomes Discord's components: rows, colours, dice that are told apart."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.language.render import Person
from bot.table.frame import Frame, Tool
from bot.ui.drawing.emoji import EmojiSet
from bot.ui.drawing.layout import COLOURS, JACKPOT, draw
from messages_read import selected
from rules.dice import PIPS
from rules.screen import Action, Choice, Control, Line, Mark, Menu, Peek, Press, Screen
from rules.text import Text, say
from rules.turns import KEEP, mark_reroll

GREY, BLURPLE, GREEN = 2, 1, 3
ROLL = (6, 6, 3, 3, 1)


class Message:
    """A message with the components of a drawing."""

    def __init__(self, components: list[dict[str, Any]]) -> None:
        self.components, self.content = components, ""


def drawn(
    *controls: Control,
    chosen: tuple[int, ...] = (),
    tools: tuple[Tool, ...] = (),
    jackpot: Text | None = None,
) -> Any:
    screen = Screen(say("title"), (Line(say("text")),), controls, jackpot=jackpot)
    frame = Frame(7, 3, "en", "round", screen, (Person(1),), (), tools)
    return draw(frame, EmojiSet(), chosen).to_components()


def rows(components: Any) -> list[list[str]]:
    """Return the labels of the controls, row by row."""
    (container,) = components
    return [
        [one.get("label") or one.get("placeholder") for one in row["components"]]
        for row in container["components"]
        if row["type"] == 1
    ]


def styles(components: Any) -> dict[str, int]:
    (container,) = components
    controls = [one for row in container["components"] for one in row.get("components", ())]
    return {one["label"]: one["style"] for one in controls if "label" in one}


def test_dice_to_select_stand_on_their_buttons_alone_but_large_at_a_jackpot():
    mark = Mark("reroll", ROLL, PIPS, mark_reroll(ROLL, PIPS).submit, landed=(2, 5))
    plain, party = drawn(mark)[0], drawn(mark, jackpot=say("🎉 Five!"))[0]
    assert plain["components"][0]["content"] == "### title\ntext\n-# Press dice to reroll:"
    text, toggles, *_ = party["components"]
    told = "### 🎉 Five!\n**title**\ntext\n# 6️⃣ 6️⃣ 3️⃣ 3️⃣ 1️⃣\n-# Press dice to reroll:"
    assert text["content"] == told
    assert (plain["accent_color"], party["accent_color"]) == (COLOURS["play"], JACKPOT)
    shown = [(one["emoji"]["name"], one.get("label")) for one in toggles["components"]]
    assert shown == [("6️⃣", None), ("6️⃣", None), ("3️⃣", None), ("3️⃣", None), ("1️⃣", None)]


def test_one_button_is_green_and_selected_dice_alone_are_blurple_with_an_arrow():
    controls = (mark_reroll(ROLL, PIPS), Press(KEEP, say("Keep all"), "main"))
    before = styles(drawn(*controls))
    assert before.pop("Keep all") == GREEN
    assert set(before.values()) == {GREY}
    made = drawn(*controls, chosen=(3, 4))
    after = styles(made)
    assert after.pop("Reroll 2 dice") == GREEN
    assert after == {"↻": BLURPLE, "Keep all": GREY}
    dice = made[0]["components"][1]["components"]
    assert [one["style"] for one in dice] == [GREY, GREY, BLURPLE, BLURPLE, GREY]
    assert [one.get("label") for one in dice] == [None, None, "↻", "↻", None]
    assert selected(Message(made)) == [3, 4]
    assert "-# to reroll: positions 3 and 4" in made[0]["components"][0]["content"]


def test_a_quick_reroll_keeps_its_place_and_stays_ready_while_dice_are_selected():
    quick = Press(Action("reroll", "345"), say("Keep 6 6, reroll 3 dice"))
    controls = (mark_reroll(ROLL, PIPS), quick, Press(KEEP, say("Keep all")))
    before, after = drawn(*controls), drawn(*controls, chosen=(3,))
    assert rows(before)[1:] == [["Reroll", "Keep 6 6, reroll 3 dice", "Keep all"]]
    assert rows(after)[1:] == [["Reroll 1 die", "Keep 6 6, reroll 3 dice", "Keep all"]]
    ready = [
        [not one["disabled"] for one in made[0]["components"][2]["components"]]
        for made in (before, after)
    ]
    assert ready == [[False, True, True], [True, True, True]]


def test_tools_stand_beside_one_row_of_buttons_and_above_a_menu_that_buttons_follow():
    leave = Tool("leave", say("Leave"))
    one_row = drawn(mark_reroll(ROLL, PIPS), Press(KEEP, say("Keep")), tools=(leave,))
    assert rows(one_row)[1:] == [["Reroll", "Keep", "Leave"]]
    menu = Menu(say("rows"), (Choice(Action("write", "chance"), say("Chance")),))
    several = drawn(
        Peek(say("See all")),
        Press(Action("a"), say("A"), row=1),
        Press(Action("b"), say("B")),
        Press(Action("c"), say("C"), row=1),
        menu,
        Press(Action("d"), say("D")),
        tools=(leave,),
    )
    assert rows(several) == [["B"], ["A", "C"], ["Leave", "See all"], ["rows"], ["D"]]


def test_tools_have_a_row_of_their_own_where_they_do_not_fit_beside_the_buttons():
    tools = tuple(Tool("leave", say("{n}", n=number)) for number in range(3))
    full = drawn(mark_reroll(ROLL, PIPS), Press(KEEP, say("Keep")), tools=tools)
    assert rows(full)[1:] == [["Reroll", "Keep", "0", "1", "2"]]
    fuller = drawn(mark_reroll(ROLL, PIPS), Press(KEEP, say("Keep")), tools=(*tools, tools[0]))
    assert rows(fuller)[1:] == [["Reroll", "Keep"], ["0", "1", "2", "0"]]


def test_a_row_has_five_buttons_at_most():
    presses = [Press(Action("a", str(number)), say("{n}", n=number)) for number in range(7)]
    assert [len(row) for row in rows(drawn(*presses))] == [5, 2]


@pytest.mark.parametrize(("main", "style"), [(True, GREEN), (False, GREY)])
def test_a_look_at_the_own_cards_is_green_where_it_moves_the_round_on(main, style):
    assert styles(drawn(Peek(say("Look"), main=main)))["Look"] == style


def test_dice_that_are_not_explained_change_no_text_whatever_is_selected():
    """So nothing moves: the texts stay the same while dice are selected."""
    mark = replace(mark_reroll(ROLL, PIPS), explained=False)
    before, after = drawn(mark), drawn(mark, chosen=(3, 4))
    texts = [
        [one["content"] for one in made[0]["components"] if one["type"] == 10]
        for made in (before, after)
    ]
    assert texts[0] == texts[1]
    assert "6️⃣" not in "".join(texts[0])
    assert "reroll" not in "".join(texts[0])
    assert selected(Message(after)) == [3, 4]


def test_tools_stand_below_a_menu_that_no_buttons_follow():
    """The button that rerolls grows with the selected dice: nothing that it pushes stands there."""
    quick = Press(Action("reroll", "345"), say("Keep 6 6"), row=1)
    menu = Menu(say("rows"), (Choice(Action("write", "chance"), say("Chance")),))
    made = drawn(mark_reroll(ROLL, PIPS), quick, menu, tools=(Tool("more", say("Menu")),))
    assert rows(made)[1:] == [["Reroll"], ["Keep 6 6"], ["rows"], ["Menu"]]
