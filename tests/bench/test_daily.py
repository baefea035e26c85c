"""On the same dice totals rank luck; what was given away does not."""

from datetime import date

import pytest

from bench import daily
from bot.daily.calendar import plan_of
from bot.daily.judging import judge, tell_story

DAYS = [date(2026, 1, day) for day in (2, 4, 5, 7, 9, 11, 12, 14)]


@pytest.mark.parametrize("day", DAYS)
def test_who_knows_all_dice_ranks_behind_honest_perfect_play(day):
    plan, committed = plan_of(day), daily.day_of(day)
    found = daily.attempts(committed, plan)
    lost = {name: judge(attempt).given_away for name, attempt in found.items()}
    story = tell_story(committed, plan)
    assert found[daily.KNOWS].total == story.most > story.perfect == found["perfect"].total
    assert lost["perfect"] == pytest.approx(0, abs=1e-9)
    assert lost[daily.KNOWS] > 1
