"""What every game promises, shown by random play over all that the registry finds."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from fractions import Fraction
from types import UnionType
from typing import Union, get_args, get_origin

import pytest

from plain_words import assert_sound, plain, texts_in
from random_play import awaited, decisions, seats_of
from rules import codec, engine, registry
from rules.errors import BadOption, BadSeats, NotLegal, NotYourTurn, Refusal, RoundOver
from rules.game import Awaits, Over, Rolls, Shuffles
from rules.screen import Action, Seat
from simulated_luck import SeededLuck

NONSENSE = [Action("nonsense"), Action("nonsense", "1"), Action(""), Action("x" * 500, "?!")]


def test_a_round_ends_with_shares_that_sum_to_one(journeys):
    for journey in journeys:
        outcome = journey.end.over.outcome
        assert len(outcome.shares) == journey.seats
        assert all(type(share) is Fraction and 0 <= share <= 1 for share in outcome.shares)
        assert sum(outcome.shares) == 1
        assert len(outcome.won) == journey.seats
        for share, won in zip(outcome.shares, outcome.won, strict=True):
            assert won or share < 1, "the seat with the whole win has won"
            assert share or not won, "a seat that has won has a share"


def test_scores_are_counted_for_each_seat_or_not_at_all(any_game, journeys):
    for journey in journeys:
        scores = journey.end.over.outcome.scores
        if any_game.info.alone == "points":
            assert scores is not None
        if scores is not None:
            assert len(scores) == journey.seats
            assert all(type(score) is int for score in scores)


def test_states_are_frozen_and_slotted(any_game):
    kinds, known = [any_game.state], set()
    while kinds:
        kind = kinds.pop()
        if get_origin(kind) in (Union, UnionType, tuple):
            kinds.extend(get_args(kind))
        elif is_dataclass(kind) and kind not in known:
            known.add(kind)
            assert kind.__dataclass_params__.frozen, kind
            assert "__slots__" in vars(kind), kind
            kinds.extend(codec._hints(kind).values())
            assert set(codec._hints(kind)) == {field.name for field in fields(kind)}
    assert known


def assert_survives_json(any_game, state):
    written = json.dumps(codec.encode(state))
    assert codec.decode(any_game.state, json.loads(written)) == state


def test_a_state_survives_json(any_game, spots):
    for spot in spots:
        assert_survives_json(any_game, spot.state)


@pytest.mark.slow
def test_every_state_survives_json(any_game, journeys):
    for journey in journeys:
        for state in journey.states:
            assert_survives_json(any_game, state)


def test_states_can_be_put_in_sets(spots):
    assert {spot.state for spot in spots}


def test_the_record_replays_exactly(any_game, journeys):
    for journey in journeys:
        again = engine.replay(any_game, journey.seats, journey.options, journey.record)
        assert again.state == journey.end.state == journey.states[-1]
        assert again.moment == journey.end.moment
        assert again.recorded == journey.end.recorded == len(journey.record)
        assert [step.number for step in journey.record] == list(range(1, len(journey.record) + 1))


def test_what_lands_is_asked_for_one_landing_at_a_time(any_game, spots):
    for spot in spots:
        match any_game.turn(spot.state):
            case Rolls(count, _):
                assert 1 <= count <= 9
            case Shuffles(cards, _):
                assert type(cards) is tuple
                assert len(cards) > 1
            case Awaits(seats) as awaits:
                assert seats
                assert len({*awaits.may_act}) == len(awaits.may_act), "a seat has one part"
                assert {*awaits.may_act} <= set(seats_of(spot.seats))
            case turn:
                assert isinstance(turn, Over)


def test_legal_is_for_awaited_seats_and_nobody_else(any_game, spots):
    for spot in spots:
        may_act = awaited(any_game, spot.state)
        for seat in (*seats_of(spot.seats), Seat(99)):
            actions = any_game.legal(spot.state, seat)
            assert bool(actions) == (seat in may_act)
            assert len(set(actions)) == len(actions)


def test_every_legal_action_can_be_played_and_only_from_its_seat(any_game, spots):
    for spot, seat in decisions(any_game, spots):
        for action in any_game.legal(spot.state, seat):
            after = engine.act(engine.Round(any_game, spot.state), seat, action, SeededLuck(1))
            assert isinstance(any_game.turn(after.state), Awaits | Over)


def test_others_are_refused(any_game, spots):
    for spot in spots:
        may_act = awaited(any_game, spot.state)
        if not may_act:
            continue
        action = any_game.legal(spot.state, may_act[0])[0]
        for seat in (*seats_of(spot.seats), Seat(99)):
            if seat not in may_act:
                with pytest.raises(NotYourTurn):
                    engine.act(engine.Round(any_game, spot.state), seat, action, SeededLuck(1))


def test_nonsense_is_refused(any_game, spots):
    for spot, seat in decisions(any_game, spots):
        for action in NONSENSE:
            with pytest.raises(NotLegal):
                engine.act(engine.Round(any_game, spot.state), seat, action, SeededLuck(1))


def test_nobody_acts_after_the_end(any_game, journeys):
    for journey in journeys:
        last = next(step for step in reversed(journey.record) if isinstance(step, engine.Acted))
        for seat in seats_of(journey.seats):
            assert any_game.legal(journey.end.state, seat) == ()
            with pytest.raises(RoundOver):
                engine.act(journey.end, seat, last.action, SeededLuck(1))


def test_codes_are_short_and_can_be_read_back(any_game, spots):
    for spot, seat in decisions(any_game, spots):
        for action in any_game.legal(spot.state, seat):
            assert len(action.code) <= 41
            assert Action.parse(action.code) == action


def test_every_action_has_a_name_of_its_own(any_game, spots):
    """Selections of equal faces share one: which of two equal dice lands anew is all the same."""
    for spot, seat in decisions(any_game, spots):
        mark = any_game.screen(spot.state, seat).mark
        actions = any_game.legal(spot.state, seat)
        names = {}
        for action in actions:
            name = any_game.name(spot.state, seat, action)
            assert_sound(name)
            names.setdefault(plain(name), set()).add(meaning(action, mark))
        assert all(len(meanings) == 1 for meanings in names.values())
        assert len(names) == len({meaning(action, mark) for action in actions})


def meaning(action, mark):
    """Return an action; a selection of dice is told by its faces."""
    if mark is None or action.verb != mark.verb:
        return action
    return action.verb, tuple(sorted(mark.faces[int(place) - 1] for place in action.on))


def test_a_seat_left_alone_does_something_legal(any_game, spots):
    for spot, seat in decisions(any_game, spots):
        assert any_game.idle(spot.state, seat) in any_game.legal(spot.state, seat)


def test_the_computer_plays_legally_at_every_level(any_game, spots):
    assert any_game.info.levels
    for spot, seat in decisions(any_game, spots):
        for level in any_game.info.levels:
            choices = any_game.computer(spot.state, seat, level.key)
            actions = [action for action, _ in choices]
            assert set(actions) <= set(any_game.legal(spot.state, seat))
            assert len(set(actions)) == len(actions)
            assert all(type(weight) is Fraction and weight > 0 for _, weight in choices)
            owes = seat in any_game.turn(spot.state).seats
            assert sum(weight for _, weight in choices) == 1 or (not owes and choices == ())


def test_the_computer_plays_whole_rounds_at_every_level(any_game):
    for level in any_game.info.levels:
        seats = max(any_game.info.seats)
        levels = dict.fromkeys(seats_of(seats), level.key)
        luck = SeededLuck(level.key)
        assert engine.play_automatic(engine.begin(any_game, seats, {}, luck), levels, luck).over


def test_what_is_known_of_the_game_is_sound(any_game):
    info = any_game.info
    assert registry.game(info.key) is any_game
    assert Action.parse(info.key).verb == info.key
    assert info.seats.step == 1
    assert 1 <= min(info.seats) <= max(info.seats) <= 8
    assert info.opener.index < min(info.seats)
    for text in texts_in(info):
        assert_sound(text)
    assert 1 <= len(plain(info.name)) <= 32
    assert 1 <= len(plain(info.summary)) <= 100
    for option in info.options:
        assert len({value.key for value in option.values}) == len(option.values) >= 2
    assert len({level.key for level in info.levels}) == len(info.levels)


def test_a_wrong_number_of_seats_is_refused(any_game):
    for seats in (-1, 0, 9, 1_000):
        with pytest.raises(BadSeats):
            any_game.start(seats, {})


def test_unknown_options_and_levels_are_refused(any_game):
    fewest = min(any_game.info.seats)
    with pytest.raises(BadOption):
        any_game.start(fewest, {"no-such-option": "normal"})
    for option in any_game.info.options:
        with pytest.raises(BadOption):
            any_game.start(fewest, {option.key: "no-such-value"})
    with pytest.raises(Refusal, match="The computer has no level"):
        any_game.level("no-such-level")
    assert any_game.level(None) in {level.key for level in any_game.info.levels}


def test_advice_is_sorted_and_complete_where_there_is_any(any_game, spots):
    if any_game.exact is None:
        with pytest.raises(ValueError, match="has no exact play"):
            any_game.advise(spots[0].state, Seat(0))
        return
    for spot, seat in decisions(any_game, spots)[::8]:
        advice = any_game.advise(spot.state, seat)
        assert {one.action for one in advice} == set(any_game.legal(spot.state, seat))
        assert len(advice) == len(any_game.legal(spot.state, seat))
        assert [one.worth for one in advice] == sorted((o.worth for o in advice), reverse=True)
        for one in advice:
            assert (one.chances is None) == (any_game.info.alone == "points")
            assert (one.points is None) == (any_game.info.alone != "points")
            if any_game.info.unit(spot.seats) == "points":
                assert one.points == one.worth
                assert one.exact
                assert not one.shares
            elif one.shares:
                assert len(one.shares) == spot.seats
                assert sum(one.shares) == pytest.approx(1, abs=1e-9)
                assert one.shares[seat.index] == pytest.approx(one.worth, abs=2e-9)
            if one.chances is not None:
                assert sum(one.chances) == pytest.approx(1, abs=1e-9)
                assert all(-1e-12 <= chance <= 1 + 1e-12 for chance in one.chances)
        if len(awaited(any_game, spot.state)) == 1:
            assert any_game.worth(spot.state, seat) == pytest.approx(advice[0].worth, abs=1e-9)


def test_the_worth_of_a_finished_round_is_its_result(any_game, journeys):
    if any_game.exact is None:
        return
    for journey in journeys:
        outcome = journey.end.over.outcome
        for seat in seats_of(journey.seats):
            points = any_game.info.unit(journey.seats) == "points"
            result = (outcome.scores if points else outcome.shares)[seat.index]
            assert any_game.worth(journey.end.state, seat) == pytest.approx(float(result), abs=1e-9)


def test_a_reason_is_a_sound_sentence_or_none(any_game, spots):
    if any_game.exact is None:
        return
    for spot, seat in decisions(any_game, spots)[::16]:
        for action in any_game.legal(spot.state, seat):
            reason = any_game.exact.reason(spot.state, seat, action)
            if reason is not None:
                assert_sound(reason)
                assert len(plain(reason)) <= 120


def test_why_a_choice_is_better_is_a_sound_sentence_or_none(any_game, spots):
    if any_game.exact is None:
        return
    for spot, seat in decisions(any_game, spots)[::16]:
        best, *others = any_game.legal(spot.state, seat)
        for action in others[::5]:
            for pair in ((best, action), (action, best)):
                reason = any_game.exact.why(spot.state, seat, *pair)
                if reason is not None:
                    assert_sound(reason)
                    assert len(plain(reason)) <= 120
