"""Processes killed in the middle of acts: nothing reported is lost, and nothing is doubled."""

from __future__ import annotations

import sys
from datetime import UTC, datetime

import pytest
from sqlalchemy import create_engine, text

from bench import kill
from bench.direct import change_now
from bot.storage import Storage
from bot.table.pace import TimeLimits
from bot.table.use_cases import OpenRequest, Table
from rules.screen import Action
from simulated_luck import SeededLuck

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")


def test_twenty_kills_lose_and_double_nothing(tmp_path):
    """Two hundred are one command away: python bench/kill.py."""
    figures = kill.kill_again_and_again(f"sqlite:///{tmp_path / 'killed.sqlite3'}", 20)
    assert figures.kills == 20
    assert figures.reported > 50
    assert figures.finished > 0
    assert 0 <= figures.unreported <= 20 * 4
    assert (figures.refused, figures.again) == (0, 0)
    assert figures.proven == figures.rounds > 4


@pytest.mark.parametrize("two", ["split", "same"])
def test_two_processes_on_one_database_lose_and_double_nothing(tmp_path, two):
    """Both save the same rounds at the same time, or each those of its own servers."""
    figures = kill.kill_again_and_again(f"sqlite:///{tmp_path / 'killed.sqlite3'}", 6, two=two)
    assert figures.kills >= 6
    assert figures.reported > 5
    if two == "split":
        assert (figures.refused, figures.again) == (0, 0)


def test_a_database_that_holds_rounds_is_left_alone(tmp_path):
    _, url = two_rounds(tmp_path)
    with pytest.raises(AssertionError, match="holds rounds already"):
        kill.kill_again_and_again(url, 1)


@pytest.mark.parametrize(
    ("damage", "found"),
    [
        ("DELETE FROM steps WHERE round = 1 AND number = 3", "step 3 was reported"),
        ("UPDATE steps SET action = 'fly' WHERE round = 1 AND number = 3", "step 3 was reported"),
        ("DELETE FROM results WHERE round = 1", "has 0 results"),
        ("UPDATE rounds SET moment = moment + 1 WHERE id = 1", "is not at"),
        (
            "UPDATE rounds SET state = (SELECT state FROM rounds WHERE id = 2) WHERE id = 1",
            "does not replay",
        ),
        ("UPDATE rounds SET drawn = version + 1 WHERE id = 2", "a version it never had"),
    ],
)
def test_the_comparison_sees_what_is_wrong(tmp_path, damage, found):
    reports, url = two_rounds(tmp_path)
    assert kill.compare(url, reports) == 0
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text(damage))
    engine.dispose()
    with pytest.raises(AssertionError, match=found):
        kill.compare(url, reports)


def test_an_act_that_was_tried_may_be_stored_once(tmp_path):
    """Its child was killed before it could report the end: it is stored or not."""
    reports, url = two_rounds(tmp_path)
    del reports.done["1.0"]
    assert kill.compare(url, reports) == 1
    reports.add({"act": "more", "round": 2, "seat": 0, "action": "keep"})
    assert kill.compare(url, reports) == 1


def test_the_comparison_sees_acts_that_are_stored_too_often(tmp_path):
    reports, url = two_rounds(tmp_path)
    tried = reports.tried.pop("1.0")
    number = reports.done.pop("1.0")
    with pytest.raises(AssertionError, match="not tried so often"):
        kill.compare(url, reports)
    reports.tried["1.0"] = tried
    reports.refused.add("1.0")
    with pytest.raises(AssertionError, match="not tried so often"):
        kill.compare(url, reports)
    reports.refused.clear()
    reports.done["1.0"], reports.done["twice"], reports.tried["twice"] = number, number, tried
    with pytest.raises(AssertionError, match="but is None"):
        kill.compare(url, reports)


def two_rounds(folder):
    """Play two rounds of Dice Poker without a kill; return what a child would have reported."""
    url = f"sqlite:///{folder / 'whole.sqlite3'}"
    table, now, reports = Table(SeededLuck(5), TimeLimits()), datetime(2026, 1, 1, tzinfo=UTC), []
    with Storage.open(url) as storage:
        for channel in range(2):
            opening = OpenRequest("dice-poker", 11, channel, opponent=22)
            stored = storage.rounds.open(table.open(opening, now))
            stored = change_now(storage, stored.id, table.join(22, now))
            for seat, user in enumerate((22, 11)):
                act, number = f"{stored.id}.{seat}", stored.play.recorded + 1
                change = table.act(user, stored.moment, Action("keep"), now)
                stored = change_now(storage, stored.id, change)
                reports.append({"act": act, "round": stored.id, "seat": seat, "action": "keep"})
                reports.append({"act": act, "number": number, "again": 0})
    heard = kill.Reports()
    assert [heard.add(line) for line in reports] == [False, True] * 4
    return heard, url
