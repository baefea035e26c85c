"""`/rounds`: a member's rounds in private, and Continue for those that rest."""

from __future__ import annotations

import pytest

from discord_limits import assert_all_fit
from simulated import LOCALES, buttons, components, table, text_of
from whole_rounds import between_two
from words import Words, in_each_language


async def own_rounds(sim, member, channel=None):
    """Type /rounds; the answer is private."""
    answer = await member.slash(channel or sim.channel, "rounds")
    assert answer.acknowledged
    assert answer.ephemeral
    return answer.response


def lines(message):
    """Return the lines below the title."""
    return text_of(message).splitlines()[1:]


def link(sim, message):
    return f"https://discord.com/channels/{sim.guild.id}/{message.channel.id}/{message.id}"


def channels(sim, count):
    return [sim.guild.create_text_channel(f"table-{number}") for number in range(count)]


async def rests(sim, channel):
    """Let a round of Ana alone rest in a channel; return its board."""
    await sim.play(sim.ana, channel=channel)
    board = channel.last_message
    await sim.wait(minutes=10, seconds=5)
    assert "This game is resting" in text_of(sim.reread(board))
    return board


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "You have no open game."),
        ("ro", "Nu ai nicio partidă deschisă."),
    ],
)
async def test_without_rounds_it_says_so(tmp_path, language, said):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = language
        assert lines(await own_rounds(sim, sim.ana)) == [said]


async def test_your_turn_comes_first_then_others_then_resting_ones(tmp_path):
    async with table(tmp_path) as sim:
        first, second, third = channels(sim, 3)
        board = await rests(sim, first)
        await sim.open_table(sim.ana, "thirteen", second)
        await between_two(sim)
        await sim.play(sim.bogdan, channel=third, opponent=sim.ana)
        other = sim.member("doru")
        asked, others, waiting, resting = lines(await own_rounds(sim, sim.ana))
        assert asked.startswith("▶ Dice Poker: you are invited, it ends <t:")
        assert asked.endswith(link(sim, third.last_message))
        assert waiting == f"Thirteen Rows: waits for players · {link(sim, second.last_message)}"
        assert others == f"Dice Poker: <@{sim.bogdan.id}> is choosing · {link(sim, sim.message)}"
        assert resting == f"💤 Dice Poker: rests until you go on · {link(sim, board)}"
        turn, *_ = lines(await own_rounds(sim, sim.bogdan))
        assert turn.startswith("▶ Dice Poker: **your turn**, time is up <t:")
        nothing, here = lines(await own_rounds(sim, other))
        assert nothing.startswith("You have no open game.")
        assert here == f"Open in this channel: Dice Poker · {link(sim, sim.message)}"


HERE = Words(
    {
        "en": ("Open in this channel: Dice Poker · ", "Show here"),
        "ro": ("Deschisă în acest canal: Poker cu zaruri · ", "Arată aici"),
    }
)


@in_each_language
async def test_who_watches_has_the_channels_round_shown_again(tmp_path, language):
    """*Show here* stands beside a line of its own, for players beside that of their round."""
    async with table(tmp_path) as sim:
        sim.locales[sim.carmen.id] = sim.locales[sim.ana.id] = LOCALES[language]
        await sim.play(sim.ana)
        older = sim.message
        line, label = HERE[language]
        page = await own_rounds(sim, sim.carmen)
        assert lines(page)[-1] == line + link(sim, older)
        shown = await sim.press(sim.carmen, page, label)
        assert not shown.ephemeral
        assert sim.message.id != older.id
        assert sim.stored().place.message == sim.message.id
        page = await own_rounds(sim, sim.ana)
        assert len(lines(page)) == 1
        assert label in buttons(page)
        other = sim.guild.create_text_channel("other")
        assert label not in buttons(await own_rounds(sim, sim.ana, other))
        assert_all_fit(sim.env.http_requests)


@pytest.mark.slow
async def test_ten_are_shown_and_the_rest_is_counted(tmp_path):
    async with table(tmp_path) as sim:
        boards = channels(sim, 12)
        for channel in boards:
            await sim.play(sim.ana, channel=channel)
        assert len(lines(await own_rounds(sim, sim.ana))) == 11
        await sim.wait(minutes=10, seconds=5)
        await sim.press(sim.ana, boards[0].last_message, "Leave")
        since = len(sim.env.http_requests)
        listed = await own_rounds(sim, sim.ana)
        assert_all_fit(sim.requests(since=since))
        *shown, more = lines(listed)
        assert len(shown) == 10
        assert more == "… and 2 more games."
        found = [one for one in components(listed) if one.get("label") == "Continue"]
        assert len(found) == 10


