"""Choices taken back: every game, at random, and what may not be taken back."""

from __future__ import annotations

from random import Random

import pytest

from pebbles import ONE, PEBBLES, A
from random_play import seats_of, tables
from rules import registry
from rules.engine import (
    Landed,
    TakenBack,
    act,
    begin,
    has_open_choices,
    history,
    replay,
    take_back,
    without_taken_back,
)
from rules.engine import number_without_taken_back as renumbered
from rules.errors import Refusal, RoundOver, Unreadable
from rules.review import review, turns
from rules.screen import Action, Seat
from simulated_luck import SeededLuck, WrittenLuck

pytestmark = pytest.mark.slow

FIRST, OTHER = Seat(0), Seat(1)


def played_with_take_backs(game, seats, options, seed):
    """Play a round at random, taking choices back now and then; return it and its moments."""
    luck, random = SeededLuck(seed), Random(f"{seed} choices")
    now, moments = begin(game, seats, options, luck), []
    while not now.over:
        moments.append(now.moment)
        seat = random.choice(seats_of(seats))
        if random.random() < 0.2:
            before = now
            others = {*seats_of(seats)} - {seat}  # else the round would rarely end
            try:
                now = take_back(now, now.steps, options, seats, seat, others=others)
            except Refusal:
                continue
            assert now.steps[:-1] == before.steps
            assert now.moment == before.moment + 1
            assert seat in now.awaits.seats
            continue
        seat = random.choice(now.awaits.seats)
        now = act(now, seat, random.choice(game.legal(now.state, seat)), luck)
    return now, [*moments, now.moment]


def test_random_rounds_with_take_backs_replay_exactly(any_game):
    taken_back = 0
    for seats, options in tables(any_game):
        number, met = 0, 0
        while met < 60:
            number, met = number + 1, met + 1
            end, moments = played_with_take_backs(any_game, seats, options, f"back {number}")
            assert moments == sorted(moments)
            assert replay(any_game, seats, options, end.steps) == end
            assert end.taken_back == sum(isinstance(step, TakenBack) for step in end.steps)
            short = without_taken_back(end.steps)
            again = replay(any_game, seats, options, short)
            assert (again.state, again.taken_back) == (end.state, 0)
            assert without_taken_back(short) == short
            taken_back += end.taken_back
            met += end.recorded
    assert taken_back or not has_open_choices(any_game)


def test_no_game_calls_an_action_as_the_record_calls_a_choice_taken_back(any_game, spots):
    for spot in spots:
        for seat in seats_of(spot.seats):
            verbs = {action.verb for action in any_game.legal(spot.state, seat)}
            assert "take-back" not in verbs


@pytest.mark.parametrize("key", ["dice-poker", "poker-dice", "nine"])
def test_the_review_is_that_of_the_round_without_what_was_taken_back(key):
    game = registry.game(key)
    ends = (played_with_take_backs(game, 2, {}, f"review {seed}")[0] for seed in range(50))
    end = next(end for end in ends if end.taken_back)
    short = without_taken_back(end.steps)
    assert review(game, 2, {}, end.steps) == review(game, 2, {}, short)
    seen = [len(turns(history(game, 2, {}, steps))) for steps in (end.steps, short)]
    assert seen[0] == seen[1]


def test_what_followed_goes_along_and_dice_are_drawn_anew():
    game = registry.game("thirteen")
    luck = WrittenLuck([(1, 2, 3, 4, 6), (1, 1), (5, 5)])
    start = begin(game, 1, {}, luck)
    rolled = act(start, FIRST, Action("reroll", "12"), luck)
    back = take_back(rolled, rolled.steps, {}, 1, FIRST)
    assert back.state == start.state
    assert back.steps[-1] == TakenBack(4, FIRST, 1)
    assert luck.asked[-1][1] == "seat/1/turn/1/roll/2"
    anew = act(back, FIRST, Action("reroll", "12"), luck)
    assert luck.asked[-1][1] == "seat/1/turn/1/roll/2/again/1"
    assert anew.steps[-1] == Landed(6, (5, 5))
    assert [renumbered(anew.steps, number) for number in range(1, 8)] == [1, 2, 2, 2, 2, 3, 4]


