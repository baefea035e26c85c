"""A series: what its hands come to played as one game, and one by one."""

from __future__ import annotations

import json
import pickle
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from hashlib import sha256
from random import Random

import pytest

from bot.daily.calendar import plan_of
from bot.daily.judging import judge
from bot.daily.sets import SharedSet
from bot.table.luck import SetLuck
from rules import engine, registry
from rules.codec import decode, encode
from rules.engine import Acted, Landed
from rules.errors import NotLegal, NotYourTurn, RoundOver
from rules.review import review_of, turns
from rules.screen import Seat
from rules.series import NEXT, dealt_by_the_day

pytestmark = pytest.mark.slow

MONDAY = date(2026, 1, 5)
OF_HANDS = [MONDAY + timedelta(days=number) for number in (1, 3, 5)]
"""Days on which several hands are dealt: Dice Poker, Six Card Poker, Poker Dice."""

KEYS = ["dice-poker", "six-card", "poker-dice"]


class OfHand:
    """The luck of one hand of several: its labels follow `hand/N/`."""

    def __init__(self, luck, hand):
        self._luck, self._before = luck, f"hand/{hand}/"

    def roll(self, label, count):
        return self._luck.roll(self._before + label, count)

    def shuffle(self, label, cards):
        return self._luck.shuffle(self._before + label, cards)

    def choose(self, label, weights):
        return self._luck.choose(self._before + label, weights)


def by_hands(day, number):
    """Return rounds of a game played one by one, at random, with their set and its plan."""
    seed, random = sha256(f"{day} {number}".encode()).digest(), Random(number)
    shared = SharedSet(day, seed, sha256(seed).hexdigest(), "", datetime(2026, 1, 1, tzinfo=UTC))
    plan = plan_of(day)
    played = []
    for hand in range(1, plan.hands + 1):
        luck = OfHand(SetLuck(seed, shared.lines, plan.seat), hand)
        play = engine.play_automatic(engine.begin(plan.game, 2, {}, luck), plan.levels, luck)
        while play.over is None:
            action = random.choice(plan.game.legal(play.state, plan.seat))
            play = engine.act(play, plan.seat, action, luck)
            play = engine.play_automatic(play, plan.levels, luck)
        played.append(play)
    return played, shared, plan


def as_series(played, shared, plan):
    """Play the same choices in a series; return its round."""
    game, seat = dealt_by_the_day(plan.game), plan.seat
    luck = SetLuck(shared.seed, shared.lines, seat)
    own = [
        step.action
        for hand in played
        for step in (*hand.steps, Acted(0, seat, NEXT))
        if isinstance(step, Acted) and step.seat == seat
    ][:-1]
    play = engine.begin(game, 2, {}, luck)
    play = engine.play_automatic(play, plan.levels, luck)
    for action in own:
        play = engine.act(play, seat, action, luck)
        play = engine.play_automatic(play, plan.levels, luck)
    return play


def bare(steps):
    """Return what happened in steps, without their numbers."""
    return [
        (step.seat, step.action) if isinstance(step, Acted) else step.faces
        for step in steps
        if isinstance(step, Landed) or step.action != NEXT
    ]


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("day", OF_HANDS)
def test_hands_played_as_one_game_differ_in_no_step_and_no_total(day, number):
    played, shared, plan = by_hands(day, number)
    play = as_series(played, shared, plan)
    assert bare(play.steps) == bare(step for hand in played for step in hand.steps)
    total = sum(one.over.outcome.shares[plan.seat.index] for one in played)
    assert play.over.outcome.shares[plan.seat.index] * plan.hands == total
    assert sum(play.over.outcome.shares) == 1
    reviewed = review_of(engine.history(play.game, 2, {}, play.steps), 2)[plan.seat.index]
    given = sum(one.given_away for one in reviewed.decisions) * plan.hands
    assert given == pytest.approx(judge(plan, play.steps).given_away, abs=1e-9)


@pytest.mark.parametrize("day", OF_HANDS)
def test_the_review_of_a_series_judges_each_choice_as_the_review_of_its_hand(day):
    played, shared, plan = by_hands(day, 3)
    play = as_series(played, shared, plan)
    rounds = engine.history(play.game, 2, {}, play.steps)
    for seat in (Seat(0), Seat(1)):
        of_hands = [
            (one.action, one.verdict, pytest.approx(one.given_away, abs=1e-9))
            for hand in played
            for one in review_of(engine.history(plan.game, 2, {}, hand.steps), 2)[
                seat.index
            ].decisions
        ]
        reviewed = review_of(rounds, 2)[seat.index]
        assert of_hands == [
            (one.action, one.verdict, one.given_away * plan.hands) for one in reviewed.decisions
        ]
        sums = sum(reviewed.total(kind) for kind in ("luck", "skill", "others", "hidden"))
        assert reviewed.start + sums == pytest.approx(reviewed.result)
    assert len(turns(rounds)) == plan.hands


