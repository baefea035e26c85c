"""A database that fails while members play: what they read, and what the log says how often."""

from __future__ import annotations

import logging

import pytest

from bot.storage.errors import StorageDamaged, StorageFailed
from simulated import buttons, find, table, text_of
from whole_rounds import between_two

NOTHING_LOST = "Nothing was lost"
DAMAGED = "database is damaged"


@pytest.fixture
def faults(caplog):
    """The records from WARNING on; none may have a traceback."""

    def listed(*names):
        records = [one for one in caplog.records if one.levelno >= logging.WARNING]
        assert not any(one.exc_info for one in records)
        return [one.getMessage() for one in records if not names or one.name in names]

    return listed


def break_down(sim, failure):
    """Let every transaction fail; return what mends the database."""
    database = sim.bot.storage._held
    refuse = database._refuse

    def refused(now):
        raise failure

    database._refuse = refused

    def mend():
        database._refuse = refuse

    return mend


async def told(sim, member, label):
    """Press and return what the member reads in private."""
    custom_id = find(sim.message, label)["custom_id"]
    record = sim.send(member, sim.message, custom_id)
    await sim.env.settle()
    answer = sim.answer_to(record)
    return text_of(sim.reread_private(answer))


async def test_a_failing_database_is_apologised_for_and_logged_once_a_minute(tmp_path, faults):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        shown = sim.text
        mend = break_down(sim, StorageFailed("The database fails: it is silent."))
        for _ in range(10):
            assert NOTHING_LOST in await told(sim, sim.ana, "Keep all")
        await sim.wait(seconds=30)
        assert sim.text == shown
        lines = faults()
        assert len([line for line in lines if line.startswith("round=1")]) == 1
        assert len(lines) == 2  # and one of those who look for work in the database
        assert all("it is silent" in line and "\n" not in line for line in lines)
        mend()
        await sim.press(sim.ana, sim.message, "Keep all")
        assert "Rematch" in buttons(sim.message)
        sim.assert_replays()


@pytest.mark.slow
async def test_a_deadline_that_a_failing_database_missed_is_made_up_for_at_once(tmp_path, faults):
    """Not after the ten minutes for which a round is left alone that raised."""
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        live = sim.bot.rounds
        load = live.load

        async def fail(round_id, **_):
            raise StorageFailed("The database fails.")

        live.load = fail
        await sim.wait(minutes=10, seconds=10)
        assert sim.stored().status == "playing"
        live.load = load
        await sim.wait(minutes=2, seconds=30)
        assert sim.stored().status == "resting"
        assert "round=1 is left for later: The database fails." in faults()


async def test_a_damaged_database_is_told_in_plain_words(tmp_path, faults):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        sim.locales[sim.bogdan.id] = "ro"
        break_down(sim, StorageDamaged("The database is damaged: restore a backup."))
        said = await told(sim, sim.ana, "Keep all")
        assert DAMAGED in said
        assert "backup" in said
        assert NOTHING_LOST not in said
        answer = sim.answer_to(sim.send_command(sim.bogdan, "play", game="dice-poker"))
        await sim.env.settle()
        assert "deteriorată" in text_of(sim.reread_private(answer))
        (line,) = faults("bot.play.interactions")
        assert "restore a backup" in line


async def test_a_deleted_database_is_noticed_within_a_minute(tmp_path, faults):
    async with table(tmp_path, reminders=False) as sim:
        await between_two(sim)
        (tmp_path / "rounds.sqlite3").unlink()
        await sim.wait(seconds=45)
        (line,) = faults()
        assert f"{tmp_path / 'rounds.sqlite3'} was deleted" in line
        (rescued,) = tmp_path.glob("rounds.sqlite3.rescued-*")
        assert f"dice-poker restore {rescued}" in line
        assert DAMAGED in await told(sim, sim.bogdan, "Keep all")
        await sim.wait(seconds=10)
        rescued.rename(tmp_path / "rounds.sqlite3")
        for suffix in ("-wal", "-shm"):
            (tmp_path / f"rounds.sqlite3{suffix}").unlink()
        await sim.restart()
        await sim.press(sim.bogdan, sim.message, "Keep all")
        assert sim.stored().moment == 1
        sim.assert_replays()


async def test_a_bug_ends_no_background_work(tmp_path, caplog):
    """Else nothing would be posted, deleted or judged until the next restart."""
    async with table(tmp_path) as sim:
        sim.bot.ticks._ticks["daily"].done = None

        async def fail(_):
            raise KeyError("what no migration knows")

        thread = sim.bot.stored
        answer, thread._answer = thread._answer, fail
        await sim.wait(seconds=25)
        thread._answer = answer
        assert sim.bot.ticks.loops.keys() == {
            "daily",
            "daily reminders",
            "dares",
            "deadlines",
            "judging",
            "rests",
            "retention",
        }
        assert all(loop.is_running() for loop in sim.bot.ticks.loops.values())
        (fault,) = [one for one in caplog.records if "what no migration" in one.getMessage()]
        assert fault.exc_info
