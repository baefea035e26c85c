"""Seats that decide at once, where one of them ends it early: by presses, races and deadlines."""

from __future__ import annotations

import logging

import pytest

from discord_limits import assert_all_fit
from rules.engine import Acted
from simulated import buttons, table, text_of
from simulated_luck import WrittenLuck
from whole_rounds import leave, seat

GAME = "quick-stop"

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("extra_game")]


@pytest.fixture(autouse=True)
def _no_complaints(caplog):
    """Let a test fail that logs a warning or an error."""
    caplog.set_level(logging.INFO)
    yield
    lines = [one.getMessage() for one in caplog.records if one.levelno >= logging.WARNING]
    assert lines == []


async def three(sim):
    """Begin a round of Ana, Bogdan and Carmen."""
    return await seat(sim, GAME, [sim.ana, sim.bogdan, sim.carmen])


def acted(sim):
    """Return what was done so far: (seat, code)."""
    return [(one.seat.index, one.action.code) for one in sim.record() if isinstance(one, Acted)]


def seconds_left(sim):
    return (sim.stored().deadline.at - sim.env.now()).total_seconds()


def missed(sim):
    return [player.missed_turns for player in sim.stored().players]


async def test_by_presses_from_the_first_turn_to_the_end(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        board = await three(sim)
        assert list(buttons(board)) == ["Stop", "Wait", "Menu"]
        assert "Everybody is choosing" in text_of(board)
        await sim.press(sim.bogdan, board, "Wait")
        assert "2 players are still choosing" in sim.text
        assert sim.stored().moment == 0
        refused = await sim.press(sim.bogdan, board, "Stop")
        assert refused.ephemeral
        await sim.wait(minutes=5)
        await sim.press(sim.carmen, board, "Stop")
        assert "turn 2 of 4" in sim.text
        assert sim.stored().moment == 1
        assert seconds_left(sim) == 600
        for member in (sim.ana, sim.bogdan, sim.carmen):
            await sim.press(member, board, "Wait")
        assert "turn 3 of 4" in sim.text
        await sim.press(sim.ana, board, "Stop")
        await sim.press(sim.bogdan, board, "Stop")
        stored = sim.stored()
        assert (stored.status, stored.moment) == ("over", 4)
        assert stored.outcome.scores == (3, 4, 1)
        assert acted(sim)[:2] == [(1, "wait"), (2, "stop")]
        sim.assert_replays()
        assert_all_fit(sim.env.http_requests)


async def test_whoever_is_awaited_no_longer_comes_too_late(tmp_path):
    """Two seats stop at once: the second press belongs to a turn that has ended."""
    async with table(tmp_path) as sim:
        board = await three(sim)
        await sim.send_all(
            [(member, board, "press:1:0:stop") for member in (sim.bogdan, sim.ana, sim.carmen)]
        )
        assert acted(sim) == [(1, "stop")]
        assert sim.stored().play.state.points == (0, 1, 0)
        assert "turn 2 of 4" in sim.text
        await sim.press(sim.ana, board, "Wait")
        assert acted(sim) == [(1, "stop"), (0, "wait")]
        sim.assert_replays()


async def test_when_time_is_up_for_all_the_first_ends_it_and_the_round_goes_on(tmp_path):
    """The idle action of one seat ends the turn; the others have missed nothing."""
    async with table(tmp_path, reminders=False) as sim:
        board = await three(sim)
        await sim.wait(minutes=10, seconds=5)
        assert acted(sim) == [(0, "stop")]
        assert missed(sim) == [1, 0, 0]
        assert (sim.stored().status, sim.stored().moment) == ("playing", 1)
        assert 590 <= seconds_left(sim) <= 600
        shown = text_of(sim.reread(board))
        assert "turn 2 of 4" in shown
        assert f"Time was up for <@{sim.ana.id}>" in shown
        assert f"Time was up for <@{sim.bogdan.id}>" not in shown
        await sim.press(sim.ana, board, "Wait")
        await sim.press(sim.bogdan, board, "Stop")
        assert missed(sim) == [0, 0, 0]
        assert "turn 3 of 4" in sim.text
        sim.assert_replays()


async def test_time_is_up_for_those_who_are_left(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        board = await three(sim)
        await sim.press(sim.ana, board, "Wait")
        await sim.wait(minutes=10, seconds=5)
        assert acted(sim) == [(0, "wait"), (1, "stop")]
        assert missed(sim) == [0, 1, 0]
        assert sim.stored().play.state.points == (0, 1, 0)
        sim.assert_replays()


async def test_left_alone_the_round_comes_to_its_end(tmp_path):
    """Ana is away after two deadlines; from then on her seat ends every turn at once."""
    async with table(tmp_path, reminders=False) as sim:
        await three(sim)
        await sim.wait(minutes=10, seconds=5)
        await sim.wait(minutes=10, seconds=5)
        assert acted(sim) == [(0, "stop")] * 4
        assert missed(sim) == [2, 0, 0]
        assert sim.stored().status == "over"
        assert sim.stored().outcome.scores == (10, 0, 0)
        sim.assert_replays()


async def test_a_restart_and_a_deadline_between_two_decisions(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        board = await three(sim)
        await sim.press(sim.carmen, board, "Wait")
        await sim.restart()
        await sim.press(sim.ana, board, "Wait")
        assert sim.stored().moment == 0
        await sim.restart()
        await sim.wait(minutes=10, seconds=5)
        assert acted(sim) == [(2, "wait"), (0, "wait"), (1, "stop")]
        assert "turn 2 of 4" in text_of(sim.reread(board))
        sim.assert_replays()


async def test_a_seat_that_is_left_ends_what_the_others_are_awaited_for(tmp_path):
    async with table(tmp_path) as sim:
        board = await three(sim)
        await sim.press(sim.ana, board, "Wait")
        await leave(sim, sim.bogdan)
        assert acted(sim) == [(0, "wait"), *[(1, "stop")] * 4]
        assert sim.stored().status == "over"
        sim.assert_replays()


async def test_computers_end_it_early_too(tmp_path):
    """The computer decides first: it stops, waits twice, and stops again."""
    async with table(tmp_path, WrittenLuck(choices=[0, 1, 1, 0])) as sim:
        board = await seat(sim, GAME, [sim.ana], ["easy"])
        assert acted(sim) == [(1, "stop"), (1, "wait")]
        assert "turn 2 of 4" in text_of(board)
        await sim.press(sim.ana, board, "Stop")
        assert acted(sim)[2:] == [(0, "stop"), (1, "wait")]
        await sim.press(sim.ana, board, "Wait")
        assert acted(sim)[4:] == [(0, "wait"), (1, "stop")]
        assert sim.stored().outcome.scores == (2, 5)
        sim.assert_replays()
