"""A process killed in the middle of acts: nothing that was reported is lost, nothing is doubled."""

from __future__ import annotations

import sys
from datetime import UTC, datetime

import pytest
from sqlalchemy import create_engine, text

from bench import kill
from bench.direct import change_now
from bot.storage import Storage
from bot.table.use_cases import OpenRequest, Table, TimeLimits
from rules.screen import Action
from simulated_luck import SeededLuck

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")


def test_twenty_kills_lose_and_double_nothing(tmp_path):
    """Two hundred are one command away: python bench/kill.py."""
    figures = kill.kill_again_and_again(tmp_path, 20)
    assert figures.kills == 20
    assert figures.reported > 50
    assert figures.finished > 0
    assert 0 <= figures.unreported <= 20


@pytest.mark.parametrize(
    ("damage", "found"),
    [
        ("DELETE FROM steps WHERE round = 1 AND number = 3", "has lost"),
        ("UPDATE steps SET action = 'fly' WHERE round = 1 AND number = 3", "has lost"),
        ("DELETE FROM results WHERE round = 1", "has 0 results"),
        ("UPDATE rounds SET moment = moment + 1 WHERE id = 1", "is not at"),
        (
            "UPDATE rounds SET state = (SELECT state FROM rounds WHERE id = 2) WHERE id = 1",
            "does not replay",
        ),
    ],
)
def test_the_comparison_finds_damage(tmp_path, damage, found):
    reported, url = a_round(tmp_path)
    kill._compare(url, reported, 0)
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text(damage))
    engine.dispose()
    with pytest.raises(AssertionError, match=found):
        kill._compare(url, reported, 0)


def test_the_comparison_finds_acts_that_were_not_reported(tmp_path):
    reported, url = a_round(tmp_path)
    with pytest.raises(AssertionError, match="never reported"):
        kill._compare(url, reported[1:], 0)
    with pytest.raises(AssertionError, match="said twice"):
        kill._compare(url, [*reported, reported[0]], 0)


def a_round(folder):
    """Play two rounds of Dice Poker without a kill; return what a child would have reported."""
    url = f"sqlite:///{folder / 'whole.sqlite3'}"
    table, now, reported = Table(SeededLuck(5), TimeLimits()), datetime(2026, 1, 1, tzinfo=UTC), []
    with Storage.open(url) as storage:
        for _ in range(2):
            opening = OpenRequest("dice-poker", 11, kill.CHANNEL, opponent=22)
            stored = storage.rounds.open(table.open(opening, now))
            stored = change_now(storage, stored.id, table.join(22, now))
            for seat, user in enumerate((22, 11)):
                number = stored.play.recorded + 1
                act = table.act(user, stored.moment, Action("keep"), now)
                stored = change_now(storage, stored.id, act)
                reported.append(
                    {"round": stored.id, "number": number, "seat": seat, "action": "keep"}
                )
    return reported, url
