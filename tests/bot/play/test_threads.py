"""Threads of slow rounds are kept open: Discord offers no button of an archived one."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import discord
import pytest

from bot.play.threads import LONG, OTHER, archived_at, other_duration
from simulated import buttons, table
from whole_rounds import at_lobby, use

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


async def slow_in(sim):
    """Open a slow challenge in a thread that a member has made; return the thread."""
    thread = sim.thread("inside")
    await sim.play(sim.ana, channel=thread, opponent=sim.bogdan, pace="slow")
    return thread


def about(sim, thread):
    """Return what Discord knows of a thread."""
    return sim.env.backend.get_channel(thread.id).thread_metadata


def changes(sim, thread, since=0):
    return [one.json for one in sim.requests("PATCH", f"/channels/{thread.id}", since)]


async def look(sim):
    """Let the bot look at threads, as it does every few minutes, whenever it has looked before."""
    sim.bot.threads._next.clear()
    await sim.bot.ticks.run("threads")


JOIN = "/channels/*/thread-members/@me"


async def test_a_thread_is_joined_when_a_slow_round_is_opened_in_it(tmp_path):
    async with table(tmp_path) as sim:
        await slow_in(sim)
        assert len(sim.requests("PUT", JOIN)) == 1
        await look(sim)
        assert len(sim.requests("PUT", JOIN)) == 1


async def test_another_round_joins_none(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, channel=sim.thread("inside"), opponent=sim.bogdan)
        await look(sim)
        assert not sim.requests("PUT", JOIN)
        assert not sim.requests("GET", "/channels/*")


async def test_it_is_kept_open_ahead_of_the_archive_and_left_alone_before(tmp_path):
    async with table(tmp_path) as sim:
        thread = await slow_in(sim)
        about(sim, thread).auto_archive_duration = 60
        await look(sim)
        assert changes(sim, thread) == []
        asked = len(sim.requests("GET", f"/channels/{thread.id}"))
        await sim.bot.ticks.run("threads")
        assert len(sim.requests("GET", f"/channels/{thread.id}")) == asked, "not before it is due"
        about(sim, thread).auto_archive_duration = 29  # as if 31 of 60 minutes had passed
        await look(sim)
        assert changes(sim, thread) == [{"archived": False, "auto_archive_duration": LONG}]
        await look(sim)
        assert len(changes(sim, thread)) == 1


async def test_one_that_only_others_may_change_is_opened_once_it_is_archived(tmp_path):
    async with table(tmp_path) as sim:
        thread = await slow_in(sim)
        about(sim, thread).auto_archive_duration = 20
        sim.env.inject_error("PATCH", f"/channels/{thread.id}", status=403, code=50013, times=1)
        await look(sim)
        due = sim.bot.threads._next[thread.id] - discord.utils.utcnow()
        assert timedelta(minutes=19) < due < timedelta(minutes=21), "when it may be archived"
        about(sim, thread).archived = True
        await look(sim)
        assert changes(sim, thread)[1:] == [{"archived": False}]
        assert not about(sim, thread).archived


async def test_after_a_restart_it_is_joined_and_looked_at_again(tmp_path):
    async with table(tmp_path) as sim:
        thread = await slow_in(sim)
        about(sim, thread).archived = True
        since = len(sim.env.http_requests)
        await sim.restart()
        await sim.bot.ticks.run("threads")
        assert sim.requests("PUT", JOIN, since)
        assert not about(sim, thread).archived


async def test_a_locked_thread_hinders_nothing_and_an_ended_round_needs_none(tmp_path):
    async with table(tmp_path) as sim:
        thread = await slow_in(sim)
        about(sim, thread).archived = True
        sim.env.inject_error("PATCH", f"/channels/{thread.id}", status=400, code=160005, times=1)
        await look(sim)
        assert len(changes(sim, thread)) == 1
        await sim.bot.ticks.run("threads")
        assert len(changes(sim, thread)) == 1, "not at once again"
        about(sim, thread).archived = False
        await sim.press_id(sim.bogdan, thread.last_message, "lobby:*:decline")
        about(sim, thread).archived = True
        await look(sim)
        assert len(changes(sim, thread)) == 1


@pytest.mark.parametrize(
    ("message", "changed", "minutes", "ends"),
    [
        (None, NOW, 60, NOW + timedelta(hours=1)),
        (NOW + timedelta(minutes=30), NOW, 60, NOW + timedelta(minutes=90)),
        (NOW, NOW + timedelta(days=1), LONG, NOW + timedelta(days=8)),
        (NOW, None, 1440, NOW + timedelta(days=1)),
    ],
)
def test_the_last_activity_counts(message, changed, minutes, ends):
    made = NOW - timedelta(days=30)
    thread = {
        "id": str(discord.utils.time_snowflake(made)),
        "last_message_id": message and str(discord.utils.time_snowflake(message)),
        "thread_metadata": {
            "archived": False,
            "auto_archive_duration": minutes,
            "archive_timestamp": changed and changed.isoformat(),
        },
    }
    assert archived_at(thread) == ends


@pytest.mark.parametrize(
    ("before", "after"), [(60, LONG), (1440, LONG), (OTHER, LONG), (LONG, OTHER)]
)
def test_the_time_of_archiving_changes_because_the_change_counts(before, after):
    assert other_duration({"thread_metadata": {"auto_archive_duration": before}}) == after


async def test_the_thread_of_a_played_game_stays_open_where_its_rematch_never_begins(tmp_path):
    """An archived thread has no button that works, and the game before has its own."""
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, opponent=sim.bogdan, pace="slow")
        (thread,) = sim.channel.threads
        await at_lobby(sim.bogdan, thread.last_message, "join")
        for member in (sim.bogdan, sim.ana):
            await sim.press_id(member, thread.last_message, "press:*:keep")
        board = thread.last_message
        await use(sim.ana, board, "rematch")
        await at_lobby(sim.ana, thread.last_message, "withdraw")
        assert sim.stored(2).status == "withdrawn"
        assert "Rematch" in buttons(sim.reread(board))
        assert not about(sim, thread).archived


async def test_the_thread_of_a_table_stays_open_where_new_dice_are_dealt_in_it(tmp_path):
    async with table(tmp_path) as sim:
        await sim.open_table(sim.ana, "nine", pace="slow")
        (thread,) = sim.channel.threads
        asked = await sim.press(sim.ana, thread.last_message, "Same dice for everybody")
        await sim.press(sim.ana, sim.reread_private(asked), "Deal the dice")
        await sim.wait(minutes=1)
        assert sim.stored().has_new_dice
        assert not about(sim, thread).archived
