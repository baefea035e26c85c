"""The tables that come with the program: how they are read, and that they are what is solved."""

from __future__ import annotations

import json
import struct
import subprocess
import sys
import zlib
from pathlib import Path
from random import Random

import numpy as np
import pytest

from bot.thinking.shipped_tables import FOLDER, ShippedTables, write
from rules.dice import DIFFERENT_ROLLS
from rules.exact import table_store
from rules.exact.rerolls import choice
from rules.exact.turns import values
from rules.games.thirteen.rows import ROWS as THIRTEEN
from rules.games.yams.rows import ROWS as YAMS
from rules.hands import POKER_DICE, POKER_DICE_STRAIGHTS_BUST
from rules.sheets import solver, to_come, winning
from rules.sheets.outcomes import outcomes_of
from rules.sheets.rows import Rows
from rules.sheets.solver import EQUAL_POINTS, Sheets, best_rows, reachable, solve
from rules.sheets.to_come import ToCome, deviations_to_come, points_to_come
from rules.sheets.winning import TurnStart, solve_turn

ROOT = Path(__file__).parents[3]

PART = 0b1_1010_0110_0111
"""The rows of Yams whose sheets are solved anew, of every kind."""

STATES, ROLLS_EACH = 100, 10
"""Sheets, and rolls of each, whose best choices are compared."""

A_LITTLE = 2e-5
"""The most that a share of the win is off since probabilities are kept in 16 bits."""


@pytest.fixture
def folder(tmp_path):
    write(tmp_path / "one-sums.table", "rows", np.array([[1.5, 2.5], [3.5, 4.5]], "f4"))
    return tmp_path


def built():
    return np.zeros(3)


def refused():
    raise AssertionError("this table comes with the program")


def assert_close(found, expected, within):
    """As `pytest.approx`, which takes a second for some thousand numbers."""
    np.testing.assert_allclose(found, expected, rtol=0, atol=within)


# How they are read


def test_a_table_is_read_by_its_name_and_inputs(folder):
    table = ShippedTables(folder).table("sums", "rows", refused)
    assert table.tolist() == [[1.5, 2.5], [3.5, 4.5]]
    assert table.dtype == np.float32


def test_one_that_was_made_from_other_inputs_is_solved_anew(folder):
    for name, given in (("sums", "other rows"), ("sum", "rows"), ("others", "rows")):
        assert ShippedTables(folder).table(name, given, built).tolist() == [0, 0, 0]


def test_games_may_have_tables_of_one_name(folder):
    write(folder / "other-sums.table", "other rows", np.array([7], np.uint16))
    keeper = ShippedTables(folder)
    assert keeper.table("sums", "other rows", refused).tolist() == [7]
    assert keeper.table("sums", "rows", refused).shape == (2, 2)


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: content[:-5],
        lambda content: content[:-5] + bytes(5),
        lambda content: content[:20],
        lambda content: content.replace(b'"shape":[2,2]', b'"shape":[2,3]'),
        lambda content: b"{}" + content[content.index(b"\n") :],
        lambda content: b"",
    ],
    ids=["cut", "changed", "its line cut", "another shape", "no inputs", "empty"],
)
def test_a_damaged_one_is_solved_anew(folder, damage, caplog):
    file = folder / "one-sums.table"
    file.write_bytes(damage(file.read_bytes()))
    assert ShippedTables(folder).table("sums", "rows", built).tolist() == [0, 0, 0]
    assert "one-sums.table cannot be read, and is solved anew" in caplog.text


def test_its_numbers_are_plain_for_any_version_of_numpy(folder):
    line, _, numbers = (folder / "one-sums.table").read_bytes().partition(b"\n")
    assert json.loads(line) == {"type": "<f4", "shape": [2, 2], "given": "rows"}
    assert struct.unpack("<4f", zlib.decompress(numbers)) == (1.5, 2.5, 3.5, 4.5)


