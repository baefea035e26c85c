"""What the jumps of pretended time leave out, and what they do not."""

from collections import Counter

import pytest

from simulated import table


async def ticks_of_ten_minutes(sim, pass_by):
    """Open a round, let its turn pass, and return the ticks, its requests and its end."""
    runs = Counter()
    run = sim.bot.ticks.run

    async def counted(name):
        runs[name] += 1
        await run(name)

    sim.bot.ticks.run = counted
    await sim.play(sim.ana, opponent=sim.bogdan)
    await sim.press(sim.bogdan, sim.message, "Accept")
    asked = len(sim.env.http_requests)
    await pass_by(minutes=10, seconds=5)
    # the id of a message that is deleted tells the second at which it was sent
    sent = [(one.method, one.path[:-10]) for one in sim.env.http_requests[asked:]]
    return runs, sent, sim.stored().status


@pytest.mark.slow
async def test_a_turn_passes_as_if_every_tick_had_come(tmp_path):
    """Reminder and deadline come as they would, in a tenth of the ticks."""
    (tmp_path / "jumps").mkdir()
    async with table(tmp_path) as sim:
        ticked, sent, status = await ticks_of_ten_minutes(sim, sim.tick_through)
        assert sim.pings()
    async with table(tmp_path / "jumps") as sim:
        jumped, *rest = await ticks_of_ten_minutes(sim, sim.wait)
    assert rest == [sent, status]
    assert ticked["deadlines"] > 10 * jumped["deadlines"] > 0
    assert jumped.keys() == ticked.keys()


async def test_no_tick_is_left_out_where_one_fails(tmp_path):
    async with table(tmp_path) as sim:
        runs = Counter()

        async def failing():
            runs["deadlines"] += 1
            raise OSError

        sim.bot.ticks._ticks["deadlines"].do = failing
        await sim.wait(minutes=2)
        assert 39 <= runs["deadlines"] <= 42


async def test_no_tick_is_left_out_of_a_few_seconds(tmp_path):
    async with table(tmp_path) as sim:
        runs = Counter()

        async def noted():
            runs["deadlines"] += 1

        sim.bot.ticks._ticks["deadlines"].do = noted
        await sim.wait(seconds=18)
        assert runs["deadlines"] >= 6
