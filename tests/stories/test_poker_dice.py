"""Poker Dice on Discord: whole rounds of four members and two computers, turn by turn."""

from __future__ import annotations

import pytest

from discord_limits import assert_all_fit
from results_counted import tally
from rules.dice import POKER
from rules.engine import Acted
from rules.hands import POKER_DICE, POKER_DICE_STRAIGHTS_BUST
from rules.screen import Action, Seat
from simulated import buttons, dice_of, find, table, text_of
from simulated_luck import SeededLuck, WrittenLuck
from whole_rounds import at_random, control, do, look, play_on, seat, use

pytestmark = pytest.mark.slow

ORDERS = {"normal": POKER_DICE, "bust": POKER_DICE_STRAIGHTS_BUST}


def emoji(sim, face):
    """Return the small die that shows a face inside a sentence."""
    return sim.bot.emoji.text(face, POKER)


@pytest.mark.parametrize("straights", ["normal", "bust"])
async def test_a_whole_round_of_four_members_and_two_computers(tmp_path, straights):
    """With a restart after every second act; the hand to beat is shown, the best hand wins."""
    async with table(tmp_path, SeededLuck(f"whole {straights}")) as sim:
        members = [sim.ana, sim.bogdan, sim.carmen, sim.member("dora")]
        await seat(sim, "poker-dice", members, ["easy", "house"], straights=straights)
        note = "Straights count as busts, the lowest hands."

        async def after_each(acts):
            stored = await look(sim)
            if stored.status == "playing":
                turns = stored.play.state.table
                assert (note in sim.text) == (straights == "bust")
                last = len(turns.finished) == 5
                assert ("the last player" in sim.text) == last != ("Dice, next: " in sim.text)
                task = "beat " if turns.finished else "you go first"
                mover = stored.players[turns.next.index].user
                assert sim.text.startswith(f"### <@{mover}>, your turn — {task}")
                assert len(dice_of(sim.message)) == 5
            if acts % 2 == 0:
                await sim.restart()

        stored = await play_on(sim, members, at_random(straights), after_each=after_each)
        assert stored.status == "over"
        hands = [ORDERS[straights].hand(turn.hand) for turn in stored.play.state.table.finished]
        assert len(hands) == 6
        winners = [index for index, hand in enumerate(hands) if hand == max(hands)]
        assert [index for index, share in enumerate(stored.outcome.shares) if share] == winners
        assert (note in sim.text) == (straights == "bust")
        assert not dice_of(sim.message)
        medals = ("🥇", "🥈", "🥉", "4", "5", "6")
        assert sum(line.startswith(medals) for line in sim.text.splitlines()) == 6
        assert {"Rematch", "Review"} <= set(buttons(sim.message))
        assert len(sim.channel.history()) == 1
        sim.assert_replays()
        assert_all_fit(sim.env.http_requests)


async def test_turn_by_turn_with_the_hand_to_beat(tmp_path):
    """The hands and sentences of a round with given dice."""
    luck = WrittenLuck([(6, 6, 6, 2, 1), (5, 1), (1, 2, 3, 4, 5), (2, 2, 3, 3, 1), (3,), (6,)])
    async with table(tmp_path, luck) as sim:
        await seat(sim, "poker-dice", [sim.ana, sim.bogdan, sim.carmen])
        ana, bogdan, carmen = (f"<@{one.id}>" for one in (sim.ana, sim.bogdan, sim.carmen))
        assert sim.text.startswith(f"### {ana}, your turn — you go first\n")
        assert f"{ana} — Three of a Kind, Aces" in sim.text
        assert f"Poker Dice, next: {bogdan} · " in sim.text
        assert [die["emoji"]["name"] for die in dice_of(sim.message)] == [
            f"poker_{face}" for face in (6, 6, 6, 2, 1)
        ]
        await do(sim, sim.ana, sim.message, Action("reroll", "45"))
        nine, ten, king, ace = (emoji(sim, face) for face in (1, 2, 5, 6))
        assert f"roll 2 of 3 · rerolled {ten} {nine} → {king} {nine}" in sim.text
        assert [die["emoji"]["name"] for die in dice_of(sim.message)] == [
            f"poker_{face}" for face in (6, 6, 6, 5, 1)
        ]
        await do(sim, sim.ana, sim.message, Action("keep"))
        assert sim.text.startswith(f"### {bogdan}, your turn — beat Three of a Kind, Aces\n")
        assert f"🥇 {ana} — Three of a Kind, Aces\n{ace} {ace} {ace} {king} {nine}\n" in sim.text
        assert f"\n-# {ana}, first roll: {ace} {ace} {ace} {ten} {nine}\n" in sim.text
        assert f"{bogdan} — Straight" in sim.text
        assert f"Poker Dice, next: {carmen} · " in sim.text
        await do(sim, sim.bogdan, sim.message, Action("keep"))
        assert f"\n-# {bogdan}: first roll · {bogdan} takes the lead\n" in sim.text
        assert sim.text.startswith(f"### {carmen}, your turn — beat Straight, 9 to King\n")
        assert f"🥈 {ana} — Three of a Kind, Aces\n{ace} {ace} {ace} {king} {nine}\n" in sim.text
        assert "Poker Dice, the last player" in sim.text
        await do(sim, sim.carmen, sim.message, Action("reroll", "5"))
        assert f"{carmen} — Full House" in sim.text
        assert sim.stored().status == "playing"
        await do(sim, sim.carmen, sim.message, Action("reroll", "1"))
        assert sim.stored().status == "over"
        assert sim.result.endswith(f"{bogdan} wins")
        medals = [line for line in sim.text.splitlines() if line[0] in "🥇🥈🥉"]
        assert [line.split(" — ")[0] for line in medals] == [
            f"🥇 {bogdan}",
            f"🥈 {ana}",
            f"🥉 {carmen}",
        ]
        assert luck.landings == []


