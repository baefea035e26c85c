"""The lobby of games with more than two seats: joining, leaving, starting, lapsing."""

from __future__ import annotations

from simulated import buttons, components, find, table, text_of
from whole_rounds import control, offered_by, seat


def seated(sim):
    """Return the members in their seats, computers by their levels."""
    return [one.user or one.level for one in sim.stored().players]


async def test_the_opener_sits_first_and_everybody_sees_who_sits(tmp_path):
    async with table(tmp_path) as sim:
        answer = await sim.open_table(sim.ana, "poker-dice")
        assert not answer.ephemeral
        assert sim.text.splitlines()[0] == "### Poker Dice · waiting for players"
        assert "1 · @ana" in sim.text
        assert "1 more player is needed to start." in sim.text
        assert list(buttons(sim.message)) == ["Join", "Leave", "Menu"]
        assert offered_by(sim.message) == [
            f"add-computer.{key}" for key in ("easy", "house", "perfect")
        ]
        await sim.press(sim.bogdan, sim.message, "Join")
        assert f"2 · <@{sim.bogdan.id}>" in sim.text
        assert (
            f"<@{sim.ana.id}> may start now, any player after two quiet minutes; with 8" in sim.text
        )
        shown = ["Join", "Leave", "Start", "Menu"]
        assert list(buttons(sim.message)) == shown
        assert seated(sim) == [sim.ana.id, sim.bogdan.id]
        assert len(sim.channel.history()) == 1
        assert sim.pings() == []


async def test_a_full_table_takes_nobody_more(tmp_path):
    async with table(tmp_path) as sim:
        for game, most in (("poker-dice", 8), ("thirteen", 6), ("nine", 6)):
            sim.another_story()
            await sim.open_table(sim.ana, game)
            late = sim.message
            for _ in range(most - 1):
                await sim.choose(sim.ana, sim.message, "add-computer.easy")
            assert "Join" not in buttons(sim.message), game
            assert not [one for one in components(sim.message) if one["type"] == 3], game
            assert len(sim.stored().players) == most, game
            refused = sim.send(sim.bogdan, late, find(late, "Join")["custom_id"])
            await sim.env.settle()
            assert "Every seat at this table is taken." in text_of(sim.answer_to(refused).response)
            assert len(sim.stored().players) == most, game
            await sim.press(sim.ana, sim.message, "Remove computer")
            assert len(sim.stored().players) == most - 1, game
            assert "Join" in buttons(sim.message), game


async def test_computers_come_and_go(tmp_path):
    """The level is chosen by menu; the last computer goes first."""
    async with table(tmp_path) as sim:
        await sim.open_table(sim.ana, "thirteen")
        assert "Remove computer" not in buttons(sim.message)
        await sim.choose(sim.ana, sim.message, "add-computer.easy")
        assert "2 · **Computer (easy)**" in sim.text
        await sim.press(sim.bogdan, sim.message, "Join")
        await sim.choose(sim.ana, sim.message, "add-computer.house")
        assert seated(sim) == [sim.ana.id, "easy", sim.bogdan.id, "house"]
        assert "2 · **Computer B (easy)**" in sim.text
        assert "4 · **Computer D (medium)**" in sim.text
        await sim.press(sim.ana, sim.message, "Remove computer")
        assert seated(sim) == [sim.ana.id, "easy", sim.bogdan.id]
        await sim.press(sim.ana, sim.message, "Remove computer")
        assert seated(sim) == [sim.ana.id, sim.bogdan.id]
        assert "Remove computer" not in buttons(sim.message)


async def test_the_same_computer_is_added_twice_in_a_row(tmp_path):
    """Discord shows the last choice of a menu it knows; each drawing of the lobby has a new one."""
    async with table(tmp_path) as sim:
        await sim.open_table(sim.ana, "thirteen")
        seen = []
        for _ in range(3):
            (menu,) = [one for one in components(sim.message) if one["type"] == 3]
            seen.append((menu["id"], menu["custom_id"]))
            await sim.choose(sim.ana, sim.message, "add-computer.easy")
        assert seated(sim) == [sim.ana.id, "easy", "easy", "easy"]
        for part in zip(*seen, strict=True):
            assert len({*part}) == 3


async def test_only_the_opener_adds_and_removes_computers(tmp_path):
    async with table(tmp_path) as sim:
        await sim.open_table(sim.ana, "nine")
        await sim.choose(sim.ana, sim.message, "add-computer.easy")
        await sim.press(sim.bogdan, sim.message, "Join")
        before = sim.stored()
        for member in (sim.bogdan, sim.carmen):
            for refused in (
                await sim.choose(member, sim.message, "add-computer.easy"),
                await sim.press(member, sim.message, "Remove computer"),
            ):
                assert refused.ephemeral
                assert "Only the player who opened this game can do that." in text_of(
                    refused.response
                )
        assert sim.stored() == before


