"""Everybody in a channel plays one sheet together: each turn belongs to who presses first."""

from __future__ import annotations

from contextlib import closing
from datetime import timedelta

import pytest
from discord.utils import utcnow

from bot.storage.database import Storage
from bot.table import turns
from bot.table.players import EVERYBODY
from bot.table.store import bars
from dares_played import seeded_table
from handed_proofs import proof_of
from results_counted import of_round
from simulated import LOCALES, buttons, components, ids_of, table, text_of
from simulated_luck import SeededLuck
from words import Words, in_each_language

pytestmark = pytest.mark.slow

FREE = Words({"en": "Anybody: press to take turn {}", "ro": "Oricine: apasă ca să iei tura {}"})
TAKEN = Words({"en": "Turn {}: <@{}>", "ro": "Tura {}: <@{}>"})
OF_ANOTHER = Words({"en": "<@{}> has this turn", "ro": "Tura aceasta e a lui <@{}>"})
JUST_HAD = Words({"en": "You have just had a turn", "ro": "Tocmai ai avut o tură"})
FASTER = Words({"en": "<@{}> was faster", "ro": "<@{}> a apăsat înainte"})
RESTS = Words({"en": "This sheet is resting", "ro": "Foaia e în pauză"})
MISSED = Words({"en": "Time was up for <@{}>", "ro": "Timpul a expirat pentru <@{}>"})
BEST = Words({"en": "### 🎯 Best turn: <@{}>, ", "ro": "### 🎯 Cea mai bună tură: <@{}>, "})
BEATEN = Words({"en": "wins", "ro": "câștigă"})


async def open_sheet(sim, member, game="yams", level=None):
    """Open a sheet from the first page, by presses alone; return its board."""
    page = (await member.slash(sim.channel, "play")).response
    await sim.press_id(member, page, "table:0:0")
    await sim.press_id(member, page, "everybody:0:0")
    what = game
    if level is not None:
        menu = next(one for one in components(sim.reread(page)) if one["type"] == 3)
        await member.select(page, [level], custom_id=menu["custom_id"])
        what = f"{game}.{level}"
    await sim.press_id(member, page, f"everybody:0:0:{what}")
    return sim.message


def write_control(sim, board):
    """Return the button or menu that writes a row, and the value that is chosen there, if any."""
    shown = components(sim.reread(board))
    for one in shown:
        if one["type"] == 3:
            return one["custom_id"], one["options"][0]["value"]
    return next(one["custom_id"] for one in shown if ":write." in one.get("custom_id", "")), None


async def write(sim, member, board):
    """Write a row: the first that the board's menu offers, or the one of its button."""
    custom_id, value = write_control(sim, board)
    if value is None:
        return await member.click(sim.reread(board), custom_id=custom_id)
    return await member.select(sim.reread(board), [value], custom_id=custom_id)


def first_die(sim, board):
    """Return the custom id of the first die, or else of the quick reroll."""
    shown = components(sim.reread(board))
    return next(
        one["custom_id"]
        for one in shown
        if one.get("custom_id", "").startswith(("mark:", "press:"))
    )


async def told(sim, member, board):
    """Press the first die; return the private answer, "" where the board is redrawn."""
    answer = await member.click(sim.reread(board), custom_id=first_die(sim, board))
    assert answer.acknowledged
    return text_of(answer.response) if answer.response and answer.ephemeral else ""


@in_each_language
async def test_twelve_members_fill_a_sheet_through_restarts(tmp_path, language):
    """Every third turn the bot is killed in the midst of it; one turn is left to the table."""
    async with seeded_table(tmp_path, language) as sim:
        members = [sim.member(f"member{number}") for number in range(12)]
        for member in members:
            sim.locales[member.id] = LOCALES[language]
        board = await open_sheet(sim, members[0], "nine", "easy")
        rows, slow = 9, 4
        for number in range(1, rows + 1):
            member, other = members[number % 12], members[(number + 5) % 12]
            assert FREE[language].format(number) in text_of(sim.reread(board))
            assert not await told(sim, member, board)
            assert TAKEN[language].format(number, member.id) in text_of(sim.reread(board))
            assert OF_ANOTHER[language].format(member.id) in await told(sim, other, board)
            if number % 3 == 0:
                await sim.restart()
                assert OF_ANOTHER[language].format(member.id) in await told(sim, other, board)
            if number == slow:
                await sim.wait(minutes=2, seconds=10)
                assert MISSED[language].format(member.id) in text_of(sim.reread(board))
                continue
            await write(sim, member, board)
            if number < rows:
                assert JUST_HAD[language] in await told(sim, member, board)
        stored = sim.stored()
        assert [one.member for one in stored.turns.taken] == [
            members[number % 12].id for number in range(1, rows + 1)
        ]
        assert [number for number, one in enumerate(stored.turns.taken, 1) if one.missed] == [slow]
        sim.assert_replays()
        text = text_of(sim.reread(board))
        best = max(
            (one for one in stored.turns.taken if not one.missed), key=lambda one: one.points
        )
        assert text.startswith(BEST[language].format(best.member))
        assert BEATEN[language] in text
        await check_proof(sim, members[3], board)
        await look_back(sim, members[3], sim.ana, board)
        await another_follows(sim, members[7], board, language)


