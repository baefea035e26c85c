"""A member's id leaves every column; the results of the others, and all seats, stay."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import BigInteger, Text, inspect, select

from bot.storage import erasing
from bot.storage.connection import Database, address, engine_for, writing
from bot.storage.erasing import apply_again
from bot.storage.errors import VersionConflict
from bot.storage.keyed_hash import keyed_hash
from bot.storage.migrations import migrate
from bot.storage.personal import PERSONAL
from bot.storage.rounds import Rounds
from bot.storage.schema import erasures, metadata, settings
from bot.table.stored_round import Player

MEMBER, OTHER = 1456074443980800006, 1456074443980800007

NAMES_A_MEMBER = re.compile(
    r"user|member|opener|player|sitter|author|owner|moderator|closer|challeng"
)

IMPERSONAL = {
    "rounds": {"guild", "channel", "message", "reminder", "options", "state"},
    "steps": {"faces"},
    "settings": {"value"},
}
"""Columns of large numbers or of long text that never hold a member's id, by table."""


def test_every_column_that_may_hold_a_members_id_is_known():
    """Enter a new column in `bot.storage.personal`, or above if it never holds one."""
    known = {(one.table.name, one.column.key) for one in PERSONAL}
    unknown = [
        f"{table.name}.{column.key}"
        for table in metadata.sorted_tables
        for column in table.columns
        if not (column.foreign_keys or column.key == "id")
        and (
            isinstance(column.type, BigInteger | Text)
            or NAMES_A_MEMBER.search(column.key)
            or NAMES_A_MEMBER.search(column.name)
        )
        and (table.name, column.key) not in known
        and column.key not in IMPERSONAL.get(table.name, ())
    ]
    assert unknown == []


def ended(maker, storage, *users, **parts):
    """Store a round that one of two members left; return it."""
    first, second = users
    begun = storage.rounds.open(
        maker.begun(players=(Player(user=first), Player(user=second)), opener=first, **parts)
    )
    left = replace(begun.players[0], left=True)
    over = replace(begun, players=(left, begun.players[1]), status="over", deadline=None)
    return storage.rounds.save(over, maker.noon)


def erase(storage, user, now):
    after = 0
    while after is not None:
        after = storage.erasures.erase_part(user, after)
    storage.erasures.finish(user, now)


def everything(storage):
    """Return all rows of all tables as one text."""
    with storage._database.engine.connect() as connection:
        tables = inspect(connection).get_table_names()
        return str([connection.exec_driver_sql(f"SELECT * FROM {one}").all() for one in tables])


def full(maker, storage):
    """Write a member's traces into every column that may hold one."""
    ended(maker, storage, MEMBER, OTHER, channel=11)
    ended(maker, storage, OTHER, MEMBER, channel=12)
    closed = {"closed": f"by.{MEMBER}", "hints": "off"}
    ended(maker, storage, OTHER, 300, channel=13, table_options=closed)
    with writing(storage._database) as connection:
        value = {"scope": f"member/{MEMBER}", "key": "coach", "value": "on"}
        connection.execute(settings.insert().values(value))


def test_no_column_of_any_table_holds_the_id(maker, storage, monkeypatch):
    monkeypatch.setattr(erasing, "PART", 1)
    full(maker, storage)
    held = everything(storage)
    assert held.count(str(MEMBER)) == 7
    before = held.count(str(OTHER))
    erase(storage, MEMBER, maker.noon)
    assert str(MEMBER) not in everything(storage)
    assert everything(storage).count(str(OTHER)) == before


def test_every_entry_of_the_list_is_erased(maker, storage):
    """Each column of the list has a trace in `full`, so that the test above means something."""
    full(maker, storage)
    with storage._database.engine.connect() as connection:
        for one in PERSONAL:
            rows = connection.execute(select(one.column)).scalars()
            assert any(str(MEMBER) in str(value) for value in rows), one.column


