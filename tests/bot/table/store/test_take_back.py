"""A choice taken back, in the database: the step, its number of times, the help of a member."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.storage.database import Storage
from bot.table.pace import TimeLimits
from bot.table.store import rounds
from bot.table.stored_round import Player
from bot.table.use_cases import OpenRequest, Table
from rules.engine import TakenBack, replay
from rules.screen import Action
from simulated_luck import SeededLuck

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
ANA = 11


@pytest.fixture
def file(tmp_path):
    return tmp_path / "rounds.sqlite3"


def test_a_round_with_a_choice_taken_back_is_read_as_it_was(file):
    table = Table(SeededLuck(5), TimeLimits())
    asked = OpenRequest("thirteen", ANA, 1, table_options={"hints": "training"})
    with Storage.open(f"sqlite:///{file}") as storage:
        stored = storage.act(rounds.open_round, table.open(asked, NOW))
        for code in ("reroll.12", "reroll.345"):
            act = table.act(ANA, stored.moment, Action.parse(code), NOW)
            stored = storage.act(rounds.save, act(stored))
        record = storage.read(rounds.record, stored.id)
        stored = storage.act(rounds.save, table.take_back(ANA, stored.moment, record, NOW)(stored))
        assert stored.players[0].taken_back == (6,)
        record = storage.read(rounds.record, stored.id)
        assert record[-1] == TakenBack(6, stored.seats_of(ANA)[0], 3)
        loaded = storage.read(rounds.load, stored.id)
        assert loaded == stored
        assert loaded.play.taken_back == 1
        again = replay(loaded.play.game, 1, loaded.options, record)
        assert replace(again, steps=()) == loaded.play
    with closing(sqlite3.connect(file)) as connection, connection:
        assert connection.execute("SELECT action FROM steps WHERE number = 6").fetchone() == (
            "take-back.3",
        )
        connection.execute("UPDATE rounds SET state = '[]'")
    with Storage.open(f"sqlite:///{file}") as storage:
        assert storage.read(rounds.load, stored.id) == stored  # rebuilt from its record


@pytest.mark.parametrize(
    ("player", "first"),
    [
        (Player(ANA), None),
        (Player(ANA, hinted=(9, 12)), 9),
        (Player(ANA, hinted=(9,), coached=(5,)), 6),
        (Player(ANA, coached=(5,), taken_back=(6,)), 6),
        (Player(ANA, taken_back=(4,)), 4),
    ],
)
def test_help_begins_with_the_first_hint_word_or_take_back(player, first):
    assert player.helped_from == first
