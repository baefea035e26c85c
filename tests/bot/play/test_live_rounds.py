"""Use cases: what runs where, what stays in memory, and what becomes of a save that comes late."""

from __future__ import annotations

import asyncio
import threading
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from cachetools import LRUCache
from sqlalchemy import create_engine, text

from analysis_thread import ThreadAnalysis
from bot.admin.store import erasing
from bot.play.live_rounds import LiveRounds
from bot.storage.database import Storage
from bot.storage.errors import StorageFailed
from bot.storage.thread import StorageSilent, StorageThread
from bot.table.commitment import BLOCK
from bot.table.refusals import Stale
from bot.table.store import rounds, seed_blocks, words
from bot.table.store.errors import ChannelTaken, ReservationLost, RoundGone
from bot.table.time_limits import TimeLimits
from bot.table.use_cases import OpenRequest, Table
from change_now import change_now
from rules.screen import Action
from simulated_luck import SeededLuck

NOW = datetime(2026, 1, 1, tzinfo=UTC)
KEEP = Action("keep")


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path / 'rounds.sqlite3'}"


@pytest.fixture
def live(url):
    storage = Storage.open(url)
    working = LiveRounds(StorageThread(storage), ThreadAnalysis())
    yield working
    working.close()
    storage.close()


@pytest.fixture
def table():
    return Table(SeededLuck(1), TimeLimits())


def opening():
    return OpenRequest("dice-poker", 1, 7, opponent=2)


def threading_name():
    return threading.current_thread().name


async def begun(live, table):
    """Open a round of Dice Poker in which member 2 deals and is to choose."""
    new = await live.open(opening().channel, lambda _: table.open(opening(), NOW))
    _, stored = await live.change(new.id, table.join(2, NOW), NOW)
    return stored


async def test_storage_computing_and_analysis_have_a_thread_each(live):
    here = threading.get_ident()
    storing = await live.storage.read(lambda _: threading.current_thread().name)
    computing = await live.compute(lambda: threading.current_thread().name)
    analysing = await live.analyse(1, "name", threading_name)
    assert [name.split("_")[0] for name in (storing, computing, analysing)] == [
        "storage",
        "table",
        "analysis",
    ]
    assert here == threading.get_ident()


async def test_a_long_analysis_holds_up_neither_acts_nor_the_loop(live, table):
    stored, gate = await begun(live, table), threading.Event()
    long = asyncio.create_task(live.analyse(1, "gate", gate.wait, 20))
    before, after = await live.change(stored.id, table.act(2, 0, KEEP, NOW), NOW)
    assert (before.moment, after.moment) == (0, 1)
    assert not long.done()
    gate.set()
    assert await long


async def test_a_change_that_computes_for_long_holds_up_no_other_one(live):
    gate = threading.Event()
    long = asyncio.create_task(live.compute(gate.wait, 20))
    await asyncio.sleep(0)
    assert await live.compute(lambda: "done") == "done"
    assert not long.done()
    gate.set()
    assert await long


async def test_a_change_of_nothing_saves_nothing(live, table):
    stored = await begun(live, table)
    before, after = await live.change(stored.id, lambda same: same)
    assert before is after
    assert (await live.load(stored.id)).version == stored.version


async def test_a_refusal_saves_nothing(live, table):
    stored = await begun(live, table)
    with pytest.raises(Stale):
        await live.change(stored.id, table.act(2, 5, KEEP, NOW))
    assert await live.load(stored.id) == stored


async def test_refusals_of_opening(live, table):
    await live.open(opening().channel, lambda _: table.open(opening(), NOW))
    with pytest.raises(ChannelTaken):
        await live.open(opening().channel, lambda _: table.open(opening(), NOW))
    with pytest.raises(RoundGone):
        await live.load(99)
    with pytest.raises(RoundGone):
        await live.change(99, lambda stored: stored)


