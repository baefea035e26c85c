"""A board is sent only where it shows something new."""

from __future__ import annotations

import pytest

from hanging import EDIT
from rules.games.six_card.cards import splits_of
from simulated import table, text_of
from simulated_luck import WrittenLuck
from whole_rounds import between_two

pytestmark = pytest.mark.slow

ANAS = (4, 4, 3, 2, 2, 1)
BOGDANS = (4, 3, 3, 2, 1, 1)


async def test_who_changes_their_split_leaves_the_board_alone(tmp_path):
    """Others see that a seat has decided, once; what it has chosen is seen by nobody else."""
    async with table(tmp_path, WrittenLuck([(*ANAS, *BOGDANS, 4, 3, 2, 1)])) as sim:
        await between_two(sim, "six-card")
        board = sim.message
        answer = await sim.press(sim.ana, board, "Look at my cards")
        own = sim.reread_private(answer)
        first, second, third = (f"split.{split.code}" for split in splits_of(ANAS)[:3])
        await sim.choose(sim.ana, own, first)
        assert len(sim.requests("PATCH", EDIT)) == 1
        shown = text_of(sim.reread(board))
        for chosen in (second, third):
            await sim.choose(sim.ana, sim.reread(own), chosen)
        assert len(sim.requests("PATCH", EDIT)) == 1
        assert text_of(sim.reread(board)) == shown
        assert sim.stored().place.drawn == sim.stored().version
        await sim.restart()
        await sim.choose(sim.ana, sim.reread(own), first)
        assert len(sim.requests("PATCH", EDIT)) == 2, "nobody knows what it shows"
