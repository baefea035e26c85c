"""A match is one agreement: its next round begins as soon as the one before it is over."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import discord
import pytest

from bot.admin.store import erasing
from bot.table import next_round
from bot.table.use_cases import OpenRequest
from simulated import buttons, table, text_of
from simulated_luck import WrittenLuck
from whole_rounds import at_lobby, between_two, click, offered_by, use

pytestmark = pytest.mark.slow

HIGH, LOW = (6, 6, 6, 6, 5), (1, 2, 3, 4, 6)
BELOW = "The next game of the match is below."
WAITS = "The next game of the match could not begin by itself."


def luck(*dealer_wins):
    """Return luck by which the dealer wins or loses each round in which both keep all."""
    return WrittenLuck(
        [roll for won in dealer_wins for roll in ((HIGH, LOW) if won else (LOW, HIGH))]
    )


async def keep(sim, number):
    """Let the member who is awaited in this round keep all."""
    stored = sim.stored(number)
    user = stored.players[stored.play.awaits.seats[0].index].user
    member = next(one for one in (sim.ana, sim.bogdan) if one.id == user)
    await sim.press_id(member, sim.message, "press:*:keep")


async def finish(sim, number):
    """Let both keep all in this round."""
    await keep(sim, number)
    await keep(sim, number)


async def test_three_rounds_after_one_agreement(tmp_path):
    """The seats are swapped each time, the first line tells the score, the end who has won."""
    async with table(tmp_path, luck(True, True, False)) as sim:
        ana, bogdan = f"<@{sim.ana.id}>", f"<@{sim.bogdan.id}>"
        await between_two(sim, match="3")
        first = sim.message
        assert f"Best of 3: {ana} 0 – 0 {bogdan}" in _first_line(first) or (
            f"Best of 3: {bogdan} 0 – 0 {ana}" in _first_line(first)
        )
        await finish(sim, 1)
        second = sim.message
        assert second.id != first.id
        done = sim.reread(first)
        assert f"Best of 3: {bogdan} 1 – 0 {ana}" in _first_line(done)
        assert BELOW in text_of(done)
        assert not {"Next game", "Rematch"} & {*buttons(done)}
        assert [one.user for one in sim.stored(2).players] == [sim.ana.id, sim.bogdan.id]
        assert sim.stored(2).successor_of == 1
        assert "Best of 3: @bogdan 1 – 0 @ana" in _first_line(second)
        assert "Accept" not in buttons(second)
        await finish(sim, 2)
        assert "1 – 1" in _first_line(sim.message)
        await finish(sim, 3)
        assert _first_line(sim.message) == (
            f"### 🏆 Dice Poker · {ana} wins the match, 2 – 1 (best of 3)"
        )
        assert len(sim.channel.history()) == 3
        assert "Rematch" in buttons(sim.message)
        await use(sim.ana, sim.message, "rematch")
        assert "Accept" in buttons(sim.message), "another match is another agreement"
        assert "0 – 0" in sim.text
        for number in (1, 2, 3):
            sim.assert_replays(number)
            assert sim.stored(number).commitment.proof


async def test_the_dice_of_the_next_round_can_be_proved(tmp_path):
    async with table(tmp_path) as sim:
        await between_two(sim, match="5")
        await finish(sim, 1)
        before, after = sim.stored(1), sim.stored(2)
        assert after.commitment.root == before.commitment.root
        assert (before.commitment.number, after.commitment.number) == (1, 2)
        first = before.commitment.opening
        assert first.by == "interaction"
        assert after.commitment.opening == replace(first, by="before")


async def test_a_draw_is_played_again(tmp_path):
    async with table(tmp_path, WrittenLuck([HIGH, HIGH, HIGH, LOW])) as sim:
        await between_two(sim, match="3")
        await finish(sim, 1)
        assert sim.stored(2).status == "playing"
        assert "0 – 0" in _first_line(sim.message)


async def test_against_the_computer_too(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, match="3", level="greedy")
        await sim.press(sim.ana, sim.message, "Keep all")
        assert sim.stored(2).begun
        assert len(sim.channel.history()) == 2


async def test_who_leaves_has_lost_the_match(tmp_path):
    async with table(tmp_path) as sim:
        await between_two(sim, match="3")
        asked = await use(sim.bogdan, sim.message, "leave")
        assert "Leaving counts as a loss, and the match is over." in text_of(asked.response)
        await use(sim.bogdan, asked.response, "leave-now")
        assert f"<@{sim.ana.id}> wins the match, 1 – 0 (best of 3)" in _first_line(sim.message)
        await sim.wait(minutes=1)
        assert len(sim.channel.history()) == 1
        assert "Rematch" in buttons(sim.message)


async def test_time_that_is_up_does_not_end_the_match(tmp_path):
    """Nobody presses: the next tick opens the round, with its own deadline and its own proof."""
    async with table(tmp_path, luck(True, True, True), reminders=False) as sim:
        await between_two(sim, match="3")
        await keep(sim, 1)
        await sim.wait(minutes=11)
        await sim.wait(seconds=5)
        assert sim.stored(1).status == "over"
        after = sim.stored(2)
        assert after.status == "playing"
        assert after.commitment.number == 2
        first = sim.stored(1).commitment.opening
        assert after.commitment.opening == replace(first, by="before")
        assert BELOW in text_of(sim.channel.history()[0])
        await finish(sim, 2)
        assert sim.stored(2).commitment.proof


@pytest.mark.parametrize("after", ["the round", "its opening"])
async def test_it_goes_on_where_the_bot_was_killed(tmp_path, after):
    """Between two rounds, or before the next one was shown; nothing is there twice."""
    async with table(tmp_path, luck(*5 * [True])) as sim:
        await between_two(sim, match="3")
        await keep(sim, 1)
        matches = sim.bot.matches

        async def killed(over, response=None):
            if after == "its opening":
                await matches._opened(over, response)

        sim.bot.acts.on_due[:] = [killed]
        matches.go_on = killed
        await keep(sim, 1)
        assert len(sim.channel.history()) == 1
        await sim.restart()
        await sim.wait(seconds=5)
        assert len(sim.channel.history()) == 2
        assert sim.stored(2).message == sim.message.id
        await sim.wait(seconds=10)
        assert len(sim.channel.history()) == 2
        assert BELOW in text_of(sim.channel.history()[0])
        await finish(sim, 2)
        assert "wins the match" not in text_of(sim.channel.history()[0])


async def test_a_channel_that_was_taken_meanwhile(tmp_path):
    """The board keeps the button, and a press on it begins the round without another question."""
    async with table(tmp_path, luck(*5 * [True])) as sim:
        await between_two(sim, match="3")
        board = sim.message
        await keep(sim, 1)
        sim.bot.acts.on_due.insert(0, _carmen_opens(sim))
        await keep(sim, 1)
        done = sim.reread(board)
        assert WAITS in text_of(done)
        assert "Next game" in buttons(done)
        await sim.wait(seconds=10)
        assert "Next game" in buttons(sim.reread(board))
        await use(sim.ana, done, "rematch")
        assert "an open challenge" in sim.text, "what is in the way is shown"
        await at_lobby(sim.carmen, sim.message, "withdraw")
        await use(sim.bogdan, sim.reread(board), "rematch")
        assert sim.stored(3).status == "playing"
        assert "Best of 3: @bogdan 1 – 0 @ana" in _first_line(sim.message)
        assert BELOW in text_of(sim.reread(board))


def _carmen_opens(sim):
    """Return what opens a challenge of Carmen between the end of a round and the next one."""
    asked = OpenRequest("dice-poker", sim.carmen.id, sim.channel.id, open_to_all=True)
    asked = replace(asked, guild=sim.guild.id)

    async def take(over, response):
        now = discord.utils.utcnow()
        await sim.bot.live.open(
            over.channel, lambda reserved: sim.bot.table.open(asked, now, reserved)
        )

    return take


async def test_a_match_goes_on_after_the_invitation_to_its_next_game_was_declined(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(next_round, "AGREED_FOR", timedelta(0))
    async with table(tmp_path, luck(*2 * [True])) as sim:
        await between_two(sim, match="3")
        board = sim.message
        await sim.wait(seconds=1)
        await finish(sim, 1)
        await use(sim.ana, sim.reread(board), "rematch")
        assert sim.stored(2).status == "waiting"
        assert BELOW not in text_of(sim.reread(board))
        await at_lobby(sim.bogdan, sim.message, "decline")
        await use(sim.bogdan, sim.reread(board), "rematch")
        await at_lobby(sim.ana, sim.message, "join")
        assert sim.stored(3).status == "playing"
        assert _first_line(sim.message).endswith(f"<@{sim.bogdan.id}> 1 – 0 <@{sim.ana.id}>")


async def test_a_member_who_was_barred_meanwhile(tmp_path):
    async with table(tmp_path, luck(*5 * [True])) as sim:
        await between_two(sim, match="3")
        board, mod = sim.message, sim.member("mod", manage_messages=True)
        await keep(sim, 1)
        await mod.slash(sim.channel, "bar", member=sim.bogdan, duration="day")
        await keep(sim, 1)
        assert WAITS in text_of(sim.reread(board))
        told = await use(sim.ana, sim.reread(board), "rematch")
        assert f"<@{sim.bogdan.id}> cannot play on this server at present." in text_of(
            told.response
        )
        assert len(sim.channel.history()) == 1


async def test_a_member_with_too_many_open_rounds(tmp_path):
    async with table(tmp_path, luck(*5 * [True]), open_rounds_per_member=1) as sim:
        await between_two(sim, match="3")
        board = sim.message
        await keep(sim, 1)
        other = sim.guild.create_text_channel("other")
        asked = OpenRequest("dice-poker", sim.ana.id, other.id, open_to_all=True)

        async def open_elsewhere(over, response):
            now = discord.utils.utcnow()
            await sim.bot.live.open(
                other.id, lambda reserved: sim.bot.table.open(asked, now, reserved)
            )

        sim.bot.acts.on_due.insert(0, open_elsewhere)
        await keep(sim, 1)
        assert WAITS in text_of(sim.reread(board))
        told = await use(sim.ana, sim.reread(board), "rematch")
        assert "1 game open already" in text_of(told.response)
        await use(sim.bogdan, sim.reread(board), "rematch")
        assert sim.message.id != board.id


async def test_a_member_who_was_erased_meanwhile(tmp_path):
    """Nothing is opened for somebody whom nothing names any more."""
    async with table(tmp_path, luck(*5 * [True])) as sim:
        await between_two(sim, match="3")
        await keep(sim, 1)
        sim.bot.acts.on_due.clear()
        sim.bot.matches.go_on = sim.bot.board.refresh
        await keep(sim, 1)
        assert next_round.is_due(sim.stored(1))
        await sim.bot.live.storage.write(erasing.erase_part, sim.bogdan.id, 0)
        await sim.restart()
        await sim.wait(seconds=5)
        assert len(sim.channel.history()) == 1
        assert sim.stored(1).deadline is None


def _first_line(message):
    return text_of(message).splitlines()[0]


async def test_a_round_that_ends_in_a_private_message(tmp_path):
    """The next round is for everybody, though the last press was on a message of one member."""
    async with table(tmp_path) as sim:
        await between_two(sim, "six-card", match="3")
        first = sim.message
        for member in (sim.ana, sim.bogdan):
            own = sim.reread_private(await click(member, first, r"peek:.*"))
            await sim.choose(member, own, offered_by(own)[0])
        assert sim.stored(1).status == "over"
        assert sim.stored(2).message == sim.message.id != first.id
        assert not sim.message.flags.ephemeral
        assert BELOW in text_of(sim.reread(first))
