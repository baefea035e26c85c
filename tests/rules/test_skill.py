"""The measure of skill (docs/ratings.md): difficulty, sums, ratings, and the tables of the games."""

from __future__ import annotations

from dataclasses import replace
from math import e, log2, sqrt
from statistics import fmean, pvariance, stdev

import pytest

from rules import registry
from rules.engine import begin, play_automatic
from rules.game import Advice
from rules.house_skill import HouseSkill
from rules.review import review
from rules.screen import Action, Seat
from rules.skill import (
    RoundSkill,
    SkillSums,
    broken_off,
    difficulty,
    on_scale,
    proven,
    quantile,
    rating,
    round_skill,
    rows_open,
    student,
)
from simulated_luck import SeededLuck

GAMES = [game for game in registry.games().values() if game.exact is not None]
TABLES = [
    pytest.param(game, house_skill, id=name)
    for game in GAMES
    for name, house_skill in (
        (game.info.key, game.exact.house_skill),
        *((f"{game.info.key}.{one.key}", one.house_skill) for one in game.info.variants),
    )
]
"""The games with their tables, and with those of their variants."""

BUST = {"straights": "bust"}


def advice(*worths, verb="reroll"):
    return tuple(Advice(Action(verb, str(n)), worth) for n, worth in enumerate(worths, start=1))


def test_the_difficulty_of_a_choice_worked_by_hand():
    """Losses 0, 0.02 and 0.12: weights 1, 1/e and 1/e^6."""
    expected = (0.02 / e + 0.12 / e**6) / (1 + 1 / e + 1 / e**6)
    assert difficulty(advice(0.62, 0.60, 0.50), "share") == pytest.approx(expected)


def test_points_are_weighed_on_their_own_scale():
    assert difficulty(advice(200.0, 196.0), "points") == pytest.approx(4 / e / (1 + 1 / e))


def test_equal_choices_count_once():
    once = difficulty(advice(0.5, 0.4), "share")
    assert difficulty(advice(0.5, 0.4, 0.4, 0.5, 0.5 - 1e-12), "share") == pytest.approx(once)


def test_a_choice_in_which_nothing_can_be_lost_is_not_difficult():
    assert difficulty(advice(0.7, 0.7, 0.7), "share") == 0


def test_the_order_of_the_advice_does_not_matter():
    assert difficulty(advice(0.1, 0.9, 0.5), "share") == difficulty(advice(0.9, 0.5, 0.1), "share")


def test_the_open_rows_are_those_that_may_be_written():
    assert rows_open((*advice(1, 2, 3, verb="write"), *advice(1, 2))) == 3
    assert rows_open(advice(1, 2)) == 0


def test_rows_never_seen_take_the_scale_of_the_nearest():
    house = HouseSkill(1.0, 1.0, {1: (0.5,), 4: (2.0, 3.0)}, {})
    assert house.expected(3.0, 4) == 6.0
    assert house.expected(3.0, 9) == 6.0
    assert house.expected(3.0, 2) == 1.5


def test_the_rerolls_made_before_have_scales_of_their_own():
    house = HouseSkill(1.0, 1.0, {1: (0.5,), 4: (2.0, 3.0)}, {})
    assert house.expected(3.0, 4, 1) == 9.0
    assert house.expected(3.0, 4, 2) == 9.0
    assert house.expected(3.0, 1, 2) == 1.5


def test_after_a_slip_more_is_expected_to_be_given_away():
    house = HouseSkill(1.0, 1.0, {1: (0.5,), 4: (2.0, 3.0)}, {}, 1.5)
    assert house.expected(3.0, 4, 1) == 9.0
    assert house.expected(3.0, 4, 1, slipped=True) == 13.5


def test_a_round_is_measured_in_mean_losses_of_house():
    house = HouseSkill(mean=0.5, variance=0.75, scale={0: 1.0}, levels={})
    assert round_skill([0.25, 0.0], [0.1, 0.4], house) == RoundSkill(0.5, 1.0, 3.0)