def test_what_takes_long_is_never_solved(monkeypatch):
    """The tables of Yams, and those of Thirteen Rows for several, whoever reads them.

    `test_poker_dice_solver` looks at those of Poker Dice.
    """
    monkeypatch.setattr(table_store, "_stores", [ShippedTables()])
    for name in ("_solve_by_ledgers", "_deviations"):
        monkeypatch.setattr(solver if hasattr(solver, name) else to_come, name, refused)
    assert solve.__wrapped__(YAMS).rest.shape == (1 << 13, 128)
    assert deviations_to_come.__wrapped__(YAMS).shape == (1 << 13, 128)
    monkeypatch.setattr(to_come, "_roots", refused)
    assert len(points_to_come.__wrapped__(THIRTEEN)) == 1 << 13


def test_no_file_is_left_that_nobody_reads():
    orders = (
        repr([order.hand(roll).strength for roll in DIFFERENT_ROLLS])
        for order in (POKER_DICE, POKER_DICE_STRAIGHTS_BUST)
    )
    given = [*map(solver.inputs, (YAMS, YAMS, THIRTEEN)), *orders]
    lines = [file.read_bytes().partition(b"\n")[0] for file in FOLDER.iterdir()]
    assert sorted(json.loads(line)["given"] for line in lines) == sorted(given)


def test_a_change_of_rows_or_bonuses_changes_the_inputs():
    less = Rows(YAMS.rows[1:], YAMS.bonuses)
    assert len({*map(solver.inputs, (YAMS, less, Rows(YAMS.rows), THIRTEEN))}) >= 3
    assert solver.inputs(Rows(YAMS.rows, YAMS.bonuses)) == solver.inputs(YAMS)


# That they are what is solved


def parts():
    """Yield the open rows within `PART` and the ledgers that are solved, fewest rows first."""
    outcomes = outcomes_of(YAMS)
    can_be = reachable(outcomes)
    can_be[:, [*outcomes.with_bonus]] = True
    for open_rows in sorted(range(1, 1 << 13), key=int.bit_count):
        if not open_rows & ~PART:
            yield open_rows, np.flatnonzero(can_be[open_rows])


@pytest.fixture(scope="module")
def anew():
    """The worths of the sheets of Yams within `PART`, solved anew from full sheets on."""
    rest = np.zeros((1 << 13, YAMS.ledgers))
    for open_rows, ledgers in parts():
        rest[open_rows, ledgers] = values(best_rows(outcomes_of(YAMS), open_rows, ledgers, rest))
    return rest


def test_a_part_of_the_sheets_of_yams_solved_anew_is_what_came(anew):
    for open_rows, ledgers in parts():
        assert_close(solve(YAMS).rest[open_rows, ledgers], anew[open_rows, ledgers], 1e-9)


def test_sheets_of_yams_of_every_size_follow_from_the_smaller_ones():
    """So all of them are right, if those that follow them are."""
    random, rest = Random(1), solve(YAMS).rest
    can_be = reachable(outcomes_of(YAMS))
    for size in range(1, 14):
        for _ in range(3):
            open_rows = sum(1 << row for row in random.sample(range(13), size))
            ledgers = np.flatnonzero(can_be[open_rows])
            worth = values(best_rows(outcomes_of(YAMS), open_rows, ledgers, rest))
            assert_close(rest[open_rows, ledgers], worth, 1e-9)


@pytest.mark.slow
def test_the_best_choices_of_a_thousand_states_are_those_of_the_part_solved_anew(anew):
    random, here = Random(2), Sheets(outcomes_of(YAMS), anew)
    can_be = reachable(outcomes_of(YAMS))
    places = [open_rows for open_rows, _ in parts() if can_be[open_rows].any()]
    for _ in range(STATES):
        open_rows = random.choice(places)
        ledger = random.choice(np.flatnonzero(can_be[open_rows]).tolist())
        turns = [sheets.turn(open_rows, ledger) for sheets in (solve(YAMS), here)]
        for _ in range(ROLLS_EACH):
            roll, left = random.choice(DIFFERENT_ROLLS), random.randrange(3)
            if left:
                place = [DIFFERENT_ROLLS.index(roll)]
                shipped, solved = (
                    choice(turn.keeps[left][:, 0], EQUAL_POINTS, place) for turn in turns
                )
                assert shipped == solved
            else:
                worths = [sheets.writing(roll, open_rows, ledger) for sheets in (solve(YAMS), here)]
                shipped, solved = (max(each, key=each.__getitem__) for each in worths)
                assert worths[1][shipped] == pytest.approx(worths[1][solved], abs=1e-9)


