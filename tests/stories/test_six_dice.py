"""Six dice on the board of Discord: two rows of buttons, selected, rerolled, after a restart too."""

from __future__ import annotations

import pytest

from bot.table.frame import Frame
from bot.ui import custom_ids
from bot.ui.drawing import layout
from bot.ui.drawing.emoji import EmojiSet
from discord_limits import assert_all_fit, assert_fits
from rules.dice import PIPS
from rules.engine import Acted
from rules.screen import Mark, Screen
from rules.text import say, say_count
from simulated import buttons, components, dice_of, selected, table
from simulated_luck import WrittenLuck
from whole_rounds import control, seat

GAME = "six-dice"
FIRST = (1, 2, 3, 4, 5, 6)

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("extra_game")]


def rows_of(tree):
    """Return the custom ids in each row of buttons that holds dice."""
    rows = [[one["custom_id"] for one in row["components"]] for row in tree if row["type"] == 1]
    return [row for row in rows if row[0].startswith("mark:")]


def acted(sim):
    return [step.action.code for step in sim.record() if isinstance(step, Acted)]


@pytest.mark.parametrize("dice", range(1, 10))
def test_up_to_nine_dice_are_buttons_in_rows_of_five(dice):
    mark = Mark("reroll", (6,) * dice, PIPS, say_count("Reroll {n} die", "Reroll {n} dice", 0))
    frame = Frame(7, 3, "en", "round", Screen(say("Title"), (), (mark,)), ())
    chosen = tuple(range(1, dice + 1))
    tree = layout.draw(frame, EmojiSet(), chosen).to_components()
    assert_fits(tree)
    ids = [f"mark:7:3:{position}" for position in chosen]
    assert rows_of(tree[0]["components"]) == [row for row in (ids[:5], ids[5:]) if row]
    assert [custom_ids.read(one).what for one in ids] == [str(position) for position in chosen]


async def test_they_are_selected_and_rerolled(tmp_path):
    luck = WrittenLuck([FIRST, (6, 5)])
    async with table(tmp_path, luck) as sim:
        board = await seat(sim, GAME, [sim.ana])
        assert rows_of(components(board)) == [
            ["mark:1:0:1", "mark:1:0:2", "mark:1:0:3", "mark:1:0:4", "mark:1:0:5"],
            ["mark:1:0:6"],
        ]
        assert len(dice_of(board)) == 6
        for position in (6, 3, 1, 3):
            await sim.mark(sim.ana, board, position)
        assert selected(sim.reread(board)) == [1, 6]
        assert "to reroll: positions 1 and 6" in sim.text
        assert acted(sim) == []
        await sim.press(sim.ana, board, "Reroll 2 dice")
        assert acted(sim) == ["reroll.16"]
        assert luck.asked == [
            ("roll", "seat/1/turn/1/roll/1", 6),
            ("roll", "seat/1/turn/1/roll/2", 2),
        ]
        stored = sim.stored()
        assert (stored.status, stored.outcome.scores) == ("over", (6 + 2 + 3 + 4 + 5 + 5,))
        assert rows_of(components(sim.message)) == []
        sim.assert_replays()
        assert_all_fit(sim.env.http_requests)


async def test_all_six_at_once(tmp_path):
    async with table(tmp_path, WrittenLuck([FIRST, (6,) * 6])) as sim:
        board = await seat(sim, GAME, [sim.ana])
        await sim.reroll(sim.ana, board, *FIRST)
        assert acted(sim) == ["reroll.123456"]
        assert sim.stored().outcome.scores == (36,)


async def test_a_restart_reads_the_selection_from_the_colours_of_both_rows(tmp_path):
    async with table(tmp_path, WrittenLuck([FIRST, (1, 1, 1)])) as sim:
        board = await seat(sim, GAME, [sim.ana])
        for position in (2, 6):
            await sim.mark(sim.ana, board, position)
        await sim.restart()
        await sim.mark(sim.ana, board, 5)
        assert selected(sim.reread(board)) == [2, 5, 6]
        await sim.restart()
        await sim.press(sim.ana, board, "Reroll 3 dice")
        assert acted(sim) == ["reroll.256"]
        sim.assert_replays()


async def test_two_seats_after_each_other_and_the_deadline(tmp_path):
    async with table(tmp_path, WrittenLuck([FIRST, (1,), (6, 6, 1, 1, 1, 1)])) as sim:
        board = await seat(sim, GAME, [sim.ana, sim.bogdan])
        refused = await sim.mark(sim.bogdan, board, 6)
        assert refused.ephemeral
        await sim.reroll(sim.ana, board, 6)
        assert control(sim.message, r"mark:1:1:6")
        assert selected(sim.message) == []
        await sim.mark(sim.bogdan, board, 6)
        await sim.wait(minutes=10, seconds=5)
        assert acted(sim) == ["reroll.6", "keep"]
        assert sim.stored().outcome.scores == (16, 16)
        assert "Rematch" in buttons(sim.reread(board))
        sim.assert_replays()