async def test_a_change_that_comes_second_runs_again(live, table, url):
    """Another process saves between load and save: the change runs on what that one left."""
    stored, asked = await begun(live, table), []
    other = Storage.open(url)

    def late(before):
        asked.append(before.version)
        if len(asked) == 1:
            change_now(other, stored.id, lambda one: replace(one, language="ro"))
        return table.act(2, 0, KEEP, NOW)(before)

    before, after = await live.change(stored.id, late, NOW)
    other.close()
    assert asked == [stored.version, stored.version + 1]
    assert (before.language, after.language, after.moment) == ("ro", "ro", 1)
    assert len(await live.storage.read(rounds.record, stored.id)) == 3


@pytest.mark.parametrize("looked_before", [False, True])
async def test_the_first_erasure_of_another_process_empties_the_memory(
    live, table, url, looked_before
):
    """Also where it comes before the first check, so that nobody knows how many there were."""
    if looked_before:
        await live.check()
    stored = await begun(live, table)
    with closing(Storage.open(url)) as other:
        other.write(erasing.finish, 2, NOW)
    assert await live.check()
    assert stored.id not in live._live
    await live.load(stored.id)
    assert not await live.check()
    assert stored.id in live._live
    await live.storage.write(erasing.finish, 1, NOW)
    live.note_erasure()
    assert not await live.check(), "an erasure of its own is known"


async def test_a_press_is_stale_after_another_process_has_acted(live, table, url):
    stored, other = await begun(live, table), Storage.open(url)

    def late(before):
        if before.version == stored.version:
            change_now(other, stored.id, table.act(2, 0, KEEP, NOW))
        return table.act(2, 0, KEEP, NOW)(before)

    with pytest.raises(Stale):
        await live.change(stored.id, late, NOW)
    other.close()
    assert len(await live.storage.read(rounds.record, stored.id)) == 3


async def test_an_act_that_another_process_has_made_legal_is_played(live, table, url):
    """The round in memory refuses it; the one that is loaded anew does not."""
    stored = await begun(live, table)
    with closing(Storage.open(url)) as other:
        change_now(other, stored.id, table.act(2, 0, KEEP, NOW))
    before, after = await live.change(stored.id, table.act(1, 1, KEEP, NOW), NOW)
    assert (before.moment, after.status) == (1, "over")


async def opened_beside(live, table, url, faster):
    """Open a round while another process opens one in a thread of the channel, `faster` times.

    Returns the round and the numbers that were reserved for it.
    """
    reserved = []

    def prepare(found):
        reserved.append(found.commitment.number)
        if len(reserved) <= faster:
            asked = replace(opening(), channel=100 + len(reserved))
            with closing(Storage.open(url)) as other:
                known = other.read(seed_blocks.look_up, opening().channel)
                theirs = seed_blocks.Reservations().reserve(known)
                other.act(rounds.open_round, table.open(asked, NOW, theirs))
        return table.open(opening(), NOW, found)

    return await live.open(opening().channel, prepare), reserved


async def test_what_others_were_faster_to_take_is_reserved_anew(live, table, url):
    stored, reserved = await opened_beside(live, table, url, 5)
    assert reserved == [1, 2, 3, 4, 5, 6]
    assert stored.commitment.number == 6


async def test_a_round_is_not_reserved_for_for_ever(live, table, url):
    with pytest.raises(ReservationLost):
        await opened_beside(live, table, url, 6)


async def test_many_acts_at_once_have_one_effect(live, table):
    stored = await begun(live, table)
    acts = (live.change(stored.id, table.act(2, 0, KEEP, NOW), NOW) for _ in range(10))
    results = await asyncio.gather(*acts, return_exceptions=True)
    assert sum(isinstance(result, Stale) for result in results) == 9
    assert len(await live.storage.read(rounds.record, stored.id)) == 3


async def test_a_round_that_nothing_can_rebuild_is_closed(live, table, url, caplog):
    stored = await begun(live, table)
    damage(url, "UPDATE rounds SET state = '[]'", "DELETE FROM steps")
    closed = await live.load(stored.id, fresh=True)
    assert (closed.status, closed.play, closed.deadline) == ("closed", None, None)
    errors = [one for one in caplog.records if one.levelname == "ERROR"]
    assert [one.getMessage().split()[0] for one in errors] == [f"round={stored.id}"]
    await live.open(opening().channel, lambda _: table.open(opening(), NOW))


