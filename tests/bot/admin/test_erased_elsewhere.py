"""Members whom another process erases: what this one remembers of them goes at its next tick."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime

import pytest

from bot.admin.store import erasing
from bot.storage.database import Storage
from simulated import table, text_of

FORGOTTEN = "This was done already, or you asked for it too long ago. Please ask again."


def remembered(sim, member):
    """Return the memories that hold something of a member, or may."""
    bot, user = sim.bot, member.id
    held = {
        "rounds": any(user in one.players.people for one in bot.rounds._live.values()),
        "answers": bool(bot.questions._answers),
        "drawings": bool(bot.drawings._kept),
        "names": any(key[1] == user for key in (*bot.names.memory, *bot.names.nicknames)),
        "requests": any(key[0] == user for key in bot.opening.pending),
        "challenges": any(key[0] == user for key in bot.challenges.made),
        "positions": bot.numbering.get(user) is not None,
    }
    return [name for name, holds in held.items() if holds]


def erase_elsewhere(sim, member):
    with closing(Storage.open(sim.url)) as other:
        after = 0
        while after is not None:
            after = other.write(erasing.erase_part, member.id, after)
        other.write(erasing.finish_erasure, member.id, datetime.now(UTC))


async def ask_for_a_thread(sim, member):
    """Ask for a round in a busy channel; return the private message that offers a thread."""
    return (await sim.play(member)).response


@pytest.mark.usefixtures("no_picture")
async def test_the_first_erasure_elsewhere_drops_all_that_is_remembered(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        await sim.wait(seconds=4)
        other = sim.guild.create_text_channel("other")
        for member in (sim.ana, sim.bogdan):
            await sim.own_settings(member, "positions")
        await sim.play(sim.ana, channel=other)
        await sim.press(sim.ana, other.last_message, "Keep all")
        await sim.press(sim.ana, other.last_message, "Review")
        await sim.play(sim.carmen)
        offered = await ask_for_a_thread(sim, sim.ana)
        await sim.ana.context_menu(sim.channel, "Challenge to dice", sim.bogdan)
        assert len(remembered(sim, sim.ana)) == 7
        erase_elsewhere(sim, sim.ana)
        await sim.wait(seconds=4)
        assert remembered(sim, sim.ana) == []
        assert remembered(sim, sim.bogdan) == ["positions"]
        answer = await sim.press(sim.ana, offered, "Play in a thread")
        assert text_of(sim.reread_private(answer)) == FORGOTTEN


async def test_an_erasure_of_this_process_leaves_the_others_their_requests(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        await sim.own_settings(sim.ana, "positions")
        await sim.play(sim.carmen)
        offered = await ask_for_a_thread(sim, sim.bogdan)
        await ask_for_a_thread(sim, sim.ana)
        await sim.ana.context_menu(sim.channel, "Challenge to dice", sim.bogdan)
        assert len(remembered(sim, sim.ana)) == 5
        await sim.erase(sim.ana)
        assert remembered(sim, sim.ana) == []
        await sim.wait(seconds=4)
        await sim.press(sim.bogdan, offered, "Play in a thread")
        assert sim.stored(2).players.people == (sim.bogdan.id,)
