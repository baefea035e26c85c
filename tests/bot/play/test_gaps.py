"""Time that nobody could use is not charged: two minutes of grace after every gap."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.storage.errors import StorageFailed
from bot.table.store import deadlines as stored_deadlines
from bot.table.store import rounds
from cogs.deadlines import Deadlines
from simulated import table

pytestmark = pytest.mark.slow


class Stopwatch:
    """A monotonic clock that stands still until it is set."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


def step_utc(sim, **duration):
    """Step the clock of the machine; the monotonic clock does not know."""
    sim.env.backend.clock._epoch += timedelta(**duration)


def seconds_left(sim, round_id=1):
    return (sim.stored(round_id).deadline - sim.env.now()).total_seconds()


async def lobby_beside(sim):
    """A round of Ana's, and a challenge that waits in another channel; return its channel."""
    other = sim.guild.create_text_channel("more-games")
    await sim.play(sim.ana)
    await sim.play(sim.bogdan, channel=other, opponent=sim.carmen)
    return other


def open_rounds(sim):
    return [sim.stored(one).status for one in (1, 2)]


OPEN = ["playing", "waiting"]
ENDED = ["resting", "lapsed"]


async def grace_is_given(sim):
    """Two minutes from now on the rounds end."""
    assert 100 <= seconds_left(sim, 1) <= 120
    assert 100 <= seconds_left(sim, 2) <= 120
    await sim.wait(seconds=95)
    assert open_rounds(sim) == OPEN
    await sim.wait(seconds=30)
    assert open_rounds(sim) == ENDED


async def test_a_machine_that_was_suspended(tmp_path):
    """UTC jumps, the monotonic clock has stood still."""
    async with table(tmp_path, reminders=False) as sim:
        await lobby_beside(sim)
        await sim.wait(seconds=10)
        step_utc(sim, hours=3)
        await sim.wait(seconds=4)
        assert open_rounds(sim) == OPEN
        await grace_is_given(sim)


async def test_a_machine_that_was_suspended_in_the_middle_of_a_tick(tmp_path, monkeypatch):
    async with table(tmp_path, reminders=False) as sim:
        await lobby_beside(sim)
        await sim.wait(seconds=10)
        due = stored_deadlines.due

        def suspended(*given):
            found = due(*given)
            monkeypatch.setattr(stored_deadlines, "due", due)
            step_utc(sim, hours=3)
            return found

        monkeypatch.setattr(stored_deadlines, "due", suspended)
        await sim.wait(seconds=7)
        assert sim.env.now().hour == 3
        assert open_rounds(sim) == OPEN
        await grace_is_given(sim)


async def test_a_process_that_was_stopped(tmp_path):
    """Both clocks go on while nothing is processed."""
    async with table(tmp_path, reminders=False) as sim:
        await lobby_beside(sim)
        deadlines = sim.bot.get_cog("Deadlines")
        deadlines._monotonic = clock = Stopwatch()
        await sim.wait(seconds=4)
        clock.seconds += 11 * 60
        step_utc(sim, minutes=11)
        await sim.wait(seconds=4)
        assert open_rounds(sim) == OPEN
        await grace_is_given(sim)


async def test_a_gap_by_the_monotonic_clock_alone(tmp_path):
    """UTC was stepped back while the process was stopped: only the other clock tells."""
    async with table(tmp_path) as sim:
        clock = Stopwatch()
        deadlines = Deadlines(sim.bot, clock)
        await sim.play(sim.ana)
        now = sim.env.now()
        deadlines._last = (clock.seconds, now)
        assert not deadlines._is_gap(clock.seconds + 15, now + timedelta(seconds=15))
        assert deadlines._is_gap(clock.seconds + 16, now + timedelta(seconds=3))
        assert deadlines._is_gap(clock.seconds + 3, now + timedelta(seconds=16))
        assert deadlines._is_gap(clock.seconds + 3, now - timedelta(seconds=2))
        assert not deadlines._is_gap(clock.seconds + 3, now - timedelta(seconds=0.5))


async def test_a_clock_stepped_forward_and_back(tmp_path):
    """Forward is a gap; back, deadlines are cut to the time limit, so that nothing stops."""
    async with table(tmp_path, reminders=False) as sim:
        await lobby_beside(sim)
        await sim.wait(seconds=10)
        step_utc(sim, hours=1)
        await sim.wait(seconds=4)
        assert open_rounds(sim) == OPEN
        assert 110 <= seconds_left(sim) <= 120
        step_utc(sim, hours=-1)
        await sim.wait(seconds=4)
        for round_id in (1, 2):
            assert 590 <= seconds_left(sim, round_id) <= 600
        await sim.wait(minutes=10)
        assert open_rounds(sim) == ENDED


