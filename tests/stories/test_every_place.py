"""One game in each kind of place: it is opened, deferred once, played to its end and looked back at.

Whatever is sent there is checked against Discord's description (`simulated.table`).
"""

from __future__ import annotations

import pytest
from simcord.builders import ChannelHandle

from elsewhere import elsewhere
from hanging import slow_analyses, slowly
from simulated import buttons, dice_of, find, table, text_of

GUESTS = ("server", "direct", "group", "bot")


def place(sim, kind):
    """Make a channel of this kind."""
    match kind:
        case "text":
            return sim.channel
        case "thread":
            return sim.thread("talk")
        case "forum post":
            forum = sim.guild.create_forum_channel("talks")
            post = sim.env.backend.create_thread(forum.id, "dice", sim.ana.id)
            return ChannelHandle(sim.env, sim.guild, post)
        case "voice":
            return sim.guild.create_voice_channel("voice")
        case _:
            return sim.guild.create_news_channel("news")


@pytest.mark.parametrize("kind", ["text", "thread", "forum post", "voice", "announcement"])
async def test_a_game_in_each_kind_of_channel(tmp_path, kind):
    async with table(tmp_path, reminders=False) as sim:
        sim.channel = place(sim, kind)
        await a_game(sim)


@pytest.mark.parametrize("kind", GUESTS)
async def test_a_game_where_the_bot_only_answers(tmp_path, kind):
    async with table(tmp_path, reminders=False) as sim:
        with elsewhere(sim, kind):
            await a_game(sim)


async def a_game(sim):
    """Play a game whose opening and whose review were deferred."""
    answer = await slowly(sim, lambda: sim.send_command(sim.ana, "play", game="dice-poker"))
    board = answer.response
    assert len(dice_of(board)) == 5
    await sim.mark(sim.ana, board, 2)
    board = sim.reread(board)
    await sim.press(sim.ana, board, "Reroll 1 die")
    board = sim.reread(board)
    assert "Rematch" in buttons(board)
    with slow_analyses(sim) as gate:
        asked = sim.send(sim.ana, board, find(board, "Review")["custom_id"])
        await sim.env.advance_time(2)
        gate.set()
        await sim.env.settle()
    review = sim.answer_to(asked)
    assert "### Review" in text_of(review.response)
    assert review.followups[0].attachments
    rematch = await sim.press(sim.ana, board, "Rematch")
    assert rematch.acknowledged
    assert sim.stored(2).status == "playing"
