"""Alone, a round rests when it is due: the channel is free, and a press takes the round up again."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.table.store import rounds
from hanging import slow_analyses
from rules.engine import Acted
from simulated import buttons, dice_of, find, selected, table, text_of
from whole_rounds import between_two, leave, offered_by, seat
from words import Words

RESTS = Words(
    {
        "en": "💤 This game is resting until {} presses a button. The channel is free meanwhile.",
        "ro": "💤 Partida e în pauză până când {} apasă un buton. Între timp canalul e liber.",
    }
)
TAKEN = "A game is already open in this channel"


async def resting(sim):
    """Let a round of Ana's rest; return its board."""
    await sim.play(sim.ana)
    await sim.wait(minutes=10, seconds=5)
    assert sim.stored().status == "resting"
    return sim.message


def without_picture(die):
    """Return the button of a die without the picture of its emoji, which may roll."""
    return {**die, "emoji": die["emoji"]["name"]}


@pytest.mark.parametrize("language", RESTS)
async def test_the_board_says_so_and_keeps_its_controls(tmp_path, language):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = language
        await sim.play(sim.ana)
        before = sim.message
        assert ":R>" not in sim.text, "nothing is lost then"
        due = sim.stored().deadline.at
        await sim.wait(minutes=10, seconds=5)
        assert RESTS[language].format(f"<@{sim.ana.id}>") in sim.text
        assert list(buttons(sim.message)) == list(buttons(before))
        assert [*map(without_picture, dice_of(sim.message))] == [
            *map(without_picture, dice_of(before))
        ], "they lie still now"
        rested = sim.stored().deadline.at - due
        assert timedelta(days=90) <= rested < timedelta(days=90, seconds=10)
        assert f"<t:{int(sim.stored().deadline.at.timestamp())}:R>" in sim.text
        assert Words({"en": "Dice Poker", "ro": "Poker cu zaruri"})[language] in sim.text


@pytest.mark.slow
async def test_nobody_is_reminded_and_nothing_is_played(tmp_path):
    async with table(tmp_path) as sim:
        await resting(sim)
        await sim.wait(minutes=30)
        assert sim.pings() == []
        assert len(sim.channel.history()) == 1
        assert len([one for one in sim.record() if isinstance(one, Acted)]) == 1
        assert not (await sim.play(sim.bogdan)).ephemeral


async def test_any_press_takes_it_up(tmp_path):
    """The press itself counts; the next deadline is ten minutes away."""
    async with table(tmp_path) as sim:
        board = await resting(sim)
        await sim.mark(sim.ana, board, 2)
        assert sim.stored().status == "playing"
        assert selected(sim.message) == [2]
        assert "is resting" not in sim.text
        assert 595 <= (sim.stored().deadline.at - sim.env.now()).total_seconds() <= 600
        assert (await sim.play(sim.bogdan)).ephemeral
        await sim.press(sim.ana, sim.message, "Reroll 1 die")
        assert sim.stored().status == "over"
        sim.assert_replays()