def test_a_second_take_back_goes_back_past_the_first():
    game = registry.game("thirteen")
    luck = SeededLuck(3)
    now = begin(game, 1, {}, luck)
    for code in ("reroll.1", "reroll.2"):
        now = act(now, FIRST, Action.parse(code), luck)
    once = take_back(now, now.steps, {}, 1, FIRST)
    twice = take_back(once, once.steps, {}, 1, FIRST)
    assert twice.steps[-2:] == (TakenBack(6, FIRST, 3), TakenBack(7, FIRST, 1))
    assert twice.taken_back == 2
    assert replay(game, 1, {}, twice.steps) == twice


def refused(now, seats, seat, others=()):
    with pytest.raises(Refusal) as error:
        take_back(now, now.steps, {}, seats, seat, others=others)
    return error.value.text.template


def test_nothing_can_be_taken_back_before_a_choice():
    now = begin(registry.game("thirteen"), 2, {}, SeededLuck(1))
    assert refused(now, 2, FIRST).startswith("There is nothing to take back yet")


def test_the_choice_of_somebody_else_stands_in_the_way_that_of_a_computer_does_not():
    game, luck = registry.game("thirteen"), SeededLuck(1)
    now = begin(game, 2, {}, luck)
    for _ in range(2):
        seat = now.awaits.seats[0]
        action = next(one for one in game.legal(now.state, seat) if one.verb == "write")
        now = act(now, seat, action, luck)
    assert refused(now, 2, FIRST, others=(OTHER,)).startswith("Too late to take it back")
    back = take_back(now, now.steps, {}, 2, FIRST)
    assert back.awaits.seats == (FIRST,)
    assert back.steps[-1] == TakenBack(now.recorded + 1, FIRST, 1)


def test_secret_choices_stand():
    luck = WrittenLuck([(3, 1, 2), (5,)])
    now = begin(PEBBLES, 2, {}, luck)
    now = act(now, ONE, A, luck)
    assert refused(now, 2, ONE) == "Secret choices cannot be taken back."
    game = registry.game("six-card")
    now = begin(game, 2, {}, SeededLuck(2))
    now = act(now, FIRST, game.legal(now.state, FIRST)[0], SeededLuck(2))
    assert refused(now, 2, FIRST) == "Secret choices cannot be taken back."


def test_a_round_that_is_over_stands():
    end, _ = played_with_take_backs(registry.game("dice-poker"), 2, {}, "over")
    with pytest.raises(RoundOver):
        take_back(end, end.steps, {}, 2, FIRST)


@pytest.mark.parametrize(
    "step",
    [
        TakenBack(4, OTHER, 1),  # somebody else's choice
        TakenBack(4, FIRST, 0),  # the choice does not follow it
        TakenBack(4, FIRST, 2),
        TakenBack(4, FIRST, 3),
        TakenBack(4, FIRST, 9),
        TakenBack(5, FIRST, 1),
    ],
)
def test_a_take_back_that_does_not_fit_is_unreadable(step):
    game, luck = registry.game("thirteen"), SeededLuck(1)
    now = act(begin(game, 2, {}, luck), FIRST, Action("reroll", "1"), luck)
    assert len(now.steps) == 3
    assert replay(game, 2, {}, [*now.steps, TakenBack(4, FIRST, 1)]).taken_back == 1
    with pytest.raises(Unreadable):
        replay(game, 2, {}, [*now.steps, step])


def test_a_branch_that_was_taken_back_is_no_place_to_return_to():
    game, luck = registry.game("thirteen"), SeededLuck(1)
    now = begin(game, 2, {}, luck)
    for _ in range(2):
        now = act(now, FIRST, Action("reroll", "1"), luck)
    back = take_back(now, now.steps, {}, 2, FIRST)
    back = take_back(back, back.steps, {}, 2, FIRST)
    assert back.steps[-1].to == 1
    with pytest.raises(Unreadable):
        replay(game, 2, {}, [*back.steps, TakenBack(back.recorded + 1, FIRST, 3)])
