"""Databases are brought to the newest revision, and an old file is copied first."""

import ast
import re
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from textwrap import dedent

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine
from sqlalchemy.exc import OperationalError

from bot.commands.maintenance.copies import put_in_place
from bot.storage.database import Storage
from bot.storage.engine import address, engine_for, file_of
from bot.storage.errors import TooNew, TooOld
from bot.storage.inspection import inspect_database
from bot.storage.migrations import VERSIONS, is_newest, migrate
from bot.storage.schema import IS_OPEN, IS_SUCCESSOR, metadata
from bot.table.store import rounds
from bot.table.stored_round import ABANDONED_LOBBY, OPEN
from empty_database import fill_empty_schema
from kept_versions import read_database
from syntax_trees import tree_of

FIRST = Path(__file__).parents[1] / "versions" / "1.0.0"

NEWEST = max(file.name[:5] for file in VERSIONS.glob("r*.py"))


@pytest.fixture
def engine(url):
    made = engine_for(address(url))
    yield made
    made.dispose()


@pytest.fixture
def next_version(tmp_path) -> Path:
    """Write a folder with one more revision, which rebuilds a table that others refer to."""
    folder = tmp_path / "one more: 100% new"
    folder.mkdir()
    (folder / "r9999_notes.py").write_text(
        dedent(
            f"""
            import sqlalchemy as sa
            from alembic import op

            revision, down_revision = "r9999", "{NEWEST}"


            def upgrade():
                with op.batch_alter_table("rounds", recreate="auto") as rounds:
                    rounds.add_column(sa.Column("note", sa.Text, server_default="none"))
                    rounds.alter_column("language", type_=sa.Text, existing_nullable=False)
            """
        )
    )
    return folder


def files(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir() if file.is_file()}


def revision_of(engine) -> str:
    with engine.connect() as connection:
        return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()


def test_an_empty_database_gets_the_tables_of_the_schema(engine):
    migrate(engine)
    assert revision_of(engine) == NEWEST
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


def test_a_schema_filled_for_a_test_is_a_migrated_one(postgres_url):
    fill_empty_schema(postgres_url)
    engine = create_engine(address(postgres_url))
    with engine.begin() as connection:  # the first schema of a process is migrated, this one is not
        metadata.drop_all(connection)
        connection.exec_driver_sql("DROP TABLE alembic_version")
    fill_empty_schema(postgres_url)
    assert is_newest(engine)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_migrated_tables_are_the_schema_to_the_letter(sqlite_url):
    """Conditions of indexes and constraints too, which Alembic does not compare."""

    def written(engine):
        with engine.connect() as connection:
            made = connection.exec_driver_sql(
                "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"
            ).all()
        engine.dispose()
        return {name: lines(sql) for name, sql in made if name != "alembic_version"}

    def lines(sql):
        """Return what a statement consists of; a column added later stands on another line."""
        return sorted(filter(None, map(str.strip, re.findall(r"[^\n\t,]+", sql))))

    migrated, created = engine_for(address(sqlite_url)), create_engine("sqlite://")
    migrate(migrated)
    with created.begin() as connection:
        metadata.create_all(connection)
        plain = connection.exec_driver_sql(
            "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"
        ).all()
    created.dispose()
    expected = {name: lines(sql) for name, sql in plain}
    assert written(migrated) == expected
    migrated.dispose()
    assert len(expected) >= 6 + 8


