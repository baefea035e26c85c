"""Processes killed in the middle of acts: nothing reported is lost, and nothing is doubled."""

from __future__ import annotations

import sys
from datetime import UTC, datetime

import pytest
from sqlalchemy import create_engine, text

from bench import kill
from bench.direct import change_now
from bot.storage.database import Storage
from bot.table.pace import TimeLimits
from bot.table.store import rounds
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
    assert figures.taken_back > 0
    assert figures.thinking > 0, "some while a perfect computer's move was under way"
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
    del reports.done["0"]
    assert kill.compare(url, reports) == 1
    reports.add({"act": "more", "round": 2, "seat": 0, "action": "keep"})
    assert kill.compare(url, reports) == 1


def test_a_choice_that_was_taken_back_is_an_act(tmp_path):
    """Its step is known by its number; without it, what was taken back counts again."""
    reports, url = two_rounds(tmp_path, taken_back=True)
    assert kill.compare(url, reports) == 0
    (name,) = [name for name, tried in reports.tried.items() if tried[2] == kill.TAKE_BACK]
    number = reports.done.pop(name)
    assert kill.compare(url, reports) == 1
    reports.done[name] = number
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text(f"DELETE FROM steps WHERE round = 2 AND number = {number}"))
    engine.dispose()
    with pytest.raises(AssertionError, match=f"step {number} was reported as .*take back"):
        kill.compare(url, reports)


def test_the_comparison_sees_acts_that_are_stored_too_often(tmp_path):
    reports, url = two_rounds(tmp_path)
    tried = reports.tried.pop("0")
    number = reports.done.pop("0")
    with pytest.raises(AssertionError, match="not tried so often"):
        kill.compare(url, reports)
    reports.tried["0"] = tried
    reports.refused.add("0")
    with pytest.raises(AssertionError, match="not tried so often"):
        kill.compare(url, reports)
    reports.refused.clear()
    reports.done["0"], reports.done["twice"], reports.tried["twice"] = number, number, tried
    with pytest.raises(AssertionError, match="but is None"):
        kill.compare(url, reports)


def two_rounds(folder, *, taken_back=False):
    """Play two rounds of Dice Poker without a kill; return what a child would have reported.

    In the second one the first choice is taken back, and made again, if asked for.
    """
    url = f"sqlite:///{folder / 'whole.sqlite3'}"
    table, now, reports = Table(SeededLuck(5), TimeLimits()), datetime(2026, 1, 1, tzinfo=UTC), []

    def do(storage, stored, seat, action, change):
        act, number = f"{len(reports)}", stored.play.recorded + 1
        stored = change_now(storage, stored.id, change)
        reports.append({"act": act, "round": stored.id, "seat": seat, "action": action})
        reports.append({"act": act, "number": number, "again": 0})
        return stored

    with Storage.open(url) as storage:
        for channel in range(2):
            options = {"take_back": "on"}
            opening = OpenRequest("dice-poker", 11, channel, opponent=22, table_options=options)
            stored = storage.write(rounds.open_round, table.open(opening, now))
            stored = change_now(storage, stored.id, table.join(22, now))
            users = (22, 22, 11) if taken_back and channel else (22, 11)
            for turn, user in enumerate(users):
                keep = table.act(user, stored.moment, Action("keep"), now)
                stored = do(storage, stored, int(user == 11), "keep", keep)
                if turn == 0 and len(users) > 2:
                    record = storage.read(rounds.record, stored.id)
                    back = table.take_back(user, stored.moment, record, now)
                    stored = do(storage, stored, 0, kill.TAKE_BACK, back)
    heard = kill.Reports()
    ended = [heard.add(line) for line in reports]
    assert ended == [False, True] * (len(reports) // 2)
    return heard, url