async def check_proof(sim, member, board):
    """Check that the seat is `everybody` in the proof, and that its labels name the seat."""
    _, told = await proof_of(sim, member, await sim.fair(member, board))
    assert told["seats"] == ["everybody", "easy"]
    assert told["steps"][0]["label"] == "seat/1/turn/1/roll/1"


async def look_back(sim, member, other, board):
    """Check that a member who had a turn may post the picture of the end, and anybody may see it."""
    assert sim.reread_private(await sim.press_id(member, board, "*:review")).attachments
    for one, posts in ((member, True), (other, False)):
        shown = sim.reread_private(await sim.press_id(one, board, "*:share"))
        assert any(each.endswith(":share-now") for each in ids_of(shown)) is posts


async def another_follows(sim, member, board, language):
    """Check that whoever asks opens the next sheet."""
    await sim.press_id(member, board, "*:rematch")
    stored = sim.stored(sim.latest)
    assert (stored.opener, stored.status, stored.players.everybody) == (member.id, "playing", True)
    assert FREE[language].format(1) in sim.text


async def test_of_fifty_who_press_at_once_one_has_the_turn(tmp_path):
    """So too where the first press writes a row, and the turn is over before the others come."""
    async with table(tmp_path) as sim:
        board = await open_sheet(sim, sim.ana)
        members = [sim.member(f"member{number}") for number in range(50)]
        die = first_die(sim, board)
        records = await sim.send_all([(member, board, die) for member in members])
        (turn,) = sim.stored().turns.taken
        first = next(one for one in members if one.id == turn.member)
        told_all = [text_of(sim.answer_to(one).response) for one in records if answered(sim, one)]
        assert len(told_all) == 49
        assert all(OF_ANOTHER["en"].format(first.id) in one for one in told_all)
        await write(sim, first, board)
        custom_id, value = write_control(sim, board)
        chosen = None if value is None else [value]
        others = [one for one in members if one is not first]
        records = [sim.send(one, board, custom_id, chosen) for one in (*others, first)]
        await sim.env.settle()
        second = sim.stored().turns.taken[1]
        told_all = [text_of(sim.answer_to(one).response) for one in records if answered(sim, one)]
        assert len(told_all) == 49
        assert all(FASTER["en"].format(second.member) in one for one in told_all)
        assert len(sim.stored().turns.taken) == 2


def answered(sim, record):
    """Return whether a press was answered in private."""
    answer = sim.answer_to(record)
    return bool(answer.response) and answer.ephemeral


async def test_it_rests_where_nobody_presses_and_anybody_takes_it_up(tmp_path):
    async with table(tmp_path, luck=SeededLuck(3)) as sim:
        board = await open_sheet(sim, sim.ana)
        since = len(sim.env.http_requests)
        await sim.wait(minutes=11)
        assert RESTS["en"] in text_of(sim.reread(board))
        await sim.restart()
        assert not await told(sim, sim.bogdan, board)
        assert TAKEN["en"].format(1, sim.bogdan.id) in text_of(sim.reread(board))
        assert (sim.stored().status, sim.stored().opener) == ("playing", sim.bogdan.id)
        assert sim.pings(since) == []


async def test_its_opener_finds_it_among_their_rounds_while_it_rests(tmp_path):
    async with table(tmp_path) as sim:
        board = await open_sheet(sim, sim.ana)
        await sim.wait(minutes=11)
        assert RESTS["en"] in text_of(sim.reread(board))
        page = (await sim.ana.slash(sim.channel, "rounds")).response
        await sim.press(sim.ana, page, "Continue")
        assert sim.stored().status == "playing"
        assert FREE["en"].format(1) in sim.text


