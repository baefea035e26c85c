"""A game that all have left, the third seat last, is proven like any other."""

from __future__ import annotations

import pytest

from dares_played import seeded_table
from handed_proofs import proof_of
from simulated import text_of
from whole_rounds import leave, seat

pytestmark = pytest.mark.slow


async def test_the_dice_of_a_game_that_all_have_left_are_not_called_changed(tmp_path):
    async with seeded_table(tmp_path) as sim:
        await seat(sim, "poker-dice", [sim.ana, sim.bogdan, sim.carmen])
        for member in (sim.ana, sim.bogdan, sim.carmen):
            await leave(sim, member)
        assert sim.stored().status == "over"
        shown = await sim.fair(sim.ana)
        assert "✅" in text_of(shown)
        assert "❌" not in text_of(shown)
        _, told = await proof_of(sim, sim.ana, shown)
        assert told["seats"] == ["member"] * 3
