"""Leaving a round of more than two seats, and staying away from it."""

from __future__ import annotations

import pytest

from results_counted import ended, ending_of
from rules.engine import Acted
from rules.screen import Action, Seat
from simulated import buttons, find, table, text_of
from simulated_luck import SeededLuck
from whole_rounds import click, control, do, leave, look, offered_by, seat, use

pytestmark = pytest.mark.slow


def acted(sim):
    """Return the actions so far: (seat, code)."""
    return [(step.seat.index, step.action.code) for step in sim.record() if isinstance(step, Acted)]


async def three(sim, game="thirteen"):
    """Begin a round of Ana, Bogdan and Carmen."""
    return await seat(sim, game, [sim.ana, sim.bogdan, sim.carmen])


async def test_the_board_says_who_left_and_the_seat_is_played_automatically(tmp_path):
    """Leaving out of turn changes nothing at once; the seat idles at its turn."""
    async with table(tmp_path) as sim:
        await three(sim)
        await leave(sim, sim.bogdan)
        assert f"<@{sim.bogdan.id}> left; the bot plays on for them." in sim.text
        assert acted(sim) == []
        await do(sim, sim.ana, sim.message, Action("write", "chance"))
        (_, bogdan) = acted(sim)
        assert bogdan[0] == 1
        assert bogdan[1].startswith("write.")
        assert f"<@{sim.carmen.id}>, your turn" in sim.text
        await do(sim, sim.carmen, sim.message, Action("write", "chance"))
        assert f"<@{sim.bogdan.id}> wrote" in sim.text
        sim.assert_replays()


async def test_leaving_at_the_own_turn_holds_nobody_up(tmp_path):
    async with table(tmp_path) as sim:
        await three(sim)
        await leave(sim, sim.ana)
        assert [index for index, _ in acted(sim)] == [0]
        assert f"<@{sim.bogdan.id}>, your turn" in sim.text
        await leave(sim, sim.bogdan)
        assert [index for index, _ in acted(sim)] == [0, 1]
        assert f"<@{sim.carmen.id}>, your turn" in sim.text


async def test_leaving_asks_first_and_is_final(tmp_path):
    async with table(tmp_path) as sim:
        await three(sim)
        asked = await use(sim.bogdan, sim.message, "leave")
        assert sim.reread_private(asked).ephemeral
        assert "Leave? You will be last." in text_of(asked.response)
        assert not any(player.left for player in sim.stored().players)
        page = sim.reread_private(await use(sim.bogdan, sim.message, "more"))
        await use(sim.bogdan, asked.response, "leave-now")
        before = sim.stored()
        again = await click(sim.bogdan, page, r"tool:\d+:\d+:leave")
        assert again.ephemeral
        assert "You are not playing in this game." in text_of(again.response)
        await sim.choose(sim.bogdan, sim.message, "write.chance")
        assert sim.stored() == before


async def test_strangers_cannot_leave(tmp_path):
    async with table(tmp_path) as sim:
        await seat(sim, "nine", [sim.ana, sim.bogdan], ["easy"])
        page = sim.reread_private(await sim.press(sim.carmen, sim.message, "Menu"))
        assert not control(page, r"tool:\d+:\d+:leave")
        record = sim.send(sim.carmen, sim.message, "tool:1:0:leave")
        await sim.env.settle()
        refused = sim.answer_to(record)
        assert refused.ephemeral
        assert "You are not playing in this game." in text_of(refused.response)


@pytest.mark.parametrize("game", ["poker-dice", "nine"])
async def test_when_all_people_have_left_the_computers_share_the_win(tmp_path, game):
    async with table(tmp_path) as sim:
        await seat(sim, game, [sim.ana, sim.bogdan], ["easy", "house"])
        await leave(sim, sim.bogdan)
        asked = await use(sim.ana, sim.message, "leave")
        assert "It counts as a loss." in text_of(asked.response)
        await use(sim.ana, asked.response, "leave-now")
        assert sim.stored().status == "over"
        both = "**Computer C (easy)** and **Computer D (medium)** share the win"
        assert sim.result == both
        assert f"<@{sim.ana.id}> left the game." in sim.text
        found = sim.bot.storage.read(ended, 1)
        assert [ending_of(one) for one in found] == ["lost", "lost"]
        assert not (await sim.play(sim.carmen)).ephemeral


