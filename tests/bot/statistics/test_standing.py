"""The sums over the rounds of a member: streaks, bests, when a rating is ranked."""

from __future__ import annotations

from datetime import UTC, datetime

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


@pytest.mark.parametrize(("rounds", "ranked"), [(9, False), (10, True), (40, True)])
def test_ten_rounds_and_a_narrow_interval_are_ranked(rounds, ranked):
    even = after(*[Ended(over=True, skill=RoundSkill(1.0, 1.0, 0.1))] * rounds)
    assert even.provisional is not ranked
    assert (even.by_skill == 2600) is ranked
    wide = after(*[Ended(over=True, skill=RoundSkill(1.0, 1.0, 400.0))] * rounds)
    assert wide.provisional
    assert wide.by_skill is None


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
