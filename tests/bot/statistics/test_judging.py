"""Games are judged in idle time, some at a time; what cannot be judged counts for nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.play.idle_time import IdleTime
from bot.statistics import judging
from bot.statistics.judging import GameJudge
from bot.statistics.store import to_judge
from bot.storage.shards import ALL_SERVERS, Shards
from bot.table.players import Player
from bot.table.store import rounds
from bot.table.stored_round import Deadline
from bot.thinking.process import AnalysisCrashed, Restarting
from judged_games import judge_all
from results_counted import of_round
from rules.errors import Refusal
from rules.losses import Judgement
from rules.pieces import whole
from rules.text import say
from sql import run

MINUTE = 60.0


class Answers:
    """Stands for the analysis process: it answers at once, and fails where it is told to."""

    def __init__(self):
        self.asked, self.errors, self.unjudgeable = [], [], None

    async def ask(self, question, *args, later=False):
        assert later, "members' questions come first"
        (rounds,) = args
        if self.errors:
            raise self.errors.pop(0)
        if self.unjudgeable in rounds:
            raise ZeroDivisionError
        self.asked.append([*rounds])
        return whole(question(rounds))


@pytest.fixture
def answers():
    return Answers()


@pytest.fixture
def quiet():
    """Return a list, to which each wait for idle time adds what was asked before it."""
    return []


@pytest.fixture
def judge(thread, answers, quiet):
    """Return a function that judges what waits, for some seconds, and what does so."""

    class Idle(IdleTime):
        async def quiet(self):
            quiet.append(len(answers.asked))
            return True

    clock = iter(range(10**6))
    made = GameJudge(
        storage=thread,
        analysis=answers,
        held=lambda: ALL_SERVERS,
        idle=Idle(lambda: False),
        monotonic=lambda: next(clock),
    )
    return made.judge


def over(storage, maker, **parts):
    """Store a round of Dice Poker that was played to its end; return its id."""
    stored = storage.write(rounds.open_round, maker.begun(**parts))
    while stored.status == "playing":
        stored = storage.write(rounds.save, maker.acted(stored), maker.noon)
    return stored.id


def judged(storage, round_id):
    return [(one.choices, one.lost, one.par) for one in storage.read(of_round, round_id)]


async def test_a_game_is_judged_in_idle_time(storage, maker, judge, answers, quiet):
    round_id = over(storage, maker)
    assert judged(storage, round_id) == [(None, None, None)] * 2
    assert await judge(MINUTE) == 1
    found = judged(storage, round_id)
    assert [one[0] for one in found] == [1, 1]
    assert all(par > 0 for _, _, par in found)
    assert answers.asked == [[round_id]]
    assert quiet == [0, 1], "before the games are looked for"
    assert await judge(MINUTE) == 0
    storage.write(lambda one: run(one, "UPDATE results SET lost = NULL"))
    judge_all(storage)
    assert judged(storage, round_id) == found


async def test_the_oldest_come_first_and_the_rest_waits_for_the_next_time(
    storage, maker, judge, answers, monkeypatch
):
    monkeypatch.setattr(judging, "GAMES_AT_ONCE", 2)
    first, second, third = (over(storage, maker, channel=channel) for channel in (1, 2, 3))
    assert await judge(0.5) == 2
    assert answers.asked == [[first, second]]
    assert None not in (*judged(storage, first)[0], *judged(storage, second)[0])
    assert judged(storage, third) == [(None, None, None)] * 2
    assert [one.stored.id for one in storage.read(to_judge.load_oldest, 9)] == [third]
    assert storage.read(to_judge.queue_length) == 2


async def test_each_process_judges_the_games_of_its_own_servers(storage, maker, thread, answers):
    here, there = (over(storage, maker, channel=one, guild=one << 22) for one in (1, 2))
    idle = IdleTime(lambda: False)
    held = Shards(2, (0,))
    mine = GameJudge(storage=thread, analysis=answers, held=lambda: held, idle=idle)
    await mine.judge(MINUTE)
    assert judged(storage, here) == [(None, None, None)] * 2
    assert storage.read(to_judge.queue_length, Shards(2, (0,))) == 0
    (left,) = storage.read(to_judge.load_oldest, 9, Shards(2, (1,)))
    assert left.stored.id == here
    assert judged(storage, there) != [(None, None, None)] * 2


async def test_choices_count_up_to_the_first_hint(storage, maker, judge):
    players = (Player(user=100, hinted=(3,)), Player(level="house"))
    round_id = over(storage, maker, players=players)
    await judge(MINUTE)
    assert judged(storage, round_id) == [(0, 0.0, 0.0)]


@pytest.mark.parametrize("change", ["DELETE FROM steps", "UPDATE rounds SET game = 'chess'"])
async def test_without_moves_or_game_no_choice_counts(storage, maker, judge, sql, change):
    round_id = over(storage, maker)
    sql(change)
    assert await judge(MINUTE) == 1
    assert judged(storage, round_id) == [(0, 0.0, 0.0)] * 2


async def test_of_a_record_that_does_not_fit_no_choice_counts(storage, maker, judge, sql, caplog):
    round_id = over(storage, maker)
    sql("UPDATE steps SET action = 'fold' WHERE action IS NOT NULL")
    assert await judge(MINUTE) == 1
    assert judged(storage, round_id) == [(0, 0.0, 0.0)] * 2
    assert f"round={round_id} cannot be judged" in caplog.text


@pytest.mark.parametrize(
    "error", [AnalysisCrashed(), Refusal(say("It takes too long.")), ZeroDivisionError()]
)
async def test_what_fails_twice_counts_for_nothing(storage, maker, judge, answers, error):
    round_id = over(storage, maker)
    answers.errors = [error]
    assert await judge(MINUTE) == 0, "it is tried again at the next tick"
    assert judged(storage, round_id) == [(None, None, None)] * 2
    answers.errors = [error]
    assert await judge(MINUTE) == 1
    assert judged(storage, round_id) == [(0, 0.0, 0.0)] * 2


async def test_a_game_that_fails_stops_no_other(storage, maker, judge, answers):
    """Games that fail together are judged one by one."""
    first, fails, last = (over(storage, maker, channel=channel) for channel in (1, 2, 3))
    answers.unjudgeable = fails
    await judge(MINUTE)
    assert judged(storage, first)[0][0] == 1
    assert judged(storage, fails) == judged(storage, last) == [(None, None, None)] * 2
    await judge(MINUTE)
    assert judged(storage, fails) == [(0, 0.0, 0.0)] * 2
    assert judged(storage, last)[0][0] == 1


async def test_what_fails_once_is_judged(storage, maker, judge, answers):
    round_id = over(storage, maker)
    answers.errors = [AnalysisCrashed()]
    assert (await judge(MINUTE), await judge(MINUTE)) == (0, 1)
    assert judged(storage, round_id)[0][0] == 1


async def test_without_an_analysis_process_games_wait(storage, maker, judge, answers):
    round_id = over(storage, maker)
    for _ in range(3):
        crashed = AnalysisCrashed()
        crashed.__cause__ = OSError("no memory")
        answers.errors = [crashed]
        assert await judge(MINUTE) == 0
    assert judged(storage, round_id) == [(None, None, None)] * 2


async def test_a_bot_that_stops_leaves_the_rest(storage, maker, judge, answers):
    round_id = over(storage, maker)
    answers.errors = [Restarting()]
    with pytest.raises(Restarting):
        await judge(MINUTE)
    assert judged(storage, round_id) == [(None, None, None)] * 2


async def test_a_game_that_goes_on_meanwhile_is_judged_as_it_then_stands(storage, maker):
    """It was left for a day, and taken up while it was being judged."""
    stored = storage.write(rounds.open_round, maker.begun())
    storage.write(lambda one: run(one, 'UPDATE results SET "left" = TRUE WHERE seat = 0'))
    (given,) = storage.read(to_judge.load_oldest, 9)
    storage.write(rounds.save, replace(maker.acted(stored), deadline=Deadline()), maker.noon)
    storage.write(to_judge.store_judgements, [(given, {0: Judgement(1, 0.5, 1.0)})])
    assert judged(storage, stored.id)[0] == (None, None, None)
    judge_all(storage)
    assert judged(storage, stored.id)[0][0] is not None
    assert storage.read(to_judge.load_oldest, 9) == []
