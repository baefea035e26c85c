"""The luck of a day: the same faces for everybody, whatever they choose."""

import pickle
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from random import Random

import pytest

from bot.daily import judging
from bot.daily.attempt import Player
from bot.daily.calendar import plan_of
from bot.daily.sets import SharedSet
from bot.table.luck import OF_SETS, SeededLuck, SetLuck, daily_lines, part_of
from rules.engine import Acted, Landed
from rules.screen import Seat

MONDAY = date(2026, 1, 5)
WEEK = [MONDAY + timedelta(days=number) for number in range(7)]


def day_of(day, number=0):
    seed = sha256(f"{day} {number}".encode()).digest()
    return SharedSet(day, seed, sha256(seed).hexdigest(), "", datetime(2026, 1, 1, tzinfo=UTC))


class Noted:
    """Luck that notes what landed under which label."""

    def __init__(self, luck):
        self._luck = luck
        self.landed = {}

    def roll(self, label, count):
        self.landed[self._luck.label(label)] = self._luck.roll(label, count)
        return self.landed[self._luck.label(label)]

    def shuffle(self, label, cards):
        self.landed[self._luck.label(label)] = self._luck.shuffle(label, cards)
        return self.landed[self._luck.label(label)]

    def choose(self, label, weights):
        return self._luck.choose(label, weights)


def played(day, seed):
    """Play an attempt at random; return what landed under each label."""
    random, plan = Random(seed), plan_of(day)
    player, landed = Player(day_of(day), plan), {}
    real = player.luck

    def noted(hand):
        luck = Noted(real(hand))
        luck.landed = landed
        return luck

    player.luck = noted
    now = datetime(2026, 1, 5, tzinfo=UTC)
    attempt = player.begin(1, None, now)
    while attempt.status == "playing":
        play = attempt.play()
        if play.over is not None:
            attempt = player.next_hand(attempt, attempt.hand)
            continue
        action = random.choice(plan.game.legal(play.state, plan.seat))
        attempt = player.act(attempt, attempt.hand, play.moment, action, now)
    return landed, attempt


@pytest.mark.parametrize("day", WEEK)
def test_members_with_different_choices_meet_the_same_faces(day):
    one, first = played(day, 1)
    for seed in range(2, 6):
        other, attempt = played(day, seed)
        assert attempt.hands != first.hands
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
    steps = [step for hand in attempt.hands for step in hand]
    assert {type(step) for step in steps} == {Acted, Landed}


@pytest.mark.parametrize("day", WEEK)
def test_questions_and_answers_of_the_analysis_process_can_be_pickled(day):
    plan, committed = plan_of(day), day_of(day)
    question = pickle.loads(pickle.dumps((judging.tell_story, committed, plan)))
    assert question[2] == plan
    attempt = judging.perfect(committed, plan)
    judged = judging.judge(pickle.loads(pickle.dumps(attempt)))
    assert pickle.loads(pickle.dumps(judged)).given_away == pytest.approx(0, abs=1e-9)


def test_either_of_two_equal_dice_meets_the_same_face_and_so_do_equal_keeps():
    luck = Player(day_of(MONDAY), plan_of(MONDAY)).luck(1)
    label = "seat/1/turn/1/roll/2"
    assert [luck.roll(label, count)[0] for count in range(1, 6)] == [luck.roll(label, 1)[0]] * 5


def test_the_own_seat_leaves_the_label_and_the_hand_comes_first():
    seed = bytes(32)
    plain = SeededLuck(seed, part_of(daily_lines("2026-01-05")), OF_SETS)
    day = SetLuck(seed, daily_lines("2026-01-05"), Seat(1), 3, 8)
    assert day.roll("seat/2/turn/1/roll/1", 5) == plain.roll("hand/3/turn/1/roll/1", 5)
    assert day.roll("seat/1/turn/1/roll/1", 5) == plain.roll("hand/3/seat/1/turn/1/roll/1", 5)
    alone = SetLuck(seed, daily_lines("2026-01-05"), Seat(0), 1, 1)
    assert alone.roll("seat/1/turn/9/roll/3", 2) == plain.roll("turn/9/roll/3", 2)


def test_every_weekday_has_one_game_and_each_sheet_has_two():
    games = [plan_of(day).game for day in WEEK]
    assert [
        game.daily.weekdays.count(day.weekday()) for game, day in zip(games, WEEK, strict=True)
    ] == [1] * 7
    keys = [game.info.key for game in games]
    alone = {game.info.key for game in games if game.info.alone == "points"}
    assert {key: keys.count(key) for key in keys} == {key: 2 if key in alone else 1 for key in keys}
