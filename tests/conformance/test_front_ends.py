"""What the bot sends is as Discord documents it: commands in all locales, and messages.

Every story checks its messages (`simulated.table`); here stands what no story does by itself.
"""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from bot.language.languages import LANGUAGES
from conformance import all_broken, first_broken, posted, sent_of
from discord_limits import assert_all_fit
from documented import broken
from documented.description import routes
from messages_read import warnings_in
from simulated import speak, table

pytestmark = pytest.mark.slow


async def many_requests(sim):
    """Use nearly everything that Dice Poker offers; return the bot's requests."""
    ana, bogdan, carmen = sim.ana, sim.bogdan, sim.carmen
    for command in ("play", "rounds", "settings"):
        await ana.slash(sim.channel, command)
    await sim.rules(ana, "dice-poker")
    await sim.play(ana, opponent=ana)
    await sim.play(ana, opponent=bogdan, level="easy")
    await sim.play(ana, opponent=bogdan)
    await sim.press_id(carmen, sim.message, "lobby:*:join")
    await sim.press_id(carmen, sim.message, "tool:*:rules")
    await sim.press_id(bogdan, sim.message, "lobby:*:join")
    await sim.press_id(ana, sim.message, "press:*:keep")
    await sim.press_id(carmen, sim.message, "press:*:keep")
    for position in (1, 2, 5):
        await sim.press_id(bogdan, sim.message, f"mark:1:0:{position}")
    busy = await sim.play(carmen)
    await sim.press_id(carmen, busy.response, "thread:*")
    await sim.show_here(ana)
    await sim.press_id(bogdan, sim.message, "submit:*")
    board = sim.message
    await sim.wait(minutes=2)
    await sim.press_id(ana, board, "press:*:keep")
    await sim.press_id(ana, board, "tool:*:review")
    await sim.press_id(ana, board, "tool:*:rematch")
    await sim.press_id(bogdan, board, "tool:*:review")
    await sim.press_id(bogdan, sim.message, "lobby:*:decline")
    await sim.play(carmen, "six-card", open=True)
    await sim.press_id(carmen, sim.message, "lobby:*:withdraw")
    panel = await ana.context_menu(sim.channel, "Challenge to dice", bogdan)
    for _ in range(2):
        await sim.press_id(ana, panel.response, "ask:*.slow")
    await sim.press_id(ana, panel.response, "ask:*.game.six-card")
    await sim.press_id(ana, sim.message, "lobby:*:withdraw")
    await sim.play(ana)
    await sim.press_id(ana, sim.message, "tool:*:hint")
    asked = await sim.press_id(ana, sim.message, "tool:*:leave")
    await sim.restart(away=timedelta(hours=1))
    await sim.wait(seconds=10)
    await sim.press_id(ana, asked.response, "tool:*:leave-now")
    await sim.play(ana)
    closing = await sim.play(ana)
    await sim.press_id(ana, closing.response, "tool:*:close")
    await sim.play(ana, opponent=bogdan)
    await sim.wait(minutes=11)
    return [
        request
        for request in sim.env.http_requests
        if re.match(r"/(channels|interactions|webhooks|applications)/", request.path)
        and request.method in ("POST", "PATCH", "PUT")
        and not request.path.endswith("/emojis")
    ]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_all_requests_are_as_documented(tmp_path, language, caplog):
    async with table(tmp_path, language=language) as sim:
        speak(sim, language)
        requests = await many_requests(sim)
        assert len(requests) > 40
        assert not warnings_in(caplog)
        assert all_broken(requests) == []
        assert_all_fit([one for one in requests if "commands" not in one.path])
        assert {one.method for one in requests} == {"POST", "PATCH", "PUT"}
        assert {sent_of(one).route for one in sim.env.http_requests} <= routes().keys()


async def test_commands_are_as_documented_in_all_locales(tmp_path):
    async with table(tmp_path) as sim:
        (request,) = sim.requests("PUT", "/applications/*/commands")
        commands = request.json
        assert [
            str(one) for one in (*broken(sent_of(request), (1,)), *broken(commands, (2,)))
        ] == []
        assert all("ro" in one["description_localizations"] for one in commands if one["type"] == 1)


@pytest.mark.parametrize(
    "wrong",
    [
        {"type": 10, "content": "x" * 4001},
        {"type": 10, "content": "🎲" * 2501},
        {"type": 10, "content": ""},
        {"type": 1, "components": []},
        {"type": 1, "components": [{"type": 2, "style": 9, "label": "x", "custom_id": "x"}]},
        {"type": 1, "components": [{"type": 2, "style": 1, "label": "x" * 81, "custom_id": "x"}]},
        {"type": 17, "accent_color": "blue", "components": [{"type": 10, "content": "x"}]},
    ],
)
def test_a_story_that_posts_this_would_fail(wrong):
    right = {"type": 10, "content": "x"}
    assert first_broken(posted([right])) == []
    assert len(first_broken(posted([right, wrong]))) == 1