async def test_where_the_opener_is_silent_for_two_minutes_any_player_starts(tmp_path):
    """The two minutes begin anew whenever somebody comes or goes."""
    async with table(tmp_path) as sim:
        await sim.open_table(sim.ana, "poker-dice")
        await sim.press(sim.bogdan, sim.message, "Join")
        await sim.wait(seconds=100)
        await sim.press(sim.carmen, sim.message, "Join")
        await sim.wait(seconds=100)
        early = await sim.press(sim.bogdan, sim.message, "Start")
        told = f"<@{sim.ana.id}> may start now, and any player <t:"
        assert told in text_of(early.response)
        assert sim.stored().status == "waiting"
        await sim.wait(seconds=21)
        await sim.press(sim.carmen, sim.message, "Start")
        assert sim.stored().status == "playing"
        assert seated(sim) == [sim.ana.id, sim.bogdan.id, sim.carmen.id]


async def test_joining_twice_and_leaving_without_a_seat(tmp_path):
    async with table(tmp_path) as sim:
        await sim.open_table(sim.ana, "nine")
        before = sim.stored()
        twice = await sim.press(sim.ana, sim.message, "Join")
        assert twice.ephemeral
        assert "You already have a seat at this table." in text_of(twice.response)
        stranger = await sim.press(sim.bogdan, sim.message, "Leave")
        assert stranger.ephemeral
        assert "You are not playing in this game." in text_of(stranger.response)
        assert sim.stored() == before


async def test_a_double_press_adds_one_computer(tmp_path):
    async with table(tmp_path) as sim:
        await sim.open_table(sim.ana, "poker-dice")
        menu = control(sim.message, r"seat:\d+:\d+")["custom_id"]
        records = [sim.send(sim.ana, sim.message, menu, ["add-computer.easy"]) for _ in range(2)]
        await sim.env.settle()
        assert all(record.responded for record in records)
        assert seated(sim) == [sim.ana.id, "easy"]
        await sim.choose(sim.ana, sim.message, "add-computer.easy")
        remove = find(sim.message, "Remove computer")["custom_id"]
        await sim.send_all([(sim.ana, sim.message, remove)] * 2)
        assert seated(sim) == [sim.ana.id, "easy"]


async def test_two_members_joining_at_the_same_moment_both_sit(tmp_path):
    async with table(tmp_path) as sim:
        await sim.open_table(sim.ana, "poker-dice")
        message, join = sim.message, find(sim.message, "Join")["custom_id"]
        await sim.send_all([(sim.bogdan, message, join), (sim.carmen, message, join)])
        assert set(seated(sim)) == {sim.ana.id, sim.bogdan.id, sim.carmen.id}
        for member in (sim.bogdan, sim.carmen):
            assert f"· <@{member.id}>" in sim.text


async def test_a_press_on_the_picture_of_a_moment_ago_still_joins(tmp_path):
    async with table(tmp_path) as sim:
        await sim.open_table(sim.ana, "poker-dice")
        join = find(sim.message, "Join")["custom_id"]
        await sim.press(sim.bogdan, sim.message, "Join")
        assert find(sim.message, "Join")["custom_id"] != join
        await sim.send_all([(sim.carmen, sim.message, join)])
        assert seated(sim) == [sim.ana.id, sim.bogdan.id, sim.carmen.id]
        assert f"3 · <@{sim.carmen.id}>" in sim.text


async def test_the_opener_leaves_and_the_next_person_opens(tmp_path):
    async with table(tmp_path) as sim:
        await sim.open_table(sim.ana, "thirteen")
        await sim.choose(sim.ana, sim.message, "add-computer.easy")
        await sim.press(sim.bogdan, sim.message, "Join")
        await sim.press(sim.carmen, sim.message, "Join")
        await sim.press(sim.ana, sim.message, "Leave")
        assert sim.stored().opener == sim.bogdan.id
        assert seated(sim) == ["easy", sim.bogdan.id, sim.carmen.id]
        assert f"<@{sim.bogdan.id}> may start now, any player after" in sim.text
        refused = await sim.press(sim.carmen, sim.message, "Start")
        assert refused.ephemeral
        await sim.press(sim.bogdan, sim.message, "Start")
        assert sim.stored().status == "playing"


async def test_when_nobody_is_left_it_closes(tmp_path):
    """Computers alone do not keep a table open; the channel is free again."""
    async with table(tmp_path) as sim:
        await sim.open_table(sim.ana, "poker-dice")
        await sim.choose(sim.ana, sim.message, "add-computer.easy")
        await sim.press(sim.bogdan, sim.message, "Join")
        await sim.press(sim.ana, sim.message, "Leave")
        await sim.press(sim.bogdan, sim.message, "Leave")
        assert sim.stored().status == "withdrawn"
        assert "Nobody is left at this table: the game did not begin." in sim.text
        assert list(buttons(sim.message)) == ["More"]
        assert not (await sim.open_table(sim.carmen, "nine")).ephemeral


