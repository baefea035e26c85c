"""One round per channel: the answer in a busy channel, closing from it, and *Show here*."""

from __future__ import annotations

import pytest

from bot.language.languages import LANGUAGES
from hanging import CALLBACK, declare_lock, hanging
from results_counted import ended
from simulated import LOCALES, buttons, dice_of, find, selected, table, text_of
from whole_rounds import between_two, click
from words import Words

THREAD = "Play in a thread"
BACK = "Back to the game"
CLOSE = Words(
    {"en": "Close ana’s and bogdan’s game", "ro": "Închide partida: ana și bogdan"},
)
NO_THREAD = Words(
    {
        "en": "No thread can be made here: you can play in another channel.",
        "ro": "Aici nu se poate deschide un fir: poți juca în alt canal.",
    }
)


async def test_a_second_play_gets_a_private_link(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        answer = await sim.play(sim.bogdan)
        assert answer.ephemeral
        text = text_of(answer.response)
        place = f"https://discord.com/channels/{sim.guild.id}/{sim.channel.id}/{sim.message.id}"
        assert f"A game is already open in this channel: Dice Poker, {place}" in text
        assert "You can play in a thread of this channel meanwhile." in text
        assert list(buttons(answer.response)) == [THREAD]
        assert len(sim.channel.history()) == 1


async def test_a_player_of_that_game_is_not_told_to_watch_it(tmp_path):
    async with table(tmp_path) as sim:
        sim.forbid(create_public_threads=True)
        await between_two(sim)
        assert "Watch it there" in text_of((await sim.play(sim.carmen)).response)
        assert "Watch it there" not in text_of((await sim.play(sim.ana)).response)


async def test_a_player_alone_may_leave_it_from_there(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        answer = await sim.play(sim.ana)
        assert list(buttons(answer.response)) == [BACK, THREAD, "Leave the game"]
        await sim.press(sim.ana, answer.response, "Leave the game")
        assert "It counts as a loss." in text_of(answer.response)
        await sim.press(sim.ana, answer.response, "Leave the game")
        assert f"<@{sim.ana.id}> left the game." in sim.text
        assert sim.stored().status == "over"
        assert not (await sim.play(sim.bogdan)).ephemeral


async def test_who_plays_in_it_is_led_back_to_it(tmp_path):
    """The board is posted again below, and the older one points to it."""
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        before = sim.message.id
        answer = await sim.play(sim.ana)
        await sim.press(sim.ana, answer.response, BACK)
        assert sim.stored().place.message == sim.message.id != before
        await sim.press(sim.ana, sim.message, "Keep all")
        assert sim.stored().status == "over"


async def test_players_of_a_round_of_two_cannot_close_it(tmp_path):
    async with table(tmp_path) as sim:
        await between_two(sim)
        for member in (sim.ana, sim.bogdan, sim.carmen):
            answer = await sim.play(member)
            offered = [THREAD] if member is sim.carmen else [BACK, THREAD]
            assert list(buttons(answer.response)) == offered


async def test_members_who_manage_messages_may_close_any_round(tmp_path):
    async with table(tmp_path) as sim:
        warden = sim.member("warden", manage_messages=True)
        await between_two(sim)
        answer = await sim.play(warden)
        close = "Close bogdan’s and ana’s game"
        assert list(buttons(answer.response)) == [THREAD, close]
        await sim.press(warden, answer.response, close)
        asked = sim.reread_private(answer)
        assert "Close this game? 2 other members play in it." in text_of(asked)
        assert list(buttons(asked)) == ["Close it for everybody"]
        assert sim.stored().status == "playing"
        await sim.press(warden, asked, "Close it for everybody")
        assert "The game was closed." in text_of(sim.reread_private(answer))
        assert sim.stored().status == "closed"
        assert sim.bot.storage.read(ended, 1) == ()
        assert not (await sim.play(sim.ana)).ephemeral


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_press_of_a_spectator_offers_to_close_it_last_and_by_name(tmp_path, language):
    async with table(tmp_path, language=language) as sim:
        warden = sim.member("warden", locale=LOCALES[language], manage_messages=True)
        await between_two(sim, "poker-dice")
        answer = await sim.press_id(warden, sim.message, "*press:*:keep")
        *others, close = buttons(answer.response)
        assert (len(others), close) == (1, CLOSE[language])
        await sim.press(warden, answer.response, close)
        await click(warden, sim.reread(answer.response), r"tool:\d+:\d+:close-now")
        assert sim.stored().status == "closed"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_press_of_a_spectator_where_no_thread_can_be_made(tmp_path, language):
    async with table(tmp_path, language=language) as sim:
        sim.locales[sim.carmen.id] = LOCALES[language]
        sim.forbid(create_public_threads=True)
        await between_two(sim)
        answer = await sim.press_id(sim.carmen, sim.message, "press:*:keep")
        assert NO_THREAD[language] in text_of(answer.response)
        assert not buttons(answer.response)


async def test_a_table_with_room_is_joined_instead(tmp_path):
    async with table(tmp_path) as sim:
        await sim.open_table(sim.ana, "nine")
        answer = await sim.play(sim.carmen)
        assert "Join it there, or play elsewhere." in text_of(answer.response)
        assert list(buttons(answer.response)) == [THREAD]


async def test_a_close_button_that_somebody_else_presses_is_refused(tmp_path):
    """The button was drawn while Ana was alone; it is refused once Bogdan has accepted."""
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, opponent=sim.bogdan)
        answer = await sim.play(sim.ana)
        close = buttons(answer.response)["Close the game"]["custom_id"]
        await sim.press(sim.bogdan, sim.message, "Accept")
        board = sim.message
        for member in (sim.carmen, sim.ana):
            (record,) = await sim.send_all([(member, board, close)])
        refused = await sim.press(sim.ana, answer.response, "Close the game")
        assert refused.ephemeral
        assert "only members who may manage messages" in text_of(refused.response)
        assert sim.stored().status == "playing"
        assert record.responded


async def test_two_plays_at_once_open_one_round(tmp_path):
    async with table(tmp_path) as sim:
        records = [
            sim.send_command(member, "play", game="dice-poker")
            for member in (sim.ana, sim.bogdan, sim.carmen)
        ]
        await sim.env.settle()
        answers = [sim.answer_to(record) for record in records]
        assert sorted(answer.ephemeral for answer in answers) == [False, True, True]
        assert len(sim.channel.history()) == 1
        assert all(
            "already open" in text_of(answer.response) for answer in answers if answer.ephemeral
        )


async def test_show_here_moves_the_round_to_the_bottom(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        older = sim.message
        ids = [die["custom_id"] for die in dice_of(older)]
        answer = await sim.show_here(sim.carmen)
        assert answer.acknowledged
        assert not answer.ephemeral
        newer = sim.message
        assert newer.id != older.id
        assert sim.stored().place.message == newer.id
        text = text_of(sim.reread(older))
        assert text.startswith("This game goes on here: https://discord.com/channels/")
        assert text.endswith(f"/{sim.channel.id}/{newer.id}")
        assert not buttons(sim.reread(older))
        await sim.mark(sim.ana, newer, 1)
        assert selected(sim.message) == [1]
        # A button of the older message redraws its link; the selection stays.
        since = len(sim.env.http_requests)
        await sim.send_all([(sim.ana, older, ids[1])])
        assert selected(sim.message) == [1]
        assert text_of(sim.reread(older)).startswith("This game goes on here")
        assert [request.method for request in sim.requests(since=since)] == ["POST"]
        await sim.press(sim.ana, newer, "Keep all")
        assert "Rematch" in buttons(sim.message)
        assert sim.pings() == []


async def test_an_act_while_the_board_is_shown_again_is_seen_on_the_new_one(tmp_path):
    """Discord is slow to post it, and Ana chooses on the older board meanwhile."""
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        older = sim.message
        page = (await sim.carmen.slash(sim.channel, "rounds")).response
        lock = declare_lock(sim)
        with hanging(sim, "POST", CALLBACK, 1) as posting:
            shown = sim.send(sim.carmen, page, "rounds:0:0:show")
            await sim.env.settle()
            kept = sim.send(sim.ana, older, find(older, "Keep all")["custom_id"])
            await sim.env.settle()
            posting.let_go()
            await sim.env.settle()
        assert shown.responded
        assert kept.responded
        assert sim.stored().status == "over"
        assert sim.stored().place.message == sim.message.id != older.id
        assert "Rematch" in buttons(sim.message)
        assert not lock.locked()


async def test_show_here_in_a_channel_without_one(tmp_path):
    async with table(tmp_path) as sim:
        page = (await sim.ana.slash(sim.channel, "rounds")).response
        assert "Show here" not in buttons(page)
        await sim.play(sim.ana)
        page = (await sim.ana.slash(sim.channel, "rounds")).response
        await sim.press(sim.ana, sim.message, "Keep all")
        answer = await sim.press(sim.ana, page, "Show here")
        assert answer.ephemeral
        assert "No game is open in this channel." in text_of(answer.response)


async def test_show_here_shows_a_challenge_again(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, opponent=sim.bogdan)
        await sim.show_here(sim.ana)
        assert sim.pings() == [str(sim.bogdan.id)]
        await sim.press(sim.bogdan, sim.message, "Accept")
        assert "you reroll first" in sim.text


async def test_the_language_of_the_server(tmp_path):
    async with table(tmp_path) as sim:
        await sim.bot.servers.set(sim.guild.id, "language", "ro")
        await sim.play(sim.ana)
        assert "rândul tău — de bătut:" in sim.text
        await sim.bot.servers.set(sim.guild.id, "language", "auto")
        await sim.press(sim.ana, sim.message, "Păstrează tot")
        await sim.play(sim.ana)
        assert "your turn — beat" in sim.text
