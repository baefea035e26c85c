"""The sums over the rounds of a member: streaks, bests, when a rating is ranked."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.statistics.standing import Ended, Standing, span
from rules.hands import DICE_POKER
from rules.skill import RoundSkill, SkillSums, rating
from rules.whole_hands import whole_hand

WON, LOST, DREW = (Ended(over=True, ending=one) for one in ("won", "lost", "drawn"))


def after(*rounds):
    standing = Standing()
    for one in rounds:
        standing = standing.after(one)
    return standing


def test_streaks_end_with_a_draw_and_the_longest_stays():
    standing = after(WON, WON, DREW, WON, LOST, WON)
    assert (standing.won, standing.drawn, standing.lost) == (4, 1, 1)
    assert (standing.streak, standing.longest) == (1, 2)


def test_who_left_has_lost_whatever_the_share():
    assert after(Ended(over=True, ending="won", left=True)).lost == 1


def test_sheets_alone_have_neither_winner_nor_streak():
    standing = after(WON, Ended(over=True, score=200), Ended(over=True, score=180))
    assert (standing.rounds, standing.streak, standing.best) == (3, 1, 200)


def test_closed_rounds_count_for_skill_alone():
    costly = RoundSkill(3.0, 1.0, 4.0)
    standing = after(Ended(over=False, skill=costly))
    assert (standing.rounds, standing.skill_rounds, standing.sums.given) == (0, 1, 3.0)
    assert standing.skill.value < Standing().skill.value


def test_the_sums_are_those_of_the_rating():
    rounds = [RoundSkill(0.5 * number, 1.0 + number, 4.0) for number in range(5)]
    standing = after(*(Ended(over=True, skill=one) for one in rounds))
    assert standing.sums == SkillSums.of(rounds)
    assert standing.skill == rating(SkillSums.of(rounds))


@pytest.mark.parametrize(("rounds", "ranked"), [(9, None), (10, 180)])
def test_a_best_total_is_ranked_from_ten_rounds_on(rounds, ranked):
    standing = after(*[Ended(over=True, score=180)] * rounds)
    assert (standing.best, standing.by_best) == (180, ranked)


def skilled(rounds, variance=0.1, expected=1.0, **parts):
    skill = RoundSkill(expected, expected, variance)
    return after(*[Ended(over=True, skill=skill, **parts)] * rounds)


@pytest.mark.parametrize(
    ("rounds", "variance", "expected", "ranked"),
    [
        (9, 0.1, 1.0, False),
        (10, 0.1, 1.0, True),
        (44, 5.6, 1.0, False),  # 8 v is 44.8
        (45, 5.6, 1.0, True),
        (45, 5.6, 0.5, False),  # easy rounds prove half as much
        (90, 5.6, 0.5, True),
    ],
)
def test_ten_rounds_and_enough_that_was_expected_are_ranked(rounds, variance, expected, ranked):
    standing = skilled(rounds, variance, expected)
    assert standing.provisional is not ranked
    assert (standing.by_skill is not None) is ranked


def test_who_broke_off_more_than_a_tenth_is_not_ranked():
    skill = RoundSkill(1.0, 1.0, 0.1)
    stayed, gone = (Ended(over=True, skill=skill, gone=one) for one in (False, True))
    unrated = Ended(over=True, gone=True)
    assert after(*[stayed] * 18, gone, gone, unrated).by_skill is not None
    often = after(*[stayed] * 17, gone, gone, unrated)
    assert (often.broken_off, often.by_skill) == (2, None)
    assert not often.provisional


def test_skill_is_listed_for_ninety_days_after_the_last_counted_round():
    last = datetime(2026, 1, 1, tzinfo=UTC)
    standing = skilled(10, when=last).after(Ended(over=True, when=last + timedelta(days=9)))
    assert standing.last_counted == last
    assert standing.listed(last + timedelta(days=90))
    assert not standing.listed(last + timedelta(days=90, seconds=1))
    assert not Standing().listed(last)


@pytest.mark.parametrize(("among", "met", "ranked"), [(9, 3, False), (10, 2, False), (10, 3, True)])
def test_results_are_ranked_from_ten_rounds_and_three_members_on(among, met, ranked):
    assert (Standing(among=among, met=met).by_results is not None) is ranked


def test_weeks_are_those_of_the_calendar():
    assert span("week", datetime(2026, 1, 1, tzinfo=UTC)) == "2026-W01"
    assert span("week", datetime(2027, 1, 1, tzinfo=UTC)) == "2026-W53"
    assert span("all", datetime(2027, 1, 1, tzinfo=UTC)) == ""


def test_the_rarest_hand_stays_until_a_rarer_or_a_higher_one():
    two, six, five, other = (
        Ended(over=True, rarest=whole_hand(dice, DICE_POKER))
        for dice in ((2, 2, 2, 2, 6), (6, 6, 6, 6, 1), (1, 1, 1, 1, 1), (6, 6, 6, 1, 6))
    )
    assert after(two, WON).rarest == two.rarest
    assert after(six, two).rarest == after(two, six).rarest == six.rarest
    assert after(six, other).rarest is six.rarest
    assert after(six, five, six).rarest == five.rarest
    assert after(Ended(over=False, rarest=five.rarest)).rarest is None
