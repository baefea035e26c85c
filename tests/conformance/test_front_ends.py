"""Requests to Discord: within its limits, and valid by its OpenAPI description."""

from __future__ import annotations

import copy
import json
import re
from datetime import timedelta
from functools import cache
from pathlib import Path

import jsonschema
import pytest

from bot.language.languages import LANGUAGES
from discord_limits import assert_all_fit
from messages_read import warnings_in
from simulated import LOCALES, table

OPENAPI = Path(__file__).parents[2].parent / "shared" / "discord" / "openapi.json"
described = pytest.mark.skipif(
    not OPENAPI.exists(), reason="Discord's description is not available"
)

CALLBACKS = {
    4: "CreateMessageInteractionCallbackRequest",
    5: "CreateMessageInteractionCallbackRequest",
    6: "UpdateMessageInteractionCallbackRequest",
    7: "UpdateMessageInteractionCallbackRequest",
}


@cache
def description():
    return json.loads(OPENAPI.read_text(encoding="utf-8"))


def schema_of(request):
    """Return the schema of a request's body in Discord's description; None without one."""
    if request.path.endswith("/callback"):
        return {"$ref": f"#/components/schemas/{CALLBACKS[request.json['type']]}"}
    found = []
    for path, methods in description()["paths"].items():
        template = re.sub(r"\{\w+\}", "[^/]+", path)
        if re.fullmatch(template, request.path) and request.method.lower() in methods:
            found.append((path.count("{"), path, methods[request.method.lower()]))
    body = min(found)[2].get("requestBody")
    return body and body["content"]["application/json"]["schema"]


def assert_valid(request):
    """Validate a body; the description expects the ids of attachments as strings."""
    schema = schema_of(request)
    if schema is None:
        assert not request.json
        return
    body = copy.deepcopy(request.json)
    data = body.get("data", body) if isinstance(body, dict) else {}
    for attachment in (data or {}).get("attachments", []):
        attachment["id"] = str(attachment["id"])
    whole = {**schema, "components": description()["components"]}
    jsonschema.Draft202012Validator(whole).validate(body)


async def many_requests(sim):
    """Use nearly everything that Dice Poker offers; return the bot's requests."""
    ana, bogdan, carmen = sim.ana, sim.bogdan, sim.carmen
    for command in ("help", "round"):
        await ana.slash(sim.channel, command)
    await ana.slash(sim.channel, "rules", game="dice-poker")
    await ana.slash(sim.channel, "odds", dice="66331", beat="44211")
    await sim.play(ana, opponent=ana)
    await sim.play(ana, opponent=bogdan, level="easy")
    await sim.play(ana, opponent=bogdan)
    await sim.press_id(carmen, sim.message, "lobby:*:join")
    await sim.press_id(carmen, sim.message, "lobby:*:how-to-play")
    await sim.press_id(bogdan, sim.message, "lobby:*:join")
    await sim.press_id(ana, sim.message, "press:*:keep")
    await sim.press_id(carmen, sim.message, "press:*:keep")
    for position in (1, 2, 5):
        await sim.press_id(bogdan, sim.message, f"mark:1:0:{position}")
    await sim.press_id(bogdan, sim.message, "tool:*:hint")
    busy = await sim.play(carmen)
    await sim.press_id(carmen, busy.response, "thread:*")
    await ana.slash(sim.channel, "round")
    await sim.press_id(bogdan, sim.message, "submit:*")
    board = sim.message
    await sim.wait(minutes=2)
    await sim.press_id(ana, board, "press:*:keep")
    await sim.press_id(ana, board, "tool:*:review")
    await sim.press_id(ana, board, "tool:*:rematch")
    await sim.press_id(bogdan, board, "tool:*:review")
    await ana.context_menu(sim.channel, "Review this round", sim.reread(board))
    await ana.context_menu(sim.channel, "Review this round", sim.message)
    await sim.press_id(bogdan, sim.message, "lobby:*:decline")
    await sim.play(carmen, "six-card", open=True)
    await sim.press_id(carmen, sim.message, "lobby:*:withdraw")
    panel = await ana.context_menu(sim.channel, "Challenge to dice", bogdan)
    await sim.choose(ana, panel.response, "six-card")
    await sim.press_id(ana, panel.response, "ask:*.send")
    await sim.press_id(ana, sim.message, "lobby:*:withdraw")
    await sim.play(ana, seat="dealer")
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
async def test_all_requests_fit_discords_limits(tmp_path, language, caplog):
    async with table(tmp_path, language=language) as sim:
        sim.locales.update(dict.fromkeys(sim.locales, LOCALES[language]))
        requests = await many_requests(sim)
        assert len(requests) > 40
        assert not warnings_in(caplog)
        assert_all_fit([one for one in requests if "commands" not in one.path])
        if OPENAPI.exists():
            for request in requests:
                assert_valid(request)
            assert {request.method for request in requests} == {"POST", "PATCH", "PUT"}


@described
async def test_the_description_refuses_invalid_messages(tmp_path):
    """Each of these changes to a valid message is refused."""
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        (request,) = sim.requests("POST", "/interactions/*")
        assert_valid(request)

        def inner(change):
            wrong = copy.deepcopy(request)
            change(wrong.json["data"]["components"][0])
            return wrong

        rows = [
            number
            for number, one in enumerate(request.json["data"]["components"][0]["components"])
            if one["type"] == 1
        ]

        def first_button(container):
            return container["components"][rows[0]]["components"][0]

        wrongs = (
            lambda container: first_button(container).update(custom_id="x" * 101),
            lambda container: first_button(container).update(label="x" * 81),
            lambda container: first_button(container).update(style=9),
            lambda container: container.update(accent_color="blue"),
            lambda container: container["components"][0].update(content=""),
            lambda container: container.update(components=[]),
        )
        for change in wrongs:
            with pytest.raises(jsonschema.ValidationError):
                assert_valid(inner(change))