async def test_it_lapses_after_ten_minutes_without_starting(tmp_path):
    """Every change of the table restarts the ten minutes."""
    async with table(tmp_path) as sim:
        await sim.open_table(sim.ana, "poker-dice")
        await sim.wait(minutes=9)
        await sim.press(sim.bogdan, sim.message, "Join")
        await sim.wait(minutes=9, seconds=50)
        assert sim.stored().status == "waiting"
        await sim.wait(seconds=20)
        assert sim.stored().status == "lapsed"
        assert "The game was not started in time." in sim.text
        assert list(buttons(sim.message)) == ["Play again", "More"]
        assert sim.stored().play is None
        assert not (await sim.play(sim.carmen)).ephemeral


async def test_it_survives_a_restart(tmp_path):
    async with table(tmp_path) as sim:
        await sim.open_table(sim.ana, "nine")
        await sim.choose(sim.ana, sim.message, "add-computer.house")
        await sim.restart()
        await sim.press(sim.bogdan, sim.message, "Join")
        await sim.restart()
        await sim.press(sim.ana, sim.message, "Start")
        assert sim.stored().status == "playing"
        assert seated(sim) == [sim.ana.id, "house", sim.bogdan.id]
        assert sim.text.startswith(f"### <@{sim.ana.id}>, your turn")


async def test_it_is_the_one_round_of_its_channel(tmp_path):
    async with table(tmp_path) as sim:
        await sim.open_table(sim.ana, "thirteen")
        for game in ("thirteen", "poker-dice", "six-card", "dice-poker"):
            busy = await sim.play(sim.bogdan, game)
            assert busy.ephemeral
            assert "A game is already open in this channel" in text_of(busy.response)
            assert "Join it there, or play elsewhere." in text_of(busy.response)
            assert list(buttons(busy.response)) == ["Play in a thread"]
        own = await sim.open_table(sim.ana, "nine")
        assert "Close the game" in buttons(own.response)
        await sim.press(sim.ana, own.response, "Close the game")
        assert f"<@{sim.ana.id}> closed the game before it began." in sim.text
        assert not (await sim.open_table(sim.bogdan, "nine")).ephemeral


async def test_one_person_starts_a_sheet_alone(tmp_path):
    async with table(tmp_path) as sim:
        for game in ("thirteen", "nine"):
            sim.another_story()
            await sim.open_table(sim.ana, game)
            assert "; with 6 players it starts by itself." in sim.text, game
            await sim.press(sim.ana, sim.message, "Start")
            stored = sim.stored()
            assert stored.status == "playing", game
            assert len(stored.players) == 1, game
            assert "turn 1 of" in sim.text, game


async def test_poker_dice_needs_two(tmp_path):
    """`Start` is absent before; the button of a fuller table is refused."""
    async with table(tmp_path) as sim:
        await sim.open_table(sim.ana, "poker-dice")
        await sim.press(sim.bogdan, sim.message, "Join")
        fuller, start = sim.message, find(sim.message, "Start")["custom_id"]
        await sim.press(sim.bogdan, sim.message, "Leave")
        assert "Start" not in buttons(sim.message)
        record = sim.send(sim.ana, fuller, start)
        await sim.env.settle()
        assert record.responded
        assert "at least 2 players" in text_of(sim.answer_to(record).response)
        assert sim.stored().status == "waiting"


async def test_the_button_of_a_lobby_after_its_start_shows_the_round(tmp_path):
    async with table(tmp_path) as sim:
        message = await seat(sim, "poker-dice", [sim.ana, sim.bogdan])
        before = sim.stored()
        for code in ("join", "leave", "start", "remove-computer", "add-computer.easy"):
            since = len(sim.env.http_requests)
            await sim.send_all([(sim.carmen, message, f"lobby:1:1:{code}")])
            (answer,) = sim.requests(since=since)
            assert "you go first" in str(answer.json)
        assert sim.stored() == before


async def test_how_to_play_is_shown_in_private_to_anybody(tmp_path):
    async with table(tmp_path) as sim:
        await sim.open_table(sim.ana, "poker-dice")
        shown = await sim.press_id(sim.carmen, sim.message, "tool:*:rules")
        assert shown.ephemeral
        assert "46.30" in text_of(shown.response)
        assert sim.stored().version == 1


async def test_the_option_that_is_not_usual_stands_in_the_lobby(tmp_path):
    async with table(tmp_path) as sim:
        await sim.open_table(sim.ana, "poker-dice", straights="bust")
        assert "straights: count as busts" in sim.text.lower()
        await sim.press(sim.ana, sim.message, "Leave")
        await sim.open_table(sim.ana, "poker-dice", straights="normal")
        assert "straights" not in sim.text.lower()


async def test_a_round_that_starts_keeps_its_message(tmp_path):
    async with table(tmp_path) as sim:
        message = await seat(sim, "thirteen", [sim.ana, sim.bogdan], ["easy"])
        assert len(sim.channel.history()) == 1
        first, *_, last = text_of(message).splitlines()
        assert first.startswith(f"### <@{sim.ana.id}>, your turn")
        assert "Thirteen Rows, turn 1 of 13" in last