def test_results_of_the_other_stay_right_and_seats_stay_people(maker, storage):
    round_id = ended(maker, storage, MEMBER, OTHER).id
    before = storage.results.tally(OTHER)
    assert (before.games, before.wins) == (1, 1)
    erase(storage, MEMBER, maker.noon)
    assert storage.results.tally(OTHER) == before
    assert storage.results.tally(MEMBER).games == 0
    erased, kept = storage.results.of_round(round_id)
    assert (erased.user, erased.level, kept.user) == (None, None, OTHER)
    stored = storage.rounds.load(round_id)
    assert [one.user for one in stored.players] == [-1, OTHER]
    assert stored.opener == -1
    erase(storage, OTHER, maker.noon)
    assert [one.user for one in storage.rounds.load(round_id).players] == [-1, -2]


def test_versions_move_and_drawn_boards_count_as_drawn(maker, storage):
    stored = ended(maker, storage, MEMBER, OTHER, channel=11, message=5)
    undrawn = ended(maker, storage, MEMBER, OTHER, channel=12, message=6)
    storage.rounds.mark_drawn({stored.id: stored.version})
    erase(storage, MEMBER, maker.noon)
    assert storage.rounds.load(stored.id).version == stored.version + 1
    assert storage.rounds.undrawn() == (undrawn.id,)
    with pytest.raises(VersionConflict):
        storage.rounds.save(stored)


def test_a_round_in_which_the_member_still_sits_is_left_alone(maker, storage):
    opened = storage.rounds.open(maker.begun(players=(Player(user=MEMBER), Player(user=OTHER))))
    assert storage.erasures.erase_part(MEMBER, 0) is None
    assert storage.rounds.load(opened.id).players[0].user == MEMBER


def test_the_hash_of_a_member_needs_the_key_and_stays_the_same(storage):
    with writing(storage._database) as connection:
        first, again = (keyed_hash(connection, MEMBER) for _ in range(2))
        other = keyed_hash(connection, OTHER)
    assert first == again != other
    assert re.fullmatch("[0-9a-f]{64}", first)


@pytest.fixture
def copy(tmp_path):
    """An empty database of the same schema, which plays the part of a backup."""
    engine = engine_for(address(f"sqlite:///{tmp_path / 'copy.sqlite3'}"))
    migrate(engine)
    database = Database(engine)
    yield database
    database.close()


def copied(storage, copy):
    """Copy all rows into the backup."""
    with storage._database.engine.connect() as old, writing(copy) as new:
        for table in metadata.sorted_tables:
            keys = table.columns.keys()
            rows = [dict(zip(keys, row, strict=True)) for row in old.execute(select(table))]
            if rows:
                new.execute(table.insert(), rows)


def test_a_restored_copy_is_erased_again(maker, storage, copy):
    erase(storage, 300, maker.noon)
    full(maker, storage)
    waiting = storage.rounds.open(maker.lobby(channel=20, opener=MEMBER))
    players = (Player(user=MEMBER), Player(user=OTHER))
    playing = storage.rounds.open(maker.begun(channel=21, players=players))
    copied(storage, copy)
    for stored, status in ((waiting, "withdrawn"), (playing, "closed")):
        left = tuple(replace(one, left=True) for one in stored.players)
        storage.rounds.save(replace(stored, status=status, players=left, deadline=None))
    erase(storage, MEMBER, maker.noon + timedelta(days=1))
    with storage._database.engine.connect() as old, writing(copy) as new:
        assert apply_again(old, new) == 1
        assert apply_again(old, new) == 0
        noted = old.execute(select(erasures)).all()
        assert new.execute(select(erasures)).all() == noted
        tables = [str(new.execute(select(one)).all()) for one in metadata.sorted_tables]
        assert str(MEMBER) not in str(tables)
        assert "300" in str(tables)  # who was erased before the copy may have played again
    restored = Rounds(copy)
    assert restored.load(waiting.id).status == "withdrawn"
    assert restored.load(playing.id).status == "closed"
    assert restored.load(playing.id).deadline is None


def test_a_copy_older_than_the_key_takes_it_over(maker, storage, copy):
    full(maker, storage)
    copied(storage, copy)
    erase(storage, MEMBER, maker.noon)
    with storage._database.engine.connect() as old, writing(copy) as new:
        assert apply_again(old, new) == 1
        assert keyed_hash(new, MEMBER) == new.execute(select(erasures.c.hash)).scalar()