async def test_continue_in_the_same_channel_posts_the_board_anew(tmp_path):
    async with table(tmp_path) as sim:
        board = await rests(sim, sim.channel)
        listed = await own_rounds(sim, sim.ana)
        await sim.press(sim.ana, listed, "Continue")
        assert sim.stored().status == "playing"
        newer = sim.message
        assert sim.stored().place.message == newer.id != board.id
        assert "Keep all" in buttons(newer)
        assert text_of(sim.reread(board)).startswith("This game goes on here: https://")
        await sim.press(sim.ana, newer, "Keep all")
        assert sim.stored().status == "over"


async def test_continue_from_elsewhere_goes_on_there(tmp_path):
    async with table(tmp_path) as sim:
        (elsewhere,) = channels(sim, 1)
        board = await rests(sim, sim.channel)
        answer = await sim.ana.slash(elsewhere, "rounds")
        await sim.press(sim.ana, answer.response, "Continue")
        assert sim.stored().status == "playing"
        assert sim.stored().place.channel == sim.channel.id
        assert "This game is resting" not in text_of(sim.reread(board))
        shown = sim.reread_private(answer)
        assert text_of(shown) == f"Your game is here: {link(sim, board)}"
        assert elsewhere.history() == []


async def test_continue_moves_the_round_where_its_channel_is_taken(tmp_path):
    async with table(tmp_path) as sim:
        (elsewhere,) = channels(sim, 1)
        board = await rests(sim, sim.channel)
        await sim.play(sim.bogdan)
        answer = await sim.ana.slash(elsewhere, "rounds")
        await sim.press(sim.ana, answer.response, "Continue")
        stored = sim.stored()
        newer = elsewhere.last_message
        assert (stored.status, stored.place.channel, stored.place.message) == (
            "playing",
            elsewhere.id,
            newer.id,
        )
        assert text_of(sim.reread(board)).endswith(link(sim, newer))
        await sim.press(sim.ana, newer, "Keep all")
        assert sim.stored().status == "over"
        assert "Rematch" in buttons(elsewhere.last_message)
        assert sim.stored(2).status == "playing"


async def test_continue_where_both_channels_are_taken(tmp_path):
    async with table(tmp_path) as sim:
        (elsewhere,) = channels(sim, 1)
        await rests(sim, sim.channel)
        await sim.play(sim.bogdan)
        await sim.play(sim.carmen, channel=elsewhere)
        answer = await sim.ana.slash(elsewhere, "rounds")
        refused = await sim.press(sim.ana, answer.response, "Continue")
        assert link(sim, elsewhere.last_message) in text_of(refused.response)
        assert sim.stored().status == "resting"


async def test_continue_twice_says_where_it_is(tmp_path):
    async with table(tmp_path) as sim:
        await rests(sim, sim.channel)
        first, second = await own_rounds(sim, sim.ana), await own_rounds(sim, sim.ana)
        await sim.press(sim.ana, first, "Continue")
        board = sim.message
        answer = await sim.press(sim.ana, second, "Continue")
        assert sim.stored().place.message == board.id
        assert answer.acknowledged
        assert len(sim.channel.history()) == 2


async def test_only_its_member_may_continue_it(tmp_path):
    async with table(tmp_path) as sim:
        board = await rests(sim, sim.channel)
        records = await sim.send_all([(sim.bogdan, board, "tool:1:0:continue")])
        assert "You are not playing" in text_of(sim.answer_to(records[0]).response)
        assert sim.stored().status == "resting"


@pytest.mark.parametrize("place", ["channel", "server"])
async def test_continue_of_a_round_of_others_tells_nothing_elsewhere(tmp_path, place):
    """As every control that is used in another channel or on another server."""
    async with table(tmp_path) as sim:
        await between_two(sim)
        before, home, stranger = sim.stored(), sim.guild, sim.carmen
        if place == "server":
            sim.guild = sim.env.create_guild("Elsewhere")
            stranger = sim.guild.add_member(sim.carmen.user)
        channel = sim.guild.create_text_channel("elsewhere")
        await sim.play(stranger, channel=channel)
        pressed = sim.send(stranger, channel.last_message, f"tool:{before.id}:0:continue")
        await sim.env.settle()
        answer = sim.answer_to(pressed)
        assert answer.ephemeral
        assert text_of(answer.response).startswith("This game no longer exists.")
        sim.guild = home
        assert sim.stored() == before
