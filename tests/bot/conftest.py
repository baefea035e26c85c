"""A database for each test: a file of SQLite and, where TEST_DATABASE_URL is set, PostgreSQL."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import create_engine, make_url

from bot.storage.database import Storage
from bot.storage.engine import address
from bot.storage.thread import StorageThread
from bot.table.players import Player, Players
from bot.table.stored_round import Deadline, DiscordPlace, StoredRound
from empty_database import fill_empty_schema, write_empty_database
from rules import engine, registry
from simulated_luck import SeededLuck
from statements_sent import after_each_statement

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


class Maker:
    """Makes rounds and continues them, as `bot.table` does."""

    noon = NOON

    def __init__(self) -> None:
        self.luck = SeededLuck(7)

    def lobby(self, **parts: Any) -> StoredRound:
        """Return a challenge that waits for its opponent.

        `parts` are fields of a round, or of one of its small values.
        """
        made = StoredRound(
            place=DiscordPlace(channel=10, guild=1),
            game="dice-poker",
            opener=100,
            players=Players((Player(user=100), Player(user=200, accepted=False))),
            opened=NOON,
            deadline=Deadline(NOON + timedelta(minutes=10)),
        )
        return _with(made, parts)

    def begun(self, **parts: Any) -> StoredRound:
        """Return a round of Dice Poker in which the dealer selects."""
        play = engine.begin(registry.game("dice-poker"), 2, {}, self.luck)
        made = self.lobby(
            status="playing",
            players=(Player(user=100), Player(user=200)),
            remind_at=NOON + timedelta(minutes=1),
            play=play,
        )
        return _with(made, parts)

    def acted(self, stored: StoredRound) -> StoredRound:
        """Return the round after a random action of the awaited seat."""
        assert stored.play is not None
        seat = stored.play.awaits.seats[0]
        action = self.luck.random.choice(stored.play.game.legal(stored.play.state, seat))
        after = engine.act(stored.play, seat, action, self.luck)
        stored = replace(stored, play=after)
        return stored.ended_as("over") if after.over is not None else stored


def _with(made: StoredRound, parts: dict[str, Any]) -> StoredRound:
    """Return a round with changed parts: `channel` is the one of its place."""
    own = dict(parts)
    for name in ("place", "terms", "deadline", "turns", "end"):
        value = own.get(name, getattr(made, name))
        names = [field.name for field in fields(value) if field.name in own]
        own[name] = replace(value, **{name: own.pop(name) for name in names})
    return replace(made, **{**own, "players": Players(own.get("players", made.players))})


@pytest.fixture
def maker() -> Maker:
    return Maker()


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'rounds.sqlite3'}"


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """Make an empty schema in the database of TEST_DATABASE_URL; drop it after the test."""
    given = os.environ.get("TEST_DATABASE_URL")
    if not given:
        pytest.skip("TEST_DATABASE_URL is not set")
    schema = f"test_{uuid4().hex}"
    admin = create_engine(address(given), isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.exec_driver_sql(f"CREATE SCHEMA {schema}")
    yield (
        address(given)
        .update_query_dict({"options": f"-csearch_path={schema}"})
        .render_as_string(hide_password=False)
    )
    with admin.connect() as connection:
        connection.exec_driver_sql(f"DROP SCHEMA {schema} CASCADE")
    admin.dispose()


@pytest.fixture(params=["sqlite_url", "postgres_url"], ids=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    """Return the address of an empty database."""
    address: str = request.getfixturevalue(request.param)
    return address


@pytest.fixture
def storage(url: str) -> Iterator[Storage]:
    file = make_url(url).database
    if url.startswith("sqlite") and file:
        write_empty_database(Path(file))
    else:
        fill_empty_schema(url)
    with Storage.open(url) as opened:
        yield opened


@pytest.fixture
def thread(storage: Storage) -> Iterator[StorageThread]:
    opened = StorageThread(storage)
    yield opened
    opened.close()


@pytest.fixture
def statements() -> Callable[[], AbstractContextManager[list[str]]]:
    """Return a context manager that lists the SQL sent within it."""

    @contextmanager
    def listening() -> Iterator[list[str]]:
        sent: list[str] = []
        with after_each_statement(lambda statement, _: sent.append(statement)):
            yield sent

    return listening


@pytest.fixture
def sql(storage: Storage) -> Callable[[str], list[tuple[Any, ...]]]:
    """Send a statement to the database without the storage's own functions."""

    def send(statement: str) -> list[tuple[Any, ...]]:
        with storage._engine.begin() as connection:
            sent = connection.exec_driver_sql(statement)
            return [tuple(row) for row in sent] if sent.returns_rows else []

    return send


@pytest.fixture
def sqlite_storage(sqlite_url: str, tmp_path: Path) -> Iterator[Storage]:
    """Open an empty database of SQLite, whatever else is tested."""
    write_empty_database(tmp_path / "rounds.sqlite3")
    with Storage.open(sqlite_url) as opened:
        yield opened
