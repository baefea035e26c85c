"""Dice that have just landed roll once on the board; its next drawing shows them still."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from bot.ui.drawing.emoji import EmojiSet, animated, pictured, still
from daily_days import open_daily
from rules.dice import POKER
from simulated import dice_of, selected, table, text_of
from whole_rounds import between_two, click

ALL = [1, 2, 3, 4, 5]


def emoji_names(sim):
    """Return the names of the application's emoji by their ids."""
    return {str(one.id): one.name for one in sim.env.backend.application_emojis.values()}


def rolling(sim, message):
    """Return the positions of the dice that roll on their buttons, and the copies they take."""
    shown = [emoji_names(sim)[str(one["emoji"]["id"])] for one in dice_of(message)]
    found = {place: name for place, name in enumerate(shown, 1) if "_rolls_" in name}
    return [*found], {int(name[-1]) for name in found.values()}


def rolling_in_rows(message):
    """Return which dice of each large row roll, by position."""
    rows = re.findall(r"^# (<.*)$", text_of(message), re.MULTILINE)
    return [
        [place for place, die in enumerate(row.split(), 1) if die.startswith("<a:")] for row in rows
    ]


@pytest.mark.parametrize("language", ["en", "ro"])
async def test_only_the_dice_of_the_latest_roll_roll_and_only_once(tmp_path, language):
    async with table(tmp_path, language=language) as sim:
        await sim.play(sim.ana, "poker-dice")
        assert rolling(sim, sim.message) == (ALL, {1})
        await sim.mark(sim.ana, sim.message, 2)
        assert rolling(sim, sim.message) == ([], set())
        await sim.mark(sim.ana, sim.message, 4)
        assert (selected(sim.message), rolling(sim, sim.message)[0]) == ([2, 4], [])
        await click(sim.ana, sim.message, r"submit:1:\d+:reroll")
        assert rolling(sim, sim.message) == ([2, 4], {2}), "another copy than before"
        await sim.mark(sim.ana, sim.message, 5)
        await sim.mark(sim.ana, sim.message, 5)
        assert (selected(sim.message), rolling(sim, sim.message)[0]) == ([], [])


async def test_the_faces_are_the_same_whether_they_roll_or_lie_still(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, "yams")
        rolls = [emoji_names(sim)[str(one["emoji"]["id"])] for one in dice_of(sim.message)]
        dice = sim.stored().play.state.rolled.dice
        assert rolls == [f"pips_{face}_rolls_1" for face in dice]
        await sim.show_here(sim.ana)
        lies = [emoji_names(sim)[str(one["emoji"]["id"])] for one in dice_of(sim.message)]
        assert lies == [f"pips_{face}" for face in dice]


async def test_keeping_all_and_leaving_a_die_rolls_nothing(tmp_path):
    """Bogdan keeps all: nothing lands, so nothing rolls on the board of Ana's turn."""
    async with table(tmp_path) as sim:
        await between_two(sim)
        assert (rolling(sim, sim.message)[0], rolling_in_rows(sim.message)) == (ALL, [ALL])
        await sim.press(sim.bogdan, sim.message, "Keep all")
        assert (rolling(sim, sim.message)[0], rolling_in_rows(sim.message)) == ([], [[]])
        await sim.reroll(sim.ana, sim.message, 1, 3)
        assert sim.stored().status == "over"
        assert rolling_in_rows(sim.message) == [[], [1, 3]]


async def test_a_restart_shows_still_dice(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, "nine")
        assert rolling(sim, sim.message)[0] == ALL
        await sim.restart()
        await sim.show_here(sim.ana)
        assert rolling(sim, sim.message)[0] == []


async def test_dice_of_the_daily_challenge_roll_and_then_lie(tmp_path):
    async with table(tmp_path) as sim:
        await sim.restart(away=timedelta(days=1))
        message = await open_daily(sim, sim.ana)
        assert rolling(sim, message)[0] == ALL
        await sim.mark(sim.ana, message, 3)
        message = sim.reread(message)
        assert (selected(message), rolling(sim, message)[0]) == ([3], [])


async def test_until_all_emoji_are_there_dice_lie_still(tmp_path):
    async with table(tmp_path) as sim:
        del sim.bot.emoji._ids["poker_3_rolls_2"]
        sim.bot.emoji._know([])
        await sim.play(sim.ana, "yams")
        assert rolling(sim, sim.message)[0] == []


def test_a_face_without_a_rolling_picture_lies_still():
    known = EmojiSet({name: 100 + number for number, name in enumerate(pictured())})
    row = known.row((6, 6), POKER, landed=(2,), copy=3)
    ids = known.ids
    assert row == f"<:poker_6:{ids['poker_6']}> <a:poker_6_rolls_3:{ids['poker_6_rolls_3']}>"
    assert known.on_button(4, POKER, selected=True, copy=3) == known.on_button(
        4, POKER, selected=True
    ), "a selected die has its arrow"
    for name in ("pips_1", *animated()[:1]):
        some = EmojiSet({one: 1 for one in pictured() if one != name})
        assert "<a:" not in some.row((6, 6), POKER, landed=(2,), copy=3)
    assert len(still()) == 28
    assert len(animated()) == 36


async def test_on_the_first_board_of_a_round_all_dice_roll(tmp_path):
    """The computer has dealt and rerolled before anybody saw a die."""
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, "dice-poker")
        assert sim.stored().version == 1
        assert (rolling(sim, sim.message)[0], rolling_in_rows(sim.message)) == (ALL, [ALL])
        await sim.reroll(sim.ana, sim.message, 3)
        assert rolling_in_rows(sim.message) == [[], [3]]
