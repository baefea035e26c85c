"""What is rolled is what is shown, also when Discord loses an answer or sends a press twice."""

from __future__ import annotations

import aiohttp
import pytest

from hanging import CALLBACK, EDIT, hanging, treated
from simulated import buttons, dice_of, find, selected, table, text_of
from simulated_luck import WrittenLuck
from whole_rounds import between_two, kept_between_two

LUCK = [(4, 4, 2, 1, 1), (6, 6, 3, 3, 5), (2,)]


def cut(*, landed):
    """Cut the connection of a request, before or after Discord has carried it out."""

    async def treat(carry_out, _):
        if landed:
            await carry_out()
        raise aiohttp.ServerDisconnectedError

    return treat


async def reroll_what_is_shown(sim):
    """Press Reroll, and check that the dice that are rerolled are those shown as selected."""
    shown = selected(sim.message)
    assert shown
    submit = next(
        one["custom_id"]
        for one in buttons(sim.message).values()
        if one["custom_id"].startswith("submit:")
    )
    await sim.send_all([(sim.ana, sim.message, submit)])
    assert list(sim.stored().play.state.player.rerolled) == shown
    assert sim.stored().status == "over"
    return shown


def die(sim, position):
    return sim.ana, sim.message, dice_of(sim.message)[position - 1]["custom_id"]


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (500, 0), (403, 0)])
async def test_an_answer_that_discord_refuses(tmp_path, status, code):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        await sim.mark(sim.ana, sim.message, 1)
        sim.env.inject_error("POST", CALLBACK, status=status, code=code)
        sim.send(*die(sim, 2))
        await sim.env.settle()
        assert selected(sim.message) == [1]
        assert await reroll_what_is_shown(sim) == [1]


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (429, 0)])
async def test_an_act_whose_answer_discord_refuses_is_shown_all_the_same(
    tmp_path, status, code, caplog
):
    """429: Cloudflare refuses all requests of an address, answers to interactions too."""
    async with table(tmp_path, reminders=False) as sim:
        await between_two(sim)
        sim.env.inject_error("POST", CALLBACK, status=status, code=code)
        sim.send(sim.bogdan, sim.message, find(sim.message, "Keep all")["custom_id"])
        await sim.env.settle()
        assert f"<@{sim.ana.id}>, your turn — " in sim.text
        assert not any(one.levelname == "ERROR" for one in caplog.records)


async def test_an_act_whose_answer_discord_refuses_ends_its_reminder(tmp_path):
    async with table(tmp_path) as sim:
        await between_two(sim)
        board = sim.message
        await sim.wait(seconds=65)
        assert len(sim.channel.history()) == 2
        sim.env.inject_error("POST", CALLBACK, status=404, code=10062)
        sim.send(sim.bogdan, board, find(board, "Keep all")["custom_id"])
        await sim.env.settle()
        assert [message.id for message in sim.channel.history()] == [board.id]


async def test_declining_a_rematch_gives_it_back_though_discord_refuses_the_answer(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        done = await kept_between_two(sim)
        await sim.press(sim.bogdan, done, "Rematch")
        sim.env.inject_error("POST", CALLBACK, status=404, code=10062)
        sim.send(sim.ana, sim.message, find(sim.message, "Decline")["custom_id"])
        await sim.env.settle()
        assert sim.stored(2).status == "declined"
        assert "Rematch" in buttons(sim.reread(done))


@pytest.mark.parametrize("landed", [False, True])
async def test_a_connection_that_is_cut(tmp_path, landed):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        await sim.mark(sim.ana, sim.message, 1)
        with treated(sim, "POST", CALLBACK, cut(landed=landed)):
            sim.send(*die(sim, 2))
            await sim.env.settle()
        assert selected(sim.message) == ([1, 2] if landed else [1])
        assert await reroll_what_is_shown(sim) == ([1, 2] if landed else [1])


async def test_an_answer_that_landed_and_is_refused_when_it_is_sent_again(tmp_path):
    """40060: discord.py repeats requests whose connection was reset."""
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)

        async def twice(carry_out, _):
            await carry_out()
            return await carry_out()

        with treated(sim, "POST", CALLBACK, twice):
            sim.send(*die(sim, 3))
            await sim.env.settle()
        assert selected(sim.message) == [3]
        await sim.mark(sim.ana, sim.message, 5)
        assert await reroll_what_is_shown(sim) == [3, 5]


@pytest.mark.parametrize("later", [False, True], ids=["at once", "a minute later"])
async def test_an_answer_that_lands_after_a_later_one(tmp_path, later):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        message = sim.message
        with hanging(sim, "POST", CALLBACK, times=1) as held:
            sim.send(*die(sim, 1))
            await sim.wait(seconds=5.5)
            await sim.mark(sim.ana, message, 2)
            assert selected(sim.message) == [2]
            await held.land(message)
            assert selected(sim.message) == [1]
        if later:
            await sim.wait(seconds=50)
            assert selected(sim.message) == [2]
        await reroll_what_is_shown(sim)


async def test_a_selection_is_drawn_again_after_an_answer_that_failed(tmp_path):
    """The board is drawn once more because of it, with the dice that were selected before."""
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        await sim.mark(sim.ana, sim.message, 4)
        with hanging(sim, "POST", CALLBACK, times=1):
            sim.send(*die(sim, 1))
            await sim.wait(seconds=45)
        assert len(sim.requests("PATCH", EDIT)) >= 2
        assert selected(sim.message) == [4]
        assert await reroll_what_is_shown(sim) == [4]


async def test_a_hint_judges_what_is_shown(tmp_path):
    async with table(tmp_path, WrittenLuck(LUCK)) as sim:
        await sim.play(sim.ana)
        with treated(sim, "POST", CALLBACK, cut(landed=True)):
            sim.send(*die(sim, 5))
            await sim.env.settle()
        assert selected(sim.message) == [5]
        hint = await sim.press(sim.ana, sim.message, "💡 Hint")
        assert "✅" in text_of(sim.reread_private(hint))


async def test_a_press_that_is_delivered_twice_counts_once(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        backend = sim.env.backend
        emit = backend.emit

        def twice(event, payload):
            for _ in range(2 if event == "INTERACTION_CREATE" else 1):
                emit(event, payload)

        backend.emit = twice
        for position, shown in ((2, [2]), (4, [2, 4]), (2, [4])):
            since = len(sim.requests("POST", CALLBACK))
            await sim.send_all([die(sim, position)])
            assert selected(sim.message) == shown
            assert len(sim.requests("POST", CALLBACK)) == since + 1
        assert await reroll_what_is_shown(sim) == [4]


async def test_a_command_that_is_delivered_twice_counts_once(tmp_path):
    async with table(tmp_path) as sim:
        backend = sim.env.backend
        emit = backend.emit

        def twice(event, payload):
            for _ in range(2 if event == "INTERACTION_CREATE" else 1):
                emit(event, payload)

        backend.emit = twice
        sim.send_command(sim.ana, "play", game="dice-poker")
        await sim.env.settle()
        assert len(sim.channel.history()) == 1
        assert len(sim.requests("POST", CALLBACK)) == 1
