"""A game that all have left, the third seat last, is proven like any other."""

from __future__ import annotations

import json

import pytest

from simulated import table, text_of
from stored_proofs import proof_of
from whole_rounds import leave, seat

pytestmark = pytest.mark.slow


async def test_the_dice_of_a_game_that_all_have_left_are_not_called_changed(tmp_path):
    async with table(tmp_path) as sim:
        sim.luck = sim.bot.table._given_luck = None
        await seat(sim, "poker-dice", [sim.ana, sim.bogdan, sim.carmen])
        for member in (sim.ana, sim.bogdan, sim.carmen):
            await leave(sim, member)
        assert sim.stored().status == "over"
        answer = await sim.press(sim.ana, sim.message, "Fair dice?")
        told = text_of(sim.reread_private(answer))
        assert "Nobody changed the dice of game 1." in told
        assert "❌" not in told


@pytest.mark.parametrize("last", ["ana", "bogdan", "carmen"])
async def test_board_and_proof_name_the_same_member_as_the_last_one(tmp_path, last):
    """Also where members leave between the same two steps, so that nobody knows who was last."""
    async with table(tmp_path) as sim:
        sim.luck = sim.bot.table._given_luck = None
        members = [sim.ana, sim.bogdan, sim.carmen]
        await seat(sim, "poker-dice", members)
        for member in sorted(members, key=lambda one: one.user.name == last):
            await leave(sim, member)
        stored = sim.stored()
        seat_named = json.loads(proof_of(sim.bot.storage, stored.id))["left"]
        assert f"<@{stored.players[seat_named - 1].user}> left the game" in sim.text
