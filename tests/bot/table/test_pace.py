"""The pace of a table: its deadlines, its reminders, what the board says of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.language.render import PlainRenderer, render
from bot.table.frame import frame
from bot.table.pace import TimeLimits
from bot.table.use_cases import OpenRequest
from fair_rounds import reserved
from rules.errors import BadOption

ANA, BOGDAN = 1, 2
NOW = datetime(2026, 1, 1, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def opened(table, game="dice-poker", **changes):
    options = {"pace": changes.pop("pace")} if "pace" in changes else {}
    asked = OpenRequest(game, ANA, 7, table_options=options, **changes)
    return table.open(asked, NOW, reserved(1))


def notes_of(stored):
    return [render(note, "en", PlainRenderer()) for note in frame(stored).notes]


@pytest.mark.parametrize(
    ("pace", "turn", "reminder", "invitation"),
    [
        ({}, 10 * MINUTE, MINUTE, 10 * MINUTE),
        ({"pace": "normal"}, 10 * MINUTE, MINUTE, 10 * MINUTE),
        ({"pace": "quick"}, MINUTE, timedelta(seconds=20), 10 * MINUTE),
        ({"pace": "slow"}, timedelta(days=1), 10 * MINUTE, timedelta(days=1)),
    ],
)
def test_a_turn_a_reminder_and_an_invitation_fit_the_pace(table, pace, turn, reminder, invitation):
    waiting = opened(table, opponent=BOGDAN, **pace)
    assert waiting.deadline == NOW + invitation
    begun = table.join(BOGDAN, NOW)(waiting)
    assert (begun.deadline, begun.remind_at) == (NOW + turn, NOW + reminder)
    lobby = table.join(BOGDAN, NOW)(opened(table, "thirteen", open_to_all=True, **pace))
    assert lobby.deadline == NOW + invitation
    assert table.start(ANA, NOW)(lobby).deadline == NOW + turn


def test_normal_is_what_the_host_has_set_and_quick_and_slow_are_not():
    hosts = TimeLimits(timedelta(hours=3), timedelta(minutes=30))
    assert hosts.at("normal") is hosts
    assert hosts.at("quick").turn == MINUTE
    assert hosts.invitation("quick") == timedelta(hours=3)
    assert TimeLimits(MINUTE / 2).invitation("quick") == MINUTE


def test_alone_the_pace_is_normal(table):
    against_the_computer = opened(table, pace="slow")
    assert against_the_computer.pace == "normal"
    assert against_the_computer.deadline == NOW + 10 * MINUTE
    alone = opened(table, "thirteen", pace="slow")
    assert alone.deadline == NOW + 10 * MINUTE
    assert not any("pace" in note for note in notes_of(alone))


def test_lobby_and_board_name_a_pace_that_is_not_normal(table):
    for pace, line in (
        ("quick", "Quick pace: 1 minute for each turn."),
        ("slow", "Slow pace: 1 day for each turn."),
    ):
        waiting = opened(table, opponent=BOGDAN, pace=pace)
        assert line in notes_of(waiting)
        assert notes_of(table.join(BOGDAN, NOW)(waiting))[-1].endswith(f" · {line}")
        assert line in notes_of(opened(table, "thirteen", open_to_all=True, pace=pace))
    assert not any("pace" in note for note in notes_of(opened(table, opponent=BOGDAN)))


def test_a_rematch_keeps_the_pace_and_another_pace_is_refused(table):
    begun = table.join(BOGDAN, NOW)(opened(table, opponent=BOGDAN, pace="slow"))
    over = table.leave(ANA, NOW)(replace(begun, id=4))
    assert table.rematch(over, ANA, NOW).deadline == NOW + timedelta(days=1)
    with pytest.raises(BadOption):
        opened(table, opponent=BOGDAN, pace="glacial")