def test_a_state_that_cannot_be_read_is_rebuilt_from_the_record(table, url):
    with Storage.open(url) as storage:
        stored = storage.act(rounds.open_round, table.open(opening(), NOW))
        stored = change_now(storage, stored.id, table.join(2, NOW))
        damage(url, "UPDATE rounds SET state = '[]'")
        assert storage.read(rounds.load, stored.id).play.state == stored.play.state
        after = change_now(storage, stored.id, table.act(2, 0, KEEP, NOW))
        assert after.moment == 1


# Live rounds


@pytest.fixture
def reads(live, monkeypatch):
    """The ids of rounds that are read from the database."""
    found, load = [], rounds.load

    def noted(connection, round_id):
        found.append(round_id)
        return load(connection, round_id)

    monkeypatch.setattr(rounds, "load", noted)
    return found


async def test_acts_read_nothing_from_the_database(live, table, reads):
    stored = await begun(live, table)
    for user, moment in ((2, 0), (1, 1)):
        await live.change(stored.id, table.act(user, moment, KEEP, NOW), NOW)
    after = await live.load(stored.id)
    assert reads == []
    assert after.status == "over"
    fresh = await live.load(stored.id, fresh=True)
    assert reads == [stored.id]
    assert fresh == after


async def test_a_refusal_is_certain_only_after_reading(live, table, reads):
    stored = await begun(live, table)
    with pytest.raises(Stale):
        await live.change(stored.id, table.act(2, 5, KEEP, NOW))
    assert reads == [stored.id]


async def test_rounds_of_other_processes_do_not_stay_in_memory(live, table, url, monkeypatch):
    stored = await begun(live, table)
    monkeypatch.setattr(live, "_lives", lambda _: False)
    live.forget()
    with Storage.open(url) as other:
        for language in ("ro", "en"):
            change_now(other, stored.id, lambda one, to=language: replace(one, language=to))
            assert (await live.load(stored.id)).language == language


async def test_only_so_many_rounds_stay_in_memory(live, table, reads):
    live._live = LRUCache(2)
    opened = [
        await live.open(
            channel, lambda _, at=channel: table.open(replace(opening(), channel=at), NOW)
        )
        for channel in range(3)
    ]
    for stored in reversed(opened):
        assert await live.load(stored.id) == stored
    assert reads == [opened[0].id]


async def test_a_save_that_fails_is_forgotten(live, table, reads, monkeypatch):
    stored = await begun(live, table)
    with monkeypatch.context() as broken:
        broken.setattr(rounds, "save", None)
        with pytest.raises(TypeError):
            await live.change(stored.id, table.act(2, 0, KEEP, NOW), NOW)
    assert await live.load(stored.id) == stored
    assert reads == [stored.id]


async def test_drawn_versions_are_stored_with_the_next_act(live, table, url):
    stored = await begun(live, table)
    live.mark_drawn(stored)
    assert (await live.load(stored.id)).drawn == stored.version
    with Storage.open(url) as storage:
        assert storage.read(rounds.load, stored.id).drawn < stored.version
        await live.change(stored.id, table.act(2, 0, KEEP, NOW), NOW)
        assert storage.read(rounds.load, stored.id).drawn == stored.version


async def test_drawn_versions_are_stored_after_a_moment(live, table, url, monkeypatch):
    monkeypatch.setattr("bot.play.live_rounds.SHOWN_DELAY", 0.05)
    stored = await begun(live, table)
    live.mark_drawn(stored)
    with Storage.open(url) as storage:
        for _ in range(100):
            if storage.read(rounds.load, stored.id).drawn == stored.version:
                return
            await asyncio.sleep(0.02)
    pytest.fail("nothing was stored")


