"""What a failing statement logs holds no hidden hand, and what is stored is its owner's alone."""

import json
import logging
import os
import sys
import traceback
from dataclasses import replace
from pathlib import Path

import pytest

from bot.storage.database import Storage
from bot.storage.engine import address, engine_for
from bot.storage.errors import StorageFailed, StorageFault
from bot.storage.migrations import VERSIONS, migrate
from bot.table.store import deadlines, rounds, rows

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="modes are those of POSIX")


def mode(file: Path) -> int:
    return file.stat().st_mode & 0o777


@pytest.fixture
def open_umask():
    """A host whose new files everybody may read."""
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.parametrize("before", ["nothing", "a readable database", "with its log"])
def test_the_database_is_readable_by_its_owner_alone(tmp_path, open_umask, maker, before):
    file = tmp_path / "rounds.sqlite3"
    url = f"sqlite:///{file}"
    beside = [file, file.with_name("rounds.sqlite3-wal"), file.with_name("rounds.sqlite3-shm")]
    if before == "a readable database":
        Storage.open(url).close()
        file.chmod(0o644)
    other = Storage.open(url) if before == "with its log" else None
    if other:
        other.write(rounds.open_round, maker.begun())
        for each in beside:
            each.chmod(0o666)
    with Storage.open(url) as storage:
        storage.write(rounds.open_round, maker.begun(channel=11))
        assert [mode(each) for each in beside] == [0o600] * 3
    if other:
        other.close()


def test_the_backup_before_a_migration_is_readable_by_its_owner_alone(tmp_path, open_umask):
    file = tmp_path / "rounds.sqlite3"
    head = max(one.name[:5] for one in VERSIONS.glob("r*.py"))
    (tmp_path / "r9999_nothing.py").write_text(
        f"revision, down_revision = 'r9999', '{head}'\ndef upgrade():\n    pass\n"
    )
    unfinished = file.with_name("rounds.sqlite3.before-r9999.unfinished")
    unfinished.touch(0o666)  # left over by a crash
    engine = engine_for(address(f"sqlite:///{file}"))
    migrate(engine)
    migrate(engine, (VERSIONS, tmp_path))
    engine.dispose()
    (backup,) = tmp_path.glob("*.before-*")
    assert mode(backup) == 0o600
    assert not unfinished.exists()


HARM = {
    "constraint": "CREATE UNIQUE INDEX odd ON rounds (language)",
    "missing column": "ALTER TABLE rounds RENAME COLUMN moment TO odd",
}
HARM_OF_SQLITE = {
    "trigger": "CREATE TRIGGER odd BEFORE UPDATE ON rounds BEGIN SELECT RAISE(ABORT, 'odd'); END",
}
HARM_OF_POSTGRES = {
    "check": "ALTER TABLE rounds ADD CONSTRAINT odd CHECK (version < 2)",
    "not null": "ALTER TABLE rounds ADD CONSTRAINT odd CHECK (deadline IS NULL) NOT VALID",
    "type": "ALTER TABLE rounds ALTER COLUMN language TYPE varchar(1) USING 'e'",
}


@pytest.mark.parametrize("harm", [*HARM, *HARM_OF_SQLITE, *HARM_OF_POSTGRES])
def test_a_failing_update_logs_no_hidden_hand(storage, maker, sql, harm, caplog):
    """PostgreSQL repeats a row that it refuses, with the hands in it."""
    sqlite = storage._engine.dialect.name == "sqlite"
    own = HARM_OF_SQLITE if sqlite else HARM_OF_POSTGRES
    statement = {**HARM, **own}.get(harm)
    if statement is None:
        pytest.skip("another database")
    storage.write(rounds.open_round, maker.begun(channel=11, language="ro"))
    stored = storage.write(rounds.open_round, maker.begun())
    sql(statement)
    after = replace(maker.acted(stored), language="ro")
    values = [value for value in rows.update_values(after).values() if isinstance(value, str)]
    hidden = [value for value in values if value.startswith(("{", "["))]
    assert len(hidden) >= 2
    try:
        storage.write(rounds.save, after)
    except Exception as error:
        logging.getLogger("test").exception("an answer failed")
        told = caplog.text + "".join(traceback.format_exception(error)) + repr(error)
    else:
        pytest.fail("the update was to fail")
    for value in hidden:
        assert value not in told
        for face in json.dumps(json.loads(value)).split('"'):
            assert len(face) < 12 or face not in told
    assert "UPDATE" in told
    assert "[parameters" not in told


def test_a_failing_database_is_told_without_its_password(postgres_url):
    with Storage.open(postgres_url) as storage:
        storage.read(deadlines.undrawn)
        with pytest.raises(StorageFailed) as caught:
            storage.read(lambda held: held.driver.close() or deadlines.undrawn(held))
    password = address(postgres_url).password or "no password is set"
    shown = "".join(traceback.format_exception(caught.value))
    assert f":{password}@" not in shown
    assert "search_path" not in str(caught.value)


def test_no_log_tells_a_password(postgres_url, caplog):
    """At DEBUG the libraries tell of each connection."""
    caplog.set_level(logging.DEBUG)
    for name in ("sqlalchemy.engine", "sqlalchemy.pool", "psycopg"):
        caplog.set_level(logging.DEBUG, logger=name)
    url = address(postgres_url)
    given = url.render_as_string(hide_password=False)
    with Storage.open(given) as storage:
        storage.read(deadlines.undrawn)
    for other in ({"password": "secret-word"}, {"database": "none"}, {"port": 1}):
        with pytest.raises(StorageFault):
            Storage.open(url.set(**other).render_as_string(hide_password=False))
    assert len(caplog.records) > 10
    assert "secret-word" not in caplog.text
    assert f":{url.password}@" not in caplog.text
    assert f"password={url.password}" not in caplog.text
