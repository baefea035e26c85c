"""The log as lines of JSON and in a file of its own: fields, secrets, rotation, a full disk."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterator
from pathlib import Path

import discord
import pytest

from bot.commands.run import log_output
from bot.commands.run.command import run
from bot.commands.run.log_output import JsonLines
from bot.config import Config
from bot.env_file import ConfigError
from simulated import table

TOKEN = "aW50ZXJhY3Rpb24_.x-1"


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Leave the loggers as they are, and close the files that a test has opened."""
    before = logging.root.handlers[:], logging.root.level
    yield
    for handler in {*logging.root.handlers} - {*before[0]}:
        handler.close()
    logging.root.handlers[:], logging.root.level = before[0], before[1]


def record(message: str, *arguments: object, **more: object) -> logging.LogRecord:
    return logging.LogRecord("bot.ui", logging.INFO, "f.py", 1, message, arguments, None, **more)


def line_of(message: str, *arguments: object) -> dict[str, object]:
    written = JsonLines().format(record(message, *arguments))
    assert "\n" not in written
    return json.loads(written)


async def test_an_act_has_its_fields(tmp_path: Path) -> None:
    file = tmp_path / "bot.log"
    log_output.set_up(Config(log_format="json", log_file=str(file)))
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        await sim.press(sim.ana, sim.message, "Keep all")
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    act = next(line for line in lines if line.get("action") == "keep")
    assert act["time"].endswith("+00:00")
    assert (act["level"], act["logger"]) == ("INFO", "bot.play.acts")
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


def test_no_field_takes_the_place_of_the_line_itself() -> None:
    assert line_of("level=%s time=%s", "easy", "late")["level"] == "INFO"


@pytest.mark.parametrize("form", ["text", "json"])
def test_no_format_shows_a_token(tmp_path: Path, form: str) -> None:
    file = tmp_path / "bot.log"
    log_output.set_up(Config(log_level="DEBUG", log_format=form, log_file=str(file)))
    log = logging.getLogger("discord.http")
    address = f"https://discord.com/api/v10/interactions/12/{TOKEN}/callback"
    log.debug("POST %s", address)
    log.debug("address=%s", address)
    log.debug("event %s", {"token": TOKEN, "id": "1"})
    log.debug("received %s", f'{{"token":"{TOKEN}","id":"1"}}')
    log.error("a request failed", exc_info=ConnectionError(address))
    written = file.read_text(encoding="utf-8")
    assert TOKEN not in written
    assert written.count("…") >= 5
    assert "ConnectionError" in written


NAMES = ("Ana-Maria of the test", "a word of hers for the dice")


@pytest.mark.parametrize("form", ["text", "json"])
def test_no_level_shows_names_or_words_of_members(tmp_path: Path, form: str) -> None:
    """The library's own lines, as discord.py 2.7 writes them at DEBUG."""
    file = tmp_path / "bot.log"
    log_output.set_up(Config(log_level="DEBUG", log_format=form, log_file=str(file)))
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
    written = file.read_text(encoding="utf-8")
    assert not [one for one in NAMES if one in written]
    for kept in (
        "INTERACTION_CREATE was not read",
        "WebSocket Event: {'op': 0",
        "PATCH /a/b",
        "200",
        "Dispatching event interaction",
    ):
        assert kept in written


async def test_a_played_round_leaves_no_name_of_a_member_in_the_log(tmp_path: Path) -> None:
    file = tmp_path / "bot.log"
    log_output.set_up(Config(log_level="DEBUG", log_file=str(file)))
    async with table(tmp_path) as sim:
        name = "zebulon-the-unmistakable"
        member = sim.member(name, manage_messages=True, manage_guild=True)
        await sim.play(member, opponent=sim.bogdan)
        await sim.press(sim.bogdan, sim.message, "Accept")
        await member.slash(sim.channel, "settings")
        await member.slash(sim.channel, "bar", member=sim.bogdan, duration="hour")
        await member.slash(sim.channel, "stats")
    written = file.read_text(encoding="utf-8")
    assert "round=1 game=" in written
    assert name not in written


@pytest.mark.skipif(os.name != "posix", reason="modes are those of POSIX")
def test_a_line_is_formatted_once_for_all_who_write_it() -> None:
    """The file asks for it twice by itself: first whether it still fits."""
    asked = []

    class Counting(logging.Formatter):
        def format(self, record: logging.LogRecord) -> str:
            asked.append(record)
            return super().format(record)

    formatter = log_output.WithoutTokens(Counting())
    records = [logging.makeLogRecord({"msg": f"{number}"}) for number in range(2)]
    for record in records:
        assert [formatter.format(record) for _ in range(3)] == [record.msg] * 3
    assert asked == records


def test_the_file_is_its_owners_and_begins_anew_when_it_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_output, "FILE_BYTES", 300)
    file = tmp_path / "bot.log"
    log_output.set_up(Config(log_file=str(file)))
    for number in range(60):
        logging.getLogger("bot").info("round=%d", number)
    files = sorted(tmp_path.iterdir())
    assert [each.name for each in files] == ["bot.log", *(f"bot.log.{n}" for n in range(1, 6))]
    assert {each.stat().st_mode & 0o777 for each in files} == {0o600}
    assert all(each.stat().st_size <= 300 for each in files)
    assert "round=59" in file.read_text()


def test_a_file_that_cannot_be_written_is_one_line_and_exit_code_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chosen = Config(discord_token="a.b.c", log_file=str(tmp_path / "missing" / "bot.log"))
    with pytest.raises(ConfigError) as mistake:
        run(chosen)
    (fault,) = mistake.value.faults
    assert fault.startswith("LOG_FILE cannot be written (No such file or directory): name a file")


def test_a_full_disk_is_told_once_and_the_bot_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    log_output.set_up(Config(log_file=str(tmp_path / "bot.log")))
    handler = logging.root.handlers[-1]

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(handler.stream, "flush", full, raising=False)
    monkeypatch.setattr(handler, "flush", full)
    for _ in range(3):
        logging.getLogger("bot").info("an act")
    monkeypatch.undo()
    told = [line for line in capsys.readouterr().err.splitlines() if "cannot be written" in line]
    assert len(told) == 1
    assert told[0].endswith("No space left on device")
