"""Tables of every pace: the option of `/play`, deadlines, reminders and gaps."""

from __future__ import annotations

from datetime import timedelta

import pytest

from simulated import buttons, table
from whole_rounds import at_lobby, between_two, seat

pytestmark = pytest.mark.slow


def stay_in_the_channel(sim):
    """Let the bot make no threads, so that slow tables open in the channel, too."""
    sim.forbid(create_public_threads=True)


def seconds_left(sim):
    return (sim.stored().deadline - sim.env.now()).total_seconds()


@pytest.mark.parametrize(
    ("pace", "turn", "reminder"), [("quick", 60, 20), ("normal", 600, 60), ("slow", 86400, 600)]
)
async def test_the_deadline_and_the_reminder_fit_the_pace(tmp_path, pace, turn, reminder):
    async with table(tmp_path) as sim:
        stay_in_the_channel(sim)
        await between_two(sim, pace=pace)
        since = len(sim.env.http_requests)
        assert seconds_left(sim) == turn
        await sim.wait(seconds=reminder - 5)
        assert sim.pings(since) == []
        await sim.wait(seconds=10)
        assert sim.pings(since) == [str(sim.bogdan.id)]
        if pace == "slow":  # the ticks of a day take a minute
            return
        await sim.wait(seconds=turn - reminder - 10)
        assert sim.stored().moment == 0
        await sim.wait(seconds=10)
        assert sim.stored().moment == 1


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Slow pace: 1 day for each turn."),
        ("ro", "Ritm lent: o zi pentru fiecare tură."),
    ],
)
async def test_lobby_and_board_name_the_pace(tmp_path, language, line):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = language
        stay_in_the_channel(sim)
        await sim.open_table(sim.ana, "thirteen", pace="slow")
        assert line in sim.text
        assert seconds_left(sim) == 86400
        await at_lobby(sim.bogdan, sim.message, "join")
        await at_lobby(sim.ana, sim.message, "start")
        assert line in sim.text


async def test_an_invitation_at_quick_pace_waits_as_long_as_at_normal(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, opponent=sim.bogdan, pace="quick")
        assert seconds_left(sim) == 600
        await sim.wait(minutes=5)
        await at_lobby(sim.bogdan, sim.message, "join")
        assert seconds_left(sim) == 60


async def test_a_gap_does_not_cut_a_slow_table(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        stay_in_the_channel(sim)
        await seat(sim, "thirteen", [sim.ana, sim.bogdan], pace="slow")
        before = sim.stored().deadline
        await sim.restart(away=timedelta(hours=2))
        await sim.wait(seconds=6)
        assert sim.stored().deadline == before
        await sim.restart(away=timedelta(hours=30))
        await sim.wait(seconds=6)
        assert 110 <= seconds_left(sim) <= 120


async def test_a_clock_that_went_ahead_leaves_each_table_its_pace(tmp_path):
    """Deadlines that were set by a wrong clock are cut to what their pace allows."""
    async with table(tmp_path, reminders=False) as sim:
        stay_in_the_channel(sim)
        await between_two(sim, pace="slow")
        far = "UPDATE rounds SET deadline = '2199-01-01 00:00:00.000000'"
        with sim.bot.storage._engine.begin() as connection:
            connection.exec_driver_sql(far)
        await sim.restart(away=timedelta(minutes=1))
        await sim.wait(seconds=6)
        assert 86300 <= seconds_left(sim) <= 86400


async def test_alone_there_is_no_pace(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, pace="slow")
        assert seconds_left(sim) == 600
        assert "⋯" in buttons(sim.message)
        assert "pace" not in sim.text
