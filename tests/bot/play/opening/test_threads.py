"""Threads of rounds that never began, which stay open where there is more in them."""

from __future__ import annotations

from simulated import buttons, table
from whole_rounds import at_lobby, use


def is_archived(sim, thread):
    return sim.env.backend.get_channel(thread.id).thread_metadata.archived


async def test_the_thread_of_a_played_game_stays_open_where_its_rematch_never_begins(tmp_path):
    """An archived thread has no button that works, and the game before has its own."""
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, opponent=sim.bogdan, slow=True)
        (thread,) = sim.channel.threads
        await at_lobby(sim.bogdan, thread.last_message, "join")
        for member in (sim.bogdan, sim.ana):
            await sim.press_id(member, thread.last_message, "press:*:keep")
        board = thread.last_message
        await use(sim.ana, board, "rematch")
        await at_lobby(sim.ana, thread.last_message, "withdraw")
        assert sim.stored(2).status == "withdrawn"
        assert "Rematch" in buttons(sim.reread(board))
        assert not is_archived(sim, thread)