async def test_where_straights_are_busts_a_pair_beats_one(tmp_path):
    luck = [(1, 2, 3, 4, 5), (1, 1, 2, 3, 5)]
    winners = {}
    for straights in ORDERS:
        folder = tmp_path / straights
        folder.mkdir()
        async with table(folder, WrittenLuck(luck)) as sim:
            await seat(sim, "poker-dice", [sim.ana, sim.bogdan], straights=straights)
            for member in (sim.ana, sim.bogdan):
                await do(sim, member, sim.message, Action("keep"))
            winners[straights] = sim.stored().outcome.shares.index(1)
    assert winners == {"normal": 0, "bust": 1}


@pytest.mark.parametrize("sharers", [2, 3])
async def test_identical_hands_share_the_win(tmp_path, sharers):
    best = [(6, 6, 6, 2, 1), (1, 6, 6, 2, 6), (2, 6, 1, 6, 6)][:sharers]
    async with table(tmp_path, WrittenLuck([*best, (1, 2, 2, 4, 5)])) as sim:
        members = [sim.ana, sim.bogdan, sim.carmen, sim.member("dora")][: sharers + 1]
        await seat(sim, "poker-dice", members)
        for member in members:
            await do(sim, member, sim.message, Action("keep"))
        title = sim.result
        if sharers == 2:
            assert title == f"<@{sim.ana.id}> and <@{sim.bogdan.id}> share the win"
        else:
            assert title == "3 players share the win"
        assert sim.text.count("🥇 ") == sharers
        assert ("🥉 " if sharers == 2 else "4️⃣ ") in sim.text
        tallies = [sim.bot.storage.read(tally, one.id) for one in members]
        assert [one.draws for one in tallies] == [1] * sharers + [0]
        assert tallies[-1].losses == 1
        sim.assert_replays()


async def test_the_wrong_people_press(tmp_path):
    """Seats that wait or have played, and members who watch, are refused."""
    async with table(tmp_path) as sim:
        await seat(sim, "poker-dice", [sim.ana, sim.bogdan, sim.carmen])
        await do(sim, sim.ana, sim.message, Action("keep"))
        before = sim.stored()
        for member in (sim.ana, sim.carmen, sim.member("dora")):
            for refused in (
                await sim.press(member, sim.message, "Keep this hand and stop"),
                await sim.mark(member, sim.message, 3),
            ):
                assert refused.ephemeral
                assert f"<@{sim.bogdan.id}> is choosing" in text_of(refused.response)
        assert sim.stored() == before
        assert "Reroll" in buttons(sim.message)
        sim.another_story()
        await sim.play(sim.ana, "poker-dice")
        refused = await use(sim.bogdan, sim.message, "hint")
        assert refused.ephemeral
        assert f"<@{sim.ana.id}> is choosing" in text_of(refused.response)
        assert sim.stored().players[0].hinted == ()


