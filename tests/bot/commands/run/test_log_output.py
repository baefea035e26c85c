"""The log as text and as lines of JSON: fields and secrets."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import discord
import pytest

from bot.commands.run import log_output
from bot.commands.run.log_output import JsonLines
from bot.config import Config
from bot.play.act_log import log_deed
from simulated import table

TOKEN = "aW50ZXJhY3Rpb24_.x-1"


pytestmark = pytest.mark.usefixtures("quiet")


def record(message: str, *arguments: object, **more: object) -> logging.LogRecord:
    return logging.LogRecord("bot.ui", logging.INFO, "f.py", 1, message, arguments, None, **more)


def line_of(message: str, *arguments: object) -> dict[str, object]:
    written = JsonLines().format(record(message, *arguments))
    assert "\n" not in written
    return json.loads(written)


async def test_an_act_has_its_fields(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log_output.set_up(Config(log_format="json"))
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        await sim.press(sim.ana, sim.message, "Keep all")
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    act = next(line for line in lines if line.get("action") == "keep")
    assert act["time"].endswith("+00:00")
    assert (act["level"], act["logger"]) == ("INFO", "bot.play.act_log")
    assert (act["round"], act["game"], act["seat"]) == (1, "dice-poker", 1)
    assert act["message"].startswith("round=1 game=dice-poker seat=1 action=keep")


def test_names_of_values_become_fields_with_their_types() -> None:
    line = line_of("round=%d 100%% sure seat=%s: %s took %.1f s", 7, "-", "x=1", 2.5)
    assert (line["round"], line["seat"], line["message"]) == (
        7,
        "-",
        "round=7 100% sure seat=-: x=1 took 2.5 s",
    )
    assert set(line) == {"time", "level", "logger", "message", "round", "seat"}


def test_what_a_moderator_did_has_its_fields(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        log_deed(7, "lift", 5, 6)
        log_deed(7, "set", 5, detail="minutes=30")
    lift, changed = (json.loads(JsonLines().format(one)) for one in caplog.records)
    assert (lift["guild"], lift["deed"], lift["by"], lift["member"]) == (7, "lift", 5, 6)
    assert (changed["deed"], changed["member"], changed["detail"]) == ("set", "-", "minutes=30")


def test_no_field_takes_the_place_of_the_line_itself() -> None:
    assert line_of("level=%s time=%s", "easy", "late")["level"] == "INFO"


@pytest.mark.parametrize("form", ["text", "json"])
def test_no_format_shows_a_token(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    log_output.set_up(Config(log_level="DEBUG", log_format=form))
    log = logging.getLogger("discord.http")
    address = f"https://discord.com/api/v10/interactions/12/{TOKEN}/callback"
    log.debug("POST %s", address)
    log.debug("address=%s", address)
    log.debug("event %s", {"token": TOKEN, "id": "1"})
    log.debug("received %s", f'{{"token":"{TOKEN}","id":"1"}}')
    log.error("a request failed", exc_info=ConnectionError(address))
    written = capsys.readouterr().err
    assert TOKEN not in written
    assert written.count("…") + written.count(r"\u2026") >= 5
    assert "ConnectionError" in written


NAMES = ("Ana-Maria of the test", "a word of hers for the dice")


@pytest.mark.parametrize("form", ["text", "json"])
def test_no_level_shows_names_or_words_of_members(
    form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The library's own lines, as discord.py 2.7 writes them at DEBUG."""
    log_output.set_up(Config(log_level="DEBUG", log_format=form))
    name, word = NAMES
    data = {"member": {"nick": name}, "components": [{"value": word}]}
    event = {"t": "INTERACTION_CREATE", "s": 7, "op": 0, "d": data}
    gateway, http = logging.getLogger("discord.gateway"), logging.getLogger("discord.http")
    sources = Path(discord.gateway.__file__).read_text() + Path(discord.http.__file__).read_text()
    for logger, form_of_line, arguments in (
        (gateway, "For Shard ID %s: WebSocket Event: %s", (0, event)),
        (http, "%s %s with %s has returned %s", ("PATCH", "/a/b", json.dumps(data), 200)),
        (http, "%s %s has received %s", ("GET", "/a/b", data)),
        (http, "%s %s has received %s", ("GET", "/a/b", [data])),
        (http, "%s %s has received %s", ("GET", "/a/b", f"<p>{name} {word}</p>")),
    ):
        assert f"'{form_of_line}'" in sources, "the library writes it so"
        logger.debug(form_of_line, *arguments)
    logging.getLogger("discord.state").debug("%(t)s was not read", event)
    logging.getLogger("discord.client").debug("Dispatching event %s", "interaction")
    written = capsys.readouterr().err
    assert not [one for one in NAMES if one in written]
    for kept in (
        "INTERACTION_CREATE was not read",
        "WebSocket Event: {'op': 0",
        "PATCH /a/b",
        "200",
        "Dispatching event interaction",
    ):
        assert kept in written


async def test_a_played_round_leaves_no_name_of_a_member_in_the_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log_output.set_up(Config(log_level="DEBUG"))
    async with table(tmp_path) as sim:
        name = "zebulon-the-unmistakable"
        member = sim.member(name, manage_messages=True, manage_guild=True)
        await sim.play(member, opponent=sim.bogdan)
        await sim.press(sim.bogdan, sim.message, "Accept")
        await member.slash(sim.channel, "settings")
        await member.slash(sim.channel, "bar", member=sim.bogdan, duration="hour")
        await member.slash(sim.channel, "stats")
    written = capsys.readouterr().err
    assert "round=1 game=" in written
    assert name not in written