async def test_what_was_selected_stays_selected(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        await sim.mark(sim.ana, sim.message, 4)
        await sim.wait(minutes=10, seconds=5)
        assert sim.stored().status == "resting"
        assert selected(sim.message) == [4]
        await sim.press(sim.ana, sim.message, "Reroll 1 die")
        steps = [one.action.code for one in sim.record() if isinstance(one, Acted)]
        assert steps[-1] == "reroll.4"


async def test_one_press_takes_it_up_and_acts(tmp_path):
    async with table(tmp_path) as sim:
        board = await resting(sim)
        await sim.restart()
        await sim.press(sim.ana, board, "Keep all")
        assert sim.stored().status == "over"
        assert "Rematch" in buttons(sim.message)


async def test_a_hint_that_takes_long_shows_at_once_that_it_goes_on(tmp_path):
    async with table(tmp_path) as sim:
        board = await resting(sim)
        with slow_analyses(sim):
            record = sim.send(sim.ana, board, find(board, "💡 Hint")["custom_id"])
            await sim.env.advance_time(1)
            assert sim.stored().status == "playing"
            assert "is resting" not in sim.text
            assert not record.responded
        await sim.env.settle()
        assert record.responded


async def test_a_fault_while_it_is_taken_up_is_logged_and_the_board_follows(
    tmp_path, monkeypatch, caplog
):
    """The fault is that of the press, whatever becomes of its board afterwards."""
    async with table(tmp_path) as sim:
        board = await resting(sim)

        async def fails(*_args, **_named):
            raise ValueError("the first fault")

        with monkeypatch.context() as patched:
            patched.setattr(sim.bot.board, "draw_pressed", fails)
            sim.send(sim.ana, board, dice_of(board)[0]["custom_id"])
            await sim.env.settle()
        assert "the first fault" in caplog.text
        assert sim.stored().status == "playing"
        await sim.wait(seconds=5)
        assert "is resting" not in sim.text


async def test_a_hint_takes_it_up_too(tmp_path):
    async with table(tmp_path) as sim:
        board = await resting(sim)
        answer = await sim.press(sim.ana, board, "💡 Hint")
        assert answer.ephemeral
        assert sim.stored().status == "playing"
        assert "is resting" not in sim.text


async def test_a_stranger_cannot_take_it_up(tmp_path):
    async with table(tmp_path) as sim:
        board = await resting(sim)
        for press in (
            await sim.mark(sim.bogdan, board, 1),
            await sim.press(sim.bogdan, board, "Keep all"),
        ):
            assert press.ephemeral
            assert "You are not playing in this game." in text_of(press.response)
        page = sim.reread_private(await sim.press(sim.bogdan, board, "Menu"))
        assert "Leave" not in buttons(page)
        assert sim.stored().status == "resting"


async def test_while_the_channel_is_taken_a_press_says_where(tmp_path):
    async with table(tmp_path) as sim:
        board = await resting(sim)
        await sim.play(sim.bogdan)
        other = sim.message
        answer = await sim.press(sim.ana, board, "Keep all")
        assert answer.ephemeral
        assert TAKEN in text_of(answer.response)
        assert str(other.id) in text_of(answer.response)
        assert "Your own game keeps resting." in text_of(answer.response)
        busy = await sim.play(sim.ana)
        assert "keeps resting" not in text_of(busy.response)
        assert sim.stored().status == "resting"
        await sim.press(sim.bogdan, other, "Keep all")
        await sim.press(sim.ana, board, "Keep all")
        assert sim.stored().status == "over"


async def test_it_can_be_left_though_the_channel_is_taken(tmp_path):
    async with table(tmp_path) as sim:
        board = await resting(sim)
        await sim.play(sim.bogdan)
        asked = await sim.press(sim.ana, board, "Leave")
        assert sim.reread_private(asked).ephemeral
        await sim.press(sim.ana, asked.response, "Leave the game")
        assert sim.stored().status == "over"
        assert "Rematch" in buttons(sim.reread(board))


async def test_a_sheet_of_many_rests_once_the_others_have_left(tmp_path):
    async with table(tmp_path) as sim:
        await seat(sim, "thirteen", [sim.ana, sim.bogdan, sim.carmen])
        await leave(sim, sim.ana)
        await leave(sim, sim.carmen)
        since = len(sim.env.http_requests)
        await sim.wait(minutes=10, seconds=5)
        assert sim.stored().status == "resting"
        assert sim.pings(since) == []
        await sim.choose(sim.bogdan, sim.message, offered_by(sim.message)[0])
        assert sim.stored().status == "playing"


async def test_resting_rounds_do_not_count_as_open(tmp_path, monkeypatch):
    monkeypatch.setattr(rounds, "MOST_OPEN", 1)
    async with table(tmp_path) as sim:
        board = await resting(sim)
        elsewhere = sim.guild.create_text_channel("more-games")
        assert not (await sim.play(sim.ana, channel=elsewhere)).ephemeral
        answer = await sim.press(sim.ana, board, "Keep all")
        assert answer.ephemeral
        assert "You have 1 game open already." in text_of(answer.response)
        assert sim.stored().status == "resting"


async def test_between_two_the_deadline_plays_and_reminds(tmp_path):
    async with table(tmp_path) as sim:
        await between_two(sim)
        since = len(sim.env.http_requests)
        await sim.wait(minutes=10, seconds=5)
        assert sim.stored().moment == 1
        assert sim.pings(since) == [str(sim.bogdan.id)]


async def test_presses_at_once_take_it_up_once(tmp_path):
    async with table(tmp_path) as sim:
        board = await resting(sim)
        page = sim.reread_private(await sim.press(sim.ana, board, "Menu"))
        assert sim.stored().status == "resting"
        keep = find(board, "Keep all")["custom_id"]
        leave_it = find(page, "Leave")["custom_id"]
        await sim.send_all([(sim.ana, board, one) for one in (keep, keep, leave_it)])
        assert sim.stored().status == "over"
        sim.assert_replays()
