"""Commands are sent to Discord only when they have changed."""

from __future__ import annotations

import logging
import os
import shutil
from types import SimpleNamespace

import discord
import pytest
from simcord import interactions
from simcord.enums import InteractionType

from bot.language import languages
from bot.ui import store as ui_store
from rules.text import say
from simulated import table, text_of
from words import Words

ON_ONE_SERVER = "/applications/*/guilds/*/commands"


def sent(sim):
    """Return the paths to which commands were sent."""
    return [request.path for request in sim.requests("PUT", "*/commands")]


async def test_a_first_start_sends_them_and_a_second_does_not(tmp_path):
    async with table(tmp_path) as sim:
        assert len(sent(sim)) == 1
        assert not sim.requests("PUT", ON_ONE_SERVER)
        await sim.restart()
        await sim.restart()
        assert len(sent(sim)) == 1
        await sim.play(sim.ana)
        assert "your turn — beat" in sim.text


@pytest.fixture
def translations(tmp_path, monkeypatch):
    """A copy of the catalogues and the code of the languages, which a test may change."""
    copied = tmp_path / "language"
    shutil.copytree(languages.CATALOGUES, copied)
    monkeypatch.setattr(languages, "CATALOGUES", copied)
    return copied


@pytest.mark.parametrize("file", ["ro.po", "languages.py", "de.po"])
async def test_a_changed_translation_sends_them_again(tmp_path, translations, file):
    """Also a language that comes, and one that writes its words in another way."""
    async with table(tmp_path) as sim:
        with (translations / file).open("a") as changed:
            changed.write("# changed\n")
        await sim.restart()
        assert len(sent(sim)) == 2
        await sim.restart()
        assert len(sent(sim)) == 2


async def test_translations_that_were_only_copied_anew_send_nothing(tmp_path, translations):
    """Two processes with files of different times would send them at each other's start."""
    async with table(tmp_path) as sim:
        for file in translations.iterdir():
            os.utime(file, (1, 1))
        await sim.restart()
        assert len(sent(sim)) == 1


async def test_a_changed_description_sends_them_again(tmp_path, monkeypatch):
    """The files that translate are as they were."""
    async with table(tmp_path) as sim:
        monkeypatch.setattr("cogs.play.description", lambda: say("Something else"))
        await sim.restart()
        assert len(sent(sim)) == 2


async def test_a_digest_of_an_older_version_sends_them_once(tmp_path):
    async with table(tmp_path) as sim:
        older = "0" * 64
        sim.bot.storage.write(ui_store.set_digest, sim.bot.application_id, older)
        await sim.restart()
        await sim.restart()
        assert len(sent(sim)) == 2


async def test_other_names_at_discord_send_them_again(tmp_path):
    """Somebody has overwritten the commands from elsewhere."""
    async with table(tmp_path) as sim:
        sim.forget_command("rounds")
        await sim.restart()
        assert len(sent(sim)) == 2
        assert (await sim.ana.slash(sim.channel, "rounds")).acknowledged


async def test_a_new_game_sends_them_again(tmp_path, request):
    async with table(tmp_path) as sim:
        request.getfixturevalue("extra_game")
        await sim.restart()
        assert len(sent(sim)) == 2
        (play,) = [one for one in sim.synced() if one["name"] == "play"]
        (games,) = [one for one in play["options"] if one["name"] == "game"]
        assert "odd-one" in [one["value"] for one in games["choices"]]


# Commands that an earlier program has left on servers


def leave_command(sim):
    """Leave a command on the server, as another program with the same token does."""
    own = {"id": "777", "name": "roll", "type": 1, "description": "Rolls", "options": []}
    sim.env.backend.commands[sim.guild.id] = {("roll", 1): own}


def left(sim):
    """Return the names of the commands of the server alone."""
    return [name for name, _ in sim.env.backend.commands.get(sim.guild.id, {})]


async def test_they_are_removed_at_the_start_at_which_the_commands_are_sent(tmp_path):
    async with table(tmp_path) as sim:
        leave_command(sim)
        sim.bot.storage.write(ui_store.set_digest, sim.bot.application_id, "older")
        await sim.restart()
        assert left(sim) == []
        asked = len(sim.requests("GET", ON_ONE_SERVER))
        await sim.restart()
        assert len(sim.requests("GET", ON_ONE_SERVER)) == asked, "asked once, after the sending"