def test_more_hands_win_the_series_and_as_many_draw_it():
    game, others = registry.dealt("dice-poker"), Seat(0)
    member = game.info.opener
    ends = set()
    for number in range(12):
        played, shared, plan = by_hands(OF_HANDS[0], number)
        outcome = as_series(played, shared, plan).over.outcome
        mine = sum(one.over.outcome.shares[member.index] for one in played)
        expected = "won" if mine > 4 else "lost" if mine < 4 else "drawn"
        won = (outcome.ending(member) == "won", outcome.ending(others) == "won")
        assert won == (expected == "won", expected == "lost")
        ends.add(expected)
    assert len(ends) > 1


@pytest.mark.parametrize("key", KEYS)
def test_labels_are_those_of_the_hand(key):
    game = registry.dealt(key)
    luck = SetLuck(bytes(32), ("daily/2026-01-05",), game.info.opener)
    levels = {Seat(0): "perfect", Seat(1): "perfect"}
    play = engine.play_automatic(engine.begin(game, 2, {}, luck), levels, luck)
    labels = [step.label for step in play.steps if step.label]
    assert len({*labels}) == len(labels)
    assert {label.split("/")[1] for label in labels} == {str(n + 1) for n in range(game.hands)}
    mixed = [label for label in labels if "choose/" in label]
    assert all("/moment/0" in label for label in mixed)
    assert mixed or key != "six-card"


@pytest.mark.parametrize("key", KEYS)
def test_every_state_survives_json_and_a_series_is_pickled_as_one(key):
    game = registry.dealt(key)
    assert pickle.loads(pickle.dumps(game)) is game
    assert pickle.loads(pickle.dumps(registry.game(key))) is registry.game(key)
    luck = SetLuck(bytes(32), ("daily/2026-01-05",), game.info.opener)
    play, random = engine.begin(game, 2, {}, luck), Random(1)
    while play.over is None:
        assert decode(game.state, json.loads(json.dumps(encode(play.state)))) == play.state
        seat = play.awaits.seats[0]
        play = engine.act(play, seat, random.choice(game.legal(play.state, seat)), luck)
    assert play.state.hand == game.hands
    assert engine.replay(game, 2, {}, play.steps).state == play.state


def test_between_two_hands_the_member_alone_goes_on():
    game, won = registry.dealt("dice-poker"), Fraction(0)
    luck = SetLuck(bytes(32), ("daily/2026-01-05",), game.info.opener)
    member, other = game.info.opener, Seat(1 - game.info.opener.index)
    play = engine.begin(game, 2, {}, luck)
    while NEXT not in game.legal(play.state, member):
        seat = play.awaits.seats[0]
        play = engine.act(play, seat, game.idle(play.state, seat), luck)
    assert (play.over, play.awaits.seats) == (None, (member,))
    assert [one.action for one in game.screen(play.state, None).controls] == [NEXT]
    assert game.idle(play.state, member) == NEXT
    assert game.advise(play.state, member)[0].action == NEXT
    with pytest.raises(NotYourTurn):
        engine.act(play, other, NEXT, luck)
    after = engine.act(play, member, NEXT, luck)
    assert (after.state.hand, after.state.moments) == (2, 0)
    assert after.state.won in (won, Fraction(1, 2), Fraction(1))
    with pytest.raises(NotLegal):
        engine.act(after, after.awaits.seats[0], NEXT, luck)


def test_worth_is_the_share_of_the_hands_and_both_seats_share_them():
    game = registry.dealt("poker-dice")
    luck = SetLuck(bytes(32), ("daily/2026-01-05",), game.info.opener)
    play, random = engine.begin(game, 2, {}, luck), Random(3)
    while play.over is None:
        worths = [game.worth(play.state, Seat(index)) for index in range(2)]
        assert sum(worths) == pytest.approx(1)
        seat = play.awaits.seats[0]
        advice = game.advise(play.state, seat)
        assert advice[0].worth == pytest.approx(worths[seat.index])
        play = engine.act(play, seat, random.choice(game.legal(play.state, seat)), luck)
    result = play.over.outcome.shares
    assert game.worth(play.state, Seat(0)) == pytest.approx(float(result[0]))
    with pytest.raises(RoundOver):
        engine.act(play, Seat(0), NEXT, luck)


def test_where_one_hand_makes_an_attempt_the_game_stays_itself():
    assert registry.dealt("thirteen") is registry.game("thirteen")
