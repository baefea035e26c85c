"""The split game in exact numbers, against separate slow code (README 5.5)."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from rules.games.six_card import equilibrium
from rules.games.six_card.cards import (
    HANDS,
    high_then_middle,
    low_then_middle,
    split_of,
    splits_of,
)
from rules.games.six_card.equilibrium import EQUILIBRIUM, VALUE
from rules.games.six_card.equilibrium_table import ALWAYS, MIXED
from rules.games.six_card.strategies import chance_of, chances_against
from six_cards import always, arranged_at_random
from slow_splits import slow_deals, slow_others, slow_score, slow_splits

ROOT = Path(__file__).parents[3]


def slow_best_answer(strategy) -> Fraction:
    """Return the score of the best answer: every deal, every split, compared one by one."""
    total = Fraction(0)
    for hand, often in slow_deals().items():
        faced = [
            (split.parts, weight * ways)
            for other, ways in slow_others(hand).items()
            for split, weight in strategy[other].items()
        ]
        best = max(
            sum(Fraction(slow_score(own, split)) * weight for split, weight in faced)
            for own in slow_splits(hand)
        )
        total += Fraction(often, 8008) * best / 210
    return total


def test_every_hand_is_dealt_as_often_as_it_should_be():
    assert sum(map(chance_of, HANDS)) == 1
    assert chance_of((4, 4, 4, 4, 3, 3)) == Fraction(6, 8008)


@pytest.mark.parametrize(
    "strategy",
    [EQUILIBRIUM, arranged_at_random(), always(high_then_middle)],
    ids=["equilibrium", "random", "high"],
)
def test_strategies_are_whole(strategy):
    assert set(strategy) == set(HANDS)
    for hand, weights in strategy.items():
        assert set(weights) <= set(splits_of(hand))
        assert all(type(weight) is Fraction and weight > 0 for weight in weights.values())
        assert sum(weights.values()) == 1


def best_answer(strategy) -> Fraction:
    """Return the score of the best answer, from the chances of each split against the strategy."""
    return sum(
        chance_of(hand) * max(one.score for one in chances_against(strategy, hand).values())
        for hand in HANDS
    )


def test_5_5_no_answer_beats_the_equilibrium():
    """In exact fractions, by the code of the tests and by that of the game."""
    assert slow_best_answer(EQUILIBRIUM) == VALUE == Fraction(1, 2)
    assert best_answer(EQUILIBRIUM) == VALUE


def test_5_5_an_answer_beats_a_strategy_that_is_a_little_off():
    hand = (4, 4, 3, 3, 2, 1)
    (one, weight), (other, rest) = EQUILIBRIUM[hand].items()
    move_to = {one: weight + Fraction(1, 100), other: rest - Fraction(1, 100)}
    assert best_answer({**EQUILIBRIUM, hand: move_to}) > VALUE + Fraction(1, 10**9)


def test_5_5_the_best_answer_to_cards_laid_down_at_random():
    assert float(best_answer(arranged_at_random())) == pytest.approx(0.8593756244, abs=1e-9)


def test_5_5_the_best_answer_to_high_then_middle_then_low():
    strategy = always(high_then_middle)
    assert float(best_answer(strategy)) == pytest.approx(0.8820108463, abs=1e-9)
    assert best_answer(strategy) == slow_best_answer(strategy)


def score(own, other) -> Fraction:
    """Return the expected score of a strategy against another one, over all deals."""
    total = Fraction(0)
    for hand in HANDS:
        chances = chances_against(other, hand)
        total += chance_of(hand) * sum(
            weight * chances[split].score for split, weight in own[hand].items()
        )
    return total


@pytest.mark.parametrize(
    ("own", "easy", "house", "perfect", "best"),
    [
        (always(high_then_middle), 50.0, 17.7, 28.3, 88.2),
        (always(low_then_middle), 82.3, 50.0, 49.2, 55.1),
        (EQUILIBRIUM, 71.7, 50.8, 50.0, 50.0),
        (arranged_at_random(), 26.3, 17.5, 18.9, 85.9),
    ],
    ids=["easy", "house", "perfect", "random"],
)
def test_5_8_the_scores_of_the_levels_against_each_other(own, easy, house, perfect, best):
    levels = (always(high_then_middle), always(low_then_middle), EQUILIBRIUM)
    scores = [score(own, level) for level in levels]
    percents = [round(float(100 * one), 1) for one in (*scores, best_answer(own))]
    assert percents == [easy, house, perfect, best]


def test_chances_are_those_of_plain_counting():
    for hand in HANDS[::5]:
        others = slow_others(hand)
        for split, chances in chances_against(EQUILIBRIUM, hand).items():
            counted = {1.0: Fraction(0), 0.5: Fraction(0), 0.0: Fraction(0)}
            for other, ways in others.items():
                for theirs, weight in EQUILIBRIUM[other].items():
                    counted[slow_score(split.parts, theirs.parts)] += Fraction(ways, 210) * weight
            assert (chances.win, chances.draw, chances.lose) == tuple(counted.values())
            assert chances.win + chances.draw + chances.lose == 1


def test_splits_come_best_first_and_those_that_are_played_are_equally_good():
    for hand in HANDS:
        chances = equilibrium.chances(hand)
        scores = [one.score for one in chances.values()]
        assert scores == sorted(scores, reverse=True)
        assert set(chances) == set(splits_of(hand))
        assert {chances[split].score for split in EQUILIBRIUM[hand]} == {scores[0]}
        assert equilibrium.worth(hand) == scores[0]


def test_a_round_is_worth_one_half_before_the_deal():
    assert sum(chance_of(hand) * equilibrium.worth(hand) for hand in HANDS) == VALUE


def test_the_module_holds_every_hand_once():
    assert not set(ALWAYS) & set(MIXED)
    assert set(ALWAYS) | set(MIXED) == {"".join(map(str, hand)) for hand in HANDS}
    for hand, weights in MIXED.items():
        assert len(weights) > 1
        assert all("".join(map(str, split_of(code).hand)) == hand for code in weights)


@pytest.mark.slow
def test_the_equilibrium_can_be_computed_again(tmp_path):
    command = [sys.executable, "-m", "bench.exact.solve_six_card", "--to", tmp_path / "again.py"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "exploitability 0\n" in done.stdout
    written = (tmp_path / "again.py").read_text(encoding="utf-8")
    assert "Generated by `python -m bench.exact.solve_six_card`; do not edit." in written
    compile(written, "again.py", "exec")
