"""How seldom turns bring a row or a hand, against the formula for dice that all go for one face."""

from fractions import Fraction
from importlib import import_module
from math import comb

import pytest

from rules import registry
from rules.dice import DIFFERENT_ROLLS
from rules.exact.feats import chances, of_hand
from rules.hands import DICE_POKER
from rules.screen import Seat
from rules.sheets.flow import Full


def of_a_face(least: int, rolls: int) -> float:
    """Return the chance of so many dice of one face, which are kept as they come."""
    one = 1 - Fraction(5, 6) ** rolls
    return float(sum(comb(5, n) * one**n * (1 - one) ** (5 - n) for n in range(least, 6)))


@pytest.mark.parametrize("rolls", [1, 2, 3])
@pytest.mark.parametrize("least", [1, 2, 3, 4, 5])
def test_who_goes_for_one_face_keeps_it(least, rolls):
    (chance,) = chances([[roll.count(6) >= least for roll in DIFFERENT_ROLLS]], rolls)
    assert chance == pytest.approx(of_a_face(least, rolls))


def test_five_of_a_kind_in_one_roll():
    assert of_hand((3, 3, 3, 3, 3), DICE_POKER, 1) == pytest.approx(6 / 7776)


def test_without_rows_there_are_no_chances():
    assert chances([], 3) == ()


@pytest.mark.parametrize("key", ["thirteen", "nine", "yams"])
def test_the_row_of_a_sheet_that_turns_bring_most_seldom(key):
    """Five of a kind in its row and a cheap Chance: the former, whatever the others hold."""
    game = registry.game(key)
    rows = import_module(f"rules.games.{key}.rows").ROWS
    five, chance = rows.index("five-of-a-kind"), rows.index("chance")
    points = [0] * len(rows.empty)
    points[five], points[chance] = max(rows.scores[five]), min(rows.scores[chance])
    end = Full((tuple(points), (0,) * len(points)), (five, five))
    found = game.exact.feat(end, Seat(0))
    assert found.number == five
    assert 0.0460 < found.chance < 0.0461  # Yahtzee in three rolls: 4.603 %
    named = game.exact.feat_named(end, Seat(0), five)
    assert dict(named.arguments)["points"] == points[five]
    assert game.exact.feat(end, Seat(1)) is None


def test_before_the_end_there_is_none():
    game = registry.game("nine")
    assert game.exact.feat(game.start(1, {}), Seat(0)) is None
