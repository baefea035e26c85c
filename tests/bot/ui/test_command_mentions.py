"""Sentences name commands so that they can be clicked, by the ids of the scope that was synced."""

from __future__ import annotations

import re

from bot.play.client import DicePokerBot
from bot.ui.discord_renderer import CommandIds
from rules.text import Command
from simulated import table, text_of

SERVER = 123456789012345678


def id_of(sim, name, server=None):
    """Return the id that Discord gave a command."""
    return int(sim.env.backend.commands[server][(name, 1)]["id"])


async def ended(sim):
    """Let a challenge be withdrawn; the board tells how to open another round."""
    await sim.play(sim.ana, opponent=sim.bogdan)
    await sim.press(sim.ana, sim.message, "ana: withdraw")
    return sim.text


async def test_a_board_names_the_command(tmp_path):
    async with table(tmp_path) as sim:
        assert f"Open a new game with </play:{id_of(sim, 'play')}>." in await ended(sim)


async def test_ids_are_known_after_a_restart_without_a_change(tmp_path):
    async with table(tmp_path) as sim:
        sent = len(sim.requests("PUT", "*/commands"))
        await sim.restart()
        assert len(sim.requests("PUT", "*/commands")) == sent
        assert f"</play:{id_of(sim, 'play')}>" in await ended(sim)


async def test_ids_are_those_of_the_development_server(tmp_path):
    async with table(tmp_path, development_server=SERVER) as sim:
        known = id_of(sim, "play", SERVER)
        assert f"</play:{known}>" in await ended(sim)


async def test_help_mentions_commands(tmp_path):
    async with table(tmp_path) as sim:
        text = text_of(await sim.help(sim.ana, "more.commands"))
        assert "checks that the dice are honest" in text
        for name in ("rounds", "stats", "fair", "settings"):
            assert f"</{name}:{id_of(sim, name)}>" in text
        assert f"</daily play:{id_of(sim, 'daily')}>" in text
        assert f"</play:{id_of(sim, 'play')}> — any game" in text
        assert not re.search(r"(?<![<\w])/[a-z]", text), "no command is named without a mention"


async def test_help_in_romanian_adds_each_romanian_name_once(tmp_path):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = "ro"
        text = text_of(await sim.help(sim.ana, "more.commands"))
        assert f"</rounds:{id_of(sim, 'rounds')}> (`/partidele-mele`)" in text
        assert f"</play:{id_of(sim, 'play')}> (`/joacă`)" in text
        assert "verifică dacă zarurile sunt cinstite" in text
        for name in ("/joacă", "/partidele-mele", "/setări"):
            assert text.count(f"`{name}`") == 1


async def test_refusals_mention_help(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        page = (await sim.ana.slash(sim.channel, "rounds")).response
        await sim.press(sim.ana, sim.message, "Keep all")
        answer = await sim.press(sim.ana, page, "Show here")
        assert text_of(answer.response) == (
            f"No game is open in this channel. </help:{id_of(sim, 'help')}> tells how to open one."
        )


def test_without_ids_names_are_plain():
    ids = CommandIds()
    assert ids.mention(Command("play", "chess")) == "/play chess"
    assert ids.mention(Command("help")) == "/help"


async def test_a_group_is_never_mentioned_because_it_cannot_be_sent(tmp_path):
    async with table(tmp_path) as sim:
        assert isinstance(sim.bot, DicePokerBot)
        assert sim.bot.command_ids.mention(Command("daily")) == "/daily"


async def test_a_page_is_told_of_what_it_offers(tmp_path):
    """As that of the demo: it offers commands by their default names, and no menus."""
    async with table(tmp_path) as sim:
        sim.bot.command_ids.in_discord = False
        sim.locales[sim.ana.id] = "ro"
        text = text_of(await sim.help(sim.ana, "more.commands"))
        assert f"</rounds:{id_of(sim, 'rounds')}>" in text
        assert "/joacă" not in text
        assert "/partidele-mele" not in text
        text = text_of(await sim.help(sim.ana, "more.commands", "more.elsewhere"))
        assert "Aplicații" not in text
