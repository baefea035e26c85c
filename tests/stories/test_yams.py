"""Yams on Discord: whole rounds with bonuses and jokers, one in Romanian, and the first hint."""

from __future__ import annotations

import pytest

from discord_limits import assert_all_fit
from results_counted import tally
from rules.screen import Action
from rules.sheets.rows import total
from simulated import LOCALES, buttons, table
from simulated_luck import SeededLuck, WrittenLuck
from whole_rounds import (
    at_random,
    do,
    leave,
    order_of_finish,
    play_on,
    rows_offered,
    rows_written,
    seat,
)
from words import Words, in_each_language

pytestmark = pytest.mark.slow

SHEET = (
    # dice, row, what the write brings besides its points
    ((5, 5, 5, 5, 5), "five-of-a-kind", 0),
    ((6, 6, 6, 6, 6), "sixes", 100),
    ((6, 6, 6, 6, 6), "large-straight", 100),
    ((4, 4, 4, 1, 2), "fours", 0),
    ((3, 3, 3, 3, 1), "threes", 0),
    ((2, 2, 2, 1, 1), "twos", 0),
    ((1, 1, 1, 2, 5), "ones", 35),
    ((5, 5, 1, 2, 3), "fives", 0),
    ((6, 6, 6, 5, 1), "three-of-a-kind", 0),
    ((2, 3, 4, 5, 5), "small-straight", 0),
    ((2, 2, 3, 3, 3), "full-house", 0),
    ((1, 2, 4, 6, 6), "four-of-a-kind", 0),
    ((6, 6, 5, 5, 4), "chance", 0),
)
"""A sheet with every bonus: 50, 30 and 100, 40 and 100, 12, 12, 6, 3 and 35, then 10 to 26."""

TOTAL = 503


UPPER = Words({"en": "Bonus: 60/63", "ro": "Bonus: 60/63"})
WITH_BONUS = Words({"en": "scores 3 points (+35)", "ro": "aduce 3 puncte (+35)"})
ENDED = Words({"en": f": {TOTAL} points", "ro": f": {TOTAL} puncte"})


@in_each_language
async def test_a_whole_sheet_with_both_bonuses_and_two_jokers(tmp_path, language):
    async with table(tmp_path, WrittenLuck([dice for dice, *_ in SHEET])) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        sim.be_a_community(True, LOCALES[language])
        await seat(sim, "yams", [sim.ana])
        for turn, (_, row, besides) in enumerate(SHEET, 1):
            offered = rows_offered(sim.message)
            if turn == 2:  # a joker must go into the row of its face
                assert [*offered] == ["sixes"]
            if turn == 3:  # into a lower row, all of which are open but one
                assert [*offered] == [
                    *("three-of-a-kind", "four-of-a-kind", "full-house"),
                    *("small-straight", "large-straight", "chance"),
                ]
            if turn == 7:
                assert UPPER[language] in sim.text
                assert offered["ones"] == WITH_BONUS[language]
            before = total(sim.stored().play.state.sheets[0])
            await do(sim, sim.ana, sim.message, Action("write", row))
            sheet = sim.stored().play.state.sheets[0]
            written = sheet[[one for _, one, _ in in_order()].index(row)]
            assert total(sheet) == before + written + besides
        assert sim.result.endswith(ENDED[language])
        assert sim.stored().outcome.scores == (TOTAL,)
        counted = sim.bot.storage.read(tally, sim.ana.id)
        assert (counted.games, counted.wins) == (1, 0)
        sim.assert_replays()
        assert_all_fit(sim.env.http_requests)


def in_order():
    """Return the turns of the sheet in the order of its rows."""
    order = [
        *("ones", "twos", "threes", "fours", "fives", "sixes"),
        *("three-of-a-kind", "four-of-a-kind", "full-house"),
        *("small-straight", "large-straight", "five-of-a-kind", "chance"),
    ]
    return sorted(SHEET, key=lambda turn: order.index(turn[1]))


async def test_a_whole_round_of_two_members_and_two_computers(tmp_path):
    """52 turns with restarts; one player leaves. The best total wins, bonuses included."""
    async with table(tmp_path, SeededLuck("fifty-two"), reminders=False) as sim:
        members = [sim.ana, sim.bogdan]
        await seat(sim, "yams", members, ["house", "perfect"])

        async def after_each(acts):
            if acts in (9, 24):
                await sim.restart()
            if acts == 30:
                await leave(sim, sim.bogdan)

        stored = await play_on(sim, members, at_random(9), after_each=after_each)
        assert stored.status == "over"
        wrote = rows_written(sim.record())
        assert [step.seat.index for step in wrote] == [0, 1, 2, 3] * 13
        totals = [total(sheet) for sheet in stored.play.state.sheets]
        assert stored.outcome.scores == tuple(totals)
        finish = order_of_finish(sim.text)
        assert [points for *_, points in finish] == sorted(totals, reverse=True)
        assert {"Rematch", "Review"} <= set(buttons(sim.message))
        sim.assert_replays()
        assert_all_fit(sim.env.http_requests)


@pytest.mark.parametrize("level", ["house", "perfect"])
async def test_against_the_computer_at_once(tmp_path, level):
    async with table(tmp_path, SeededLuck(level), reminders=False) as sim:
        await sim.play(sim.ana, "yams", level=level)
        stored = await play_on(sim, [sim.ana], at_random(2))
        assert stored.status == "over"
        assert len(stored.outcome.scores) == 2
        sim.assert_replays()
