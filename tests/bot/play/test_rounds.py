"""Use cases: what runs where, what stays in memory, and what becomes of a save that comes late."""

from __future__ import annotations

import asyncio
import threading
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from cachetools import LRUCache

from analysis_thread import ThreadAnalysis
from bot.admin.store import erasing
from bot.storage.database import Storage
from bot.storage.errors import StorageFailed
from bot.storage.thread import StorageSilent, StorageThread
from bot.table.refusals import Stale
from bot.table.seed import draw_seed
from bot.table.store import rounds, seeds
from bot.table.store.errors import ChannelTaken, RoundGone, SeedTaken
from bot.table.time_limits import TimeLimits
from bot.table.use_cases import OpenRequest, Table
from change_now import change_now
from rounds_alone import RoundsAlone
from rules.screen import Action
from simulated_luck import SeededLuck
from sql import execute

NOW = datetime(2026, 1, 1, tzinfo=UTC)
KEEP = Action("keep")


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path / 'rounds.sqlite3'}"


@pytest.fixture
def live(url):
    storage = Storage.open(url)
    working = RoundsAlone(storage, ThreadAnalysis())
    yield working
    working.close()
    storage.close()


@pytest.fixture
def table():
    return Table(SeededLuck(1), TimeLimits())


def opening():
    return OpenRequest("dice-poker", 1, 7, opponent=2)


def name_of_thread(*_):
    return threading.current_thread().name


async def challenge(live, table):
    """Open a challenge of member 1 to member 2."""
    return await live.open(
        opening().channel, lambda seed: table.open(opening(), NOW, seed), now=NOW
    )


async def begun(live, table):
    """Open a round of Dice Poker in which member 2 deals and is to choose."""
    new = await challenge(live, table)
    _, stored = await live.change(new.id, table.join(2, NOW), NOW)
    return stored


async def test_storage_computing_and_analysis_have_a_thread_each(live):
    here = threading.get_ident()
    storing = await live.storage.read(name_of_thread)
    computing = await live.computers.run(name_of_thread)
    analysing = await live.questions.answer(1, "name", name_of_thread)
    assert [name.split("_")[0] for name in (storing, computing, analysing)] == [
        "storage",
        "table",
        "analysis",
    ]
    assert here == threading.get_ident()


async def test_a_long_analysis_holds_up_neither_acts_nor_the_loop(live, table):
    stored, gate = await begun(live, table), threading.Event()
    long = asyncio.create_task(live.questions.answer(1, "gate", gate.wait, 20))
    before, after = await live.change(stored.id, table.choose_action(2, 0, KEEP, NOW), NOW)
    assert (before.moment, after.moment) == (0, 1)
    assert not long.done()
    gate.set()
    assert await long


async def test_a_change_that_computes_for_long_holds_up_no_other_one(live):
    gate = threading.Event()
    long = asyncio.create_task(live.computers.run(gate.wait, 20))
    await asyncio.sleep(0)
    assert await live.computers.run(lambda: "done") == "done"
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
        await live.change(stored.id, table.choose_action(2, 5, KEEP, NOW))
    assert await live.load(stored.id) == stored


async def test_refusals_of_opening(live, table):
    await challenge(live, table)
    with pytest.raises(ChannelTaken):
        await challenge(live, table)
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
        return table.choose_action(2, 0, KEEP, NOW)(before)

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
        other.write(erasing.finish_erasure, 2, NOW)
    assert await live.check()
    assert stored.id not in live._live
    await live.load(stored.id)
    assert not await live.check()
    assert stored.id in live._live
    await live.storage.write(erasing.finish_erasure, 1, NOW)
    live.count_erasure()
    assert not await live.check(), "an erasure of its own is known"


async def test_a_press_is_stale_after_another_process_has_acted(live, table, url):
    stored, other = await begun(live, table), Storage.open(url)

    def late(before):
        if before.version == stored.version:
            change_now(other, stored.id, table.choose_action(2, 0, KEEP, NOW))
        return table.choose_action(2, 0, KEEP, NOW)(before)

    with pytest.raises(Stale):
        await live.change(stored.id, late, NOW)
    other.close()
    assert len(await live.storage.read(rounds.record, stored.id)) == 3


async def test_an_act_that_another_process_has_made_legal_is_played(live, table, url):
    """The round in memory refuses it; the one that is loaded anew does not."""
    stored = await begun(live, table)
    with closing(Storage.open(url)) as other:
        change_now(other, stored.id, table.choose_action(2, 0, KEEP, NOW))
    before, after = await live.change(stored.id, table.choose_action(1, 1, KEEP, NOW), NOW)
    assert (before.moment, after.status) == (1, "over")


async def opened_beside(live, table, url, faster):
    """Open a round while another process opens one in a thread of the channel, `faster` times.

    Returns the round and the seals of the seeds with which it was prepared.
    """
    seals = []

    def prepare(seed):
        seals.append(seed.seal)
        if len(seals) <= faster:
            asked = replace(opening(), channel=100 + len(seals))
            with closing(Storage.open(url)) as other:
                theirs = other.write(seeds.next_of, opening().channel, NOW)
                following = draw_seed(opening().channel, NOW, "game")
                other.write(rounds.open_round, table.open(asked, NOW, theirs), following)
        return table.open(opening(), NOW, seed)

    return await live.open(opening().channel, prepare, now=NOW), seals


