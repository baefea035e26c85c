"""A database of version 0.1.0 is migrated: it gets its new indexes, and nothing else changes."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path

import pytest
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine, insert

from bot.daily import store as daily_store
from bot.daily.attempt import Judged, Player
from bot.daily.calendar import plan_of
from bot.statistics.standing import Standing
from bot.statistics.store import accounts, standings, standings_rebuild
from bot.statistics.store.standings import standing_values
from bot.storage.database import Storage
from bot.storage.migrations import VERSIONS
from bot.storage.schema import standings as standings_table
from bot.table.store import rounds
from bot.table.stored_round import Player as Seated
from bot.table.stored_round import StoredRound
from made_accounts import seat_account
from older_databases import take_back
from rules.errors import Refusal

DUMP = Path(__file__).with_name("rounds_0_1_0.sql")
TABLES = ("rounds", "steps", "results", "settings")


NEWEST = max(file.name[1:5] for file in VERSIONS.glob("r*.py"))


@pytest.fixture
def file(tmp_path):
    file = tmp_path / "rounds.sqlite3"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(DUMP.read_text(encoding="utf-8"))
    return file


def read(file, statement):
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(statement).fetchall()


def columns_of(file, later=("sitters", "table_options")):
    """Return the columns of each table that are not `later` gone."""
    return {
        name: [
            f'"{row[1]}"' if later else row[1]
            for row in read(file, f"PRAGMA table_info({name})")
            if row[1] not in later
        ]
        for name in TABLES
    }


def revision(file):
    return read(file, "SELECT version_num FROM alembic_version")


def bring(file, revision):
    """Bring a database to a later revision, that of one file."""
    (name,) = (one.stem for one in VERSIONS.glob(f"r{revision}_*.py"))
    engine = create_engine(f"sqlite:///{file}")
    with (
        engine.begin() as connection,
        Operations.context(MigrationContext.configure(connection)),
    ):
        import_module(f"bot.storage.migrations.versions.{name}").upgrade()
    engine.dispose()


def test_it_gets_the_indexes_and_keeps_every_row(file):
    kept = {name: ", ".join(columns) for name, columns in columns_of(file).items()}
    before = {name: read(file, f"SELECT {kept[name]} FROM {name}") for name in TABLES}
    indexes = {name for (name,) in read(file, "SELECT name FROM sqlite_master WHERE type='index'")}
    assert revision(file) == [("0001",)]
    Storage.open(f"sqlite:///{file}").close()
    assert revision(file) == [(NEWEST,)]
    after = {name: read(file, f"SELECT {kept[name]} FROM {name}") for name in TABLES}
    assert after == before
    now = {name for (name,) in read(file, "SELECT name FROM sqlite_master WHERE type='index'")}
    assert now - indexes >= {"open_rounds_by_opener", "resting_rounds_by_opener"}
    assert indexes <= now


def test_seats_and_options_become_columns_and_no_text_keeps_an_id(file):
    before = {
        number: (json.loads(sitters), json.loads(options))
        for number, sitters, options in read(file, "SELECT id, sitters, table_options FROM rounds")
    }
    Storage.open(f"sqlite:///{file}").close()
    seats = read(file, 'SELECT round, seat, "user", level, accepted, "left", hints FROM seats')
    expected = [
        (
            number,
            seat,
            one["user"],
            one["level"],
            one["accepted"],
            one["left"],
            " ".join(map(str, one["hints"])) or None,
        )
        for number, (sitters, _) in before.items()
        for seat, one in enumerate(sitters)
    ]
    assert sorted(seats) == sorted(expected)
    hints = dict(read(file, "SELECT id, hints FROM rounds"))
    assert hints == {number: options.get("hints") for number, (_, options) in before.items()}
    assert not {"sitters", "table_options"} & set(columns_of(file, later=())["rounds"])
    users = {one["user"] for sitters, _ in before.values() for one in sitters} - {None}
    assert users
    assert not any(f'"user":{user},'.encode() in file.read_bytes() for user in users)


def test_who_won_is_told_by_the_share(file):
    Storage.open(f"sqlite:///{file}").close()
    won = read(file, "SELECT share, won FROM results")
    assert {(share, share == "1") for share, _ in won} == set(won)
    assert {share for share, _ in won} >= {"0", "1"}


def test_results_get_the_server_of_their_round(file):
    """Direct messages, and servers where the bot was a guest, are none."""
    first, second, *others = {row[0] for row in read(file, "SELECT round FROM results")}
    guest = """{"hints":"off","reach":"answers"}"""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE rounds SET guild = NULL WHERE id = ?", (first,))
        connection.execute("UPDATE rounds SET table_options = ? WHERE id = ?", (guest, second))
        connection.commit()
    Storage.open(f"sqlite:///{file}").close()
    servers = dict(read(file, "SELECT round, guild FROM results"))
    assert servers == {first: 0, second: 0, **dict.fromkeys(others, 1)}


def test_it_is_copied_first(file):
    Storage.open(f"sqlite:///{file}").close()
    copy = file.with_name(f"rounds.sqlite3.before-{NEWEST}")
    assert revision(copy) == [("0001",)]
    assert read(copy, "SELECT count(*) FROM rounds") == read(file, "SELECT count(*) FROM rounds")


def test_its_open_rounds_count(file):
    (opener, count), *_ = read(
        file,
        "SELECT opener, count(*) FROM rounds WHERE status IN ('waiting', 'playing') "
        "GROUP BY opener ORDER BY 2 DESC",
    )
    assert count > 1
    new = StoredRound(999, "nine", opener, (Seated(user=opener),), datetime(2026, 3, 1, tzinfo=UTC))
    with Storage.open(f"sqlite:///{file}") as storage:
        with pytest.raises(Refusal, match="open already"):
            storage.act(rounds.open_round, new, count)
        assert storage.act(rounds.open_round, new, count + 1).open


def test_members_of_a_database_without_rarest_hands_stand_as_they_did(tmp_path, maker):
    file = tmp_path / "rounds.sqlite3"
    with Storage.open(f"sqlite:///{file}") as storage:
        stored = storage.act(rounds.open_round, maker.begun())
        storage.act(rounds.save, replace(stored, status="closed"), maker.noon)
        storage.write(accounts.store, {stored.id: [seat_account(), seat_account()]})
        before = (
            storage.read(standings.of_member, 1, 100),
            storage.read(accounts.read_accounting, stored.id),
        )
    take_back(f"sqlite:///{file}", "0011")
    with Storage.open(f"sqlite:///{file}") as storage:
        assert standings_rebuild.count_all(storage) == 1
        after = (
            storage.read(standings.of_member, 1, 100),
            storage.read(accounts.read_accounting, stored.id),
        )
        assert after == before
        assert after[0]["dice-poker"].rarest is None


def test_best_totals_of_few_rounds_leave_the_leaderboards(tmp_path):
    file = tmp_path / "rounds.sqlite3"
    with (
        Storage.open(f"sqlite:///{file}") as storage,
        storage._held.transaction(reads=False) as connection,
    ):
        for user, rounds in ((100, 9), (200, 10)):
            values = standing_values(Standing(rounds=rounds, best=150)) | {"by_best": 150}
            key = {"guild": 1, "user": user, "game": "nine/alone", "period": "all", "span": ""}
            connection.execute(insert(standings_table).values(**key, **values))
    take_back(f"sqlite:///{file}", "0014")
    bring(file, "0015")
    assert read(file, "SELECT user, by_best FROM standings") == [(100, None), (200, 150)]


def test_an_attempt_at_a_day_goes_on_where_an_older_version_left_it(tmp_path):
    """A day is a set now: its attempts are read, played on and added up as they were."""
    file = tmp_path / "rounds.sqlite3"
    noon = datetime(2026, 1, 5, 12, tzinfo=UTC)
    with Storage.open(f"sqlite:///{file}") as storage:
        day = storage.write(daily_store.commit, noon.date(), bytes(32), noon)
        player = Player(day, plan_of(noon.date()))
        playing, judged = (
            storage.write(daily_store.begin, player.begin(member, 1, noon)) for member in (7, 8)
        )
        storage.write(daily_store.judge, judged, Judged((1.5, 2.0), ("good", "mistake")))
    take_back(f"sqlite:///{file}", "0017")
    assert "set_cards" not in str(read(file, "SELECT sql FROM sqlite_master"))
    with Storage.open(f"sqlite:///{file}") as storage:
        found = storage.read(daily_store.load_attempt, noon.date(), 7)
        assert found == playing
        shared = storage.read(daily_store.load_set, noon.date())
        assert shared == replace(day, game=None), "its column came later"
        play = found.play()
        action = play.game.advise(play.state, found.plan.seat)[0].action
        after = Player(shared, found.plan).act(found, 1, play.moment, action, noon)
        assert storage.write(daily_store.save, after).version == 2
    assert read(file, "SELECT given FROM daily_attempts ORDER BY id") == [(None,), (3.5,)]
