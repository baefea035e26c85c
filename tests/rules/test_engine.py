"""The engine, tested with `pebbles`, a tiny game made for it, and with Quick Stop."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from pebbles import ONE, OTHER, PEBBLES, A, B, Done, Putting, Rolling, Shuffling, turn
from rules import registry
from rules.engine import (
    ABANDONED,
    Acted,
    Landed,
    Round,
    act,
    begin,
    closes,
    landings,
    play_automatic,
    replay,
    resolve_chance,
)
from rules.errors import BadOption, BadSeats, NotLegal, NotYourTurn, Refusal, RoundOver, Unreadable
from rules.feats import DiceLanding
from rules.game import Awaits, Outcome, Over, Rolls, Shuffles
from rules.screen import Action, Seat
from simulated_luck import SeededLuck, WrittenLuck


def started(*landings):
    luck = WrittenLuck(landings)
    return begin(PEBBLES, 2, {}, luck), luck


# What is refused, and in which order


def test_over_comes_before_turn_and_legality():
    over = Round(PEBBLES, Done((1, 1)))
    for seat in (ONE, Seat(7)):
        for action in (A, Action("nonsense")):
            with pytest.raises(RoundOver):
                act(over, seat, action, WrittenLuck())


def test_turn_comes_before_legality():
    round_, luck = started()
    with pytest.raises(NotYourTurn) as refused:
        act(round_, Seat(7), Action("nonsense"), luck)
    assert dict(refused.value.text.arguments) == {"seat": ONE}


def test_a_refusal_names_a_seat_that_still_owes():
    round_, luck = started()
    round_ = act(round_, ONE, A, luck)
    with pytest.raises(NotYourTurn) as refused:
        act(round_, Seat(7), A, luck)
    assert dict(refused.value.text.arguments) == {"seat": OTHER}


def test_what_legal_does_not_list_is_refused_last():
    round_, luck = started()
    with pytest.raises(NotLegal):
        act(round_, ONE, Action("put", "c"), luck)


def test_nobody_acts_while_dice_are_in_the_air():
    with pytest.raises(NotYourTurn) as refused:
        act(Round(PEBBLES, Rolling()), ONE, A, WrittenLuck())
    assert refused.value.text.arguments == ()


def test_a_refused_action_asks_for_no_luck_and_changes_nothing():
    round_, luck = started()
    before = replace(round_)
    with pytest.raises(Refusal):
        act(round_, ONE, Action("put", "c"), luck)
    assert round_ == before
    assert luck.asked == []


# The moment


def test_the_moment_stands_still_until_no_seat_owes_a_decision():
    round_, luck = started((5, 6))
    assert round_.moment == 0
    round_ = act(round_, OTHER, A, luck)
    assert round_.moment == 0
    round_ = act(round_, OTHER, B, luck)
    assert round_.moment == 0
    round_ = act(round_, ONE, A, luck)
    assert round_.moment == 1


def test_a_single_decision_moves_the_moment():
    assert act(Round(PEBBLES, Putting(("a", None))), OTHER, A, SeededLuck(1)).moment == 1


def test_a_seat_may_change_its_mind_until_the_last_is_in():
    round_, luck = started((5, 6))
    round_ = act(round_, ONE, A, luck)
    assert round_.awaits == Awaits((OTHER,), (ONE,), secret=True)
    round_ = act(round_, ONE, B, luck)
    assert round_.state == Putting(("b", None))
    round_ = act(round_, OTHER, A, luck)
    with pytest.raises(RoundOver):
        act(round_, ONE, A, luck)


THIRD = Seat(2)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(Awaits((ONE, OTHER)), Awaits((OTHER,)), id="another owes still"),
        pytest.param(
            Awaits((ONE, OTHER, THIRD)), Awaits((OTHER, THIRD)), id="two others owe still"
        ),
        pytest.param(
            Awaits((ONE, OTHER, THIRD)), Awaits((THIRD, OTHER), (ONE,)), id="it may be changed"
        ),
        pytest.param(Awaits((OTHER,), (ONE,)), Awaits((OTHER,), (ONE,)), id="it is changed"),
    ],
)
def test_a_decision_stays_open_while_the_others_owe_theirs(before, after):
    assert not closes(before, ONE, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(Awaits((ONE,)), Awaits((OTHER,)), id="nobody else owed one"),
        pytest.param(Awaits((ONE,)), Awaits((ONE,)), id="the same seat decides again"),
        pytest.param(Awaits((ONE,), (OTHER,)), Awaits((ONE, OTHER)), id="the last one was in"),
        pytest.param(Awaits((ONE, OTHER)), Rolls(1, "roll"), id="dice are rolled"),
        pytest.param(Awaits((ONE, OTHER)), Shuffles((1, 2), "deal"), id="cards are shuffled"),
        pytest.param(Awaits((ONE, OTHER)), Over(Outcome(())), id="the round is over"),
        pytest.param(Awaits((ONE, OTHER)), Awaits((ONE, OTHER)), id="all are awaited anew"),
        pytest.param(Awaits((ONE, OTHER, THIRD)), Awaits((OTHER,)), id="one is awaited no longer"),
        pytest.param(
            Awaits((ONE, THIRD)), Awaits((OTHER, THIRD)), id="one who had decided is awaited"
        ),
        pytest.param(Awaits((OTHER,), (ONE,)), Awaits((ONE, OTHER)), id="it is owed again"),
        pytest.param(Awaits((OTHER,), (ONE,)), Rolls(2, "roll"), id="a change ended it"),
        pytest.param(Awaits((OTHER,), (), (ONE,)), Awaits((OTHER,)), id="it was interrupted"),
    ],
)
def test_a_decision_is_closed_once_anything_else_is_awaited(before, after):
    assert closes(before, ONE, after)


def test_one_seat_may_end_what_the_others_are_awaited_for(extra_game):
    game = registry.game("quick-stop")
    stop, wait = Action("stop"), Action("wait")
    round_ = act(begin(game, 3, {}, WrittenLuck()), Seat(1), wait, WrittenLuck())
    assert round_.moment == 0
    round_ = act(round_, Seat(0), stop, WrittenLuck())
    assert (round_.moment, round_.awaits) == (1, Awaits((Seat(0), Seat(1), Seat(2))))
    for seat in round_.awaits.seats:
        round_ = act(round_, seat, wait, WrittenLuck())
    assert round_.moment == 2
    again = replay(game, 3, {}, round_.steps)
    assert (again.state, again.moment) == (round_.state, round_.moment)


# The record


def test_steps_are_numbered_from_one_and_luck_is_told_the_label():
    luck = WrittenLuck([(3, 1, 2), (5, 6)])
    round_ = begin(PEBBLES, 2, {"shuffled": "yes"}, luck)
    round_ = act(round_, OTHER, B, luck)
    round_ = act(round_, ONE, A, luck)
    assert round_.steps == (
        Landed(1, (3, 1, 2)),
        Acted(2, OTHER, B),
        Acted(3, ONE, A),
        Landed(4, (5, 6)),
    )
    assert luck.asked == [("shuffle", "deal", (1, 2, 3)), ("roll", "roll", 2)]
    assert round_.recorded == 4
    assert round_.over == turn(Done((5, 6)))


def test_a_loaded_round_goes_on_numbering_where_its_record_ends():
    loaded = Round(PEBBLES, Putting(("a", None)), moment=4, recorded=17)
    luck = WrittenLuck([(1, 2)])
    after = act(loaded, OTHER, A, luck)
    assert after.steps == (Acted(18, OTHER, A), Landed(19, (1, 2)))
    assert (after.recorded, after.moment) == (19, 5)
    assert luck.asked == [("roll", "roll", 2)]


def test_a_landing_is_told_with_the_action_that_was_taken_next_if_any():
    record = (
        Landed(1, (6, 1), "one"),
        Landed(2, (5, 2), "other"),
        Acted(3, ONE, A),
        Acted(4, OTHER, B),
        Landed(5, (4,), "last"),
    )
    assert [*landings(record)] == [
        DiceLanding("one", (6, 1)),
        DiceLanding("other", (5, 2), A),
        DiceLanding("last", (4,)),
    ]
    assert [*landings(())] == []


def test_resolve_chance_leaves_a_round_alone_that_awaits_somebody_or_is_over():
    for state in (Putting(), Done((1, 1))):
        round_ = Round(PEBBLES, state)
        assert resolve_chance(round_, WrittenLuck()) is round_


def test_a_round_knows_whom_it_awaits_and_how_it_ended():
    assert Round(PEBBLES, Putting()).awaits == Awaits((ONE, OTHER), secret=True)
    assert Round(PEBBLES, Rolling()).awaits == Awaits(())
    assert Round(PEBBLES, Putting()).over is None
    assert Round(PEBBLES, Done((1, 1))).over.outcome.shares == (1, 0)


# Replay

RECORD = (
    Landed(1, (3, 1, 2)),
    Acted(2, OTHER, B),
    Acted(3, OTHER, A),
    Acted(4, ONE, A),
    Landed(5, (5, 6)),
)


def replayed(record):
    return replay(PEBBLES, 2, {"shuffled": "yes"}, record)


@pytest.mark.parametrize("length", range(len(RECORD) + 1))
def test_every_part_of_a_record_can_be_replayed(length):
    round_ = replayed(RECORD[:length])
    assert round_.recorded == length
    assert round_.steps == RECORD[:length]
    assert round_.moment == (1 if length > 3 else 0)
    states = [
        Shuffling(),
        Putting(),
        Putting((None, "b")),
        Putting((None, "a")),
        Rolling(),
        Done((5, 6)),
    ]
    assert round_.state == states[length]


@pytest.mark.parametrize(
    "record",
    [
        pytest.param(RECORD[1:], id="the first step is missing"),
        pytest.param((*RECORD[:2], *RECORD[3:]), id="a step is missing"),
        pytest.param((*RECORD[:2], RECORD[1]), id="a step is doubled"),
        pytest.param((*RECORD, Landed(6, (1, 1))), id="something after the end"),
        pytest.param((*RECORD, Acted(6, ONE, A)), id="somebody after the end"),
        pytest.param((Acted(1, ONE, A),), id="an action while cards are shuffled"),
        pytest.param((RECORD[0], Landed(2, (1, 1))), id="dice where a seat decides"),
        pytest.param((Landed(1, (1, 2, 2)),), id="cards that are not in the deck"),
        pytest.param((Landed(1, (1, 2)),), id="too few cards"),
        pytest.param((*RECORD[:4], Landed(5, (5,))), id="too few dice"),
        pytest.param((*RECORD[:4], Landed(5, (5, 7))), id="no face"),
        pytest.param((*RECORD[:4], Landed(5, (5, 0))), id="no face either"),
        pytest.param((RECORD[0], Acted(2, Seat(7), A)), id="a seat that is not there"),
        pytest.param((RECORD[0], Acted(2, ONE, Action("put", "c"))), id="an illegal action"),
    ],
)
def test_a_record_that_does_not_fit_is_unreadable(record):
    with pytest.raises(Unreadable):
        replayed(record)


# Computers and abandoned seats


def test_the_computer_acts_until_another_seat_must():
    round_, luck = started((1, 2))
    round_ = play_automatic(round_, {OTHER: "steady"}, luck)
    assert round_.state == Putting((None, "a"))
    assert play_automatic(round_, {OTHER: "steady"}, luck) is round_
    assert play_automatic(round_, {ONE: "steady"}, luck).over


def test_a_mixed_strategy_is_chosen_by_luck_with_its_weights_and_label():
    luck = WrittenLuck([(1, 2)], choices=[1, 0])
    round_ = play_automatic(
        Round(PEBBLES, Putting(), recorded=6), {ONE: "mixed", OTHER: "mixed"}, luck
    )
    assert round_.steps[:2] == (Acted(7, ONE, B), Acted(8, OTHER, A))
    thirds = (Fraction(1, 3), Fraction(2, 3))
    assert luck.asked[:2] == [("choose", f"choose/seat/{seat}/moment/0", thirds) for seat in (1, 2)]


def test_a_certain_choice_needs_no_luck():
    round_, luck = started((1, 2))
    play_automatic(round_, {ONE: "steady", OTHER: "steady"}, luck)
    assert luck.asked == [("roll", "roll", 2)]


def test_a_seat_that_was_left_idles():
    round_, luck = started()
    assert play_automatic(round_, {ONE: ABANDONED}, luck).state == Putting(("b", None))


# How a round begins


def test_options_take_their_defaults():
    assert PEBBLES.complete({}) == {"shuffled": "no"}
    assert begin(PEBBLES, 2, {"shuffled": "no"}, WrittenLuck()).state == Putting()


@pytest.mark.parametrize("seats", [-1, 0, 1, 3, 10**9])
def test_a_game_is_not_started_with_other_numbers_of_seats(seats):
    with pytest.raises(BadSeats):
        begin(PEBBLES, seats, {}, WrittenLuck())


@pytest.mark.parametrize("options", [{"x": "no"}, {"shuffled": ""}, {"shuffled": "y" * 50_000}])
def test_options_that_do_not_exist_are_refused(options):
    with pytest.raises(BadOption) as refused:
        begin(PEBBLES, 2, options, WrittenLuck())
    assert len(dict(refused.value.text.arguments)["key"]) <= 40


def test_levels():
    assert PEBBLES.level(None) == "steady"
    assert PEBBLES.level("mixed") == "mixed"
    with pytest.raises(Refusal, match="The computer has no level") as refused:
        PEBBLES.level("x" * 50_000)
    assert dict(refused.value.text.arguments) == {"key": "x" * 40, "levels": "steady, mixed"}
