"""The choices that count for accuracy, and what they lost: as a review tells it."""

from __future__ import annotations

from itertools import pairwise

import pytest

from extra_games_shown import extra_games_shown
from random_play import play_at_random
from rules import registry
from rules.accuracy import turns_played
from rules.engine import history
from rules.losses import CountedChoices, choices_that_count, loss, loss_between
from rules.review import review_of
from rules.screen import Seat

TABLES = [
    ("dice-poker", 2),
    ("poker-dice", 3),
    ("six-card", 2),
    ("yams", 1),
    ("thirteen", 1),
    ("nine", 1),
    ("nine", 2),
]


def played(key, seats, number=1):
    """Return the history of a round played at random."""
    game = registry.game(key)
    journey = play_at_random(game, seats, {}, f"losses {number}")
    return history(game, seats, {}, journey.record)


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_every_choice_of_a_finished_game_counts_and_lost_what_its_review_tells(key, seats):
    rounds = played(key, seats)
    game = rounds[0].game
    for one in review_of(rounds, seats):
        found = choices_that_count(rounds, seats, {}, one.seat)
        assert [(each.number, each.action) for each in found.choices] == [
            (each.number, each.action) for each in one.decisions
        ]
        lost = [loss(game, each) for each in found.choices]
        assert lost == [each.loss for each in one.decisions]
        turns = len(turns_played(rounds, one.seat))
        assert found.par == game.par(seats, {}).turns(one.seat, turns)


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_of_a_game_that_was_left_the_finished_turns_count(key, seats):
    """Whoever leaves within a turn neither hides what it has lost so far nor gains by it."""
    rounds = played(key, seats)
    par = rounds[0].game.par(seats, {})
    for length in range(1, len(rounds)):
        if not (rounds[length - 1].awaits.seats or rounds[length - 1].over):
            continue
        for seat in map(Seat, range(seats)):
            turns = turns_played(rounds[:length], seat)
            found = choices_that_count(rounds[:length], seats, {}, seat)
            assert tuple(one.number for one in found.choices) == sum(turns, ())
            assert found.par == par.turns(seat, len(turns))


def test_from_the_step_of_the_first_hint_on_no_turn_counts():
    rounds = played("yams", 1)
    first, second, *_ = turns_played(rounds, Seat(0))
    for end, turns in ((first[0], 0), (first[-1], 0), (second[0], 1), (second[-1], 1)):
        found = choices_that_count(rounds, 1, {}, Seat(0), end)
        assert [one.number for one in found.choices] == [*(first if turns else ())]
        assert found.par == registry.game("yams").par(1, {}).turns(Seat(0), turns)
    whole = choices_that_count(rounds, 1, {}, Seat(0))
    assert (
        choices_that_count(rounds, 1, {}, Seat(0), second[-1] + 1).choices
        == whole.choices[: len(first + second)]
    )


def test_of_a_choice_that_was_replaced_the_last_one_counts():
    for number in range(30):
        rounds = played("six-card", 2, number)
        for seat in map(Seat, range(2)):
            own = [step for step in rounds[-1].steps if getattr(step, "seat", None) == seat]
            (choice,) = choices_that_count(rounds, 2, {}, seat).choices
            assert (choice.number, choice.action) == (own[-1].number, own[-1].action)
    moments = [before.moment == after.moment for before, after in pairwise(rounds)]
    assert any(moments)


def test_nothing_counts_in_a_game_without_exact_play():
    with extra_games_shown() as game:
        journey = play_at_random(game, 2, {}, "losses")
        rounds = history(game, 2, {}, journey.record)
        assert choices_that_count(rounds, 2, {}, Seat(0)) == CountedChoices()


def test_rounding_errors_are_no_losses():
    assert loss_between(0.5 + 1e-13, 0.5) == 0.0
    assert loss_between(0.6, 0.5) == pytest.approx(0.1)
