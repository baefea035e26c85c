"""Positions on dice: a member's choice in /settings, for screen readers and whoever counts."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.ui.drawing.emoji import EmojiSet, pictured
from daily_days import open_daily
from rules.dice import PIPS
from simulated import dice_of, selected, table, text_of
from whole_rounds import between_two, click

PLACES = ["1", "2", "3", "4", "5"]


def labels(message):
    return [one.get("label") for one in dice_of(message)]


async def switch(sim, member):
    """Turn *Positions on dice* on or off."""
    await sim.own_settings(member, "positions")


@pytest.mark.parametrize(
    ("language", "on"), [("en", "Positions on dice: on"), ("ro", "Poziții pe zaruri: da")]
)
async def test_positions_stand_on_the_dice_of_who_wants_them_at_their_turn(tmp_path, language, on):
    """Not on those of the other member; also after a restart; turned off, they are gone at once."""
    async with table(tmp_path, language=language) as sim:
        sim.locales[sim.bogdan.id] = language
        await switch(sim, sim.bogdan)
        page = (await sim.bogdan.slash(sim.channel, "settings")).response
        assert f"**{on}**" in text_of(page)
        await between_two(sim)
        assert labels(sim.message) == PLACES, "Bogdan is to choose"
        await sim.mark(sim.bogdan, sim.message, 2)
        assert labels(sim.message) == PLACES, "the arrow is in the picture"
        assert selected(sim.message) == [2]
        await sim.restart()
        await sim.mark(sim.bogdan, sim.message, 5)
        assert (selected(sim.message), labels(sim.message)) == ([2, 5], PLACES)
        await switch(sim, sim.bogdan)
        await sim.mark(sim.bogdan, sim.message, 5)
        assert (selected(sim.message), labels(sim.message)) == ([2], [None] * 5)
        await switch(sim, sim.bogdan)
        await sim.mark(sim.bogdan, sim.message, 2)
        assert labels(sim.message) == PLACES
        await click(sim.bogdan, sim.message, r"press:1:\d+:keep")
        assert labels(sim.message) == [None] * 5, "Ana is to choose"


@pytest.mark.slow
async def test_positions_stand_on_private_dice(tmp_path):
    """In the daily challenge."""
    async with table(tmp_path) as sim:
        await sim.restart(away=timedelta(days=1))
        await switch(sim, sim.ana)
        assert labels(await open_daily(sim, sim.ana)) == PLACES
        assert labels(await open_daily(sim, sim.bogdan)) == [None] * 5


def test_a_die_has_its_place_in_its_label():
    known = EmojiSet({"pips_4": 77, "pips_4_reroll": 78})
    assert known.on_button(4, PIPS, position=3) == {
        "emoji": {"id": "77", "name": "pips_4"},
        "label": "3",
    }
    assert known.on_button(4, PIPS, position=3, selected=True) == {
        "emoji": {"id": "78", "name": "pips_4_reroll"},
        "label": "3",
    }
    assert known.on_button(5, PIPS, position=3, selected=True) == {
        "emoji": {"name": "5️⃣"},
        "label": "3 ↻",
    }
    longest = max(map(len, pictured()))
    assert longest <= 32, "as long as Discord lets the name of an emoji be"
