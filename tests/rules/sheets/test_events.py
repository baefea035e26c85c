"""What happens on sheets that deserves a word: of a roll, of what was written, of who leads."""

from __future__ import annotations

import pytest

from plain_words import lines, plain
from rules import engine, registry
from rules.screen import Action, Seat
from rules.sheets.flow import Choosing
from rules.turns import TurnRolled
from sheet_rounds import KEYS, rows_of, sheet_of
from simulated_luck import WrittenLuck

A, B = Seat(0), Seat(1)
PLAIN = (1, 1, 2, 4, 6)
"""A roll of which nothing is told."""


def state_of(*sheets, last=None, rolls=(PLAIN,), landed=(1, 2, 3, 4, 5)):
    written = last or (None,) * len(sheets)
    return Choosing(sheets, written, TurnRolled(tuple(rolls), landed))


def quiet(game, state):
    """Return the line that tells what just happened."""
    screen = game.screen(state, None)
    return [line for line in lines(screen) if "wrote" in line or "roll" in line or "kind" in line]


def sheet(game, **points):
    """Return a sheet with these points, by key of row with underscores."""
    return sheet_of(game, lambda key: points.get(key.replace("-", "_")))


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("rolls", "told"),
    [
        ([PLAIN, (1, 2, 3, 4, 6), (1, 2, 3, 4, 4)], "so close: one short of the large straight"),
        ([PLAIN, (3, 3, 3, 3, 6), (3, 3, 3, 3, 4)], "so close: one short of five of a kind"),
        ([PLAIN, (3, 3, 2, 2, 6), (3, 3, 2, 2, 4)], "so close: one short of the full house"),
        ([(3, 3, 2, 2, 6), (3, 3, 2, 2, 4)], None),
        ([(3, 3, 2, 2, 6), (3, 3, 2, 2, 3)], "there it is: the full house!"),
        ([(3, 3, 3, 3, 6), (3, 3, 3, 3, 3)], None),
    ],
)
def test_of_a_reroll(key, rolls, told):
    """What was missed is told of the last roll alone: before, it would be advice."""
    game = registry.game(key)
    state = state_of(sheet(game), rolls=rolls, landed=(5,))
    (line,) = quiet(game, state)
    assert line.startswith("rerolled ")
    assert (line.split(" · ")[1:] or [None]) == [told]


def test_what_a_row_cannot_take_any_more_is_not_told():
    game = registry.game("thirteen")
    rolls = [PLAIN, (1, 2, 3, 4, 6), (1, 2, 3, 4, 4)]
    state = state_of(sheet(game, large_straight=0), rolls=rolls, landed=(5,))
    assert " · " not in quiet(game, state)[0]


def jackpot(game, state):
    """Return what stands above the title of a board; empty if nothing does."""
    told = game.screen(state, None).jackpot
    return "" if told is None else plain(told)


@pytest.mark.parametrize(("written", "told"), [(50, "🎉 Another five"), (0, "🎉 Five")])
def test_a_further_five_of_a_kind_in_yams(written, told):
    game = registry.game("yams")
    rolls = [(3, 3, 3, 3, 6), (3, 3, 3, 3, 3)]
    state = state_of(sheet(game, five_of_a_kind=written), rolls=rolls, landed=(5,))
    assert jackpot(game, state) == f"{told} of a kind!"


@pytest.mark.parametrize("key", KEYS)
def test_five_of_a_kind_stands_above_the_title_until_the_next_roll(key):
    game = registry.game(key)
    for dice, told in (((2, 2, 2, 2, 2), "🎉 Five of a kind in one roll!"), ((2, 2, 2, 3, 3), "")):
        luck = WrittenLuck([dice, (5,)])
        playing = engine.begin(game, 2, {}, luck)
        assert jackpot(game, playing.state) == told
        assert quiet(game, playing.state) == []
        playing = engine.act(playing, A, Action("reroll", "5"), luck)
        assert jackpot(game, playing.state) == ""


def test_a_rare_first_roll_names_whose_it_is():
    game = registry.game("thirteen")
    luck = WrittenLuck([PLAIN, (2, 2, 2, 3, 3)])
    playing = engine.begin(game, 2, {}, luck)
    playing = engine.act(playing, A, Action("write", "large-straight"), luck)
    assert quiet(game, playing.state) == [
        "A wrote 0 in “Large straight” · B now: a full house in one roll!"
    ]


