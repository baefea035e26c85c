"""`dice-poker recount` accounts for all rounds anew, and counts them again."""

from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from sqlite3 import connect

import pytest
from sqlalchemy import Engine, event

from bot.commands.maintenance import recount
from bot.statistics.account_making import accounts_of
from bot.statistics.store import accounts, standings, standings_rebuild
from bot.storage.database import Storage
from bot.table.store import account_queue
from rules import registry

FILE = Path("dice-poker.sqlite3")
URL = f"sqlite:///{FILE}"
COUNTED = ("standings",)


class KilledError(BaseException):
    """The process was killed."""


@contextmanager
def killed_at(number: int):
    """Kill the command before its commit of this number, counted from 0."""
    commits = count()

    def kill(connection):
        reads = connection.get_execution_options().get("reads")
        if not reads and next(commits) == number:
            raise KilledError

    event.listen(Engine, "commit", kill)
    try:
        yield
    finally:
        event.remove(Engine, "commit", kill)


def rows(*tables):
    """Return what some tables hold."""
    with closing(connect(FILE)) as database:
        return {one: sorted(database.execute(f"SELECT * FROM {one}"), key=str) for one in tables}


def write(*statements):
    with closing(connect(FILE)) as database, database:
        for statement in statements:
            database.execute(statement)


def account_waiting():
    """Account for the rounds that wait, as the bot does."""
    with Storage.open(URL) as storage:
        for round_id, _ in storage.read(account_queue.waiting, 99):
            made = recount.accounting(storage, round_id)
            storage.write(accounts.store, {round_id: made})


@pytest.mark.slow
def test_a_round_that_fails_keeps_its_accounting_and_stops_no_other(run, played, monkeypatch):
    account_waiting()
    before, real = rows("accounts", "decisions", *COUNTED), accounts_of

    def fail(given):
        if given.game.info.key == "nine":
            raise ValueError("no")
        return real(given)

    monkeypatch.setattr("bot.commands.maintenance.recount.accounts_of", fail)
    code, out, err = run("recount")
    assert (code, err) == (0, "")
    first, second, _ = out.splitlines()
    assert first.endswith(" cannot be accounted for: ValueError('no')")
    assert second == f"{len(registry.games())} rounds accounted for anew.", "one was left"
    assert rows("accounts", "decisions", *COUNTED) == before


def test_without_a_database_there_is_nothing_to_count(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = run("recount")
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1


@pytest.mark.slow
def test_every_accounting_is_replaced_and_all_rounds_are_counted_anew(run, played):
    account_waiting()
    exact = rows("accounts", "decisions")
    write(
        f"DELETE FROM steps WHERE round = {played['nine']}",
        "UPDATE accounts SET luck = 9, rarest = NULL",
        "DELETE FROM decisions WHERE number < 5",
        "UPDATE standings SET rounds = 77, rarest = 'unknown'",
    )
    code, out, err = run("recount")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        f"{len(registry.games())} rounds accounted for anew.",  # one more was left, one has no moves
        f"{len(registry.games()) + 1} rounds counted again.",
    ]
    again = rows("accounts", "decisions", *COUNTED)

    def but(row):
        return row[0] != played["nine"]

    for table in ("accounts", "decisions"):
        assert [*filter(but, again[table])] == [*filter(but, exact[table])]
    kept = [row for row in again["accounts"] if not but(row)]
    assert [row[7] for row in kept] == [9, 9]
    with Storage.open(URL) as storage:
        found = storage.read(standings.of_member, 7, 2**60)
        assert found[""].rounds == len(registry.games()) + 1  # the one that was left counts
        assert found["dice-poker"].rarest is not None


@pytest.fixture
def made(run, played, monkeypatch):
    """Account for three rounds, spoil what is stored; return what has to come out again."""
    known, three = {}, [played[one] for one in ("dice-poker", "six-card", "left")]
    for table, column in (
        ("steps", "round"),
        ("results", "round"),
        ("account_queue", "round"),
        ("rounds", "id"),
    ):
        write(f"DELETE FROM {table} WHERE {column} NOT IN ({', '.join(map(str, three))})")

    def once(given):
        key = (given.game.info.key, given.record, given.skill_ends, given.gone_from)
        if key not in known:
            known[key] = accounts_of(given)
        return known[key]

    monkeypatch.setattr("bot.commands.maintenance.recount.accounts_of", once)
    monkeypatch.setattr("bot.statistics.store.standings_rebuild.AT_ONCE", 2)
    account_waiting()
    with Storage.open(URL) as storage:
        storage.write(standings_rebuild.enter_all)
        standings_rebuild.count_all(storage)
    exact = rows("accounts", "decisions", "count_queue", "account_queue", "settings", *COUNTED)
    write("UPDATE accounts SET luck = 9", "UPDATE standings SET given = 9")
    return exact


@pytest.mark.slow
def test_it_may_be_killed_at_any_moment(run, made):
    """Nothing is lost or counted twice: a later call goes on, and so does the bot."""
    spoilt = FILE.read_bytes()
    for number in count():
        FILE.write_bytes(spoilt)
        try:
            with killed_at(number):
                run("recount")
        except KilledError:
            pass
        else:
            break
        killed = FILE.read_bytes()
        with Storage.open(URL) as storage:
            standings_rebuild.count_all(storage)
        numbers = {row[:4]: row[5] for row in rows("standings")["standings"]}
        assert numbers == {row[:4]: row[5] for row in made["standings"]}, number
        FILE.write_bytes(killed)
        run("recount")
        assert rows(*made) == made, number
    assert number >= 7  # three rounds anew, all entered, counted, the end noted