async def test_a_seed_that_others_were_faster_to_take_is_not_used(live, table, url):
    stored, seals = await opened_beside(live, table, url, 5)
    assert len({*seals}) == 6
    assert stored.seed.seal == seals[-1]


async def test_seeds_are_not_asked_for_for_ever(live, table, url):
    with pytest.raises(SeedTaken):
        await opened_beside(live, table, url, 6)


async def test_many_acts_at_once_have_one_effect(live, table):
    stored = await begun(live, table)
    acts = (live.change(stored.id, table.choose_action(2, 0, KEEP, NOW), NOW) for _ in range(10))
    results = await asyncio.gather(*acts, return_exceptions=True)
    assert sum(isinstance(result, Stale) for result in results) == 9
    assert len(await live.storage.read(rounds.record, stored.id)) == 3


async def test_a_round_that_nothing_can_rebuild_is_closed(live, table, url, caplog):
    stored = await begun(live, table)
    execute(url, "UPDATE rounds SET state = '[]'", "DELETE FROM steps")
    closed = await live.load(stored.id, fresh=True)
    assert (closed.status, closed.play, closed.deadline.at) == ("closed", None, None)
    errors = [one for one in caplog.records if one.levelname == "ERROR"]
    assert [one.getMessage().split()[0] for one in errors] == [f"round={stored.id}"]
    await challenge(live, table)


def test_a_state_that_cannot_be_read_is_rebuilt_from_the_record(table, url):
    with Storage.open(url) as storage:
        stored = storage.write(rounds.open_round, table.open(opening(), NOW))
        stored = change_now(storage, stored.id, table.join(2, NOW))
        execute(url, "UPDATE rounds SET state = '[]'")
        assert storage.read(rounds.load, stored.id).play.state == stored.play.state
        after = change_now(storage, stored.id, table.choose_action(2, 0, KEEP, NOW))
        assert after.moment == 1


# Live rounds


@pytest.fixture
def reads(live, monkeypatch):
    """Return a list that grows by the ids of rounds that are read from the database."""
    found, load = [], rounds.load

    def noted(connection, round_id):
        found.append(round_id)
        return load(connection, round_id)

    monkeypatch.setattr(rounds, "load", noted)
    return found


async def test_acts_read_nothing_from_the_database(live, table, reads):
    stored = await begun(live, table)
    for user, moment in ((2, 0), (1, 1)):
        await live.change(stored.id, table.choose_action(user, moment, KEEP, NOW), NOW)
    after = await live.load(stored.id)
    assert reads == []
    assert after.status == "over"
    fresh = await live.load(stored.id, fresh=True)
    assert reads == [stored.id]
    assert fresh == after


async def test_a_refusal_is_certain_only_after_reading(live, table, reads):
    stored = await begun(live, table)
    with pytest.raises(Stale):
        await live.change(stored.id, table.choose_action(2, 5, KEEP, NOW))
    assert reads == [stored.id]


async def test_rounds_of_other_processes_do_not_stay_in_memory(live, table, url, monkeypatch):
    stored = await begun(live, table)
    monkeypatch.setattr(live, "_holds", lambda _: False)
    live.forget()
    with Storage.open(url) as other:
        for language in ("ro", "en"):
            change_now(other, stored.id, lambda one, to=language: replace(one, language=to))
            assert (await live.load(stored.id)).language == language


