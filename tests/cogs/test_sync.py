"""Commands are sent to Discord only when they have changed."""

from __future__ import annotations

from gettext import NullTranslations

import pytest

from bot.language import render as rendering
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
        assert "phase 5 of 7" in sim.text


async def test_a_changed_translation_sends_them_again(tmp_path, monkeypatch):
    async with table(tmp_path) as sim:
        monkeypatch.setitem(rendering._catalogues, "ro", NullTranslations())
        await sim.restart()
        assert len(sent(sim)) == 2
        await sim.restart()
        assert len(sent(sim)) == 2


async def test_other_names_at_discord_send_them_again(tmp_path):
    """Somebody has overwritten the commands from elsewhere."""
    async with table(tmp_path) as sim:
        sim.forget_command("round")
        await sim.restart()
        assert len(sent(sim)) == 2
        assert (await sim.ana.slash(sim.channel, "round")).acknowledged


async def test_a_new_game_sends_them_again(tmp_path, request):
    async with table(tmp_path) as sim:
        request.getfixturevalue("extra_game")
        await sim.restart()
        assert len(sent(sim)) == 2
        (play,) = [one for one in sim.synced() if one["name"] == "play"]
        assert "odd-one" in [one["name"] for one in play["options"]]


async def test_a_development_server_gets_them_at_once(tmp_path):
    """Only there: the commands of everybody else stay as they are."""
    async with table(tmp_path, development_server=123456789012345678) as sim:
        assert [path.split("/")[-2] for path in sent(sim)] == ["123456789012345678"]
        await sim.restart()
        assert len(sent(sim)) == 1
        await sim.play(sim.ana)
        assert "phase 5 of 7" in sim.text


@pytest.mark.parametrize("command", ["play", "round", "help", "odds", "rules"])
async def test_which_commands_work_where(tmp_path, command):
    """Rounds are played on servers and in direct messages with the bot."""
    async with table(tmp_path) as sim:
        (one,) = [one for one in sim.synced() if one["name"] == command]
        assert one.get("contexts") in (None, [0, 1])
