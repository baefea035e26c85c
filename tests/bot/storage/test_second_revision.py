"""A made-up second revision goes through filled tables: rounds of every game play on after it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from textwrap import dedent
from unittest.mock import Mock

import pytest

from bot.storage import migrations
from bot.storage.database import Storage
from bot.storage.engine import address, engine_for
from bot.storage.inspection import inspect_database
from bot.storage.migrations import VERSIONS, migrate
from bot.table.closing import with_closer
from bot.table.players import Player
from bot.table.store import rounds
from results_counted import of_round
from rules import engine, registry

NEWEST = max(file.name[:5] for file in VERSIONS.glob("r*.py"))
MODERATOR = 1456074443980800006


class Killed(Exception):
    """Stands for the end of the process."""


@pytest.fixture
def folders(tmp_path):
    """Return the folders of all revisions, the next one of which goes through all rounds.

    It writes what each round says to a table, and rebuilds the rounds, to which others refer.
    """
    folder = tmp_path / "one more"
    folder.mkdir()
    (folder / "r9999_spoken.py").write_text(
        dedent(
            f"""
            import sqlalchemy as sa
            from alembic import op

            revision, down_revision = "r9999", "{NEWEST}"


            def upgrade():
                op.create_table(
                    "spoken", sa.Column("round", sa.BigInteger), sa.Column("language", sa.Text)
                )
                op.execute("INSERT INTO spoken SELECT id, language FROM rounds")
                with op.batch_alter_table("rounds", recreate="auto") as rounds:
                    rounds.add_column(sa.Column("note", sa.Text, server_default="none"))
                    rounds.alter_column("language", type_=sa.Text, existing_nullable=False)
            """
        )
    )
    return VERSIONS, folder


@pytest.fixture
def filled(url, maker):
    """Fill the tables: return the rounds, one of each game open."""
    table = []
    for channel, game in enumerate(registry.games().values(), 1):
        people = (Player(user=300, hinted=(1, 3), wins=2), Player(user=301, missed_turns=1))
        play = engine.begin(game, len(people), {}, maker.luck)
        begun = maker.begun(
            channel=channel, game=game.info.key, play=play, players=people, language="ro"
        )
        table.append(begun)
    table.append(maker.lobby(channel=20, guild=None))
    table.append(maker.begun(channel=21))
    table.append(maker.begun(channel=22))
    with Storage.open(url) as storage:
        stored = [storage.write(rounds.open_round, one) for one in table]
        over = stored[-2]
        while over.status == "playing":
            over = storage.write(rounds.save, maker.acted(over), maker.noon)
        closed = with_closer(stored[-1], MODERATOR).ended_as("closed")
        storage.write(rounds.save, closed, maker.noon)
        return [storage.read(rounds.load, one.id) for one in stored]


def opened(url):
    """Open a database that the made-up revision has changed."""
    return Storage(engine_for(address(url)))


def known_of(url, filled):
    """Return all that is known of the rounds: themselves, their records and results."""
    known = (rounds.load, rounds.record, of_round)
    with opened(url) as storage:
        return [[storage.read(one, stored.id) for one in known] for stored in filled]


def revision_of(engine):
    with engine.connect() as connection:
        return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()


def migrate_killed(made, folders):
    """Let the process end before the migration is committed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(migrations, "_check_keys", Mock(side_effect=Killed))
        with pytest.raises(Killed):
            migrate(made, folders)


def test_killed_it_has_changed_nothing_and_then_every_round_is_what_it_was(url, filled, folders):
    before = known_of(url, filled)
    made = engine_for(address(url))
    migrate_killed(made, folders)
    assert revision_of(made) == NEWEST
    migrate(made, folders)
    assert revision_of(made) == "r9999"
    with made.connect() as connection:
        written = connection.exec_driver_sql("SELECT * FROM spoken ORDER BY 1").all()
        assert written == [(one.id, one.language) for one in filled]
        notes = connection.exec_driver_sql("SELECT note FROM rounds").scalars().all()
        assert notes == ["none"] * len(filled)
    made.dispose()
    assert known_of(url, filled) == before


def test_an_open_round_of_every_game_is_played_to_its_end(url, filled, folders, maker):
    made = engine_for(address(url))
    migrate(made, folders)
    made.dispose()
    playing = [one for one in filled if one.status == "playing"]
    assert {one.game for one in playing} == {*registry.games()}
    with opened(url) as storage:
        for one in playing:
            stored = storage.read(rounds.load, one.id)
            while stored.status == "playing":
                stored = storage.write(rounds.save, maker.acted(stored), maker.noon)
                assert storage.read(rounds.load, stored.id) == stored
            assert storage.read(of_round, stored.id)
            record = storage.read(rounds.record, stored.id)
            again = engine.replay(stored.play.game, len(stored.players), stored.options, record)
            assert replace(again, steps=()) == replace(stored.play, steps=())


def test_the_copy_is_that_of_the_database_before_it_began(
    sqlite_url, sqlite_storage, tmp_path, folders, maker
):
    sqlite_storage.write(rounds.open_round, maker.lobby())
    made = engine_for(address(sqlite_url))
    migrate_killed(made, folders)
    (copy,) = tmp_path.glob("rounds.sqlite3.before-*")
    written = copy.read_bytes()
    migrate(made, folders)
    made.dispose()
    assert copy.read_bytes() == written
    assert inspect_database(f"sqlite:///{copy}").state == "newest"
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT language FROM rounds").fetchall() == [("en",)]