async def test_leaving_a_sheet_alone_closes_it(tmp_path):
    async with table(tmp_path) as sim:
        await seat(sim, "thirteen", [sim.ana])
        asked = await use(sim.ana, sim.message, "leave")
        assert "It will not count." in text_of(asked.response)
        await use(sim.ana, asked.response, "leave-now")
        assert sim.stored().status == "closed"


async def test_leaving_a_sheet_of_two_gives_it_to_the_other(tmp_path):
    async with table(tmp_path) as sim:
        await seat(sim, "nine", [sim.ana, sim.bogdan])
        asked = await use(sim.ana, sim.message, "leave")
        assert "It counts as a loss." in text_of(asked.response)
        await use(sim.ana, asked.response, "leave-now")
        assert sim.stored().status == "over"
        assert sim.result.endswith(f"<@{sim.bogdan.id}> wins")
        assert f"<@{sim.ana.id}> left the game." in sim.text
        ends = {one.user: ending_of(one) for one in sim.bot.storage.read(ended, 1)}
        assert ends == {sim.ana.id: "lost", sim.bogdan.id: "won"}


async def test_a_missed_turn_is_forgiven_after_an_act(tmp_path):
    """The idle action is done at the deadline; an act in between resets the count."""
    async with table(tmp_path, reminders=False) as sim:
        await three(sim)
        for _ in range(2):
            await sim.wait(minutes=10, seconds=5)
            assert sim.stored().players[0].missed_turns == 1
            assert f"<@{sim.bogdan.id}>, your turn" in sim.text
            for member in (sim.bogdan, sim.carmen):
                await do(sim, member, sim.message, Action.parse(offered_by(sim.message)[0]))
            await do(sim, sim.ana, sim.message, Action("reroll", "1"))
            assert sim.stored().players[0].missed_turns == 0
        assert "is away" not in sim.text


async def make_away(sim):
    """Let Ana miss two turns running while Bogdan and Carmen play; then Bogdan is awaited."""
    await three(sim)
    for turn in range(2):
        await sim.wait(minutes=10, seconds=5)
        for member in (sim.bogdan, sim.carmen) if turn == 0 else ():
            await do(sim, member, sim.message, Action.parse(offered_by(sim.message)[0]))
    assert sim.stored().players[0].missed_turns == 2
    assert f"<@{sim.ana.id}> is away until they press a button." in sim.text
    assert "Time was up" not in sim.text