def test_the_rating_of_three_rounds_worked_by_hand():
    rounds = [RoundSkill(0.0, 1.0, 2.0), RoundSkill(1.5, 2.0, 2.0), RoundSkill(0.5, 1.0, 2.0)]
    prior = 0.5 * 2
    ratio = (2 + prior) / (4 + prior)
    scattered = (0 - ratio) ** 2 + (1.5 - 2 * ratio) ** 2 + (0.5 - ratio) ** 2
    third = sqrt(scattered + prior * 2) / (4 + prior) / ratio / 3
    found = rating(SkillSums.of(rounds))
    assert found.value == round(3000 - 400 * log2(1 + ratio)) == 2729
    wide = 1.96 + (1.96**3 + 1.96) / (4 * (3 + prior))
    most, least = (ratio * (1 - third**2 + z * third) ** 3 for z in (wide, -wide))
    assert found.low == round(3000 - 400 * log2(1 + most)) == 2427
    assert found.high == round(3000 - 400 * log2(1 + least)) == 2952


def test_what_three_rounds_prove_worked_by_hand():
    """Q 0.6, t 0.31369 / 1.8 = 0.17427 and z = 3.3 + 9.8 / 4 = 5.75: Q (1 + 0.97168)^3."""
    rounds = [RoundSkill(0.0, 1.0, 2.0), RoundSkill(1.5, 2.0, 2.0), RoundSkill(0.5, 1.0, 2.0)]
    worst = 0.6 * (1 - 0.17427**2 + 5.75 * 0.17427) ** 3
    assert worst == pytest.approx(4.598, abs=0.002)
    assert proven(SkillSums.of(rounds)) == round(3000 - 400 * log2(1 + worst)) == 2006


def test_evidence_is_what_was_expected_in_mean_variances():
    rounds = [RoundSkill(0.0, 1.0, 2.0), RoundSkill(1.5, 2.0, 4.0), RoundSkill(0.5, 3.0, 6.0)]
    assert SkillSums.of(rounds).evidence == pytest.approx(6 / 4)
    assert SkillSums().evidence == 0


@pytest.mark.parametrize(
    ("expected", "open_choice", "given", "counted"),
    [
        (0.25, 0.0, 0.5 + 2 * 0.75, 1.0),  # three quarters of a round are missing
        (0.25, 0.5, 0.5 + 2 * 0.75, 1.0),  # and the open choice is among them
        (0.25, 2.0, 0.5 + 2 * 2.0, 2.25),  # it is harder than all that is missing
        (1.5, 0.0, 0.5, 1.5),  # nothing is missing
        (1.5, 0.3, 0.5 + 2 * 0.3, 1.8),  # but the open choice
    ],
)
def test_what_is_missing_counts_twice(expected, open_choice, given, counted):
    found = broken_off(RoundSkill(0.5, expected, 4.0), open_choice)
    assert (found.given, found.expected) == pytest.approx((given, counted))
    assert found.variance == 4.0


@pytest.mark.parametrize(
    ("shape", "low", "high"),
    [(1.0, 0.0253, 3.689), (2.5, 0.8312 / 5, 12.833 / 5), (5.0, 3.247 / 10, 20.483 / 10)],
)
def test_the_interval_is_that_of_a_gamma_distribution(shape, low, high):
    """Quantiles of the exponential, and of chi-square with 5 and 10 degrees, from printed tables."""
    deviation = 1 / sqrt(shape)
    assert quantile(1.0, deviation, 1.96) == pytest.approx(high, rel=0.006)
    assert quantile(1.0, deviation, -1.96) == pytest.approx(low, abs=0.013)


@pytest.mark.parametrize(("freedom", "half_width"), [(10, 2.228), (20, 2.086), (120, 1.980)])
def test_few_rounds_widen_the_interval_as_students_t_does(freedom, half_width):
    """Quantiles for 95 of 100 from a printed table of Student's t."""
    assert student(freedom) == pytest.approx(half_width, rel=0.015)