async def test_drawn_versions_that_cannot_be_stored_are_stored_later(live, table, url, monkeypatch):
    def full(*_):
        raise StorageFailed("The disk is full.")

    monkeypatch.setattr("bot.play.live_rounds.SHOWN_DELAY", 60)
    stored = await begun(live, table)
    live.mark_drawn(stored)
    with Storage.open(url) as storage:
        with monkeypatch.context() as patched:
            patched.setattr(rounds, "mark_shown", full)
            live.flush(storage)
            patched.setattr(rounds, "save", full)
            with pytest.raises(StorageFailed):
                await live.change(stored.id, table.act(2, 0, KEEP, NOW), NOW)
        live.flush(storage)
        assert storage.read(rounds.load, stored.id).drawn == stored.version


async def test_the_first_message_is_stored_with_the_next_act(live, table, url):
    new = await live.open(opening().channel, lambda _: table.open(opening(), NOW))
    shown = live.mark_first_message(new, 77)
    assert (shown.message, shown.drawn) == (77, new.version)
    assert await live.load(new.id) == shown
    with Storage.open(url) as storage:
        assert storage.read(rounds.load, new.id).message is None
        assert (await live.load(new.id, fresh=True)).message == 77
        await live.change(new.id, table.join(2, NOW), NOW)
        stored = storage.read(rounds.load, new.id)
        assert (stored.message, stored.drawn) == (77, new.version)


async def test_a_message_that_was_stored_meanwhile_stays(live, table, url):
    new = await live.open(opening().channel, lambda _: table.open(opening(), NOW))
    with Storage.open(url) as other:
        other.act(rounds.mark_message, new.id, new.channel, 99)
        live.mark_first_message(new, 77)
        live.flush(other)
        assert other.read(rounds.load, new.id).message == 99


# What a round needs before its first die lands


@pytest.fixture
def looked_up(live, monkeypatch):
    """The channels whose blocks are looked up in the database."""
    asked, real = [], seed_blocks.look_up

    def noted(connection, channel, users=()):
        asked.append(channel)
        return real(connection, channel, users)

    monkeypatch.setattr(seed_blocks, "look_up", noted)
    return asked


async def provable(live, channel=7, users=(1,)):
    """Open a round in a channel, or in a thread of channel 7, with what is reserved for it."""
    fair = Table(None, TimeLimits())
    asked = replace(opening(), channel=channel, opponent=None, level="easy")
    return await live.open(7, lambda reserved: fair.open(asked, NOW, reserved), users=users)


async def closed(live, stored):
    _, after = await live.change(
        stored.id, lambda one: replace(one, status="closed", deadline=None, remind_at=None), NOW
    )
    return after


async def test_the_next_number_of_a_channel_is_foreseen(live, looked_up):
    first = await closed(live, await provable(live))
    second = await provable(live)
    assert looked_up == [7]
    assert second.commitment.root == first.commitment.root
    assert second.commitment.number == 2
    await provable(live, channel=71)
    assert looked_up == [7]


async def test_rounds_of_threads_that_are_opened_at_once_have_a_number_each(live, looked_up):
    await closed(live, await provable(live))
    opened = await asyncio.gather(*(provable(live, 100 + number) for number in range(20)))
    assert sorted(one.commitment.number for one in opened) == [*range(2, 22)]
    assert looked_up == [7]


async def test_a_number_that_was_taken_since_it_was_foreseen_is_looked_up(live, looked_up, url):
    await closed(live, await provable(live))
    with closing(Storage.open(url)) as storage, closing(StorageThread(storage)) as thread:
        other = LiveRounds(thread, ThreadAnalysis())
        theirs = await closed(other, await provable(other))
        other.close()
    ours = await provable(live)
    assert looked_up == [7, 7, 7]
    assert (theirs.commitment.number, ours.commitment.number) == (2, 3)


async def test_a_number_is_given_back_where_no_round_is_opened(live, looked_up):
    await closed(live, await provable(live))

    def refusing(reserved):
        assert reserved.commitment.number == 2
        raise Stale

    with pytest.raises(Stale):
        await live.open(7, refusing, users=(1,))
    assert (await provable(live)).commitment.number == 2
    assert looked_up == [7]


