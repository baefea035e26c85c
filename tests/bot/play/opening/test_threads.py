"""Threads of rounds that never began: archived, but for those in which there is more."""

from __future__ import annotations

from simulated import buttons, table, text_of
from whole_rounds import at_lobby, use


def is_archived(sim, thread):
    return sim.env.backend.get_channel(thread.id).thread_metadata.archived


async def test_the_thread_of_a_challenge_that_was_withdrawn_is_archived(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, opponent=sim.bogdan, slow=True)
        (thread,) = sim.channel.threads
        message = thread.last_message
        await at_lobby(sim.ana, message, "withdraw")
        assert is_archived(sim, thread)
        assert "withdr" in text_of(sim.reread(message))


async def test_the_thread_of_a_lobby_that_lapsed_is_archived_once_that_is_told(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.bogdan)
        offer = await sim.open_table(sim.ana, "thirteen")
        await sim.press(sim.ana, offer.response, "Play in a thread")
        (thread,) = sim.channel.threads
        assert not is_archived(sim, thread)
        await sim.wait(minutes=10, seconds=10)
        assert sim.stored(2).status == "lapsed"
        assert sim.stored(2).place.drawn == sim.stored(2).version
        assert is_archived(sim, thread)


async def test_a_thread_of_members_is_left_alone(tmp_path):
    async with table(tmp_path) as sim:
        thread = sim.thread("inside")
        await sim.play(sim.ana, channel=thread, opponent=sim.bogdan, slow=True)
        await at_lobby(sim.ana, thread.last_message, "withdraw")
        assert not is_archived(sim, thread)


async def test_a_challenge_that_was_declined_stays_in_sight(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, opponent=sim.bogdan, slow=True)
        (thread,) = sim.channel.threads
        await at_lobby(sim.bogdan, thread.last_message, "decline")
        assert sim.stored().status == "declined"
        assert not is_archived(sim, thread)


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
