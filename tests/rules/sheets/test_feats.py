"""The feats of sheets, and the averages that rows are compared with."""

from __future__ import annotations

from importlib import import_module

import pytest

from rules import registry
from rules.feats import DiceLanding, Feat
from rules.screen import Action, Seat
from rules.sheets.flow import Full
from sheet_rounds import KEYS

YAMS = registry.game("yams")
CHANCE = Action("write", "chance")


def rows_of(key):
    return import_module(f"rules.games.{key}.rows")


def full(key, extra=0, **points):
    """Return the end of a sheet with these points, 0 elsewhere."""
    rows = rows_of(key).ROWS
    sheet = [0] * len(rows.empty)
    for row, written in points.items():
        sheet[rows.index(row.replace("_", "-"))] = written
    if extra:
        sheet[len(rows)] = extra
    return Full((tuple(sheet),), (0,))


def feats(key, state, landings=()):
    return {one.key: one for one in registry.game(key).feats(state, landings)}


@pytest.mark.parametrize("key", KEYS)
def test_the_averages_of_the_rows_and_of_the_bonuses_add_up_to_perfect_plays(key):
    module = rows_of(key)
    assert len(module.ROW_AVERAGES) == len(module.ROWS)
    bonuses = 33.4229 if key == "yams" else 0
    assert sum(module.ROW_AVERAGES) + bonuses == pytest.approx(module.AVERAGE, abs=1e-3)


@pytest.mark.parametrize("key", KEYS)
def test_the_row_furthest_above_its_average_is_the_roll_of_the_game(key):
    """24 in Chance is little above; 50 or 100 for five of a kind is far above."""
    rows = rows_of(key).ROWS
    five, four = rows.index("five-of-a-kind"), rows.index("four-of-a-kind")
    points = max(rows.scores[five])
    state = full(key, chance=24, five_of_a_kind=points)
    assert feats(key, state)["made"].amounts == (five, points)
    state = full(key, chance=24, four_of_a_kind=max(rows.scores[four]))
    assert feats(key, state)["row"].amounts == (four, max(rows.scores[four]))


@pytest.mark.parametrize(
    ("points", "key", "sentence"),
    [
        ({"large_straight": 40}, "made", "🎲 {row} made: {points}"),
        ({"chance": 28}, "row", "🎲 {row}: {points} (average {average})"),
        ({"chance": 22}, "row", "🎲 {row}: {points}"),
    ],
)
def test_a_row_with_always_the_same_points_is_made_and_others_are_compared(points, key, sentence):
    """22 is the average of Chance: to make no more is compared with nothing."""
    feat = feats("yams", full("yams", **points))[key]
    assert YAMS.feat_text(None, feat).template == sentence


def test_further_fives_of_a_kind_are_a_jackpot_and_more_weigh_more():
    one, two = (feats("yams", full("yams", extra, sixes=30))["further"] for extra in (100, 200))
    assert (one.role, one.amounts, two.amounts) == ("jackpot", (1,), (2,))
    assert two.weight > one.weight
    assert YAMS.feat_text(None, one).template == "🎉 Two fives of a kind!"
    three = YAMS.feat_text(None, two)
    assert three.template.format(**dict(three.arguments)) == "🎉 3 fives of a kind!"


@pytest.mark.parametrize("key", KEYS)
def test_five_of_a_kind_in_a_single_roll_is_a_jackpot_of_its_seat(key):
    (sheet,) = full(key, chance=20).sheets
    state = Full((sheet, sheet), (0, 0))
    landings = [
        DiceLanding("seat/1/turn/1/roll/1", (5, 5, 5, 5, 4), Action("reroll", "5")),
        DiceLanding("seat/1/turn/1/roll/2", (5,), CHANCE),
        DiceLanding("seat/2/turn/1/roll/1", (1, 2, 3, 4, 6), Action("reroll", "12345")),
        DiceLanding("seat/2/turn/1/roll/2", (5, 5, 5, 5, 5), CHANCE),
    ]
    (one,) = [one for one in registry.game(key).feats(state, landings) if one.role == "jackpot"]
    assert (one.key, one.seat, one.dice) == ("at-once", Seat(1), (5, 5, 5, 5, 5))


@pytest.mark.parametrize("key", KEYS)
def test_a_row_has_the_dice_that_lay_when_its_seat_wrote_it(key):
    """Each reroll replaces the dice that were selected; those of other turns are not mixed in."""
    rows = rows_of(key).ROWS
    state = full(key, four_of_a_kind=max(rows.scores[rows.index("four-of-a-kind")]))
    landings = [
        DiceLanding("seat/1/turn/1/roll/1", (1, 2, 3, 4, 6), CHANCE),
        DiceLanding("seat/2/turn/1/roll/1", (6, 6, 6, 6, 2), Action("write", "four-of-a-kind")),
        DiceLanding("seat/1/turn/2/roll/1", (6, 2, 6, 1, 6), Action("reroll", "24")),
        DiceLanding("seat/1/turn/2/roll/2", (3, 6), Action("reroll", "2")),
        DiceLanding("seat/1/turn/2/roll/3", (5,), Action("write", "four-of-a-kind")),
        DiceLanding("seat/1/turn/3/roll/1", (1, 1, 2, 3, 4)),
    ]
    assert feats(key, state, landings)["row"].dice == (6, 5, 6, 6, 6)
    assert feats(key, state)["row"].dice == (), "where the dice are not known"


def test_a_further_five_of_a_kind_has_five_equal_dice_also_after_a_reroll():
    state = full("yams", 100, sixes=30, chance=20)
    landings = [
        DiceLanding("seat/1/turn/1/roll/1", (1, 2, 3, 4, 6), CHANCE),
        DiceLanding("seat/1/turn/2/roll/1", (6, 6, 1, 6, 6), Action("reroll", "3")),
        DiceLanding("seat/1/turn/2/roll/2", (6,), Action("write", "sixes")),
    ]
    assert feats("yams", state, landings)["further"].dice == (6, 6, 6, 6, 6)


def test_before_the_end_and_without_points_there_is_none():
    assert not [*YAMS.feats(YAMS.start(1, {}), ())]
    assert not feats("yams", full("yams"))


def test_a_feat_of_a_later_version_has_no_sentence():
    assert YAMS.feat_text(None, Feat("of-a-later-version", Seat(0), (1, 2))) is None