@pytest.mark.slow
def test_a_part_of_the_deviations_of_yams_made_anew_is_what_came(anew):
    """A second moment is a difference of worths divided by a billionth: its last digits are not."""
    squares = np.zeros_like(anew)
    for open_rows, ledgers in parts():
        final = best_rows(outcomes_of(YAMS), open_rows, ledgers, anew, squares)
        squares[open_rows, ledgers] = (values(final) - anew[open_rows, ledgers]) / solver.SQUARE
    can_be = reachable(outcomes_of(YAMS))
    for open_rows, _ in parts():
        ledgers = np.flatnonzero(can_be[open_rows])
        variance = squares[open_rows, ledgers] - anew[open_rows, ledgers] ** 2
        found = deviations_to_come(YAMS)[open_rows, ledgers]
        assert_close(found, np.sqrt(np.maximum(variance, 0)), 1e-3)


def few(rows):
    """Return the rows of Thirteen Rows with these numbers as a sheet of their own."""
    return Rows(tuple(THIRTEEN.rows[row] for row in rows))


@pytest.mark.parametrize("rows", [(0, 3, 6, 9, 12), (1, 2, 7, 8, 10, 11)])
def test_the_points_to_come_of_some_rows_made_anew_are_what_came(rows):
    """What a sheet makes depends on its open rows alone, so a sheet of these rows makes it too."""
    of_part, shipped = to_come._distributions(few(rows)), points_to_come(THIRTEEN)
    for part in range(1 << len(rows)):
        whole = sum(1 << row for place, row in enumerate(rows) if part >> place & 1)
        roots = shipped[whole].astype(float) / to_come.ROOT
        exactly = np.zeros(len(roots))
        exactly[: of_part.shape[1]] = of_part[part]
        assert_close(roots, np.sqrt(exactly), 1 / to_come.ROOT)
        likely = to_come.to_come(THIRTEEN).likely(whole, 0)
        assert_close(likely.cumsum(), exactly.cumsum(), A_LITTLE)


def test_the_choices_of_several_lose_nothing_by_probabilities_in_16_bits(monkeypatch):
    """Shares of three with some rows each, by these and by all digits of the probabilities."""
    sheet, random = few((0, 2, 5, 7, 8, 9, 12)), Random(3)
    exactly = to_come._distributions(sheet)
    by_all = ToCome(exactly.shape[1], lambda open_rows, _: exactly[open_rows])
    for _ in range(STATES // 10):
        masks = tuple(sum(1 << row for row in random.sample(range(7), 5)) for _ in range(3))
        standing = TurnStart(masks, tuple(random.randrange(80, 120) for _ in range(3)), 0)
        solved = []
        for known in (to_come.to_come, lambda _: by_all):
            monkeypatch.setattr(winning, "to_come", known)
            solved.append(solve_turn.__wrapped__(sheet, standing).turn)
        for left in (1, 2):
            ours, theirs = (turn.keeps[left][:, 0] for turn in solved)
            assert_close(ours, theirs, A_LITTLE)
            lost = theirs[choice(theirs)] - theirs[choice(ours)]
            assert lost.max() < A_LITTLE


NAMED = """
import sys
from bot.commands.terminal import run
code = run("yams", language="en", ask=lambda _: "q")
from rules.games.yams.rows import ROWS
from rules.sheets import solver
solver._solve_by_ledgers = None
print(code, solver.solve(ROWS).rest.shape)
"""


@pytest.mark.slow
def test_a_program_that_plays_in_the_terminal_reads_them():
    done = subprocess.run(
        [sys.executable, "-c", NAMED], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.stdout.splitlines()[-1:] == ["0 (8192, 128)"], done.stderr