@pytest.mark.parametrize("status", [403, 500])
async def test_where_discord_denies_it_the_bot_plays_on(tmp_path, status):
    async with table(tmp_path) as sim:
        leave_command(sim)
        sim.env.inject_error("*", ON_ONE_SERVER, status=status)
        sim.bot.storage.write(ui_store.set_digest, sim.bot.application_id, "older")
        await sim.restart()
        assert left(sim) == ["roll"]
        await sim.play(sim.ana)
        assert "your turn — beat" in sim.text


NOT_IN_USE = Words(
    {
        "en": "This command is no longer in use: reload Discord to see the present ones.",
        "ro": "Comanda aceasta nu se mai folosește: reîncarcă Discord ca să le vezi pe cele de acum.",
    }
)


def emitted(sim, data, locale="en-US"):
    """Emit a command with this data; return its record."""
    sim.locales[sim.ana.id] = locale
    record, payload = interactions.base_payload(
        sim.env.backend,
        type=InteractionType.APPLICATION_COMMAND,
        channel_id=sim.channel.id,
        guild_id=sim.guild.id,
        user_id=sim.ana.id,
        data={"id": "777", "type": 1, "options": [], **data},
    )
    sim.env.backend.emit("INTERACTION_CREATE", payload)
    return record


UNKNOWN = {
    "a command": {"name": "roll"},
    "a command of a menu": {"name": "Roll it", "type": 2, "target_id": "1"},
    "a subcommand": {"name": "daily", "options": [{"name": "practise", "type": 1}]},
    "an option of another type": {
        "name": "play",
        "options": [{"name": "opponent", "type": 3, "value": "Bogdan"}],
    },
    "an option that was not needed": {"name": "bar"},
}


@pytest.mark.parametrize("locale", NOT_IN_USE)
@pytest.mark.parametrize("data", UNKNOWN.values(), ids=UNKNOWN)
async def test_a_command_of_an_earlier_program_is_called_that(tmp_path, caplog, data, locale):
    async with table(tmp_path) as sim:
        record = emitted(sim, data, locale)
        await sim.env.settle()
        answer = sim.answer_to(record)
        assert answer.ephemeral
        assert text_of(answer.response) == NOT_IN_USE[locale]
        assert not [one for one in caplog.records if one.levelno >= logging.WARNING]
        assert not sim.requests("*", ON_ONE_SERVER)[1:], "it is no command of a server"


async def test_a_command_of_a_server_is_removed_there_when_it_is_used(tmp_path):
    async with table(tmp_path) as sim:
        leave_command(sim)
        record = emitted(sim, {"name": "roll", "guild_id": str(sim.guild.id)})
        await sim.env.settle()
        assert text_of(sim.answer_to(record).response) == NOT_IN_USE["en"]
        assert left(sim) == []


# Refusals of Discord


async def test_commands_that_discord_refuses_are_one_line_with_its_reason_and_the_bot_plays_on(
    tmp_path, monkeypatch, caplog
):
    """Its path names the command and the option; a service that starts again changes nothing."""
    async with table(tmp_path) as sim:
        sent_before = len(sent(sim))
        sim.bot.storage.write(ui_store.set_digest, sim.bot.application_id, None)
        error = {"code": "BASE_TYPE_BAD_LENGTH", "message": "Must be between 1 and 100 in length."}
        number = [one.name for one in sim.bot.tree.get_commands()].index("stats")
        tree = {str(number): {"options": {"0": {"description": {"_errors": [error]}}}}}
        refuse(monkeypatch, {"code": 50035, "message": "Invalid Form Body", "errors": tree})
        caplog.clear()
        await sim.restart()
        (line,) = [one for one in caplog.records if one.levelno >= logging.WARNING]
        assert "Discord refuses the commands of this version" in line.getMessage()
        assert "In command 'stats'" in line.getMessage()
        assert " description: Must be" in line.getMessage()
        assert error["message"] in line.getMessage()
        assert "\n" not in line.getMessage()
        assert len(sent(sim)) == sent_before
        await sim.play(sim.ana)
        assert "your turn — beat" in sim.text


def refuse(monkeypatch, body):
    """Let Discord refuse the commands of all servers with this body."""

    async def upsert(_self, _application, payload):
        raise discord.HTTPException(SimpleNamespace(status=400, reason="Bad Request"), body)

    monkeypatch.setattr(discord.http.HTTPClient, "bulk_upsert_global_commands", upsert)
