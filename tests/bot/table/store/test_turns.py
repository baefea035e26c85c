"""The turns of a sheet for everybody in the database, also where two processes play it."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import ExitStack, closing
from dataclasses import replace
from datetime import timedelta

import pytest

from analysis_thread import ThreadAnalysis
from bot.storage.database import Storage
from bot.table import turns
from bot.table.store import rounds
from bot.table.time_limits import TimeLimits
from bot.table.use_cases import OpenRequest, Table
from results_counted import of_round
from rounds_alone import RoundsAlone
from rules import engine
from rules.errors import Refusal
from simulated_luck import SeededLuck

ANA, BOGDAN, CARMEN = 100, 200, 300


def opened(storage, table, maker, level=None):
    request = OpenRequest("nine", ANA, 7, guild=1, everybody=True, level=level)
    return storage.write(rounds.open_round, table.open(request, maker.noon))


def written(stored, table, user, now):
    taken = table.take_turn(user, stored.moment, now)(stored)
    legal = taken.play.game.legal(taken.play.state, turns.seat_of(taken))
    action = next(one for one in legal if one.verb == "write")
    return table.choose_action(user, taken.moment, action, now)(taken)


@pytest.mark.parametrize("level", [None, "easy"])
def test_turns_are_stored_as_they_are_played(storage, maker, table, level):
    stored = opened(storage, table, maker, level)
    assert storage.read(rounds.load, stored.id) == stored
    for user in (BOGDAN, CARMEN, BOGDAN):
        taken = table.take_turn(user, stored.moment, maker.noon)(stored)
        saved = storage.write(rounds.save, taken)
        loaded = storage.read(rounds.load, stored.id)
        assert (loaded.turns.under_way, loaded.turns.taken) == (
            saved.turns.under_way,
            taken.turns.taken,
        )
        stored = storage.write(rounds.save, written(loaded, table, user, maker.noon))
        assert storage.read(rounds.load, stored.id) == stored
    assert [one.member for one in stored.turns.taken] == [BOGDAN, CARMEN, BOGDAN]
    record = storage.read(rounds.record, stored.id)
    began = {record[one.step - 1].seat for one in stored.turns.taken}
    assert began == {turns.seat_of(stored)}


def test_who_is_kept_out_is_stored(storage, maker, table):
    stored = opened(storage, table, maker)
    kept = storage.write(rounds.save, table.keep_out(ANA, CARMEN, maker.noon)(stored))
    kept = storage.write(rounds.save, table.keep_out(ANA, BOGDAN, maker.noon)(kept))
    loaded = storage.read(rounds.load, stored.id)
    assert loaded.turns.kept_out == (BOGDAN, CARMEN)
    again = storage.write(rounds.save, table.keep_out(ANA, BOGDAN, maker.noon)(loaded))
    assert storage.read(rounds.load, stored.id) == again
    assert again.turns.kept_out == (CARMEN,)


def test_it_has_no_result(storage, maker, table):
    stored = opened(storage, table, maker, "easy")
    while stored.status == "playing":
        user = (BOGDAN, CARMEN)[len(stored.turns.taken) % 2]
        stored = storage.write(rounds.save, written(stored, table, user, maker.noon), maker.noon)
    assert stored.status == "over"
    assert storage.read(of_round, stored.id) == ()


def test_a_state_that_cannot_be_read_is_rebuilt_with_its_turns(storage, maker, table, sql):
    stored = storage.write(
        rounds.save, written(opened(storage, table, maker), table, BOGDAN, maker.noon)
    )
    sql("UPDATE rounds SET state = '{}'")
    loaded = storage.read(rounds.load, stored.id)
    assert (loaded.play, loaded.turns.taken) == (stored.play, stored.turns.taken)


@pytest.mark.slow
async def test_of_many_who_press_at_once_in_two_processes_one_has_the_turn(tmp_path, maker):
    """The second process finds the turn taken, though its memory says that it is free."""
    url = f"sqlite:///{tmp_path / 'rounds.sqlite3'}"
    tables = [Table(SeededLuck(one), TimeLimits()) for one in (1, 2)]
    with ExitStack() as stack:
        lives = []
        for _ in tables:
            storage = stack.enter_context(closing(Storage.open(url)))
            lives.append(RoundsAlone(storage, ThreadAnalysis()))
            stack.callback(lives[-1].close)
        request = OpenRequest("yams", ANA, 7, guild=1, everybody=True)
        stored = await lives[0].open(
            7, lambda seed: tables[0].open(request, maker.noon, seed), now=maker.noon
        )
        for turn in range(4):
            for live in lives:
                await live.load(stored.id, fresh=True)
            told = await asyncio.gather(
                *(
                    press(live, table, stored.id, 1000 * turn + 100 * at + number, maker.noon)
                    for at, (live, table) in enumerate(zip(lives, tables, strict=True), 1)
                    for number in range(25)
                )
            )
            assert Counter(told) == {
                "": 1,
                "{player} has this turn; it ends {when} at the latest. Press first to get the next one.": 49,
            }
            fresh = await lives[1].load(stored.id, fresh=True)
            assert len(fresh.turns.taken) == turn + 1
            taken = await lives[0].load(stored.id, fresh=True)
            user = taken.turns.under_way.member
            now = maker.noon + timedelta(minutes=turn)
            _, after = await lives[turn % 2].change(
                stored.id, lambda one, who=user, at=now: written(one, tables[0], who, at)
            )
            assert after.turns.under_way is None
        record = await lives[0].storage.read(rounds.record, stored.id)
        end = await lives[0].load(stored.id, fresh=True)
        rebuilt = engine.replay(end.play.game, 1, end.options, record)
        assert replace(rebuilt, steps=()) == end.play


async def press(live, table, round_id, user, now):
    """Press first, if nobody has; return how the refusal begins, "" without one."""
    moment = (await live.load(round_id)).moment
    try:
        await live.change(round_id, table.take_turn(user, moment, now))
    except Refusal as refusal:
        return refusal.text.template.partition(":")[0]
    return ""