def test_no_quantile_is_below_nothing():
    assert quantile(0.1, 5.0, -1.96) == 0


def test_who_gives_nothing_away_may_be_perfect():
    found = rating(SkillSums.of([RoundSkill(0.0, 1.0, 2.0)] * 100))
    assert found.high == 3000
    assert found.low < found.value < 3000


def test_without_rounds_a_player_is_taken_for_house():
    found = rating(SkillSums())
    assert found.value == 2600
    assert found.high - found.low > 300


def test_more_rounds_narrow_the_interval():
    rounds = [RoundSkill(0.0, 0.8, 2.0), RoundSkill(2.0, 1.2, 2.0)]
    widths = [
        (found := rating(SkillSums.of(rounds * times))).high - found.low for times in (5, 50, 500)
    ]
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] < widths[0] / 3


def test_the_scale_ends_at_zero():
    assert on_scale(0) == 3000
    assert on_scale(1) == 2600
    assert on_scale(1e9) == 0


@pytest.mark.parametrize(("game", "house_skill"), TABLES)
def test_every_game_and_variant_ships_a_table_for_every_number_of_seats(game, house_skill):
    assert [*house_skill] == [*game.info.seats]
    for house in house_skill.values():
        assert house.mean > 0
        assert house.variance > 0
        assert [*house.levels] == [level.key for level in game.info.levels]
        assert house.levels["house"] == 2600
        assert house.levels["perfect"] == 3000
        assert house.levels["easy"] < 2500
        assert all(min(factors) > 0 for factors in house.scale.values())


def test_a_variant_has_a_table_of_its_own_which_its_options_choose():
    game = registry.game("poker-dice")
    (variant,) = game.info.variants
    for seats in game.info.seats:
        usual, bust = game.exact.house_skill[seats], variant.house_skill[seats]
        assert usual != bust
        assert game.house_skill(seats, BUST) is bust
        assert game.house_skill(seats, {**BUST, "of an earlier version": "x"}) is bust
        assert game.house_skill(seats, {"straights": "normal"}) is usual
        assert game.house_skill(seats, {}) is usual


@pytest.mark.parametrize("options", [{}, BUST])
def test_other_numbers_of_seats_have_no_table_nor_has_a_game_without_exact_play(options):
    game = registry.game("poker-dice")
    assert game.house_skill(9, options) is None
    assert replace(game, exact=None).house_skill(2, options) is None


def reviewed(game, options, seats, seed):
    """Return the review of a round that `house` plays on every seat."""
    luck, levels = SeededLuck(seed), {Seat(index): "house" for index in range(seats)}
    over = play_automatic(begin(game, seats, options, luck), levels, luck)
    return review(game, seats, options, over.steps)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "options", "seats", "rounds"),
    [
        ("dice-poker", {}, 2, 150),
        ("six-card", {}, 2, 300),
        ("poker-dice", {}, 2, 100),
        ("poker-dice", BUST, 2, 300),
        ("nine", {}, 1, 20),
    ],
)
def test_the_tables_tell_what_house_gives_away(key, options, seats, rounds):
    """Rounds of other seeds agree with the table, within four errors."""
    game = registry.game(key)
    house = game.house_skill(seats, options)
    seeds = (f"test {number}" for number in range(rounds))
    played = [one for seed in seeds for one in reviewed(game, options, seats, seed)]
    given = [sum(each.given_away for each in one.decisions) for one in played]
    expected = [sum(each.expected_of(house) for each in one.decisions) for one in played]
    assert fmean(given) == pytest.approx(house.mean, abs=4 * stdev(given) / sqrt(len(given)))
    assert fmean(expected) == pytest.approx(
        house.mean, abs=4 * stdev(expected) / sqrt(len(expected))
    )
    assert pvariance(given) == pytest.approx(house.variance, rel=0.6)
