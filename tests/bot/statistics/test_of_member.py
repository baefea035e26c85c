"""The games of a member: sums by game, days and wins in a row, the last ten."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction

import pytest

from bot.statistics.store import of_member
from bot.statistics.store.of_member import LAST, days_in_a_row
from bot.table.store import rounds
from query_plans import plans

ANA, BOGDAN = 100, 200
TODAY = date(2026, 3, 1)


@pytest.fixture
def games(storage, maker):
    return lambda user=ANA: storage.read(of_member.games, 1, user, maker.noon)


def test_sums_are_by_game_and_accuracy_is_that_of_ninety_days(filled, games):
    judged = {"choices": 30, "lost": 0.5, "par": 1.0}
    filled({"user": ANA, "score": 210, **judged})
    filled({"user": ANA, "score": 250, **judged}, days=91)
    filled({"user": ANA, "score": 300, "hinted": True, **judged})
    filled({"user": ANA, "score": 290, "choices": 0, "lost": 0.0, "par": 0.0}, day=True)
    filled({"user": ANA, "left": True, **judged}, share=None)
    filled({"user": ANA, "score": 220}, guild=2)
    filled({"user": BOGDAN, "score": 240})
    one = games().sums["yams/alone"]
    assert (one.games, one.best, one.judged, one.lost, one.par) == (4, 250, 3, 1.5, 3.0)
    assert (one.won, one.among) == (0, 0)
    assert [*games().sums] == ["yams/alone"]


def test_wins_are_those_among_members(filled, games):
    for days, won in ((40, True), (20, True), (10, False), (5, None), (2, True)):
        filled({"user": ANA, "won": won}, {"user": BOGDAN}, game="nine", days=days)
    one = games().sums["nine"]
    assert (one.games, one.among, one.won, one.won_lately) == (5, 4, 3, 2)


def test_wins_in_a_row_end_with_a_loss_and_not_with_a_tie_or_a_game_alone(filled, games):
    for days, won in ((9, True), (8, False), (7, True), (6, None), (5, True)):
        filled({"user": ANA, "won": won}, days=days)
    filled({"user": ANA}, days=4)
    assert games().wins == 2
    filled({"user": ANA, "won": False}, days=3)
    assert games().wins == 0


def test_days_in_a_row_are_those_with_a_finished_game(filled, games):
    for days in (0, 1, 2, 2.1, 4):
        filled({"user": ANA}, days=days)
    filled({"user": ANA, "left": True}, days=3, share=None)
    assert games().days == 3, "a sheet that was left is none"


@pytest.mark.parametrize(
    ("ago", "count"), [([0, 1, 2], 3), ([1, 2], 2), ([2, 3], 0), ([0, 2], 1), ([], 0)]
)
def test_a_row_of_days_ends_today_or_yesterday(ago, count):
    assert days_in_a_row({TODAY - timedelta(days=one) for one in ago}, TODAY) == count


def test_the_last_ten_games_are_those_that_ended_or_were_left(storage, filled, games, maker):
    for days in range(12, 0, -1):
        filled({"user": ANA, "score": days}, days=days)
    filled({"user": ANA, "left": True}, days=0.5, share=None)
    filled({"user": ANA}, days=0.4, share=None)
    filled({"user": ANA}, days=0.3, finished=None, share=None)
    last = games().last
    assert len(last) == LAST
    assert [one.score for one in last] == [None, *range(1, 10)]
    assert (last[0].left, last[0].share, last[0].judged) == (True, None, False)
    assert (last[1].share, last[1].kept) == (Fraction(1), False)
    stored = storage.write(rounds.open_round, maker.begun())
    while stored.status == "playing":
        stored = storage.write(rounds.save, maker.acted(stored), maker.noon)
    assert games().last[0].kept


def test_questions_about_a_member_read_one_index(storage, filled, games):
    filled({"user": ANA})
    for plan in plans(storage, games):
        assert storage.file is None or "INDEX results_of_member (user=? AND guild=?" in plan.text
        assert not [one for one in plan.whole if "results" in one], plan.text