async def test_loops_keep_their_pace_when_the_clock_is_stepped(tmp_path):
    """A step forward makes no burst of runs, a step back no pause."""
    async with table(tmp_path, backup_dir=str(tmp_path / "copies"), shard_ids="0") as sim:
        loops, runs = sim.bot.ticks.loops, Counter()
        assert loops.keys() == {
            "accounts",
            "backups",
            "cards",
            "choices",
            "daily",
            "deadlines",
            "lease",
            "retention",
            "seeds",
        }
        assert all(loop.is_running() for loop in loops.values())

        def counted(name, run):
            async def count_and_run():
                runs[name] += 1
                await run()

            return count_and_run

        for name, loop in loops.items():
            loop.coro = counted(name, loop.coro)
        for minutes in (10, -10, 24 * 60, -24 * 60):
            step_utc(sim, minutes=minutes)
            runs.clear()
            await sim.tick_through(minutes=2)
            for name, loop in loops.items():
                due = 120 / loop.seconds
                assert due - 1 <= runs[name] <= due + 2, (name, minutes)


async def test_a_clock_that_was_stepped_back_while_the_bot_was_down(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        await lobby_beside(sim)
        step_utc(sim, days=-2)
        await sim.restart()
        await sim.wait(seconds=4)
        assert 590 <= seconds_left(sim) <= 600
        await sim.wait(minutes=10)
        assert open_rounds(sim) == ENDED


async def test_a_time_limit_below_two_minutes_leaves_the_grace(tmp_path):
    async with table(tmp_path, turn_minutes=0.5, reminders=False) as sim:
        await sim.play(sim.ana)
        await sim.restart(away=timedelta(hours=1))
        await sim.wait(seconds=4)
        assert 110 <= seconds_left(sim) <= 120


async def test_a_round_that_is_due_before_the_first_tick_was_in_no_gap(tmp_path):
    """The time before the process is charged to no round that it has opened."""
    async with table(tmp_path, turn_minutes=0.04, reminders=False) as sim:
        await sim.play(sim.ana)
        await sim.wait(seconds=4)
        assert sim.stored().status == "resting"


async def test_rounds_from_before_the_process_get_grace_beside_one_opened_since(tmp_path):
    async with table(tmp_path, turn_minutes=0.04, reminders=False) as sim:
        elsewhere = sim.guild.create_text_channel("more-games")
        await sim.play(sim.ana)
        await sim.restart(away=timedelta(seconds=2.5))
        await sim.play(sim.bogdan, channel=elsewhere)
        await sim.wait(seconds=4)
        assert [sim.stored(one).status for one in (1, 2)] == ["playing", "resting"]
        assert 110 <= seconds_left(sim) <= 120


async def test_a_gateway_that_was_away(tmp_path):
    """Nothing is due as long as Discord sends no presses; reminders wait too."""
    async with table(tmp_path) as sim:
        await lobby_beside(sim)
        (shard,) = sim.bot.shards.values()
        await shard.disconnect()
        await sim.wait(minutes=15)
        assert open_rounds(sim) == OPEN
        assert sim.pings()[1:] == []
        await shard.reconnect()
        await sim.wait(seconds=4)
        assert open_rounds(sim) == OPEN
        assert 110 <= seconds_left(sim) <= 120
        assert 110 <= seconds_left(sim, 2) <= 120


async def test_a_gateway_that_resumes(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        await lobby_beside(sim)
        await sim.wait(minutes=9, seconds=55)
        sim.bot.dispatch("shard_disconnect", 0)
        await sim.wait(seconds=10)
        sim.bot.dispatch("shard_resumed", 0)
        await sim.wait(seconds=4)
        await grace_is_given(sim)


async def test_a_gateway_that_leaves_again_before_the_next_tick(tmp_path):
    """Grace is given when it has come back for good, not at its first attempt."""
    async with table(tmp_path, reminders=False) as sim:
        await lobby_beside(sim)
        sim.bot.dispatch("shard_disconnect", 0)
        await sim.wait(minutes=11)
        before = sim.stored()
        sim.bot.dispatch("shard_resumed", 0)
        sim.bot.dispatch("shard_disconnect", 0)
        await sim.wait(minutes=5)
        assert sim.stored() == before
        sim.bot.dispatch("shard_resumed", 0)
        await sim.wait(seconds=4)
        await grace_is_given(sim)


async def test_a_gateway_that_comes_back_while_nothing_can_be_stored(tmp_path, monkeypatch):
    """Grace is given as soon as it can be."""

    def full(*_):
        raise StorageFailed("The disk is full.")

    async with table(tmp_path, reminders=False) as sim:
        await lobby_beside(sim)
        sim.bot.dispatch("shard_disconnect", 0)
        await sim.wait(minutes=11)
        with monkeypatch.context() as patched:
            patched.setattr(stored_deadlines, "extend_overdue", full)
            sim.bot.dispatch("shard_resumed", 0)
            await sim.wait(seconds=4)
        await sim.wait(seconds=4)
        assert open_rounds(sim) == OPEN
        await grace_is_given(sim)


async def test_a_short_interruption_between_deadlines_moves_none(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        await lobby_beside(sim)
        before = sim.stored(1), sim.stored(2)
        await sim.wait(minutes=1)
        sim.bot.dispatch("shard_disconnect", 0)
        await sim.wait(seconds=2)
        sim.bot.dispatch("shard_resumed", 0)
        await sim.wait(seconds=4)
        assert (sim.stored(1), sim.stored(2)) == before


def of_the_next_shard(sim, own):
    """Store a copy of a round on a server of the shard after this one's."""
    shard = sim.guild.id >> 22
    return sim.bot.storage.act(
        rounds.open_round,
        replace(
            own,
            guild=(shard + 1) << 22,
            channel=own.channel + 1,
            id=0,
            commitment=None,
            play=replace(own.play, steps=sim.record()),
        ),
    )


async def test_the_servers_of_other_shards_go_on_while_one_is_away(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        await sim.wait(seconds=21)  # so that the bot has compared its servers with the stored ones
        await sim.play(sim.ana)
        other = of_the_next_shard(sim, sim.stored())
        shard = (sim.guild.id >> 22) % 2
        sim.bot.shard_count, sim.bot.shard_ids = 2, [0, 1]
        sim.bot.dispatch("shard_disconnect", shard)
        await sim.wait(minutes=10, seconds=5)
        assert sim.stored(1).status == "playing"
        assert sim.stored(other.id).status == "resting"
        sim.bot.dispatch("shard_resumed", shard)
        await sim.wait(seconds=4)
        assert 110 <= seconds_left(sim) <= 120


@pytest.mark.parametrize("back", [False, True], ids=["forward", "back"])
async def test_a_gap_of_one_process_moves_no_round_of_another_one(tmp_path, back):
    async with table(tmp_path, reminders=False) as sim:
        await sim.play(sim.ana)
        other = of_the_next_shard(sim, sim.stored())
        sim.bot.shard_count, sim.bot.shard_ids = 2, [(sim.guild.id >> 22) % 2]
        step_utc(sim, hours=-1 if back else 1)
        await sim.wait(seconds=4)
        assert seconds_left(sim) > 0
        assert sim.stored(1).version == 2
        assert sim.stored(other.id) == other


async def test_a_database_that_was_away(tmp_path, monkeypatch, caplog):
    """Everything fails for a quarter of an hour: one line a minute, and grace afterwards."""
    async with table(tmp_path, reminders=False) as sim:
        await lobby_beside(sim)
        thread = sim.bot.live.storage

        async def away(_):
            raise StorageFailed("The database is away.")

        monkeypatch.setattr(thread, "_answer", away)
        caplog.clear()
        await sim.wait(minutes=15)
        logged = [record for record in caplog.records if record.levelname == "ERROR"]
        assert 14 <= len(logged) <= 16
        assert all(record.exc_info is None for record in logged)
        monkeypatch.undo()
        await sim.wait(seconds=4)
        assert open_rounds(sim) == OPEN
        await grace_is_given(sim)


@pytest.mark.parametrize(("minutes", "most"), [(15, 7), (10.2, 1)])
async def test_a_database_that_could_only_be_read(tmp_path, monkeypatch, caplog, minutes, most):
    """A full disk: deadlines are found, and nothing can be stored; no round is put off for long."""
    async with table(tmp_path, reminders=False) as sim:
        await lobby_beside(sim)
        await sim.wait(seconds=4)

        def full(*_):
            raise StorageFailed("The disk is full.")

        with monkeypatch.context() as patched:
            for function in ("rounds.save", "rounds.mark_shown"):
                patched.setattr(f"bot.table.store.{function}", full)
            for function in ("extend_overdue", "cut_distant"):
                patched.setattr(stored_deadlines, function, full)
            caplog.clear()
            await sim.wait(minutes=minutes)
            logged = [record for record in caplog.records if record.levelname == "ERROR"]
            assert 1 <= len(logged) <= most
            assert all(record.exc_info is None for record in logged)
        await sim.wait(seconds=4)
        assert open_rounds(sim) == OPEN
        await grace_is_given(sim)
