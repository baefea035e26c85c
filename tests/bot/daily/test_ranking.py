"""Ranks: ties share them, totals never break them, weeks add up shares and no points."""

from datetime import UTC, date, datetime, timedelta

import pytest

from bot.daily.ranking import Entry, ranked, shares, streak, week, week_of

MONDAY = date(2026, 1, 5)
NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)


def attempt(member, lost, *, total=100, day=MONDAY):
    return Entry(day, member, "thirteen", 0, 1, lost, total)


def test_ties_share_a_rank_and_totals_never_break_them():
    found = ranked([attempt(1, 6.4), attempt(2, 0.3, total=150), attempt(3, 0.1 + 0.2, total=300)])
    assert [(one.rank, one.attempt.member) for one in found] == [(1, 2), (1, 3), (3, 1)]


def test_an_unfinished_attempt_is_not_ranked_and_costs_nobody_anything():
    assert [one.attempt.member for one in ranked([attempt(1, None), attempt(2, 9.0)])] == [2]


def test_a_day_counts_the_share_that_one_is_ahead_of_and_ties_half():
    found = shares([(5.0, 2), (0.0, 1), (9.0, 4), (5.0, 3)])
    assert found == pytest.approx({1: 3.5 / 4, 2: 2 / 4, 3: 2 / 4, 4: 0.5 / 4})
    assert shares([(0.1 + 0.2, 1), (0.3, 2)]) == {1: 0.5, 2: 0.5}, "but for the floats"
    assert shares([(9.0, 2)]) == {2: 0.5}


def test_a_week_adds_up_shares_so_no_day_weighs_more():
    found = week([[(40.0, 1), (80.0, 2)], [(0.5, 1), (0.1, 2)], [(0.0, 3)]])
    assert [(one.rank, one.member, one.days) for one in found] == [(1, 1, 2), (1, 2, 2), (3, 3, 1)]
    assert found[0].score == pytest.approx(1.0)


def test_sums_that_differ_by_their_floats_alone_share_a_rank():
    """0.7 + 0.1 is less than 0.5 + 0.3 for floats."""
    monday = [(lost, member) for member, lost in enumerate((0, 1, 2, 3, 4), 1)]
    tuesday = [(lost, member) for member, lost in enumerate((1, 4, 3, 2, 0), 1)]
    ranks = {one.member: one.rank for one in week([monday, tuesday])}
    assert ranks == {1: 1, 5: 2, 2: 3, 3: 3, 4: 3}


def test_a_week_begins_on_monday():
    assert {week_of(MONDAY + timedelta(number)) for number in range(7)} == {MONDAY}
    assert week_of(MONDAY - timedelta(1)) == MONDAY - timedelta(7)


@pytest.mark.parametrize(
    ("ago", "days"), [((0, 1, 2), 3), ((1, 2), 2), ((2, 3), 0), ((0, 2), 1), ((), 0)]
)
def test_a_streak_lasts_until_a_day_was_missed(ago, days):
    finished = {MONDAY - timedelta(one) for one in ago}
    assert streak(finished, MONDAY) == days
