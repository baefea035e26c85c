"""`dice-poker analyse` accounts for rounds of a time before there was any accounting, or anew."""

from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from sqlite3 import connect

import pytest
from sqlalchemy import Engine, event

from bot.statistics.account_making import accounts_of
from bot.statistics.store import standings
from bot.storage.database import Storage
from rules import registry

FILE = Path("dice-poker.sqlite3")
URL = f"sqlite:///{FILE}"
COUNTED = ("standings", "opponents", "mistakes")


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


@pytest.fixture
def old(played):
    """Let the rounds be those of an earlier version: none of them waits."""
    write("DELETE FROM account_queue")
    return played


def test_old_rounds_are_accounted_for_once(run, old):
    exact = sum(game.exact is not None for game in registry.games().values())
    code, out, err = run("analyse")
    assert (code, err) == (0, "")
    assert out == f"{exact + 1} rounds accounted for.\n"  # one more was left
    assert run("analyse") == (0, "0 rounds accounted for.\n", "")
    with Storage.open(URL) as storage:
        found = storage.read(standings.of_member, 7, 2**60)
        assert {*found} == {"", *registry.games()}
        before = found[""]
    code, out, _ = run("analyse", "--count-again")
    assert out.splitlines()[-1] == f"{len(registry.games()) + 1} rounds counted again."
    with Storage.open(URL) as storage:
        assert storage.read(standings.of_member, 7, 2**60)[""].sums.given == pytest.approx(
            before.sums.given
        )


def test_a_round_that_fails_keeps_no_other_from_its_accounting(run, old, monkeypatch):
    """It counts by its result alone."""
    real = accounts_of

    def fail(game, *args):
        if game.info.key == "nine":
            raise ValueError("no")
        return real(game, *args)

    monkeypatch.setattr("bot.commands.maintenance.analyse.accounts_of", fail)
    code, out, err = run("analyse")
    assert (code, err) == (0, "")
    first, last = out.splitlines()
    assert first.endswith(" cannot be accounted for: ValueError('no')")
    assert (
        last
        == f"{sum(game.exact is not None for game in registry.games().values())} rounds accounted for."
    )
    assert run("analyse") == (0, "0 rounds accounted for.\n", "")
    with Storage.open(URL) as storage:
        found = storage.read(standings.of_member, 7, 2**60)["nine"]
        assert (found.rounds, found.skill_rounds) == (1, 0)


def test_without_a_database_there_is_nothing_to_analyse(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = run("analyse")
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1


def test_again_replaces_every_accounting_and_counts_all_anew(run, played):
    run("analyse")
    exact = rows("accounts", "decisions")
    write(
        f"DELETE FROM steps WHERE round = {played['nine']}",
        "UPDATE accounts SET luck = 9, rarest = NULL",
        "DELETE FROM decisions WHERE number < 5",
        "UPDATE standings SET rounds = 77, rarest = 'unknown'",
        "DELETE FROM mistakes",
    )
    code, out, err = run("analyse", "--again")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "0 rounds accounted for.",
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
        assert found[""].rounds == len(registry.games())  # nobody chose in the one that was left
        assert found["dice-poker"].rarest is not None
        assert storage.read(standings.mistake, 7, 2**60, "dice-poker") is not None


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

    def once(game, options, record, ends, gone):
        key = (game.info.key, record, ends, gone)
        if key not in known:
            known[key] = accounts_of(game, options, record, ends, gone)
        return known[key]

    monkeypatch.setattr("bot.commands.maintenance.analyse.accounts_of", once)
    monkeypatch.setattr("bot.statistics.store.standings_rebuild.AT_ONCE", 2)
    run("analyse", "--count-again")
    exact = rows("accounts", "decisions", "count_queue", "account_queue", "settings", *COUNTED)
    write("UPDATE accounts SET luck = 9", "UPDATE standings SET given = 9")
    return exact


def test_again_may_be_killed_at_any_moment(run, made):
    """Nothing is lost or counted twice: a later call goes on, and so does the bot."""
    spoilt = FILE.read_bytes()
    for number in count():
        FILE.write_bytes(spoilt)
        try:
            with killed_at(number):
                run("analyse", "--again")
        except KilledError:
            pass
        else:
            break
        killed = FILE.read_bytes()
        run("analyse")
        numbers = {row[:4]: row[5] for row in rows("standings")["standings"]}
        assert numbers == {row[:4]: row[5] for row in made["standings"]}, number
        FILE.write_bytes(killed)
        run("analyse", "--again")
        assert rows(*made) == made, number
    assert number >= 7  # three rounds anew, all entered, counted, the end noted