@pytest.mark.parametrize("key", KEYS)
def test_a_rare_first_roll_stands_behind_what_was_written(key):
    game = registry.game(key)
    luck = WrittenLuck([PLAIN, (2, 2, 2, 3, 3)])
    playing = engine.begin(game, 1, {}, luck)
    playing = engine.act(playing, A, Action("write", "large-straight"), luck)
    assert quiet(game, playing.state) == [
        "A wrote 0 in “Large straight” · now: a full house in one roll!"
    ]


@pytest.mark.parametrize(
    ("dice", "row", "told"),
    [
        ((6, 6, 6, 6, 6), "chance", True),
        ((6, 6, 6, 6, 5), "chance", False),
        ((1, 1, 1, 1, 1), "ones", True),
        ((6, 6, 6, 6, 6), "five-of-a-kind", False),
        ((1, 2, 3, 4, 5), "large-straight", False),
    ],
)
def test_the_most_that_a_row_can_bring(dice, row, told):
    """Where a row has one score or none, nothing is told."""
    game = registry.game("thirteen")
    luck = WrittenLuck([dice, PLAIN])
    playing = engine.act(engine.begin(game, 1, {}, luck), A, Action("write", row), luck)
    (line,) = quiet(game, playing.state)
    assert line.endswith(" · the most this row can bring") == told


@pytest.mark.parametrize(
    ("ones", "told"),
    [
        (1, "so close: 2 points short of the bonus"),
        (2, "so close: 1 point short of the bonus"),
        (0, "so close: 3 points short of the bonus"),
        (3, ""),
    ],
)
def test_the_bonus_is_made_or_just_missed(ones, told):
    """60 points stand in the other upper rows, 63 are needed (README 6.3 of Yams)."""
    game = registry.game("yams")
    before = sheet(game, twos=6, threes=9, fours=12, fives=15, sixes=18)
    dice = (*(1,) * ones, *(4, 5, 6, 2, 4)[: 5 - ones])
    luck = WrittenLuck([PLAIN])
    state = game.play(state_of(before, rolls=[dice]), A, Action("write", "ones"))
    playing = engine.resolve_chance(engine.Round(game, state), luck)
    (line,) = quiet(game, playing.state)
    assert line == " · ".join([f"A wrote {ones} in “Ones”", *filter(None, [told])])
    assert jackpot(game, playing.state) == ("" if told else "🎉 The bonus is made: 35")


def test_the_bonus_of_another_seat_is_told_by_its_name():
    game = registry.game("yams")
    before = sheet(game, twos=6, threes=9, fours=12, fives=15, sixes=18)
    state = state_of(before, sheet(game, ones=1), rolls=[(1, 1, 1, 4, 5)])
    playing = engine.Round(game, game.play(state, A, Action("write", "ones")))
    playing = engine.resolve_chance(playing, WrittenLuck([PLAIN]))
    assert jackpot(game, playing.state) == "🎉 The bonus is made: 35 · A"


def test_a_sheet_without_a_zero_before_its_last_turn():
    game = registry.game("thirteen")
    keys = [row.key for row in rows_of(game).rows]
    for zero, told in ((None, " · no zero so far"), ("sixes", "")):
        points = {key: 0 if key == zero else 4 for key in keys if key != "chance"}
        full = sheet_of(game, points.get)
        state = state_of(full, last=(keys.index("twos"),))
        assert quiet(game, state) == [f"A wrote 4 in “Twos”{told}"]


def with_totals(game, *played):
    """Return sheets with these points in the first rows, and the latest row of each."""
    rows = len(rows_of(game))
    rest = rows_of(game).empty[rows:]
    sheets = [(*points, *(None,) * (rows - len(points)), *rest) for points in played]
    return sheets, tuple(len(points) - 1 for points in played)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("played", "told"),
    [
        (((1, 2, 12), (3, 4, 3)), "A takes the lead"),
        (((1, 2, 3), (3, 4, 3)), None),
        (((1, 9, 3), (3, 4, 6)), "level: A and B"),
        (((7, 0, 3), (3, 4, 3)), None),
        (((1, 12), (3, 4)), None),
        (((1, 2, 12), (3, 4)), None),
    ],
)
def test_who_leads_is_told_once_all_have_played_a_turn(key, played, told):
    game = registry.game(key)
    sheets, last = with_totals(game, *played)
    state = state_of(*sheets, last=last)
    (line,) = quiet(game, state)
    assert (line.split(" · ")[1:] or [None])[-1] == told


def test_who_leads_is_not_told_in_yams_once_a_further_five_was_paid():
    game = registry.game("yams")
    sheets, last = with_totals(game, (1, 2, 12), (3, 4, 3))
    sheets[1] = (*sheets[1][:-2], 100, 0)
    (line,) = quiet(game, state_of(*sheets, last=last))
    assert "lead" not in line
