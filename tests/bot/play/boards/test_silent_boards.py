"""A board that pings nobody notifies nobody, where Discord allows that."""

from __future__ import annotations

import pytest

from documented.messages import SILENT
from simulated import table


def flags_of_answers(sim, since=0):
    """Return the flags of the public messages with which the bot answered."""
    answers = sim.requests("POST", "/interactions/*/callback", since)
    return [one.json["data"].get("flags", 0) for one in answers if one.json["type"] == 4]


@pytest.mark.parametrize("game", ["dice-poker", "thirteen"])
async def test_a_new_board_is_silent(tmp_path, game):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, game)
        (flags,) = flags_of_answers(sim)
        assert flags & SILENT


async def test_a_challenge_notifies(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, opponent=sim.bogdan)
        (flags,) = flags_of_answers(sim)
        assert not flags & SILENT


async def test_a_round_that_is_shown_again_is_silent(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, opponent=sim.bogdan)
        since = len(sim.env.http_requests)
        await sim.show_here(sim.ana)
        *_, flags = flags_of_answers(sim, since)  # the first one is the list of rounds
        assert flags & SILENT


async def test_a_rematch_that_pings_nobody_is_silent(tmp_path):
    """It follows the answer, which redraws the board before."""
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        await sim.press(sim.ana, sim.message, "Keep all")
        await sim.press(sim.ana, sim.message, "Rematch")
        (posted,) = sim.requests("POST", "/webhooks/*")
        assert posted.json["flags"] & SILENT
