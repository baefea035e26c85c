"""`dice-poker analyse` accounts for rounds of a time before there was any accounting."""

from contextlib import closing
from sqlite3 import connect

import pytest

from bot.storage import Storage
from rules import registry

URL = "sqlite:///dice-poker.sqlite3"


@pytest.fixture
def old(played):
    """Let the rounds be those of an earlier version: none of them waits."""
    with closing(connect("dice-poker.sqlite3")) as database, database:
        database.execute("DELETE FROM account_queue")
    return played


def test_old_rounds_are_accounted_for_once(run, old):
    exact = sum(game.advise is not None for game in registry.games().values())
    code, out, err = run("analyse")
    assert (code, err) == (0, "")
    assert out == f"{exact + 1} rounds accounted for.\n"  # one more was left
    assert run("analyse") == (0, "0 rounds accounted for.\n", "")
    with Storage.open(URL) as storage:
        found = storage.standings.of_member(7, 2**60)
        assert {*found} == {"", *registry.games()}
        before = found[""]
    code, out, _ = run("analyse", "--count-again")
    assert out.splitlines()[-1] == f"{len(registry.games()) + 1} rounds counted again."
    with Storage.open(URL) as storage:
        assert storage.standings.of_member(7, 2**60)[""].sums.given == pytest.approx(
            before.sums.given
        )


def test_without_a_database_there_is_nothing_to_analyse(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = run("analyse")
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1
