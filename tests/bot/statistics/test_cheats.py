"""What was tried to look better than one is, and what it gains: without the rules against it and with them.

Without them every choice is compared with one constant, whenever it was made, and wins have no limit.
Somebody plays sheets of Thirteen Rows like `house` and stops at the first choice that is hard: one
at which there is more to lose than at most others. Whoever stopped only before their own mistakes
would have to know them, and could as well avoid them.
"""

from __future__ import annotations

from datetime import timedelta
from functools import cache
from math import exp

import pytest

from bot.statistics.store import leaderboards, to_judge
from bot.statistics.store.leaderboards import ENOUGH, MOST_LEFT, LeaderboardQuery
from bot.table.players import Player
from bot.table.store import rounds
from judged_games import judge_all
from results_counted import of_round
from rules import engine, registry
from rules.accuracy import accuracy
from rules.engine import Acted
from rules.levels import HOUSE
from rules.losses import Judgement, choices_that_count, loss
from rules.screen import Seat
from simulated_luck import SeededLuck
from sql import run

THIRTEEN, ALONE = registry.game("thirteen"), Seat(0)
SHEETS = 60
HARD = 2.0
"""How hard a choice is at which the cheat stops: most sheets get there in their third turn."""

MEMBER, SECOND = 100, 200


@cache
def sheets():
    """Return the histories of sheets that `house` has filled."""
    found = []
    for number in range(SHEETS):
        luck = SeededLuck(f"cheats {number}")
        begun = engine.begin(THIRTEEN, 1, {}, luck)
        over = engine.play_automatic(begun, {ALONE: HOUSE.key}, luck)
        found.append(engine.history(THIRTEEN, 1, {}, over.steps))
    return found


def hard(state):
    """Return the mean loss at a choice of somebody whose errors are the rarer the more they cost."""
    worths = sorted({round(one.worth, 9) for one in THIRTEEN.advise(state, ALONE)}, reverse=True)
    losses = [worths[0] - one for one in worths]
    weights = [exp(-one / 4) for one in losses]
    return sum(map(float.__mul__, losses, weights)) / sum(weights)


@cache
def stops():
    """Return for each sheet the number of the step at which the cheat stops, None for a whole one."""
    found = []
    for whole in sheets():
        steps = enumerate(whole[-1].steps)
        at = (
            step.number
            for number, step in steps
            if isinstance(step, Acted) and step.number > 8 and hard(whole[number].state) > HARD
        )
        found.append(next(at, None))
    return found


def told(*, until=lambda stop: None, cut=False):
    """Return the accuracy over all sheets with the rules, and without them.

    `until` gives the first step that counts no more, by that at which the cheat stops. If the game
    is `cut`, its record ends there.
    """
    lost = par = all_lost = choices = 0.0
    whole_par, whole_choices = 0.0, 0
    for whole, stop in zip(sheets(), stops(), strict=True):
        end = until(stop)
        rounds_ = whole[:end] if cut and end else whole
        found = choices_that_count(rounds_, 1, {}, ALONE, None if cut else end)
        lost += sum(loss(THIRTEEN, one) for one in found.choices)
        par += found.par
        every = choices_that_count(whole, 1, {}, ALONE)
        whole_par, whole_choices = whole_par + every.par, whole_choices + len(every.choices)
        made = [one for one in every.choices if end is None or one.number < end]
        all_lost += sum(loss(THIRTEEN, one) for one in made)
        choices += len(made)
    constant_par = choices * whole_par / whole_choices
    return accuracy(lost, par), accuracy(all_lost, constant_par)


@pytest.mark.slow
def test_the_cheat_plays_like_medium_and_stops_often():
    ruled, unruled = told()
    assert 88 <= ruled == unruled <= 92
    assert sum(stop is not None for stop in stops()) > SHEETS / 2


@pytest.mark.slow
@pytest.mark.parametrize("cut", [True, False], ids=["left or parked", "with a hint"])
def test_stopping_at_the_first_hard_choice_gains_next_to_nothing(cut):
    """Left, parked for a day, or with a hint asked for: what counts is what was finished before."""
    honest, _ = told()
    ruled, unruled = told(until=lambda stop: stop, cut=cut)
    assert unruled - honest >= 2, "what it gains without the rules"
    assert ruled - honest <= 1, "what it gains with them"


@pytest.mark.parametrize("how", ["left", "parked"])
def test_who_leaves_or_parks_more_than_one_game_in_ten_is_on_no_list(storage, maker, filled, how):
    """Else a press a day would park a choice for good."""
    facts = {"finished": None, "share": None} if how == "parked" else {"share": None}
    for number in range(2 * ENOUGH):
        left = number % (MOST_LEFT // 2) == 0
        judged = {"choices": 9, "lost": 0.0, "par": 1.0}
        filled({"user": MEMBER, "left": left, **judged}, **(facts if left else {}))
    asked = LeaderboardQuery(1, "accuracy", "yams/alone", MEMBER, maker.noon)
    found = storage.read(leaderboards.read_leaderboard, asked)
    assert (found.places, found.own.listed, found.own.left) == ((), False, 4)


def test_a_press_a_day_unparks_nothing(storage, maker):
    """A game that was taken up again counts as left until it is finished."""
    stored = storage.write(
        rounds.open_round, maker.begun(players=(Player(user=MEMBER), Player(level="house")))
    )
    storage.write(lambda one: run(one, 'UPDATE results SET "left" = TRUE'))
    judge_all(storage, Judgement(1, 0.5, 1.0))
    assert storage.read(to_judge.load_oldest, 9) == []
    assert [one.left for one in storage.read(of_round, stored.id)] == [True]


def test_a_second_account_that_loses_on_purpose_gives_two_wins_a_day(storage, maker):
    """Without a limit it gives as many as its owner has patience for: ten a day are 300 a month."""
    a_day = 5
    for day in range(3):
        for number in range(a_day):
            noon = maker.noon + timedelta(days=day)
            players = (Player(user=MEMBER), Player(user=SECOND))
            begun = maker.begun(players=players, channel=10 * day + number + 50, opened=noon)
            stored = storage.write(rounds.open_round, begun)
            left = stored.with_player(Seat(1), left=True, left_at=9)
            storage.write(rounds.save, left.ended_as("over"), noon)
    asked = LeaderboardQuery(1, "won", "", MEMBER, maker.noon + timedelta(days=3))
    own = storage.read(leaderboards.read_leaderboard, asked).own
    assert (own.value, own.games) == (2 * 3, 2 * 3)
    other = storage.read(
        leaderboards.read_leaderboard, LeaderboardQuery(1, "won", "", SECOND, asked.now)
    ).own
    assert (other.value, other.games) == (0, a_day * 3)
