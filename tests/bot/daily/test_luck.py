"""The luck of a day: the same faces for everybody, whatever they choose."""

import pickle
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from random import Random

import pytest

import private_rounds
from bot.daily import judging
from bot.daily.calendar import game_of
from bot.daily.judging import MEMBER
from bot.daily.shared_dice import SharedDice
from bot.table.luck import SeededLuck
from bot.table.round_luck import label_steps, luck_of
from bot.table.seed import Seed
from bot.table.stored_round import NO_CHANNEL
from rules import registry
from rules.engine import Acted, Landed

MONDAY = date(2026, 1, 5)
WEEK = [MONDAY + timedelta(days=number) for number in range(7)]


def day_of(day):
    secret = sha256(str(day).encode()).digest()
    return SharedDice(day, Seed(NO_CHANNEL, secret, datetime(2026, 1, 1, tzinfo=UTC)))


def played(day, seed):
    """Play a private round at random; return what landed under each label."""
    random, now = Random(seed), datetime(2026, 1, 5, tzinfo=UTC)
    begun = private_rounds.begun(day_of(day), game_of(day), 1, None, now)
    over = private_rounds.played(
        begun, lambda play: random.choice(play.game.legal(play.state, MEMBER)), now
    )
    record = label_steps(over, over.play.steps)
    landed = {step.label: step.faces for step in record if isinstance(step, Landed)}
    return landed, over.play.steps


@pytest.mark.parametrize("day", WEEK)
def test_members_with_different_choices_meet_the_same_faces(day):
    one, first = played(day, 1)
    for seed in range(2, 6):
        other, steps = played(day, seed)
        assert steps != first
        common = one.keys() & other.keys()
        assert len(common) > 5
        for label in common:
            shared = min(len(one[label]), len(other[label]))
            assert one[label][:shared] == other[label][:shared], label


@pytest.mark.parametrize("day", WEEK)
def test_a_record_holds_nothing_but_choices_and_the_dice_of_the_day(day):
    _, steps = played(day, 1)
    _, again = played(day, 1)
    assert steps == again
    assert {type(step) for step in steps} == {Acted, Landed}


@pytest.mark.parametrize("day", WEEK)
def test_questions_and_answers_of_the_analysis_process_can_be_pickled(day):
    game, committed = game_of(day), day_of(day)
    question = pickle.loads(pickle.dumps((judging.perfect_points, committed, game)))
    assert question[2] is game
    best = pickle.loads(pickle.dumps(judging.perfect_round(committed, game)))
    assert best.game is game
    judged = judging.judge_sheet(game, best.steps)
    assert pickle.loads(pickle.dumps(judged)).loss == pytest.approx(0, abs=1e-9)


def test_either_of_two_equal_dice_meets_the_same_face_and_so_do_equal_keeps():
    luck = judging.luck_of(day_of(MONDAY))
    label = "seat/1/turn/1/roll/2"
    assert [luck.roll(label, count)[0] for count in range(1, 6)] == [luck.roll(label, 1)[0]] * 5


def test_the_dice_of_a_day_follow_from_its_seed_alone():
    """Nothing opened it, and its labels have no seat."""
    day, now = day_of(MONDAY), datetime(2026, 1, 5, tzinfo=UTC)
    plain = SeededLuck(day.seed.secret, 0).roll("turn/1/roll/1", 5)
    begun = private_rounds.begun(day, game_of(MONDAY), 1, None, now)
    assert judging.luck_of(day).roll("seat/1/turn/1/roll/1", 5) == plain
    assert luck_of(begun).roll("seat/1/turn/1/roll/1", 5) == plain


def test_the_week_is_yams_but_for_two_other_sheets():
    assert [game_of(day).info.key for day in WEEK] == [
        "yams",
        "yams",
        "nine",
        "yams",
        "yams",
        "yams",
        "thirteen",
    ]


def test_no_weekday_has_two_games():
    days = [day for game in registry.games().values() for day in game.info.weekdays]
    assert sorted(days) == list(range(7))