async def test_a_seat_that_misses_two_turns_running_is_played_automatically(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        await make_away(sim)
        done = len(acted(sim))
        for member in (sim.bogdan, sim.carmen):
            await do(sim, member, sim.message, Action.parse(offered_by(sim.message)[0]))
        assert [index for index, _ in acted(sim)][done:] == [1, 2, 0]
        assert f"<@{sim.bogdan.id}>, your turn" in sim.text
        assert sim.stored().players[0].left is False


@pytest.mark.parametrize("press", ["mark", "menu", "refused", "stale"])
async def test_any_press_brings_them_back(tmp_path, press):
    """Also a press that is refused or stale."""
    async with table(tmp_path, reminders=False) as sim:
        await make_away(sim)
        message = sim.message
        match press:
            case "mark":
                await sim.mark(sim.ana, message, 1)
            case "menu":
                await sim.choose(sim.ana, message, offered_by(message)[0])
            case "refused":
                await sim.send_all([(sim.ana, message, f"tool:1:{sim.stored().moment}:hint")])
            case "stale":
                await sim.send_all([(sim.ana, message, "press:1:0:keep")])
        assert sim.stored().players[0].missed_turns == 0
        assert "is away" not in sim.text
        for member in (sim.bogdan, sim.carmen):
            await do(sim, member, sim.message, Action.parse(offered_by(sim.message)[0]))
        assert f"<@{sim.ana.id}>, your turn" in sim.text


async def test_looking_at_all_sheets_brings_them_back(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        dora = sim.member("dora")
        await seat(sim, "nine", [sim.ana, sim.bogdan, sim.carmen, dora])
        for turn in range(2):
            await sim.wait(minutes=10, seconds=5)
            for member in (sim.bogdan, sim.carmen, dora) if turn == 0 else ():
                await do(sim, member, sim.message, Action.parse(offered_by(sim.message)[0]))
        assert f"<@{sim.ana.id}> is away" in sim.text
        shown = await sim.press(sim.ana, sim.message, "All sheets")
        assert shown.response.ephemeral
        assert "is away" not in sim.text
        assert sim.stored().players[0].missed_turns == 0


async def test_somebody_elses_press_does_not_bring_them_back(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        await make_away(sim)
        await sim.mark(sim.bogdan, sim.message, 1)
        await sim.mark(sim.carmen, sim.message, 1)
        assert sim.stored().players[0].missed_turns == 2
        assert f"<@{sim.ana.id}> is away" in sim.text


async def test_when_everybody_is_away_it_is_played_on_to_its_end(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        await seat(sim, "thirteen", [sim.ana, sim.bogdan], ["easy", "easy"])
        await sim.wait(minutes=40, seconds=30)
        assert sim.stored().status == "over"
        assert len(sim.bot.storage.read(ended, 1)) == 2, "those of the members"
        assert not (await sim.play(sim.carmen)).ephemeral


async def test_a_player_who_left_has_a_result(tmp_path):
    """The round goes on and counts for them like any other."""
    async with table(tmp_path, SeededLuck(3)) as sim:
        await seat(sim, "poker-dice", [sim.ana, sim.bogdan, sim.carmen])
        await leave(sim, sim.bogdan)
        for member in (sim.ana, sim.carmen):
            await do(sim, member, sim.message, Action("keep"))
        assert sim.stored().status == "over"
        users = [one.user for one in sim.bot.storage.read(ended, 1)]
        assert sorted(users) == sorted([sim.ana.id, sim.bogdan.id, sim.carmen.id])


async def test_a_selection_survives_another_player_leaving(tmp_path):
    """Ana has selected two dice; after Carmen leaves the board still shows them."""
    async with table(tmp_path) as sim:
        await three(sim, "poker-dice")
        await sim.mark(sim.ana, sim.message, 2)
        await sim.mark(sim.ana, sim.message, 4)
        await leave(sim, sim.carmen)
        assert "to reroll: positions 2 and 4" in sim.text
        assert control(sim.message, r"submit:\d+:\d+:reroll")["label"] == "Reroll 2 dice"
        await click(sim.ana, sim.message, r"submit:\d+:\d+:reroll")
        assert acted(sim) == [(0, "reroll.24")]


async def test_the_rematch_leaves_out_who_left(tmp_path):
    async with table(tmp_path) as sim:
        await three(sim, "poker-dice")
        await leave(sim, sim.bogdan)
        for member in (sim.ana, sim.carmen):
            await do(sim, member, sim.message, Action("keep"))
        await use(sim.carmen, sim.message, "rematch")
        assert [one.user for one in sim.stored(2).players] == [sim.carmen.id, sim.ana.id]
        assert find(sim.message, "Join")
        assert (await look(sim, 2)).opener == sim.carmen.id
        assert [one.accepted for one in sim.stored(2).players] == [True, False]
        assert Seat(0) in sim.stored(2).seats_of(sim.carmen.id)


async def test_where_the_last_active_player_leaves_who_was_away_goes_on(tmp_path):
    """The seat of who left is played before the game rests, so it waits for the member alone."""
    async with table(tmp_path, reminders=False) as sim:
        await seat(sim, "nine", [sim.ana, sim.bogdan, sim.carmen])
        await leave(sim, sim.carmen)
        for _ in range(2):
            await do(sim, sim.ana, sim.message, Action.parse(offered_by(sim.message)[0]))
            await sim.wait(minutes=10, seconds=5)
        assert sim.bogdan.id in sim.stored().players.absent
        await leave(sim, sim.ana)
        assert sim.stored().status == "resting"
        assert sim.stored().play.awaits.seats == (Seat(1),)
        written = len(acted(sim))
        await do(sim, sim.bogdan, sim.message, Action.parse(offered_by(sim.message)[0]))
        assert sim.stored().status == "playing"
        assert acted(sim)[written][0] == 1


async def test_who_left_may_neither_remind_others_nor_leave_again(tmp_path):
    async with table(tmp_path) as sim:
        await seat(sim, "nine", [sim.ana, sim.bogdan, sim.carmen])
        asked = sim.reread_private(await use(sim.carmen, sim.message, "more"))
        await leave(sim, sim.carmen)
        page = sim.reread_private(await use(sim.carmen, sim.message, "more"))
        assert not {"Leave", "⏰ Your turn, ana"} & buttons(page).keys()
        assert {"Leave", "⏰ Your turn, ana"} <= buttons(asked).keys()
        since = len(sim.env.http_requests)
        await sim.press(sim.carmen, asked, "⏰ Your turn, ana")
        assert sim.pings(since) == []
