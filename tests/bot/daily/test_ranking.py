"""Places by points, then by accuracy as it is shown; points of a week; rows of days."""

from datetime import date, timedelta

import pytest

from bot.daily.ranking import DayResult, day_result, places_of_day, streak, week, week_of

MONDAY = date(2026, 1, 5)


def placed(*results):
    return [(one.number, [each.member for each in one.shared]) for one in places_of_day(results)]


def test_a_day_is_ranked_by_points_and_accuracy_breaks_ties():
    found = placed(
        DayResult(1, 200, 99), DayResult(2, 279, 60), DayResult(3, 200, 80), DayResult(4, 200)
    )
    assert found == [("1", [2]), ("2", [1]), ("3", [3]), ("4", [4])]


def test_what_is_equal_in_both_shares_its_places_and_the_next_one_follows_after_them():
    found = placed(DayResult(3, 200, 80), DayResult(2, 279, 97), DayResult(1, 279, 97))
    assert found == [("1–2", [1, 2]), ("3", [3])]


def test_accuracy_breaks_ties_as_it_is_shown():
    """So nobody is behind for something that no page tells."""
    near, far = (day_result(one, 200, lost, 20.0) for one, lost in ((1, 20.0), (2, 20.2)))
    assert (near.accuracy, far.accuracy) == (90, 89)
    assert placed(near, far) == [("1", [1]), ("2", [2])]
    nearly = day_result(3, 200, 19.9, 20.0)
    assert placed(near, nearly) == [("1–2", [1, 3])]


def test_a_week_adds_up_points_for_the_first_three_places():
    monday = [DayResult(member, 100 - member) for member in (1, 2, 3, 4)]
    tuesday = [DayResult(2, 90), DayResult(1, 80)]
    found = [(one.number, *one.shared) for one in week(map(places_of_day, [monday, tuesday]))]
    assert found == [("1–2", (1, 5), (2, 5)), ("3", (3, 1))]


def test_who_shares_a_place_gets_its_points_and_a_day_alone_brings_none():
    tie = [DayResult(1, 90, 97), DayResult(2, 90, 97), DayResult(3, 80)]
    found = [
        (one.number, *one.shared) for one in week(map(places_of_day, [tie, [DayResult(3, 300)]]))
    ]
    assert found == [("1–2", (1, 3), (2, 3)), ("3", (3, 1))]
    assert week([places_of_day([DayResult(1, 300)])]) == ()
    (both,) = week([places_of_day(tie[:2])])
    assert both.shared == ((1, 3), (2, 3)), "neither of them was alone"


def test_a_week_begins_on_monday():
    assert {week_of(MONDAY + timedelta(number)) for number in range(7)} == {MONDAY}
    assert week_of(MONDAY - timedelta(1)) == MONDAY - timedelta(7)


def ago(*days):
    return {MONDAY - timedelta(one) for one in days}


@pytest.mark.parametrize(
    ("finished", "days"), [((0, 1, 2), 3), ((1, 2), 2), ((2, 3), 0), ((0, 2), 1), ((), 0)]
)
def test_a_row_of_days_lasts_until_a_day_was_missed(finished, days):
    assert streak(ago(*finished), MONDAY, ago(*range(9))) == days


@pytest.mark.parametrize(
    ("finished", "played", "days"),
    [((0, 3), (0, 3), 2), ((3, 4), (3, 4), 2), ((0, 3), (0, 1, 3), 1), ((3,), (1, 3), 0)],
)
def test_a_day_that_nobody_anywhere_has_finished_ends_no_row(finished, played, days):
    assert streak(ago(*finished), MONDAY, ago(*played)) == days
