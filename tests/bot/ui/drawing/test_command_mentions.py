"""Sentences name commands so that they can be clicked, by the ids that Discord gave them."""

from __future__ import annotations

from bot.ui.drawing.discord_renderer import CommandIds
from rules.text import Command
from simulated import table, text_of


def id_of_play(sim):
    """Return the id that Discord gave the command /play."""
    return int(sim.env.backend.commands[None][("play", 1)]["id"])


async def ended(sim):
    """Let a challenge be withdrawn; the board tells how to open another round."""
    await sim.play(sim.ana, opponent=sim.bogdan)
    await sim.press(sim.ana, sim.message, "ana: withdraw")
    return sim.text


async def test_a_board_names_the_command(tmp_path):
    async with table(tmp_path) as sim:
        assert f"Open a new game with </play:{id_of_play(sim)}>." in await ended(sim)


async def test_ids_are_known_after_a_restart_without_a_change(tmp_path):
    async with table(tmp_path) as sim:
        sent = len(sim.requests("PUT", "*/commands"))
        await sim.restart()
        assert len(sim.requests("PUT", "*/commands")) == sent
        assert f"</play:{id_of_play(sim)}>" in await ended(sim)


async def test_a_refusal_mentions_play(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        page = (await sim.ana.slash(sim.channel, "rounds")).response
        await sim.press(sim.ana, sim.message, "Keep all")
        answer = await sim.press(sim.ana, page, "Show here")
        assert text_of(answer.response) == (
            f"No game is open in this channel. </play:{id_of_play(sim)}> opens one."
        )


def test_without_ids_names_are_plain():
    ids = CommandIds()
    assert ids.mention(Command("play")) == "/play"
