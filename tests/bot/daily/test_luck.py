"""The luck of a day: the same faces for everybody, whatever they choose."""

import pickle
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from itertools import chain
from random import Random

import pytest

import attempts
from bot.daily import judging
from bot.daily.calendar import plan_of
from bot.daily.sets import SharedSet
from bot.table.luck import SeededLuck, SetLuck, lines_of_set, part_of
from bot.table.round_luck import labelled
from rules import registry
from rules.engine import Acted, Landed, by_hands
from rules.screen import Seat

MONDAY = date(2026, 1, 5)
WEEK = [MONDAY + timedelta(days=number) for number in range(7)]


def day_of(day, number=0):
    seed = sha256(f"{day} {number}".encode()).digest()
    return SharedSet(day, seed, sha256(seed).hexdigest(), "", datetime(2026, 1, 1, tzinfo=UTC))


def played(day, seed):
    """Play an attempt at random; return what landed under each label."""
    random, plan, now = Random(seed), plan_of(day), datetime(2026, 1, 5, tzinfo=UTC)
    begun = attempts.begun(day_of(day), plan, 1, None, now)
    over = attempts.played(
        begun, lambda play: random.choice(play.game.legal(play.state, plan.seat)), now
    )
    record = labelled(over, over.play.steps)
    landed = {step.label: step.faces for step in record if isinstance(step, Landed)}
    return landed, over.play.steps


@pytest.mark.parametrize("day", WEEK)
def test_members_with_different_choices_meet_the_same_faces(day):
    one, first = played(day, 1)
    for seed in range(2, 6):
        other, attempt = played(day, seed)
        assert attempt != first
        common = one.keys() & other.keys()
        assert len(common) > 5
        for label in common:
            shared = min(len(one[label]), len(other[label]))
            assert one[label][:shared] == other[label][:shared], label


@pytest.mark.parametrize("day", WEEK)
def test_a_record_holds_nothing_but_choices_and_the_dice_of_the_day(day):
    _, attempt = played(day, 1)
    _, again = played(day, 1)
    assert attempt == again
    assert {type(step) for step in attempt} == {Acted, Landed}


def test_of_an_attempt_against_the_computer_the_own_choices_alone_are_told():
    plan = plan_of(WEEK[1])
    steps = judging.perfect(day_of(WEEK[1]), plan).steps
    acts = [step for step in chain(*by_hands(steps)) if isinstance(step, Acted)]
    own = [step.action for step in acts if step.seat == plan.seat]
    assert plan.hands <= len(own) < len(acts), "the dealer chooses, too"
    assert [action for _, action, _ in judging.choices(plan, steps)] == own


@pytest.mark.parametrize("day", WEEK)
def test_questions_and_answers_of_the_analysis_process_can_be_pickled(day):
    plan, committed = plan_of(day), day_of(day)
    question = pickle.loads(pickle.dumps((judging.perfect_result, committed, plan)))
    assert question[2] == plan
    best = pickle.loads(pickle.dumps(judging.perfect(committed, plan)))
    assert best.game is registry.dealt(plan.game.info.key)
    judged = judging.judge(plan, best.steps)
    assert pickle.loads(pickle.dumps(judged)).given_away == pytest.approx(0, abs=1e-9)


def test_either_of_two_equal_dice_meets_the_same_face_and_so_do_equal_keeps():
    luck = judging.luck_of(day_of(MONDAY), plan_of(MONDAY))
    label = "seat/1/turn/1/roll/2"
    assert [luck.roll(label, count)[0] for count in range(1, 6)] == [luck.roll(label, 1)[0]] * 5


def test_the_own_seat_leaves_the_label_and_that_of_the_computer_stays():
    seed = bytes(32)
    plain = SeededLuck(seed, part_of(lines_of_set("2026-01-05")))
    day = SetLuck(seed, lines_of_set("2026-01-05"), Seat(1))
    own, other = "hand/3/seat/2/turn/1/roll/1", "hand/3/seat/1/turn/1/roll/1"
    assert day.roll(own, 5) == plain.roll("hand/3/turn/1/roll/1", 5)
    assert day.roll(other, 5) == plain.roll(other, 5)
    alone = SetLuck(seed, lines_of_set("2026-01-05"), Seat(0))
    assert alone.roll("seat/1/turn/9/roll/3", 2) == plain.roll("turn/9/roll/3", 2)


def test_every_weekday_has_one_game_and_yams_has_two():
    games = [plan_of(day).game for day in WEEK]
    assert [
        game.daily.weekdays.count(day.weekday()) for game, day in zip(games, WEEK, strict=True)
    ] == [1] * 7
    keys = [game.info.key for game in games]
    assert {key: keys.count(key) for key in keys} == {
        key: 2 if key == "yams" else 1 for key in registry.games()
    }