@pytest.mark.parametrize("file", sorted(VERSIONS.glob("r*.py")), ids=lambda file: file.name[:5])
def test_a_revision_imports_nothing_that_changes_later(file):
    """Of the bot only the revisions before it, which are not edited either."""
    imported = {
        name
        for node in ast.walk(tree_of(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in _modules_of(node)
        if name.partition(".")[0] in {"bot", "rules"}
    }
    assert imported <= {f"bot.storage.migrations.versions.{one.stem}" for one in _before(file)}


def _modules_of(node: ast.Import | ast.ImportFrom) -> list[str]:
    """Return the modules, or the names in them, that a statement imports."""
    if isinstance(node, ast.Import):
        return [one.name for one in node.names]
    return [f"{node.module}.{one.name}" for one in node.names]


def _before(file: Path) -> list[Path]:
    """Return the files of the revisions before one."""
    return [one for one in VERSIONS.glob("r*.py") if one.name < file.name]


def test_a_new_database_leaves_no_backup(sqlite_url, tmp_path):
    Storage.open(sqlite_url).close()
    Storage.open(sqlite_url).close()
    assert files(tmp_path) == {"rounds.sqlite3"}


def test_an_existing_database_keeps_its_rounds(url, maker, engine, next_version):
    with Storage.open(url) as storage:
        stored = storage.write(rounds.open_round, maker.begun())
        record = storage.read(rounds.record, stored.id)
        migrate(engine, (VERSIONS, next_version))
        assert storage.read(rounds.load, stored.id) == stored
        assert storage.read(rounds.record, stored.id) == record
    assert revision_of(engine) == "r9999"
    with engine.connect() as connection:
        notes = connection.exec_driver_sql("SELECT note FROM rounds").scalars().all()
    assert notes == ["none"]


def test_sqlite_is_copied_before_it_is_migrated(sqlite_url, tmp_path, maker, next_version):
    engine = engine_for(address(sqlite_url))
    with Storage.open(sqlite_url) as storage:  # still open: part of it is in the log only
        stored = storage.write(rounds.open_round, maker.begun())
        migrate(engine, (VERSIONS, next_version))
    engine.dispose()
    (backup,) = tmp_path.glob("rounds.sqlite3.before-r9999-????????-??????")
    assert files(tmp_path) == {"rounds.sqlite3", backup.name}
    with Storage.open(f"sqlite:///{backup}") as storage:
        assert storage.read(rounds.load, stored.id) == stored


def test_the_copy_made_before_2_0_0_is_the_database_of_1_0_0(sqlite_url, tmp_path):
    """So 1.0.0 works with it again."""
    read_database(FIRST, sqlite_url)
    with closing(sqlite3.connect(file_of(address(sqlite_url)))) as connection:
        was = [*connection.iterdump()]
    Storage.open(sqlite_url).close()
    (copy,) = tmp_path.glob("rounds.sqlite3.before-r0002-*")
    with closing(sqlite3.connect(copy)) as connection:
        assert [*connection.iterdump()] == was
        assert connection.execute("SELECT * FROM alembic_version").fetchall() == [("r0001",)]


def test_what_went_is_told_once_in_the_log(url, caplog):
    """After the upgrade, and not at the second start."""
    caplog.set_level("INFO", "bot")
    read_database(FIRST, url)
    caplog.clear()
    for told in (1, 0):
        Storage.open(url).close()
        lines = [line for line in caplog.messages if "deleted are ratings" in line]
        assert len(lines) == told
        assert all("rounds, results, settings, bars and days are kept" in line for line in lines)
        caplog.clear()


def test_of_a_new_database_nothing_went(engine, caplog):
    caplog.set_level("INFO", "bot")
    migrate(engine)
    assert caplog.messages == [f"database migrated from revision none to {NEWEST}"]


def test_a_second_migration_leaves_the_copy_of_the_first_as_it_is(
    sqlite_url, tmp_path, maker, next_version
):
    """One that was interrupted makes no second copy of the same content."""
    pattern = "rounds.sqlite3.before-r9999-????????-??????"
    file = next(next_version.iterdir())
    good = file.read_text()
    with Storage.open(sqlite_url) as storage:
        storage.write(rounds.open_round, maker.begun())
    engine = engine_for(address(sqlite_url))
    for text in (f"{good}    op.execute('SELECT * FROM nowhere')\n",) * 2 + (good,):
        file.write_text(text)
        with suppress(OperationalError):
            migrate(engine, (VERSIONS, next_version))
    assert revision_of(engine) == "r9999"
    engine.dispose()
    (first,) = tmp_path.glob(pattern)
    content = first.read_bytes()
    put_in_place(sqlite_url, first, datetime(2026, 11, 21, tzinfo=UTC))
    with Storage.open(sqlite_url) as storage:
        storage.write(rounds.open_round, maker.begun(channel=11))
    migrate(engine, (VERSIONS, next_version))
    engine.dispose()
    assert len([*tmp_path.glob(pattern)]) == 2
    assert first.read_bytes() == content


def test_a_migration_that_fails_leaves_the_database_as_it_was(url, engine, maker, next_version):
    file = next(next_version.iterdir())
    file.write_text(file.read_text() + "    op.execute('SELECT * FROM nowhere')\n")
    with Storage.open(url) as storage:
        stored = storage.write(rounds.open_round, maker.begun())
    with pytest.raises(Exception, match="nowhere"):
        migrate(engine, (VERSIONS, next_version))
    assert revision_of(engine) == NEWEST
    with Storage.open(url) as storage:
        assert storage.read(rounds.load, stored.id) == stored
    with engine.connect() as connection, pytest.raises(Exception, match="note"):
        connection.exec_driver_sql("SELECT note FROM rounds")


def test_foreign_keys_are_watched_again_after_a_migration(sqlite_url, maker, next_version):
    engine = engine_for(address(sqlite_url))
    migrate(engine, (VERSIONS, next_version))
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
    engine.dispose()


def test_a_database_of_a_newer_version_is_left_alone(url, engine, next_version):
    migrate(engine, (VERSIONS, next_version))
    with pytest.raises(TooNew) as fault:
        Storage.open(url)
    assert "its revision r9999 is unknown here" in str(fault.value)
    assert revision_of(engine) == "r9999"


def test_a_database_from_before_the_first_release_is_refused(url, engine):
    """Its revisions were bare numbers; one was killed in the middle of a migration."""
    migrate(engine)
    for before in ("0001", "0024", "0018-3"):
        with engine.begin() as connection:
            connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{before}'")
        for refuse in (Storage.open, Storage.open_existing, inspect_database):
            with pytest.raises(TooOld) as fault:
                refuse(url)
            sentence = str(fault.value)
            assert "is from before version 1.0.0 of this bot and cannot be read" in sentence
            assert "name another database in DATABASE_URL" in sentence
        assert revision_of(engine) == before


def test_partial_indexes_are_partial_on_postgresql_too(postgres_url):
    engine = create_engine(address(postgres_url))
    migrate(engine)
    with engine.connect() as connection:
        made = dict(
            connection.exec_driver_sql(
                "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = current_schema()"
            ).all()
        )
    engine.dispose()
    partial = {
        index.name
        for table in metadata.tables.values()
        for index in table.indexes
        if index.dialect_options["sqlite"]["where"] is not None
    }
    assert len(partial) > 10
    assert {name for name, sql in made.items() if " WHERE " in sql} == partial


def test_the_conditions_of_indexes_name_the_statuses_of_the_table():
    open_ones, abandoned = (", ".join(map(repr, one)) for one in (OPEN, ABANDONED_LOBBY))
    assert str(IS_OPEN) == f"status IN ({open_ones})"
    assert str(IS_SUCCESSOR) == f"status NOT IN ({abandoned})"