async def test_only_so_many_rounds_stay_in_memory(live, table, reads):
    live._live = LRUCache(2)
    opened = [
        await live.open(
            channel,
            lambda seed, at=channel: table.open(replace(opening(), channel=at), NOW, seed),
            now=NOW,
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
            await live.change(stored.id, table.choose_action(2, 0, KEEP, NOW), NOW)
    assert await live.load(stored.id) == stored
    assert reads == [stored.id]


async def test_drawn_versions_are_stored_with_the_next_act(live, table, url):
    stored = await begun(live, table)
    live.mark_drawn(stored)
    assert (await live.load(stored.id)).place.drawn == stored.version
    with Storage.open(url) as storage:
        assert storage.read(rounds.load, stored.id).place.drawn < stored.version
        await live.change(stored.id, table.choose_action(2, 0, KEEP, NOW), NOW)
        assert storage.read(rounds.load, stored.id).place.drawn == stored.version


async def test_drawn_versions_are_stored_after_a_moment(live, table, url, monkeypatch):
    monkeypatch.setattr("bot.play.rounds.SHOWN_DELAY", 0.05)
    stored = await begun(live, table)
    live.mark_drawn(stored)
    with Storage.open(url) as storage:
        for _ in range(100):
            if storage.read(rounds.load, stored.id).place.drawn == stored.version:
                return
            await asyncio.sleep(0.02)
    pytest.fail("nothing was stored")


async def test_drawn_versions_that_cannot_be_stored_are_stored_later(live, table, url, monkeypatch):
    def full(*_):
        raise StorageFailed("The disk is full.")

    monkeypatch.setattr("bot.play.rounds.SHOWN_DELAY", 60)
    stored = await begun(live, table)
    live.mark_drawn(stored)
    with Storage.open(url) as storage:
        with monkeypatch.context() as patched:
            patched.setattr(rounds, "mark_shown", full)
            live.flush(storage)
            patched.setattr(rounds, "save", full)
            with pytest.raises(StorageFailed):
                await live.change(stored.id, table.choose_action(2, 0, KEEP, NOW), NOW)
        live.flush(storage)
        assert storage.read(rounds.load, stored.id).place.drawn == stored.version


async def test_the_first_message_is_stored_with_the_next_act(live, table, url):
    new = await challenge(live, table)
    shown = live.mark_first_message(new, 77)
    assert (shown.place.message, shown.place.drawn) == (77, new.version)
    assert await live.load(new.id) == shown
    with Storage.open(url) as storage:
        assert storage.read(rounds.load, new.id).place.message is None
        assert (await live.load(new.id, fresh=True)).place.message == 77
        await live.change(new.id, table.join(2, NOW), NOW)
        stored = storage.read(rounds.load, new.id)
        assert (stored.place.message, stored.place.drawn) == (77, new.version)


async def test_a_message_that_was_stored_meanwhile_stays(live, table, url):
    new = await challenge(live, table)
    with Storage.open(url) as other:
        other.write(rounds.mark_message, new, 99)
        live.mark_first_message(new, 77)
        live.flush(other)
        assert other.read(rounds.load, new.id).place.message == 99


# What a round needs before its first die lands


@pytest.fixture
def asked_for(monkeypatch):
    """Return the channels whose next seed was asked of the database."""
    asked, real = [], seeds.next_of

    def noted(connection, channel, now):
        asked.append(channel)
        return real(connection, channel, now)

    monkeypatch.setattr(seeds, "next_of", noted)
    return asked


async def provable(live, channel=7):
    """Open a round in a channel, or in a thread of channel 7, with the next seed there."""
    fair = Table(None, TimeLimits())
    asked = replace(opening(), channel=channel, opponent=None, level="easy")
    return await live.open(7, lambda seed: fair.open(asked, NOW, seed), now=NOW, opened=channel)


async def closed(live, stored):
    _, after = await live.change(stored.id, lambda one: one.ended_as("closed"), NOW)
    return after


async def test_the_next_seed_of_a_channel_stays_in_memory(live, asked_for):
    first = await closed(live, await provable(live))
    second = await provable(live)
    assert asked_for == [7]
    assert second.seed.secret != first.seed.secret
    assert (first.seed.opened, second.seed.channel) == (7, 7)
    await provable(live, channel=71)
    assert asked_for == [7]


async def test_rounds_of_threads_that_are_opened_at_once_have_a_seed_each(live, asked_for):
    await closed(live, await provable(live))
    opened = await asyncio.gather(*(provable(live, 100 + number) for number in range(20)))
    assert len({one.seed.secret for one in opened}) == 20
    assert asked_for == [7]


async def test_a_seed_that_was_taken_since_it_was_known_is_asked_for_again(live, asked_for, url):
    await closed(live, await provable(live))
    with closing(Storage.open(url)) as storage, closing(StorageThread(storage)) as thread:
        other = RoundsAlone(thread, ThreadAnalysis())
        theirs = await closed(other, await provable(other))
        other.close()
    ours = await provable(live)
    assert asked_for == [7, 7, 7]
    assert theirs.seed.secret != ours.seed.secret


async def test_a_seed_stays_the_next_one_where_no_round_is_opened(live, asked_for):
    await closed(live, await provable(live))
    seen = []

    def refusing(seed):
        seen.append(seed.seal)
        raise Stale

    with pytest.raises(Stale):
        await live.open(7, refusing, now=NOW)
    assert [(await provable(live)).seed.seal] == seen
    assert asked_for == [7]


async def test_no_next_seed_is_known_after_a_start(live, asked_for):
    first = await closed(live, await provable(live))
    following = await live.storage.write(seeds.next_of, 7, NOW)
    await live.begin(NOW)
    second = await provable(live)
    assert second.seed.secret not in (first.seed.secret, following.secret)
    assert (second.seed.reason, following.reason) == ("start", "game")


async def test_who_may_not_play_is_asked_in_the_transaction_that_opens(live, url):
    def refuse(_):
        raise Stale

    fair = Table(None, TimeLimits())
    with pytest.raises(Stale):
        await live.open(7, lambda seed: fair.open(opening(), NOW, seed), now=NOW, admit=refuse)
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
        await live.change(stored.id, table.choose_action(2, 0, KEEP, NOW), NOW)
    with pytest.raises(StorageSilent):
        await held
    monkeypatch.setattr("bot.storage.thread.STORAGE_TIMEOUT", 9)
    gate.set()
    assert (await live.load(stored.id)).moment == 1
    with pytest.raises(Stale):
        await live.change(stored.id, table.choose_action(2, 0, KEEP, NOW), NOW)
