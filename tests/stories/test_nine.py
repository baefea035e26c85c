"""Nine Categories on Discord: a whole round of six seats, and a sheet alone."""

from __future__ import annotations

import pytest

from discord_limits import assert_all_fit
from results_counted import tally
from rules.engine import Acted
from rules.screen import Action
from rules.sheets.rows import total
from simulated import buttons, components, dice_of, table, text_of
from simulated_luck import SeededLuck, WrittenLuck
from whole_rounds import (
    at_random,
    do,
    leave,
    look,
    offered_by,
    order_of_finish,
    play_on,
    rows_offered,
    rows_written,
    seat,
)

pytestmark = pytest.mark.slow

CATEGORIES = (
    *("one-pair", "two-pair", "three-of-a-kind", "four-of-a-kind", "five-of-a-kind"),
    *("full-house", "small-straight", "large-straight", "chance"),
)


async def test_a_whole_round_of_four_members_and_two_computers(tmp_path):
    """54 turns with restarts; one player leaves, one misses two turns and returns."""
    async with table(tmp_path, SeededLuck("fifty-four"), reminders=False) as sim:
        members = [sim.ana, sim.bogdan, sim.carmen, sim.member("dora")]
        await seat(sim, "nine", members, ["house", "perfect"])
        away = []

        async def after_each(acts):
            if acts in (8, 21):
                await sim.restart()
            if acts == 12:
                await leave(sim, sim.carmen)
            stored = await look(sim)
            if stored.status != "playing":
                return
            if stored.play.awaits.seats[0].index == 0 and len(away) < 2 and acts > 3:
                away.append(acts)
                await sim.wait(minutes=10, seconds=5)
                assert sim.stored().players[0].missed_turns == len(away)
                if len(away) == 2:
                    assert f"<@{sim.ana.id}> is away until they press a button." in sim.text
                    await sim.press(sim.ana, sim.message, "All sheets")
                    assert sim.stored().players[0].missed_turns == 0

        stored = await play_on(sim, members, at_random(5), after_each=after_each)
        assert len(away) == 2
        assert stored.status == "over"
        wrote = rows_written(sim.record())
        assert [step.seat.index for step in wrote] == [0, 1, 2, 3, 4, 5] * 9
        for index in range(6):
            own = [step.action.on for step in wrote if step.seat.index == index]
            assert sorted(own) == sorted(CATEGORIES)
        totals = [total(sheet) for sheet in stored.play.state.sheets]
        assert stored.outcome.scores == tuple(totals)
        finish = order_of_finish(sim.text)
        assert [points for *_, points in finish] == sorted(totals, reverse=True)
        assert not dice_of(sim.message)
        assert {"Rematch", "Review"} <= set(buttons(sim.message))
        sim.assert_replays()
        assert_all_fit(sim.env.http_requests)


async def test_the_menu_says_what_the_dice_are_worth(tmp_path):
    """README 4.2, 4.7: three Kings and two 9s, in the order of the sheet."""
    async with table(tmp_path, WrittenLuck([(5, 1, 5, 1, 5)])) as sim:
        await seat(sim, "nine", [sim.ana])
        worths = rows_offered(sim.message)
        assert list(worths) == list(CATEGORIES)
        zero = "✗ scores 0 and fills the row"
        assert worths == {
            "one-pair": "scores 20 points",
            "two-pair": "scores 38 points",
            "three-of-a-kind": "scores 40 points",
            "four-of-a-kind": zero,
            "five-of-a-kind": zero,
            "full-house": "scores 98 points",
            "small-straight": zero,
            "large-straight": zero,
            "chance": "scores 48 points",
        }
        assert [die["emoji"]["name"] for die in dice_of(sim.message)] == [
            f"poker_{face}" for face in (5, 1, 5, 1, 5)
        ]


async def test_a_sheet_alone_is_neither_won_nor_lost(tmp_path):
    """README 4.4: a total below the average of perfect play is not measured against it."""
    async with table(tmp_path, SeededLuck(2)) as sim:
        await seat(sim, "nine", [sim.ana])
        stored = await play_on(sim, [sim.ana], at_random(3))
        points = total(stored.play.state.sheets[0])
        assert sim.result.endswith(f": {points} points")
        assert "-# Nine Categories" in sim.text.splitlines()
        assert "463.7" not in sim.text
        counted = sim.bot.storage.read(tally, sim.ana.id)
        assert (counted.games, counted.wins, counted.draws, counted.losses) == (1, 0, 0, 0)


async def test_the_second_choice_of_a_double_press_does_not_write_twice(tmp_path):
    async with table(tmp_path) as sim:
        await seat(sim, "nine", [sim.ana])
        menu = next(one for one in components(sim.message) if one["type"] == 3)["custom_id"]
        for value in ("write.chance", "write.one-pair"):
            sim.send(sim.ana, sim.message, menu, [value])
        await sim.env.settle()
        assert [step.action.code for step in sim.record() if isinstance(step, Acted)] == [
            "write.chance"
        ]
        assert "write.chance" not in offered_by(sim.message)


async def test_a_written_row_is_not_legal_again(tmp_path):
    """A forged choice is refused in private and changes nothing."""
    async with table(tmp_path) as sim:
        await seat(sim, "nine", [sim.ana])
        await do(sim, sim.ana, sim.message, Action("write", "chance"))
        before = sim.stored()
        menu = next(one for one in components(sim.message) if one["type"] == 3)["custom_id"]
        for value in ("write.chance", "write.ones", "split.443-22-1", "", "🙂"):
            record = sim.send(sim.ana, sim.message, menu, [value])
            await sim.env.settle()
            assert record.responded
            assert sim.answer_to(record).ephemeral
            assert text_of(sim.answer_to(record).response)
        assert sim.stored() == before