async def test_deadlines_pass(tmp_path):
    """Each seat has ten minutes; an absent seat keeps its hand (README 2.9)."""
    async with table(tmp_path, reminders=False) as sim:
        await seat(sim, "poker-dice", [sim.ana, sim.bogdan, sim.carmen], ["easy"])
        await sim.wait(minutes=5)
        await do(sim, sim.ana, sim.message, Action("keep"))
        await sim.wait(minutes=9)
        assert f"<@{sim.bogdan.id}>, your turn — " in sim.text
        await sim.wait(minutes=1, seconds=5)
        assert f"<@{sim.carmen.id}>, your turn — " in sim.text
        bogdan = f"<@{sim.bogdan.id}>"
        assert f"\n-# {bogdan}: first roll · {bogdan} takes the lead\n" in sim.text
        await sim.wait(minutes=10, seconds=5)
        assert sim.stored().status == "over"
        acted = [step for step in sim.record() if isinstance(step, Acted)]
        assert [(one.seat, one.action.code) for one in acted[:3]] == [
            (Seat(index), "keep") for index in range(3)
        ]
        sim.assert_replays()


async def test_a_reminder_for_each_turn_and_none_left_at_the_end(tmp_path):
    async with table(tmp_path) as sim:
        await seat(sim, "poker-dice", [sim.ana, sim.bogdan])
        board = sim.message
        await sim.wait(minutes=1, seconds=5)
        assert sim.pings()[-1:] == [str(sim.ana.id)]
        await do(sim, sim.ana, board, Action("keep"))
        assert len(sim.channel.history()) == 1
        await sim.wait(minutes=1, seconds=5)
        assert sim.pings() == [str(sim.ana.id), str(sim.bogdan.id)]
        await do(sim, sim.bogdan, board, Action("keep"))
        assert len(sim.channel.history()) == 1


async def test_a_rematch_moves_the_first_seat_on(tmp_path):
    """Bogdan asks for it and is in; the other seats are reserved until it starts."""
    async with table(tmp_path) as sim:
        members = [sim.ana, sim.bogdan, sim.carmen]
        await seat(sim, "poker-dice", members, ["house"], straights="bust")
        await play_on(sim, members, lambda stored, seat: Action("keep"))
        done = sim.message
        since = len(sim.env.http_requests)
        await sim.press(sim.bogdan, done, "Rematch")
        assert "Rematch" not in buttons(sim.reread(done))
        new = sim.stored(2)
        assert [one.user for one in new.players] == [
            sim.bogdan.id,
            sim.carmen.id,
            None,
            sim.ana.id,
        ]
        assert [one.accepted for one in new.players] == [True, False, True, False]
        assert new.opener == sim.bogdan.id
        assert new.options == {"straights": "bust"}
        assert "2 · @carmen (seat reserved, not here yet)" in sim.text
        assert sim.pings(since) == []
        rematch = control(done, r"tool:\d+:\d+:rematch")["custom_id"]
        await sim.send_all([(sim.ana, done, rematch)])
        assert len(sim.channel.history()) == 2
        await sim.press(sim.carmen, sim.message, "Join")
        await sim.press(sim.bogdan, sim.message, "Start")
        began = sim.stored(2)
        assert [one.user for one in began.players] == [sim.bogdan.id, sim.carmen.id, None]
        assert f"<@{sim.bogdan.id}>, your turn — " in sim.text
        assert "Straights count as busts, the lowest hands." in sim.text


async def test_a_rematch_against_computers_begins_at_once(tmp_path):
    async with table(tmp_path) as sim:
        await seat(sim, "poker-dice", [sim.ana], ["easy", "house"])
        await play_on(sim, [sim.ana], lambda stored, seat: Action("keep"))
        await sim.press(sim.ana, sim.message, "Rematch")
        stored = sim.stored(2)
        assert stored.status == "playing"
        assert [one.level for one in stored.players] == ["easy", "house", None]
        assert "Poker Dice, the last player" in sim.text
        await do(sim, sim.ana, sim.message, Action("keep"))
        assert sim.stored(2).status == "over"


async def test_hints_are_for_who_plays_without_other_members(tmp_path):
    async with table(tmp_path, WrittenLuck([(6, 6, 6, 6, 1)])) as sim:
        await seat(sim, "poker-dice", [sim.ana], ["easy", "house"])
        hint = await use(sim.ana, sim.message, "hint")
        assert f"reroll {emoji(sim, 1)}" in text_of(sim.reread_private(hint))
        assert sim.stored().players[0].hinted != ()
    folder = tmp_path / "without"
    folder.mkdir()
    async with table(folder) as sim:
        await seat(sim, "poker-dice", [sim.ana, sim.bogdan])
        assert "💡 Hint" not in buttons(sim.message)
        assert find(sim.message, "Menu")
