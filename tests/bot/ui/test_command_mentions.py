"""Sentences name commands so that they can be clicked, by the ids of the scope that was synced."""

from __future__ import annotations

import re

from bot.play.client import DicePokerBot
from bot.ui.discord_renderer import CommandIds
from rules import registry
from rules.text import Command
from simulated import table, text_of

SERVER = 123456789012345678


def id_of(sim, name, server=None):
    """Return the id that Discord gave a command."""
    return int(sim.env.backend.commands[server][(name, 1)]["id"])


async def ended(sim):
    """Let a challenge be withdrawn; the board tells how to open another round."""
    await sim.play(sim.ana, opponent=sim.bogdan)
    await sim.press(sim.ana, sim.message, "Withdraw my challenge")
    return sim.text


async def test_a_board_names_the_command_of_its_game(tmp_path):
    async with table(tmp_path) as sim:
        assert f"Open a new round with </play dice-poker:{id_of(sim, 'play')}>." in await ended(sim)


async def test_ids_are_known_after_a_restart_without_a_change(tmp_path):
    async with table(tmp_path) as sim:
        sent = len(sim.requests("PUT", "*/commands"))
        await sim.restart()
        assert len(sim.requests("PUT", "*/commands")) == sent
        assert f"</play dice-poker:{id_of(sim, 'play')}>" in await ended(sim)


async def test_ids_are_those_of_the_development_server(tmp_path):
    async with table(tmp_path, development_server=SERVER) as sim:
        known = id_of(sim, "play", SERVER)
        assert f"</play dice-poker:{known}>" in await ended(sim)


async def test_help_mentions_every_command(tmp_path):
    async with table(tmp_path) as sim:
        text = text_of((await sim.ana.slash(sim.channel, "help")).response)
        for key in registry.games():
            assert f"</play {key}:{id_of(sim, 'play')}> —" in text
        for name in ("round", "rounds", "rules", "odds"):
            assert f"</{name}:{id_of(sim, name)}>" in text
        assert not re.search(r"(?<![<\w])/[a-z]", text), "no command is named without a mention"


async def test_help_in_romanian_adds_each_romanian_name_once(tmp_path):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = "ro"
        text = text_of((await sim.ana.slash(sim.channel, "help")).response)
        play = id_of(sim, "play")
        assert f"</play six-card:{play}> (`/joacă poker-cu-șase-cărți`) —" in text
        assert f"</round:{id_of(sim, 'round')}> (`/partida`)" in text
        for name in ("/partida", "/reguli", "/șanse"):
            assert text.count(f"`{name}`") == 1
        assert text.count("`/joacă ") == len(registry.games())


async def test_refusals_mention_help(tmp_path):
    async with table(tmp_path) as sim:
        answer = await sim.ana.slash(sim.channel, "round")
        assert text_of(answer.response) == (
            f"No round is open in this channel. </help:{id_of(sim, 'help')}> tells how to open one."
        )


def test_without_ids_names_are_plain():
    ids = CommandIds()
    assert ids.mention(Command("play", "chess")) == "/play chess"
    assert ids.mention(Command("help")) == "/help"


async def test_a_group_is_never_mentioned_because_it_cannot_be_sent(tmp_path):
    async with table(tmp_path) as sim:
        assert isinstance(sim.bot, DicePokerBot)
        assert sim.bot.command_ids.mention(Command("play")) == "/play"


async def test_a_page_is_told_of_what_it_offers(tmp_path):
    """As that of the demo: it offers commands by their default names, and no menus."""
    async with table(tmp_path) as sim:
        sim.bot.command_ids.in_discord = False
        sim.locales[sim.ana.id] = "ro"
        text = text_of((await sim.ana.slash(sim.channel, "help")).response)
        assert f"</round:{id_of(sim, 'round')}>" in text
        assert "/joacă" not in text
        assert "/partida" not in text
        assert "Aplicații" not in text
