"""Commands are sent to Discord only when they have changed."""

from __future__ import annotations

import logging
import os
import shutil
from types import SimpleNamespace

import discord
import pytest

from bot.language import languages
from bot.play.client import DicePokerBot
from bot.ui import localization
from bot.ui import store as ui_store
from rules.text import say
from simulated import table

EVERYWHERE, ON_ONE_SERVER = "/applications/*/commands", "/applications/*/guilds/*/commands"


def sent(sim, since=0):
    """Return the paths to which commands were sent."""
    return [request.path for request in sim.requests("PUT", "*/commands", since)]


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
    async with table(tmp_path, kind=DicePokerBot) as sim:
        (before,) = [one["description"] for one in sim.synced() if one["name"] == "rounds"]
        usual = localization.named

        def named(text):
            return usual(say("Something else") if text.template == before else text)

        monkeypatch.setattr(localization, "named", named)
        await sim.restart()
        assert len(sent(sim)) == 2


async def test_a_digest_of_an_older_version_sends_them_once(tmp_path):
    async with table(tmp_path) as sim:
        older = "0" * 64
        sim.bot.storage.write(ui_store.set_digest, sim.bot.application_id, "global", older)
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


# Version 1.0.0 could send them to one server instead: no member is to see them twice


def sent_to_one_server(sim):
    """Leave the store as version 1.0.0 left it that had sent the commands to one server alone."""
    application = sim.bot.application_id
    sim.bot.storage.write(ui_store.set_digest, application, str(sim.guild.id), "older")
    sim.bot.storage.write(ui_store.set_digest, application, "global", None)


def stored_scopes(sim):
    return set(sim.bot.storage.read(ui_store.scopes, sim.bot.application_id))


async def test_those_of_one_server_are_removed_there_and_sent_to_all(tmp_path):
    async with table(tmp_path) as sim:
        sent_to_one_server(sim)
        application = sim.bot.application_id + 1
        sim.bot.storage.write(ui_store.set_digest, application, "7", "of another application")
        before = len(sent(sim))
        await sim.restart()
        everywhere, removed = sim.requests("PUT", "*/commands")[before:]
        assert everywhere.path.endswith(f"{sim.bot.application_id}/commands")
        assert len(everywhere.json) > 5
        assert removed.path.endswith(f"/guilds/{sim.guild.id}/commands")
        assert removed.json == []
        assert stored_scopes(sim) == {"global"}
        assert sim.bot.storage.read(ui_store.scopes, application) == ("7",)
        await sim.restart()
        assert len(sent(sim)) == before + 2, "nothing is sent twice"
        assert (await sim.play(sim.ana)).acknowledged


@pytest.mark.parametrize("status", [403, 404])
async def test_a_server_that_the_bot_has_left_is_one_line_and_forgotten(tmp_path, caplog, status):
    async with table(tmp_path) as sim:
        sent_to_one_server(sim)
        sim.env.inject_error("PUT", ON_ONE_SERVER, status=status, times=None)
        caplog.clear()
        await sim.restart()
        (line,) = [one for one in caplog.records if one.levelno >= logging.WARNING]
        assert f"scope={sim.guild.id} is forgotten" in line.getMessage()
        assert stored_scopes(sim) == {"global"}
        count = len(sent(sim))
        await sim.restart()
        assert len(sent(sim)) == count
        await sim.play(sim.ana)
        assert "your turn — beat" in sim.text


async def test_a_server_that_discord_fails_to_clear_is_tried_again_at_the_next_start(
    tmp_path, caplog
):
    async with table(tmp_path) as sim:
        sent_to_one_server(sim)
        sim.env.inject_error("PUT", ON_ONE_SERVER, status=400)
        caplog.clear()
        await sim.restart()
        (line,) = [one for one in caplog.records if one.levelno >= logging.WARNING]
        assert f"scope={sim.guild.id} is tried again" in line.getMessage()
        assert stored_scopes(sim) == {"global", str(sim.guild.id)}
        await sim.play(sim.ana)
        assert "your turn — beat" in sim.text
        await sim.restart()
        assert stored_scopes(sim) == {"global"}


# Applications without User Install


def anywhere(sim):
    """Whether the commands at Discord are offered to members who added the bot themselves."""
    last = [one.json for one in sim.requests("PUT", EVERYWHERE) if one.json][-1]
    (play,) = [one for one in last if one["name"] == "play"]
    return 1 in play["integration_types"], 2 in play["contexts"]


async def test_without_user_install_the_commands_go_to_servers_and_a_line_says_why(
    tmp_path, caplog
):
    """Discord refuses them at every start until the host has allowed it."""
    async with table(tmp_path) as sim:
        sim.forget_command("rounds")
        sim.env.inject_error("PUT", EVERYWHERE, status=400, code=50035, message="Invalid Form Body")
        caplog.clear()
        await sim.restart()
        (line,) = [one for one in caplog.records if one.levelno >= logging.WARNING]
        assert "tick User Install" in line.getMessage()
        assert "\n" not in line.getMessage()
        assert anywhere(sim) == (False, False)
        await sim.play(sim.ana)
        assert "your turn — beat" in sim.text
        count = len(sent(sim))
        sim.env.inject_error("PUT", EVERYWHERE, status=400, code=50035, message="Invalid Form Body")
        await sim.restart()
        assert len(sent(sim)) == count + 1, "what stands there is not sent once more"
        await sim.restart()
        assert anywhere(sim) == (True, True)


async def test_commands_that_discord_refuses_are_one_line_with_its_reason_and_the_bot_plays_on(
    tmp_path, monkeypatch, caplog
):
    """Its path names the command and the option; a service that starts again changes nothing."""
    async with table(tmp_path) as sim:
        sent_before = len(sent(sim))
        sim.bot.storage.write(ui_store.set_digest, sim.bot.application_id, "global", None)
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
