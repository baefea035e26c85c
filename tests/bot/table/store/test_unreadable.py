"""A begun round without a readable state says so, before and after it was closed."""

from __future__ import annotations

import pytest

from bot.table.store import rounds
from bot.table.store.errors import UnreadableRound

DAMAGE = {
    "state and record": ("UPDATE rounds SET state = '[]'", "DELETE FROM steps"),
    "game": ("UPDATE rounds SET game = 'whist'",),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_it_is_unreadable_when_it_is_found_and_once_it_was_closed(storage, maker, sql, damage):
    stored = storage.write(rounds.open_round, maker.begun())
    for statement in DAMAGE[damage]:
        sql(statement)
    with pytest.raises(UnreadableRound) as found:
        storage.read(rounds.load, stored.id)
    assert found.value.stored.unreadable
    closed = storage.write(rounds.save, found.value.stored.ended_as("closed"))
    assert closed.unreadable
    assert storage.read(rounds.load, stored.id) == closed


@pytest.mark.parametrize("status", ["waiting", "declined", "withdrawn", "lapsed", "closed"])
def test_a_round_that_never_began_is_readable(storage, maker, status):
    stored = storage.write(rounds.open_round, maker.lobby(status=status))
    assert not storage.read(rounds.load, stored.id).unreadable


def test_a_begun_round_is_readable_also_when_it_is_rebuilt(storage, maker, sql):
    stored = storage.write(rounds.open_round, maker.begun())
    assert not storage.read(rounds.load, stored.id).unreadable
    sql("UPDATE rounds SET state = '[]'")
    assert not storage.read(rounds.load, stored.id).unreadable
