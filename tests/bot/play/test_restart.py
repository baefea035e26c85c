"""The bot is stopped and started again at every point of a round."""

from __future__ import annotations

from datetime import timedelta

import pytest

from rules.games.dice_poker.state import DealerSelects, PlayerSelects
from simulated import buttons, find, selected, table, text_of
from whole_rounds import between_two


@pytest.mark.parametrize("positions", [(), (2,), (1, 3, 5)])
@pytest.mark.parametrize(("seat", "phase"), [("dealer", DealerSelects), ("player", PlayerSelects)])
async def test_in_phases_3_and_5(tmp_path, seat, phase, positions):
    """The member is the player in the first game, and the dealer in its rematch."""
    number = 2 if seat == "dealer" else 1
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        if seat == "dealer":
            await sim.press(sim.ana, sim.message, "Keep all")
            await sim.press(sim.ana, sim.message, "Rematch")
        for position in positions:
            await sim.mark(sim.ana, sim.message, position)
        before, shown = sim.stored(number), sim.text
        assert isinstance(before.play.state, phase)
        await sim.restart()
        assert sim.stored(number) == before
        assert sim.text == shown
        assert selected(sim.message) == list(positions)
        verb = {0: "Keep all", 1: "Reroll 1 die"}.get(
            len(positions), f"Reroll {len(positions)} dice"
        )
        await sim.press(sim.ana, sim.message, verb)
        state = sim.stored(number).play.state
        mine = state.dealer if seat == "dealer" else state.player
        assert mine.rerolled == positions
        assert sim.stored(number).status == "over"
        sim.assert_replays(number)


async def test_between_two_members_with_a_restart_before_every_press(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, opponent=sim.bogdan)
        for member, label in (
            (sim.bogdan, "Accept"),
            (sim.bogdan, "Keep all"),
            (sim.ana, "Keep all"),
            (sim.bogdan, "Rematch"),
        ):
            await sim.restart()
            await sim.press(member, sim.message, label)
        assert sim.stored(1).status == "over"
        assert sim.stored(2).status == "waiting"
        sim.assert_replays(1)


@pytest.mark.parametrize(
    ("who", "label", "status"),
    [
        ("bogdan", "Accept", "playing"),
        ("bogdan", "Decline", "declined"),
        ("ana", "ana: withdraw", "withdrawn"),
    ],
)
async def test_during_a_challenge(tmp_path, who, label, status):
    async with table(tmp_path, reminders=False) as sim:
        await sim.play(sim.ana, opponent=sim.bogdan)
        shown = sim.text
        await sim.restart(away=timedelta(minutes=2))
        assert sim.text == shown
        await sim.press(getattr(sim, who), sim.message, label)
        assert sim.stored().status == status
        assert sim.pings() == [str(sim.bogdan.id)]


async def test_a_busy_channel_stays_busy(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        await sim.restart()
        answer = await sim.play(sim.ana)
        assert answer.ephemeral
        await sim.restart()
        await sim.press(sim.ana, answer.response, "Leave the game")
        await sim.press(sim.ana, answer.response, "Leave the game")
        assert sim.stored().status == "over"
        assert not (await sim.play(sim.bogdan)).ephemeral


async def test_a_confirmation_to_leave_outlives_it(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        asked = await sim.press(sim.ana, sim.message, "Leave")
        await sim.restart()
        await sim.press(sim.ana, asked.response, "Leave the game")
        assert sim.stored().status == "over"


@pytest.mark.parametrize("fault", [500, 404])
async def test_a_message_older_than_its_round_is_redrawn_at_the_start(tmp_path, fault):
    """The act was stored, its answer did not reach Discord, and the bot went down."""
    async with table(tmp_path, reminders=False) as sim:
        await sim.play(sim.ana)
        message = sim.message
        sim.env.inject_error("POST", "/interactions/*/callback", status=fault)
        sim.env.inject_error("PATCH", "/channels/*/messages/*", status=503)
        await sim.press(sim.ana, message, "Keep all")
        assert sim.stored().status == "over"
        assert "your turn — beat" in text_of(sim.reread(message))
        assert sim.stored().place.drawn < sim.stored().version
        await sim.restart()
        await sim.wait(seconds=4)
        assert "Rematch" in buttons(sim.reread(message))
        assert sim.stored().place.drawn == sim.stored().version
        since = len(sim.env.http_requests)
        await sim.restart()
        await sim.wait(seconds=4)
        assert sim.requests("PATCH", since=since) == []


async def test_the_message_of_an_open_round_that_is_not_found_is_redrawn_later(tmp_path):
    """Discord may answer 404 for a while; the round still needs its message."""
    async with table(tmp_path, reminders=False) as sim:
        await between_two(sim)
        message = sim.message
        sim.env.inject_error("PATCH", "/channels/*/messages/*", status=404)
        await sim.wait(minutes=10, seconds=5)
        assert sim.stored().status == "playing"
        assert f"<@{sim.bogdan.id}>, your turn — " in text_of(sim.reread(message))
        assert sim.stored().place.drawn < sim.stored().version
        await sim.restart()
        await sim.wait(seconds=4)
        assert f"<@{sim.ana.id}>, your turn — " in text_of(sim.reread(message))
        assert sim.stored().place.drawn == sim.stored().version


async def test_the_message_of_a_finished_round_that_is_not_found_is_given_up(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        await sim.play(sim.ana, opponent=sim.bogdan)
        sim.delete(sim.message)
        await sim.wait(minutes=10, seconds=5)
        assert sim.stored().status == "lapsed"
        assert sim.stored().place.drawn == sim.stored().version
        since = len(sim.env.http_requests)
        await sim.restart()
        await sim.wait(seconds=4)
        assert sim.requests("PATCH", since=since) == []


async def test_it_is_redrawn_by_the_next_press_too(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        await sim.play(sim.ana)
        message, keep = sim.message, find(sim.message, "Keep all")["custom_id"]
        sim.env.inject_error("POST", "/interactions/*/callback")
        await sim.press(sim.ana, message, "Keep all")
        await sim.send_all([(sim.bogdan, message, keep), (sim.ana, message, keep)])
        assert "Rematch" in buttons(sim.reread(message))
        sim.assert_replays()


async def test_a_round_that_was_opened_but_never_shown_is_shown_by_the_next_play(tmp_path):
    async with table(tmp_path) as sim:
        sim.env.inject_error("POST", "/interactions/*/callback")
        answer = await sim.play(sim.ana)
        assert answer.ephemeral
        assert "Nothing was lost" in text_of(answer.response)
        await sim.restart()
        again = await sim.play(sim.ana)
        assert not again.ephemeral
        assert sim.stored().place.message == sim.message.id
        assert "your turn — beat" in sim.text
        await sim.press(sim.ana, sim.message, "Keep all")
        assert sim.stored().status == "over"


async def test_an_answer_that_fails_leaves_no_old_board(tmp_path):
    """The act is stored, so the board is redrawn through the channel."""
    async with table(tmp_path, reminders=False) as sim:
        await sim.play(sim.ana)
        message = sim.message
        sim.env.inject_error("POST", "/interactions/*/callback", status=404)
        await sim.press(sim.ana, message, "Keep all")
        assert "Rematch" in buttons(sim.reread(message))
        assert sim.stored().place.drawn == sim.stored().version
