"""After a round its accounting is made and stored, aside, by whichever process is there."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.statistics.account_making import accounts_of_rounds
from bot.statistics.accounting import RETRY_TICKS, TOGETHER
from bot.statistics.store import accounts, standings, standings_rebuild
from bot.storage.errors import StorageFailed
from bot.storage.thread import StorageSilent
from bot.table.rated import skill_ends
from bot.table.store import account_queue, rounds
from bot.table.store.game_keys import game_key
from broken_full_house import FULL, broken_full_house
from rules.screen import Action
from simulated import table
from simulated_luck import SeededLuck, WrittenLuck
from whole_rounds import at_random, between_two, do, leave, look, play_on, seat, step, use

pytestmark = pytest.mark.slow


async def tick(sim):
    await sim.account()


async def standing_of(sim, member, guild=None):
    server = sim.guild.id if guild is None else guild
    return await sim.bot.live.storage.read(standings.of_member, server, member.id)


async def played(sim):
    """Let Bogdan break a full house against Ana."""
    await broken_full_house(sim)
    assert (await look(sim)).status == "over"


async def test_the_accounting_follows_the_end_and_is_never_in_its_way(tmp_path, monkeypatch):
    """The press that ends a round makes nothing but a note; a quiet tick does the rest."""
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        with monkeypatch.context() as patch:
            patch.setattr(
                "bot.statistics.accounting.accounts_of_rounds", None
            )  # nothing may ask for it
            await played(sim)
            assert await standing_of(sim, sim.ana) == {}
        await sim.wait(seconds=10)
        ana, bogdan = [await standing_of(sim, one) for one in (sim.ana, sim.bogdan)]
        assert {*ana} == {*bogdan} == {"", "dice-poker"}
        assert bogdan[""].sums.given > 1


async def test_a_killed_bot_leaves_nothing_out(tmp_path):
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        sim.bot.ticks.stop()
        await played(sim)
        await sim.restart(away=timedelta(hours=1))
        await sim.wait(seconds=10)
        assert (await standing_of(sim, sim.bogdan))[""].rounds == 1


async def test_a_process_that_is_down_holds_up_no_other(tmp_path):
    """More of its rounds wait than one tick looks at, and they ended before."""
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        sim.bot.ticks.stop()
        await played(sim)
        over, elsewhere = await look(sim), sim.guild.id + (1 << 22)
        theirs = replace(over, id=0, guild=elsewhere, play=replace(over.play, recorded=0))

        def queue(storage):
            storage.write(accounts.store, {over.id: ()})
            for channel in range(TOGETHER + 1):
                storage.act(rounds.open_round, replace(theirs, channel=channel, seed=None))
            storage.act(rounds.open_round, replace(theirs, guild=sim.guild.id, seed=None))

        queue(sim.bot.storage)
        sim.bot.shard_count, sim.bot.shard_ids = 2, [(sim.guild.id >> 22) % 2]
        await tick(sim)
        assert (await standing_of(sim, sim.bogdan))[""].rounds == 2
        assert await standing_of(sim, sim.bogdan, elsewhere) == {}


async def test_what_an_interrupted_command_left_is_counted_again(tmp_path):
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        await played(sim)
        await sim.wait(seconds=10)
        before = await standing_of(sim, sim.bogdan)
        assert before
        assert await sim.bot.live.storage.write(standings_rebuild.enter_all) == 1
        assert await standing_of(sim, sim.bogdan) == {}
        await tick(sim)
        assert await standing_of(sim, sim.bogdan) == before
        await tick(sim)
        assert await standing_of(sim, sim.bogdan) == before


async def test_a_round_that_is_closed_or_left_after_a_mistake_counts_for_skill(tmp_path):
    async with table(tmp_path, WrittenLuck([*FULL, *FULL])) as sim:
        await between_two(sim)
        await do(sim, sim.bogdan, sim.message, Action("reroll", "45"))
        decided = sim.stored().play.recorded
        await leave(sim, sim.bogdan)
        (seat,) = sim.stored().seats_of(sim.bogdan.id)
        assert skill_ends(sim.stored())[seat.index] == decided + 1
        await tick(sim)
        found = (await standing_of(sim, sim.bogdan))["dice-poker"]
        assert (found.lost, found.skill_rounds) == (1, 1)
        assert found.sums.given > 1


@pytest.mark.parametrize("hint", [False, True])
async def test_a_choice_with_a_hint_does_not_count(tmp_path, hint):
    """In Dice Poker one choice is all: with a hint for it only the result counts."""
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        await sim.play(sim.ana, level="house")
        if hint:
            await use(sim.ana, sim.message, "hint")
        await do(sim, sim.ana, sim.message, Action("keep"))
        sim.bot.ticks.stop()
        await tick(sim)
        found = (await standing_of(sim, sim.ana))["dice-poker"]
        assert (found.rounds, found.won + found.drawn + found.lost) == (1, 1)
        assert found.skill_rounds == (not hint)
        assert (found.rarest is None) == hint


@pytest.mark.parametrize("hint", [False, True])
async def test_a_total_is_a_best_only_without_a_hint(tmp_path, hint):
    """What was chosen before the hint counts for skill all the same."""
    async with table(tmp_path, SeededLuck(4)) as sim:
        await seat(sim, "nine", [sim.ana])
        choose = at_random(4)
        for _ in range(6):
            await step(sim, [sim.ana], choose)
        if hint:
            await use(sim.ana, sim.message, "hint")
        await play_on(sim, [sim.ana], choose)
        sim.bot.ticks.stop()
        await tick(sim)
        found = (await standing_of(sim, sim.ana))[game_key("nine", 1)]
        assert found.rounds == 1
        assert (found.best is None) == hint
        assert found.skill_rounds == 1


async def test_what_cannot_be_accounted_for_is_counted_by_its_result(tmp_path, monkeypatch, caplog):
    def fail(*_):
        raise RuntimeError("no")

    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        sim.bot.ticks.stop()
        await played(sim)
        monkeypatch.setattr("bot.statistics.accounting.accounts_of_rounds", fail)
        monkeypatch.setattr("bot.statistics.accounting.RETRY_TICKS", (1,))
        for _ in range(3):
            await tick(sim)
            assert await standing_of(sim, sim.ana) == {}
        assert sum("has no accounting yet" in one.message for one in caplog.records) == 3
        await tick(sim)
        found = (await standing_of(sim, sim.ana))[""]
        assert (found.rounds, found.skill_rounds) == (1, 0)


async def test_a_database_that_fails_is_tried_again(tmp_path, monkeypatch, caplog):
    caplog.set_level(logging.ERROR)
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        sim.bot.ticks.stop()
        await played(sim)

        def fail(*_):
            raise StorageFailed("The disk is full.")

        with monkeypatch.context() as patch:
            patch.setattr(accounts, "store", fail)
            await tick(sim)
        await tick(sim)
        assert (await standing_of(sim, sim.ana))[""].rounds == 1


async def test_a_fault_that_passes_costs_no_accounting(tmp_path, monkeypatch):
    """Other rounds go on meanwhile, also one that an earlier process has tried."""
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        sim.bot.ticks.stop()
        await played(sim)
        over = await look(sim)
        another = replace(over, id=0, seed=None, play=replace(over.play, recorded=0))
        second = (await sim.bot.live.storage.act(rounds.open_round, another)).id
        await sim.bot.live.storage.write(account_queue.note_attempt, second)
        accounting, real = sim.bot.get_cog("Statistics").accounting, accounts.store

        def store(connection, accountings, *rest):
            if over.id in accountings:
                raise ValueError(over.id)
            return real(connection, accountings, *rest)

        with monkeypatch.context() as patch:
            patch.setattr(accounts, "store", store)  # both rounds are stored together at first
            for _ in range(RETRY_TICKS[0]):
                await accounting.make(0, 1)
            waiting = await sim.bot.live.storage.read(account_queue.waiting, 9)
            assert waiting == [(over.id, 1)], (
                "the round is put off, and is tried no more until then"
            )
        assert second not in dict(waiting)
        assert (await standing_of(sim, sim.bogdan))[""].rounds == 1
        await accounting.make(0, 1)
        found = (await standing_of(sim, sim.bogdan))[""]
        assert (found.rounds, found.skill_rounds) == (2, 1)


async def test_whoever_asks_goes_before_the_accounting(tmp_path, monkeypatch):
    """The analysis process makes it when nobody asks anything else."""
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        sim.bot.ticks.stop()
        await played(sim)
        asked = []

        async def ask(question, *_, later=False):
            asked.append((question, later))
            return [()]

        monkeypatch.setattr(sim.bot.analysis, "ask", ask)
        await tick(sim)
        assert asked == [(accounts_of_rounds, True)]


async def queued(sim, count):
    """Let so many more rounds like the one that is over wait for their accounting."""
    over = await look(sim)
    record = await sim.bot.live.storage.read(rounds.record, over.id)
    another = replace(over, id=0, seed=None, play=replace(over.play, steps=record))
    for _ in range(count):
        await sim.bot.live.storage.act(rounds.open_round, another)


async def test_rounds_are_asked_about_and_stored_together(tmp_path, monkeypatch):
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        sim.bot.ticks.stop()
        await played(sim)
        await queued(sim, 9)
        monkeypatch.setattr("bot.play.idle_time.PIECE_SECONDS", 3600.0)
        questions, transactions, real = [], [], accounts.store
        ask = sim.bot.analysis.ask

        async def asked(question, some, *, later=False):
            questions.append(len(some))
            return await ask(question, some, later=later)

        def store(connection, accountings, *rest):
            transactions.append(len(accountings))
            return real(connection, accountings, *rest)

        monkeypatch.setattr(sim.bot.analysis, "ask", asked)
        monkeypatch.setattr(accounts, "store", store)
        await tick(sim)
        assert questions == [10]
        assert transactions == [10]
        assert (await standing_of(sim, sim.bogdan))[""].rounds == 10
        monkeypatch.setattr("bot.statistics.accounting.STEPS_AT_ONCE", 13)
        await queued(sim, 3)  # two of them have 12 steps
        await tick(sim)
        assert questions[1:] == [2, 1]
        assert transactions[1:] == [3]


async def test_few_are_prepared_while_somebody_waits(tmp_path, monkeypatch):
    """A transaction that ends early says how many the next one begins with: twice as many."""
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        sim.bot.ticks.stop()
        await played(sim)
        await queued(sim, 5)
        transactions, real = [], accounts.store

        def store(connection, accountings, read, somebody_waits):
            transactions.append(len(accountings))
            return real(connection, accountings, read, lambda: len(transactions) < 3)

        monkeypatch.setattr(accounts, "store", store)
        await tick(sim)
        assert transactions == [6, 2, 2, 2]
        assert (await standing_of(sim, sim.bogdan))[""].rounds == 6


async def test_one_tick_makes_all_that_wait(tmp_path, monkeypatch):
    """However few are looked at together; where time is up it stops, and the next one goes on."""
    monkeypatch.setattr(
        "bot.statistics.accounting.accounts_of_rounds", lambda some: [()] * len(some)
    )
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        sim.bot.ticks.stop()
        await played(sim)
        await queued(sim, 11)
        accounting = sim.bot.get_cog("Statistics").accounting
        assert await accounting.make(0, 5) == 5
        assert len(await sim.bot.live.storage.read(account_queue.waiting, 99)) == 7
        assert await accounting.make(3600, 5) == 7
        assert await accounting.make(3600, 5) == 0
        assert (await standing_of(sim, sim.bogdan))[""].rounds == 12


async def test_a_round_that_cannot_be_read_leaves_the_others_alone(tmp_path, monkeypatch, caplog):
    """The analysis process fails for one of five: the other four are stored at the same tick."""
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        sim.bot.ticks.stop()
        await played(sim)
        await queued(sim, 4)
        real = accounts.to_account

        def to_account(connection, round_ids):
            found = real(connection, round_ids)
            if 3 in found:
                found[3] = replace(found[3][0], options={"no": "such"}), found[3][1][1:]
            return found

        with monkeypatch.context() as patch:
            patch.setattr(accounts, "to_account", to_account)
            await tick(sim)
        assert await sim.bot.live.storage.read(account_queue.waiting, 9) == [(3, 1)]
        assert (await standing_of(sim, sim.bogdan))[""].rounds == 4
        assert [one.message for one in caplog.records if "round=3 has no" in one.message]
        for _ in range(RETRY_TICKS[0]):
            await tick(sim)
        assert (await standing_of(sim, sim.bogdan))[""].rounds == 5


async def test_an_answer_that_came_too_late_has_counted_once(tmp_path, monkeypatch):
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        sim.bot.ticks.stop()
        await played(sim)
        await queued(sim, 2)
        write = sim.bot.live.storage.write

        async def silent(function, *args):
            await write(function, *args)
            raise StorageSilent

        with monkeypatch.context() as patch:
            patch.setattr(sim.bot.live.storage, "write", silent)
            await tick(sim)
        await tick(sim)
        assert (await standing_of(sim, sim.bogdan))[""].rounds == 3