async def test_bars_hold_and_its_opener_keeps_members_out(tmp_path):
    async with table(tmp_path) as sim:
        board = await open_sheet(sim, sim.ana)
        until = utcnow() + timedelta(days=1)
        with closing(Storage.open(sim.url)) as storage:
            storage.write(bars.bar, sim.guild.id, sim.carmen.id, until, sim.bogdan.id)
        assert "barred you" in await told(sim, sim.carmen, board)
        assert sim.stored().turns.taken == ()
        more = await sim.press_id(sim.ana, board, "*:more")
        page = sim.reread_private(more)
        assert {"Keep a member out", "Close the game"} <= buttons(page).keys()
        answer = await sim.press(sim.ana, page, "Keep a member out")
        asked = answer.response or sim.reread(page)
        menu = next(one for one in components(asked) if one["type"] == 5)
        await sim.ana.select(asked, [sim.bogdan], custom_id=menu["custom_id"])
        assert sim.stored().turns.kept_out == (sim.bogdan.id,)
        assert "for others to play" in await told(sim, sim.bogdan, board)
        shown = sim.reread_private(await sim.press_id(sim.bogdan, board, "*:more"))
        assert not {"Keep a member out", "Close the game", "Leave"} & buttons(shown).keys()


async def test_a_resting_sheet_is_nobodys_own_game_but_its_openers(tmp_path):
    async with table(tmp_path) as sim:
        board = await open_sheet(sim, sim.ana)
        await sim.wait(minutes=10, seconds=5)
        await sim.play(sim.carmen)
        own = "Your own game keeps resting."
        for member, told_so in ((sim.ana, True), (sim.bogdan, False)):
            answer = await member.click(sim.reread(board), custom_id=first_die(sim, board))
            assert (own in text_of(sim.reread_private(answer))) == told_so


async def test_a_sheet_says_which_moderator_closed_it(tmp_path, caplog):
    caplog.set_level("INFO")
    async with table(tmp_path) as sim:
        board = await open_sheet(sim, sim.ana, "nine")
        await write(sim, sim.bogdan, board)
        mod = sim.member("mod", manage_messages=True)
        asked = sim.reread_private(await mod.context_menu(sim.channel, "Close this game", board))
        await sim.press(mod, asked, "Close it for everybody")
        assert f"<@{mod.id}> closed the game. It does not count." in text_of(sim.reread(board))
        assert f"deed=close by={mod.id} member={sim.ana.id} detail=1" in caplog.text


async def test_a_resting_sheet_is_none_of_the_games_that_an_erased_opener_leaves(tmp_path):
    async with table(tmp_path) as sim:
        await open_sheet(sim, sim.ana)
        await sim.wait(minutes=10, seconds=5)
        panel = await sim.privacy(sim.ana)
        await sim.press_id(sim.ana, panel, "privacy:0:0:erase")
        assert "cannot be undone" in text_of(sim.reread(panel))
        assert "You leave" not in text_of(sim.reread(panel))


async def test_a_sheet_of_a_deleted_channel_is_continued_not_left(tmp_path):
    async with table(tmp_path) as sim:
        home, sim.channel = sim.channel, sim.guild.create_text_channel("gone")
        await open_sheet(sim, sim.ana)
        await sim.wait(minutes=10, seconds=5)
        sim.env.backend.delete_channel(sim.channel.id)
        await sim.env.settle()
        page = (await sim.ana.slash(home, "rounds")).response
        assert "its channel was deleted" in text_of(page)
        assert "Continue" in buttons(page)
        assert "Leave" not in buttons(page)


async def test_it_counts_for_nobody_and_its_dice_are_nobodys_card(tmp_path):
    async with table(tmp_path) as sim:
        board = await open_sheet(sim, sim.ana, "nine")
        members = (sim.ana, sim.bogdan)
        number = 0
        while sim.stored().status == "playing":
            member = members[number % 2]
            await write(sim, member, board)
            shown = text_of(sim.reread(board))
            assert (f"<@{member.id}> wrote " in shown) == (sim.stored().status == "playing")
            number += 1
        assert sim.stored().players[0].user == EVERYBODY
        assert sim.stored().end.secret_until is None
        shown = sim.reread_private(await sim.press_id(sim.ana, board, "*:more"))
        assert "Dare others" not in buttons(shown)
        await sim.wait(minutes=2)
        assert sim.bot.storage.read(of_round, 1) == ()
        assert turns.seat_of(sim.stored()).index == 0