async def test_a_word_that_another_process_has_stored_counts_at_once(live, looked_up, url):
    """The word is known in memory; the transaction that opens the round finds another one."""
    await posted(live)
    await live.set_word(1, "old", NOW)
    before = await closed(live, await provable(live))
    assert [one.word for one in before.players if one.user] == ["old"]
    with closing(Storage.open(url)) as storage:
        storage.write(words.set_word, 1, "new", NOW)
    stored = await provable(live)
    assert [one.word for one in stored.players if one.user] == ["new"]
    assert stored.commitment.number == 2


async def posted(live):
    """Note that the roots of a channel were posted; return the blocks."""
    found = await live.unposted(7)
    for number, block in enumerate(found, 1):
        await live.note_root(replace(block, place=7, message=number, shown=NOW))
    return found


async def test_a_block_is_stored_before_its_root_is_posted_and_posted_once(live):
    (block,) = await live.unposted(7)
    assert await live.unposted(7) == (block,), "killed before it was posted"
    assert not live.root_is_posted(7)
    await posted(live)
    assert await live.unposted(7) == ()
    stored = await provable(live)
    assert (stored.commitment.root, stored.commitment.number) == (block.root, 1)
    assert live.root_is_posted(7)
    await live.note_root(replace(block, place=7, message=99, shown=NOW.replace(year=2027)))
    known = await live.storage.read(seed_blocks.look_up, 7)
    assert [one.message for one, _ in known.blocks] == [1], "another process has posted it, too"


async def test_the_next_block_is_made_before_the_last_one_is_used_up(live, url):
    await posted(live)
    await provable(live)
    damage(url, f"UPDATE seed_numbers SET number = {BLOCK - 65}")
    assert await live.unposted(7) == ()
    damage(url, f"UPDATE seed_numbers SET number = {BLOCK - 64}")
    (second,) = await live.unposted(7)
    assert second.number == 2
    await posted(live)
    assert await live.unposted(7) == ()


async def test_blocks_are_computed_ahead(live, monkeypatch):
    monkeypatch.undo()
    reservations = live._reservations
    assert reservations.lacks > 2
    await live.compute_ahead()
    assert reservations.lacks == 0
    blocks = [reservations.new_block(7, number) for number in range(1, 3)]
    assert len({one.root for one in blocks}) == 2
    assert [(one.channel, one.number) for one in blocks] == [(7, 1), (7, 2)]
    assert reservations.lacks == 2


async def test_who_may_not_play_is_asked_in_the_transaction_that_opens(live, url):
    def refuse(_):
        raise Stale

    fair = Table(None, TimeLimits())
    with pytest.raises(Stale):
        await live.open(7, lambda reserved: fair.open(opening(), NOW, reserved), admit=refuse)
    with Storage.open(url) as storage:
        assert storage.read(rounds.in_channel, 7) is None
    assert (await provable(live)).id == 1


async def test_a_silent_database_is_waited_for_a_while(live, table, monkeypatch):
    """The save happens late; the next act finds it by its version."""
    stored, gate = await begun(live, table), threading.Event()
    monkeypatch.setattr("bot.storage.thread.STORAGE_TIMEOUT", 0.1)
    held = asyncio.ensure_future(live.storage.read(lambda _: gate.wait(20)))
    await asyncio.sleep(0)
    with pytest.raises(StorageSilent):
        await live.change(stored.id, table.act(2, 0, KEEP, NOW), NOW)
    with pytest.raises(StorageSilent):
        await held
    monkeypatch.setattr("bot.storage.thread.STORAGE_TIMEOUT", 9)
    gate.set()
    assert (await live.load(stored.id)).moment == 1
    with pytest.raises(Stale):
        await live.change(stored.id, table.act(2, 0, KEEP, NOW), NOW)


def damage(url, *commands):
    engine = create_engine(url)
    with engine.begin() as connection:
        for command in commands:
            connection.execute(text(command))
    engine.dispose()
