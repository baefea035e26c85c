"""Worths are averages over what may land, and maxima over what may be done.

With the results at the end these two properties determine every worth.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from random import Random
from statistics import mean, stdev

import pytest

from random_play import journeys_of
from rules import engine, registry
from rules.dice import orders
from rules.game import Awaits, Rolls
from rules.screen import Seat
from simulated_luck import SeededLuck

GAMES = ["dice-poker", "nine", "poker-dice", "thirteen"]
VALUES = {
    ("dice-poker", 2, "", 1): 0.5181099060,
    ("poker-dice", 2, "normal", 0): 0.4625793458,
    ("poker-dice", 2, "bust", 0): 0.4668852512,
    ("thirteen", 1, "", 0): 229.6384995505,
    ("nine", 1, "", 0): 463.7402794494,
}
EXACT = 1e-9


@pytest.fixture(scope="module", params=GAMES)
def game(request):
    return registry.game(request.param)


@pytest.fixture(scope="module", params=[24, pytest.param(120, marks=pytest.mark.slow)])
def spots(game, request):
    """Return states of random rounds, of every number of seats and every option."""
    found = [spot for journey in journeys_of(game) for spot in journey.spots()]
    return Random(game.info.key).sample(found, request.param)


def seats_of(spot):
    return [Seat(number) for number in range(spot.seats)]


@pytest.mark.parametrize("case", VALUES, ids=str)
def test_1_9_2_8_3_5_4_4_what_a_round_is_worth_before_it_begins(case):
    key, seats, straights, seat = case
    state = registry.game(key).start(seats, {"straights": straights} if straights else {})
    assert registry.game(key).worth(state, Seat(seat)) == pytest.approx(VALUES[case], abs=EXACT)


def test_every_game_of_dice_has_a_perfect_computer(game):
    assert "perfect" in {level.key for level in game.info.levels}


@pytest.mark.slow
def test_before_dice_land_the_round_is_worth_the_average_of_what_may_land(game, spots):
    checked = 0
    for spot in spots:
        turn = game.turn(spot.state)
        if not isinstance(turn, Rolls):
            continue
        sums = dict.fromkeys(seats_of(spot), 0.0)
        for faces in combinations_with_replacement(range(1, 7), turn.count):
            after = game.land(spot.state, faces)
            for seat in sums:
                sums[seat] += game.worth(after, seat) * orders(faces) / 6**turn.count
        for seat, average in sums.items():
            assert game.worth(spot.state, seat) == pytest.approx(average, abs=EXACT)
        checked += 1
        if checked == 3:
            return
    assert checked > 2


@pytest.mark.slow
def test_an_action_is_worth_what_the_round_is_worth_after_it(game, spots):
    for spot in spots:
        turn = game.turn(spot.state)
        if not isinstance(turn, Awaits):
            continue
        (seat,) = turn.seats
        advice = game.advise(spot.state, seat)
        for one in advice:
            following = game.play(spot.state, seat, one.action)
            if (
                not one.exact
                and isinstance(game.turn(following), Rolls)
                and one.action.verb == "write"
            ):
                continue  # the next seat judges anew
            after = game.worth(following, seat)
            assert one.worth == pytest.approx(after, abs=2 * EXACT)
            for other in seats_of(spot) if one.shares else ():
                share = game.worth(following, other)
                assert one.shares[other.index] == pytest.approx(share, abs=EXACT)
            if one.chances:
                win, draw, _ = one.chances
                assert win - EXACT <= one.worth <= win + draw / 2 + EXACT
        for other in seats_of(spot):
            before = game.worth(spot.state, other)
            if advice[0].shares:
                assert before == pytest.approx(advice[0].shares[other.index], abs=EXACT)
            else:
                best = game.play(spot.state, seat, advice[0].action)
                assert before == pytest.approx(game.worth(best, other), abs=EXACT)
            assert not game.advise(spot.state, other) or other == seat


def test_worths_of_all_seats_sum_to_1_where_the_win_is_shared(game, spots):
    for spot in spots:
        worths = [game.worth(spot.state, seat) for seat in seats_of(spot)]
        if game.info.unit(spot.seats) == "share":
            assert sum(worths) == pytest.approx(1, abs=EXACT)
            assert all(-EXACT < worth < 1 + EXACT for worth in worths)


def test_the_perfect_computer_does_what_is_advised_first(game, spots):
    for spot in spots:
        for seat in seats_of(spot):
            advice = game.advise(spot.state, seat)
            if advice:
                ((action, weight),) = game.computer(spot.state, seat, "perfect")
                assert (action, weight) == (advice[0].action, 1)


@pytest.mark.parametrize("key", ["dice-poker", "poker-dice"])
def test_perfect_play_beats_the_house_over_many_rounds(key):
    """Four hundred rounds of two, the seats changing: perfect play leads on average."""
    game, luck, total = registry.game(key), SeededLuck("house"), 0
    for number in range(400):
        perfect = Seat(number % 2)
        levels = {Seat(0): "house", Seat(1): "house", perfect: "perfect"}
        played = engine.play_automatic(engine.begin(game, 2, {}, luck), levels, luck)
        total += played.over.outcome.shares[perfect.index]
    assert total / 400 > 0.5


@pytest.mark.slow
@pytest.mark.parametrize(("key", "value", "most"), [("thirteen", 229.6, 12), ("nine", 463.7, 20)])
def test_perfect_play_of_a_sheet_averages_what_it_should(key, value, most):
    """Sixty sheets: the mean lies within four standard errors of the value."""
    game, luck = registry.game(key), SeededLuck("sixty sheets")
    totals = []
    for _ in range(60):
        played = engine.play_automatic(engine.begin(game, 1, {}, luck), {Seat(0): "perfect"}, luck)
        totals += played.over.outcome.scores
    error = stdev(totals) / len(totals) ** 0.5
    assert error < most
    assert abs(mean(totals) - value) < 4 * error
