"""The controls that features have registered: every id that was ever drawn finds its answer."""

from __future__ import annotations

import pytest

from bot.ui.controls import Controls
from bot.ui.custom_ids import CustomId
from simulated import table

ANSWERED = [
    "press:7:3:reroll.345",
    "menu:7:3",
    "mark:7:3:5",
    "submit:7:3:reroll",
    "follow:7:3:split.543-32-1",
    "peek:7:3",
    "lobby:7:3:add-computer.easy",
    "seat:7:3",
    "rules:0:0:dice-poker.1",
    "thread:0:0:1234567890123456789",
    "ask:0:0:1234567890123456789.slow",
    "ask:0:0:1234567890123456789.game.poker-dice.bust",
    "setting:0:0:games",
    "setting:0:0:all",
    "setting:0:0:daily.off",
    "own:0:0:positions.on",
    "rules:0:0",
    "rounds:0:0:show",
    "challenge:0:0",
    "challenge:0:0:1234567890123456789",
    "fair:7:0:show",
    "play:0:0",
    "play:0:0:dice-poker",
    "play:0:0:poker-dice.bust",
    "play:0:0:poker-dice.bust.1234567890123456789",
    "offered:0:0:1234567890123456789",
    "begin:0:0:1234567890123456789",
    "table:0:0:dice-poker",
    "table:0:0:.slow",
    "table:0:0:poker-dice.bust.slow.1234567890123456789",
    "everybody:0:0:yams.house",
    "privacy:0:0:erase-now",
    "bar:0:0:hour.1234567890123456789",
    "walk:7:2:next",
    "story:day-739941:0",
    "join:set-123456789:0",
    "more:set-123456789:0",
    "mark:day-739941:0:5",
    "stats:0:0:board.0.skill.all.",
]
TOOLS = {
    "keep-out": True,
    "leave": True,
    "leave-now": True,
    "stay": True,
    "close": True,
    "close-now": True,
    "rematch": True,
    "games": False,
    "again": True,
    "continue": True,
    "proof": True,
    "hint": False,
    "review": False,
    "share": False,
    "share-now": False,
    "more": False,
    "overview": False,
}
NOT_WAITING = {"walk"}

OF_NO_FORM = [
    "mark:7:3:0",
    "mark:7:3:10",
    "mark:7:3",
    "peek:7:3:5",
    "menu:7:3:keep",
    "thread:0:0:keep",
    "press:7:3",
    "tool:7:3",
    "tool:7:3:take-back",
    "play:0:0:",
    "table:0:0:a.b.c.d",
    "wave:7:3",
    "press:moon-7.2:3:keep",
    "press:day-x:3:keep",
    "press:day-7.:3:keep",
    "press:-7:3:keep",
    "hello",
]


@pytest.mark.parametrize("daily", ["on", "off"])
async def test_every_control_is_answered(tmp_path, daily):
    async with table(tmp_path, daily=daily) as sim:
        controls = sim.bot.controls
        for text in ANSWERED:
            pressed, control = controls.find(text)
            assert str(pressed) == text
            assert control.waits is not bool({pressed.kind, pressed.where} & NOT_WAITING)
        kinds = {one.where or one.kind for one, _ in map(controls.find, ANSWERED)}
        assert kinds == {*controls._kinds, *controls._places}
        for verb, waits in TOOLS.items():
            assert controls.find(f"tool:7:3:{verb}")[1].waits is waits
        for text in OF_NO_FORM:
            assert controls.find(text) is None


async def _answer(response, pressed):
    pass


def test_a_control_has_one_answer():
    controls = Controls()
    controls.add("press", _answer)
    with pytest.raises(ValueError, match="two features"):
        controls.add("press", _answer)
    controls.add_tool("leave", _answer)
    with pytest.raises(ValueError, match="two features"):
        controls.add_tool("leave", _answer)
    pressed, control = controls.find("tool:7:3:leave")
    assert (pressed, control.handler) == (CustomId("tool", 7, 3, "leave"), _answer)
