"""A round whose message nobody has seen: the bot was killed between storing and answering it."""

from __future__ import annotations

import asyncio

import pytest

from hanging import CALLBACK, declare_lock, hanging
from simulated import buttons, find, table, text_of
from whole_rounds import between_two


async def killed_before_the_answer(sim, emit):
    """Let the bot store what `emit` asks for, and die before it answers."""
    real = sim.bot.board.post_round

    async def dies(*_, **__):
        raise asyncio.CancelledError

    sim.bot.board.post_round = dies
    emit()
    await sim.env.settle()
    sim.bot.board.post_round = real
    await sim.restart()


@pytest.mark.parametrize("game", ["dice-poker", "thirteen"])
@pytest.mark.parametrize("member", ["ana", "bogdan"])
async def test_play_posts_it_at_once(tmp_path, game, member):
    """Whoever asks, and whatever they ask for: it is what blocks the channel."""
    async with table(tmp_path) as sim:
        await killed_before_the_answer(
            sim, lambda: sim.send_command(sim.ana, "play", game="dice-poker")
        )
        assert sim.channel.history() == []
        assert sim.stored().place.message is None
        record = sim.send_command(getattr(sim, member), "play", game=game)
        await sim.env.settle()
        assert not sim.answer_to(record).ephemeral
        assert "your turn — beat" in sim.text
        assert sim.stored().place.message == sim.message.id
        assert sim.stored().place.drawn == sim.stored().version
        await sim.press(sim.ana, sim.message, "Keep all")
        assert "Rematch" in buttons(sim.message)


async def test_a_press_on_a_board_whose_id_was_not_stored_adopts_it(tmp_path):
    """The bot was killed in the half second after it had posted the round."""
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        sim.bot.rounds._to_mark.clear()
        await sim.restart()
        assert sim.stored().place.message is None
        await sim.press(sim.ana, sim.message, "Keep all")
        assert sim.stored().status == "over"
        assert sim.stored().place.message == sim.message.id
        assert "Rematch" in buttons(sim.message)
        assert len(sim.channel.history()) == 1


async def test_a_board_whose_id_was_not_stored_gives_way_to_the_one_that_was_posted_since(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        first = sim.message
        sim.bot.rounds._to_mark.clear()
        await sim.restart()
        sim.send_command(sim.bogdan, "play", game="thirteen")
        await sim.env.settle()
        assert sim.stored().place.message == sim.message.id != first.id
        await sim.press(sim.ana, first, "Keep all")
        assert "This game goes on here" in text_of(sim.reread(first))
        assert sim.stored().status == "over"
        assert "Rematch" in buttons(sim.message)


async def test_a_challenge_pings_its_member_when_it_is_posted(tmp_path):
    async with table(tmp_path) as sim:
        await killed_before_the_answer(
            sim,
            lambda: sim.send_command(sim.ana, "play", game="dice-poker", opponent=sim.bogdan),
        )
        await sim.play(sim.carmen)
        assert sim.pings() == [str(sim.bogdan.id)]
        await sim.press(sim.bogdan, sim.message, "Accept")
        assert sim.stored().status == "playing"


async def test_a_rematch_that_nobody_has_seen_is_posted_by_the_next_press(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        await sim.press(sim.ana, sim.message, "Keep all")
        board = sim.message
        rematch = find(board, "Rematch")["custom_id"]
        await killed_before_the_answer(sim, lambda: sim.send(sim.ana, board, rematch))
        assert len(sim.channel.history()) == 1
        await sim.send_all([(sim.ana, board, rematch)])
        assert len(sim.channel.history()) == 2
        assert sim.stored(2).place.message == sim.message.id
        assert "you reroll first" in sim.text
        (record,) = await sim.send_all([(sim.ana, board, rematch)])
        assert "The rematch is already open" in text_of(sim.answer_to(record).response)


@pytest.mark.slow
async def test_two_who_ask_at_once_see_it_once(tmp_path):
    async with table(tmp_path) as sim:
        await killed_before_the_answer(
            sim, lambda: sim.send_command(sim.ana, "play", game="dice-poker")
        )
        records = [
            sim.send_command(one, "play", game="dice-poker") for one in (sim.ana, sim.bogdan)
        ]
        await sim.env.settle()
        assert all(record.responded for record in records)
        assert len(sim.channel.history()) == 1
        assert sorted(sim.answer_to(record).ephemeral for record in records) == [False, True]


async def test_a_round_that_is_just_being_posted_is_not_posted_twice(tmp_path):
    async with table(tmp_path) as sim:
        first = sim.send_command(sim.ana, "play", game="dice-poker")
        lock = declare_lock(sim)
        with hanging(sim, "POST", f"/interactions/{first.id}/*") as held:
            await sim.wait(seconds=1)
            assert len(held.begun) == 1
            second = sim.send_command(sim.bogdan, "play", game="dice-poker")
            await sim.wait(seconds=0.2)
            assert sim.answer_to(second).ephemeral
            held.let_go()
            await sim.env.settle()
        assert len(sim.channel.history()) == 1
        assert not lock.locked()


async def test_a_round_that_was_shown_meanwhile_is_not_posted_twice(tmp_path):
    """Somebody else has just posted it when its lock is free."""
    async with table(tmp_path) as sim:
        await killed_before_the_answer(
            sim, lambda: sim.send_command(sim.ana, "play", game="dice-poker")
        )
        async with declare_lock(sim):
            waiting = sim.send_command(sim.bogdan, "play", game="dice-poker")
            await sim.wait(seconds=2)
            stored = await sim.bot.rounds.load(1)
            await sim.bot.board.move_to(stored, sim.channel.id)
        await sim.env.settle()
        assert sim.answer_to(waiting).followups[0].ephemeral
        assert sim.channel.history() == []


async def test_a_round_whose_answer_hung_is_posted_by_the_next_play(tmp_path):
    async with table(tmp_path) as sim:
        with hanging(sim, "POST", CALLBACK, times=1):
            sim.send_command(sim.ana, "play", game="dice-poker")
            await sim.wait(seconds=6)
            await sim.play(sim.bogdan)
        assert "your turn — beat" in sim.text
        assert sim.stored().place.message == sim.message.id


async def test_a_round_in_its_channel_is_not_posted_again(tmp_path):
    async with table(tmp_path) as sim:
        await between_two(sim)
        answer = await sim.play(sim.carmen)
        assert answer.ephemeral
        assert "A game is already open in this channel" in text_of(answer.response)
        assert len(sim.channel.history()) == 1
