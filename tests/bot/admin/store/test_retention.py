"""Old rounds lose their moves and nothing else; a server's data is deleted as a whole."""

from datetime import timedelta

import pytest

from bot.admin.store import retention
from bot.storage.schema import metadata
from bot.table.store import bars, rounds, server_settings
from bot.table.store.errors import MovesGone, RoundGone
from bot.table.stored_round import Deadline
from judged_games import MADE_UP, judge_all
from results_counted import of_round

DAY = timedelta(days=1)


def finished(storage, maker, **parts):
    """Store a round that is over; return it."""
    stored = maker.begun(**parts)
    while stored.status == "playing":
        stored = maker.acted(stored)
    over = storage.write(rounds.open_round, stored)
    judge_all(storage, MADE_UP)  # until then its moves are needed
    return over


def test_only_the_steps_of_old_ended_rounds_are_deleted(storage, maker):
    old = [finished(storage, maker, channel=one) for one in (1, 2)]
    playing = storage.write(rounds.open_round, maker.begun(channel=3))
    resting = storage.write(
        rounds.open_round, maker.begun(channel=4, status="resting", deadline=Deadline())
    )
    new = finished(storage, maker, channel=5, opened=maker.noon + 10 * DAY)
    before = {one.id: storage.read(rounds.load, one.id) for one in (*old, playing, resting, new)}
    ends = [storage.read(of_round, one.id) for one in old]
    assert storage.write(retention.thin_rounds, maker.noon + 5 * DAY, 0, 100) == (2, None)
    for one in old:
        with pytest.raises(MovesGone):
            storage.read(rounds.record, one.id)
    assert [storage.read(of_round, one.id) for one in old] == ends
    assert {key: storage.read(rounds.load, key) for key in before} == before
    assert all(storage.read(rounds.record, one.id) for one in (playing, resting, new))
    assert storage.write(retention.thin_rounds, maker.noon + 5 * DAY, 0, 100) == (0, None)


def test_a_round_that_ended_late_stays(storage, maker):
    stored = storage.write(rounds.open_round, maker.begun())
    while stored.status == "playing":
        stored = storage.write(rounds.save, maker.acted(stored), maker.noon + 6 * DAY)
    assert storage.write(retention.thin_rounds, maker.noon + 7 * DAY, 0, 100) == (0, None)
    judge_all(storage, MADE_UP)
    assert storage.write(retention.thin_rounds, maker.noon + 5 * DAY, 0, 100) == (0, None)
    assert storage.write(retention.thin_rounds, maker.noon + 7 * DAY, 0, 100) == (1, None)


def test_a_few_at_a_time(storage, maker):
    for channel in range(5):
        finished(storage, maker, channel=channel, opened=maker.noon + channel * DAY)
    before, seen, after = maker.noon + 3 * DAY, [], 0
    while after is not None:
        thinned, after = storage.write(retention.thin_rounds, before, after, 2)
        seen.append((thinned, after))
    assert seen == [(2, 2), (1, 4), (0, None)]


def test_asking_for_servers_takes_no_longer_with_more_rounds(storage, maker):
    if storage.file is None:
        pytest.skip("counts what SQLite does")

    def asked(connection):
        ticks = []
        driver = connection.driver
        driver.set_progress_handler(lambda: ticks.append(1), 1)
        found = retention.stored_servers(connection)
        driver.set_progress_handler(None, 1)
        return found, len(ticks)

    def opened(channels):
        for channel in channels:
            storage.write(
                rounds.open_round,
                maker.begun(channel=channel, opener=channel, guild=1 + channel % 3),
            )

    opened(range(3))
    few = storage.read(asked)
    opened(range(3, 60))
    many = storage.read(asked)
    assert many[0] == few[0] == {1, 2, 3}
    assert many[1] <= few[1] + 10


def test_a_server_is_deleted_with_all_that_belongs_to_it(storage, maker, sql):
    first = finished(storage, maker, channel=1, guild=1)
    for channel in (2, 3):
        finished(storage, maker, channel=channel, guild=1)
    other = finished(storage, maker, channel=4, guild=2)
    storage.write(rounds.open_round, maker.lobby(channel=5, guild=2, successor_of=first.id))
    for guild in (1, 2):
        storage.write(bars.bar, guild, 100, maker.noon + DAY, 200)
        storage.write(server_settings.set_of_guild, guild, "language", "ro")
        storage.write(retention.note_removed, {guild}, maker.noon)
    assert storage.read(retention.stored_servers) == {1, 2}
    assert not storage.write(retention.delete_server, 1, 2)
    assert storage.read(retention.removed_servers) == {1: maker.noon, 2: maker.noon}
    assert storage.write(retention.delete_server, 1, 2)
    assert storage.read(retention.stored_servers) == {2}
    assert storage.read(retention.removed_servers) == {2: maker.noon}
    assert storage.read(server_settings.of_guild, 1) == {}
    assert storage.read(server_settings.of_guild, 2) == {"language": "ro"}
    with pytest.raises(RoundGone):
        storage.read(rounds.load, first.id)
    assert sql("SELECT DISTINCT guild FROM bars") == [(2,)]
    for table in ("steps", "results"):
        assert sql(f"SELECT DISTINCT round FROM {table}") == [(other.id,)]
    assert storage.read(rounds.load, 5).successor_of is None


def test_a_note_is_made_once_and_taken_back(storage, maker):
    storage.write(retention.note_removed, {7, 8}, maker.noon)
    storage.write(retention.note_removed, {7}, maker.noon + DAY)
    assert storage.read(retention.removed_servers) == {7: maker.noon, 8: maker.noon}
    storage.write(retention.note_returned, {7})
    assert storage.read(retention.removed_servers) == {8: maker.noon}


def test_every_column_that_names_a_server_is_listed_and_what_names_a_round_goes_with_it():
    """Whoever adds a table with such a column adds it to the list, or its rows stay for good."""
    columns = [column for table in metadata.tables.values() for column in table.columns]
    of_rounds = [one for one in columns if one.references(metadata.tables["rounds"].c.id)]
    goes = [one for one in of_rounds if {key.ondelete for key in one.foreign_keys} == {"CASCADE"}]
    by_round = {one.table for one in goes}
    named = [one for one in columns if "guild" in one.name or "server" in one.name]
    rounds_too = {one for one in named if one.table.name == "rounds" or one.table not in by_round}
    assert rounds_too == {*retention.SERVER_COLUMNS}
    forgets = {str(one) for one in of_rounds if one not in goes}
    assert forgets == {"rounds.successor_of", "dares.round"}
    assert {key.ondelete for one in of_rounds for key in one.foreign_keys} == {
        "CASCADE",
        "SET NULL",
    }
