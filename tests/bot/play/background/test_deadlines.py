"""Deadlines and reminders, also while the bot is down."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from simcord.backend import serializers
from sqlalchemy import update

from bot.storage import schema
from bot.storage.errors import StorageFailed
from bot.table.store import deadlines, rounds
from rules.engine import Acted
from rules.screen import Action
from simulated import buttons, selected, table
from sql import run
from whole_rounds import at_lobby, between_two, offered_by, seat


def seconds_left(sim):
    return (sim.stored().deadline.at - sim.env.now()).total_seconds()


async def back(sim, **more):
    """Let the server return as Discord announces it."""
    backend = sim.env.backend
    guild = serializers.guild_create_payload(backend, backend.get_guild(sim.guild.id))
    backend.emit("GUILD_CREATE", {**guild, **more})
    await sim.env.settle()


async def test_the_message_says_until_when_and_what_happens_then(tmp_path):
    async with table(tmp_path) as sim:
        await between_two(sim)
        until = int(sim.stored().deadline.at.timestamp())
        assert f"⏳ <t:{until}:R>" in sim.text
        assert seconds_left(sim) == 600


@pytest.mark.slow
async def test_a_press_on_a_busy_machine_takes_no_pretended_time(tmp_path, monkeypatch):
    """However long the bot works in real time, the clock moves only where the story says so."""
    monkeypatch.setattr("bot.ui.answer.DEFER_AFTER", 0.05)
    async with table(tmp_path) as sim:
        answer = sim.bot.stored._answer

        async def busily(call):
            await asyncio.to_thread(time.sleep, 0.1)
            return await answer(call)

        sim.bot.stored._answer = busily
        before = sim.env.now()
        await between_two(sim)
        assert sim.env.now() == before
        assert seconds_left(sim) == 600


async def test_after_ten_minutes_the_awaited_seat_keeps_all(tmp_path):
    async with table(tmp_path) as sim:
        await between_two(sim)
        await sim.mark(sim.bogdan, sim.message, 3)
        await sim.wait(minutes=9, seconds=55)
        assert sim.stored().moment == 0
        await sim.wait(seconds=10)
        stored = sim.stored()
        assert stored.moment == 1
        assert stored.play.state.dealer.rerolled == ()
        assert stored.players[0].missed_turns == 1
        board = sim.channel.history()[0]
        assert selected(board) == []
        assert 590 <= seconds_left(sim) <= 600
        sim.assert_replays()
        await sim.press(sim.ana, board, "Keep all")
        assert sim.stored().status == "over"


async def test_the_channel_is_free_afterwards(tmp_path):
    async with table(tmp_path) as sim:
        await between_two(sim)
        await sim.wait(minutes=20, seconds=10)
        assert sim.stored().status == "over"
        assert "Rematch" in buttons(sim.message)
        actions = [step.action.code for step in sim.record() if isinstance(step, Acted)]
        assert actions == ["keep", "keep"]
        assert not (await sim.play(sim.carmen)).ephemeral


async def test_a_deadline_moves_only_with_the_moment(tmp_path):
    async with table(tmp_path) as sim:
        await between_two(sim)
        before = sim.stored().deadline.at
        await sim.wait(minutes=5)
        await sim.mark(sim.bogdan, sim.channel.history()[0], 1)
        await sim.show_here(sim.ana)
        assert sim.stored().deadline.at == before
        await sim.press(sim.bogdan, sim.message, "Keep all")
        assert seconds_left(sim) == 600


async def test_the_time_limits_are_settings(tmp_path):
    async with table(tmp_path, turn_minutes=0.5, reminders=False) as sim:
        await sim.play(sim.ana)
        assert seconds_left(sim) == 30
        await sim.wait(seconds=34)
        assert sim.stored().status == "resting"


@pytest.mark.slow
async def test_deadlines_survive_a_restart(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        before = sim.stored().deadline.at
        await sim.wait(minutes=4)
        await sim.restart(away=timedelta(minutes=3))
        assert sim.stored().deadline.at == before
        assert sim.stored().status == "playing"
        await sim.wait(minutes=3, seconds=5)
        assert sim.stored().status == "resting"


@pytest.mark.slow
@pytest.mark.parametrize("waiting", [False, True], ids=["playing", "waiting"])
async def test_a_deadline_while_the_bot_was_down_is_extended_by_two_minutes(tmp_path, waiting):
    async with table(tmp_path, reminders=False) as sim:
        await sim.play(sim.ana, **({"opponent": sim.bogdan} if waiting else {}))
        open_status = sim.stored().status
        board = sim.message
        await sim.restart(away=timedelta(hours=3))
        await sim.wait(seconds=3)
        assert sim.stored().status == open_status
        assert 110 <= seconds_left(sim) <= 120
        until = int(sim.stored().deadline.at.timestamp())
        assert (f"<t:{until}:R>" in sim.text) is waiting
        await sim.wait(seconds=105)
        assert sim.stored().status == open_status
        await sim.wait(seconds=20)
        assert sim.stored().status == ("lapsed" if waiting else "resting")
        assert sim.message.id == board.id


async def test_a_deadline_while_the_bot_is_up_is_not_extended(tmp_path):
    """The bot was restarted before, but the round falls due while it is up."""
    async with table(tmp_path, reminders=False) as sim:
        await sim.play(sim.ana)
        await sim.restart(away=timedelta(minutes=1))
        await sim.wait(minutes=9, seconds=5)
        assert sim.stored().status == "resting"


async def test_within_the_two_minutes_everything_works(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        await between_two(sim)
        await sim.restart(away=timedelta(hours=3))
        await sim.wait(seconds=6)
        await sim.press(sim.bogdan, sim.message, "Keep all")
        assert seconds_left(sim) == 600


async def test_one_reminder_after_a_minute_deleted_when_they_act(tmp_path):
    async with table(tmp_path) as sim:
        await between_two(sim)
        board = sim.message
        since = len(sim.env.http_requests)
        await sim.wait(seconds=55)
        assert sim.pings(since) == []
        await sim.wait(seconds=10)
        assert sim.pings(since) == [str(sim.bogdan.id)]
        link = f"https://discord.com/channels/{sim.guild.id}/{sim.channel.id}/{board.id}"
        assert sim.text == f"<@{sim.bogdan.id}> It is your turn: {link}"
        await sim.wait(minutes=5)
        assert sim.pings(since) == [str(sim.bogdan.id)]
        await sim.press(sim.bogdan, board, "Keep all")
        assert [message.id for message in sim.channel.history()] == [board.id]
        await sim.wait(seconds=65)
        assert sim.pings(since) == [str(sim.bogdan.id), str(sim.ana.id)]
        await sim.press(sim.ana, board, "Keep all")
        assert [message.id for message in sim.channel.history()] == [board.id]
        await sim.wait(minutes=3)
        assert len(sim.pings(since)) == 2


async def test_no_reminder_for_a_member_who_acts_at_the_last_moment(tmp_path):
    """The reminder is due, and its task waits while a press is answered."""
    async with table(tmp_path) as sim:
        await between_two(sim)
        since = len(sim.env.http_requests)
        thread = sim.bot.stored
        seen = thread._answer
        await sim.wait(seconds=57)

        async def press_meanwhile(call):
            found = await seen(call)
            if found == (1,):
                thread._answer = seen
                change = sim.bot.table.choose_action(
                    sim.bogdan.id, 0, Action("keep"), sim.env.now() + timedelta(seconds=3)
                )
                await sim.bot.rounds.change(1, change)
            return found

        thread._answer = press_meanwhile
        await sim.wait(seconds=6)
        assert thread._answer == seen
        assert sim.bot.ticks.loops["deadlines"].is_running()
        assert sim.stored().moment == 1
        assert sim.pings(since) == []


@pytest.mark.slow
async def test_no_reminder_for_a_member_who_acts_in_time(tmp_path):
    async with table(tmp_path) as sim:
        await between_two(sim)
        since = len(sim.env.http_requests)
        for member in (sim.bogdan, sim.ana):
            await sim.wait(seconds=50)
            await sim.press(member, sim.message, "Keep all")
        await sim.wait(minutes=2)
        assert sim.pings(since) == []
        assert len(sim.channel.history()) == 1


@pytest.mark.slow
async def test_the_reminder_is_deleted_at_the_deadline_too(tmp_path):
    async with table(tmp_path) as sim:
        await between_two(sim)
        await sim.wait(minutes=2)
        assert len(sim.channel.history()) == 2
        await sim.wait(minutes=8, seconds=5)
        assert len(sim.channel.history()) == 1


@pytest.mark.parametrize("end", ["left", "closed"])
async def test_the_reminder_is_deleted_when_the_game_is_left_or_closed(tmp_path, end):
    """The decision of which it reminded is never made: the moment stays."""
    async with table(tmp_path) as sim:
        mod = sim.member("mod", manage_messages=True)
        await between_two(sim)
        board = sim.message
        await sim.wait(seconds=65)
        assert len(sim.channel.history()) == 2
        if end == "left":
            asked = await sim.press(sim.ana, board, "Leave")
            await sim.press(sim.ana, asked.response, "Leave the game")
        else:
            asked = await mod.context_menu(sim.channel, "Close this game", board)
            await sim.press(mod, asked.response, "Close it for everybody")
        assert (sim.stored().open, sim.stored().moment) == (False, 0)
        assert [message.id for message in sim.channel.history()] == [board.id]


@pytest.mark.slow
async def test_a_reminder_survives_a_restart(tmp_path):
    """It is not sent a second time, and deleted when they act."""
    async with table(tmp_path) as sim:
        await between_two(sim)
        board, since = sim.message, len(sim.env.http_requests)
        await sim.wait(minutes=2)
        await sim.restart()
        await sim.wait(minutes=2)
        assert sim.pings(since) == [str(sim.bogdan.id)]
        await sim.press(sim.bogdan, board, "Keep all")
        assert len(sim.channel.history()) == 1


async def test_no_reminders_where_the_setting_turns_them_off(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        await between_two(sim)
        since = len(sim.env.http_requests)
        await sim.wait(minutes=5)
        assert sim.pings(since) == []
        assert len(sim.channel.history()) == 1


async def test_no_reminder_without_permission_to_send(tmp_path, caplog):
    """One line in the log names the missing permission, and the round goes on."""
    caplog.set_level("INFO")
    async with table(tmp_path) as sim:
        sim.forbid(send_messages=True)
        await between_two(sim)
        await sim.wait(minutes=5)
        assert len(sim.requests("POST", "/channels/*/messages")) == 1
        assert len(sim.channel.history()) == 1
        lines = [record for record in caplog.records if "no reminder sent" in record.getMessage()]
        assert len(lines) == 1
        await sim.press(sim.bogdan, sim.message, "Keep all")
        assert sim.stored().moment == 1


async def test_a_deadline_without_permission_to_see_the_channel(tmp_path):
    """The round rests, and the next press takes it up and redraws it."""
    async with table(tmp_path, reminders=False) as sim:
        await sim.play(sim.ana)
        message = sim.message
        keep = buttons(message)["Keep all"]["custom_id"]
        sim.forbid(view_channel=True)
        await sim.wait(minutes=10, seconds=5)
        assert sim.stored().status == "resting"
        assert "Keep all" in buttons(sim.reread(message))
        await sim.send_all([(sim.ana, message, keep)])
        assert "Rematch" in buttons(sim.reread(message))


async def test_a_round_that_cannot_be_closed_does_not_hold_up_the_others(tmp_path, caplog):
    async with table(tmp_path, reminders=False) as sim:
        other = sim.guild.create_text_channel("more-games")
        await sim.play(sim.ana)
        await sim.play(sim.bogdan, channel=other)
        expire = sim.bot.table.expire

        def faulty(now):
            def change(stored):
                if stored.id == 1:
                    raise RuntimeError("a fault in the rules")
                return expire(now)(stored)

            return change

        sim.bot.table.expire = faulty
        await sim.wait(minutes=10, seconds=5)
        assert sim.stored(1).status == "playing"
        assert sim.stored(2).status == "resting"
        (fault,) = [record for record in caplog.records if record.levelname == "ERROR"]
        assert "round=1 its deadline could not be processed" in fault.getMessage()


@pytest.mark.parametrize("step", ["reminding", "catching up"])
async def test_a_round_that_cannot_be_shown_does_not_hold_up_the_others(tmp_path, step):
    """An error in one round does not stop the deadlines of the others."""
    async with table(tmp_path, reminders=step == "reminding") as sim:
        other = sim.guild.create_text_channel("more-games")
        await between_two(sim)
        await sim.play(sim.bogdan, channel=other, opponent=sim.carmen)
        await at_lobby(sim.carmen, other.last_message, "join")
        since = len(sim.env.http_requests)
        if step == "catching up":
            await sim.restart(away=timedelta(hours=1))
        sim.bot.board.refresh = _faulty(sim.bot.board.refresh)
        sim.bot.reminders.remind = _faulty(sim.bot.reminders.remind)
        await sim.wait(minutes=2)
        if step == "reminding":
            assert sim.pings(since) == [str(sim.carmen.id)]
        else:
            assert sim.stored(2).place.drawn == sim.stored(2).version


def _faulty(method):
    async def fails_for_the_first(stored, *rest, **options):
        if stored.id == 1:
            raise RuntimeError("a fault in the drawing")
        await method(stored, *rest, **options)

    return fails_for_the_first


@pytest.mark.slow
async def test_rounds_of_servers_that_another_process_holds_are_left_alone(tmp_path):
    """Nothing happens to them until this process holds their shard."""
    async with table(tmp_path) as sim:
        await between_two(sim)
        shard, own = sim.guild.id >> 22, sim.stored()
        elsewhere = replace(
            own,
            place=replace(own.place, guild=(shard + 1) << 22, channel=own.place.channel + 1),
            id=0,
            seed=None,
            play=replace(own.play, steps=sim.record()),
        )
        other = sim.bot.storage.write(rounds.open_round, elsewhere)
        await back(sim, id=str(other.place.guild), channels=[], unavailable=False)
        sim.bot.shard_count, sim.bot.shard_ids = 2, [shard % 2]
        since = len(sim.env.http_requests)
        await sim.wait(minutes=10, seconds=5)
        assert sim.stored(1).moment == 1
        assert sim.stored(other.id) == other
        assert sim.pings(since) == [str(sim.bogdan.id)]
        assert not sim.requests("*", f"/channels/{other.place.channel}/*", since=since)
        sim.bot.shard_ids = [0, 1]
        await sim.wait(seconds=5)
        assert sim.stored(other.id).moment == 1


@pytest.mark.slow
async def test_a_reminder_that_could_not_be_sent_is_not_deleted(tmp_path):
    """It is stored as message 0 until the member acts; Discord is not asked to delete message 0."""
    async with table(tmp_path) as sim:
        await between_two(sim)
        board = sim.message
        sim.env.inject_error("POST", "/channels/*/messages", status=403)
        await sim.wait(minutes=1, seconds=5)
        assert sim.stored().deadline.reminder == 0
        await sim.press(sim.bogdan, board, "Keep all")
        assert sim.stored().deadline.reminder is None
        assert sim.requests("DELETE") == []
        await sim.wait(minutes=1, seconds=5)
        assert sim.pings()[-1] == str(sim.ana.id)
        assert sim.stored().deadline.reminder == sim.message.id != board.id


@pytest.mark.slow
async def test_the_board_names_the_member_whose_time_was_up(tmp_path):
    """The note is gone after the member's next press."""
    async with table(tmp_path, reminders=False) as sim:
        await seat(sim, "thirteen", [sim.ana, sim.bogdan])
        assert "Time was up" not in sim.text
        await sim.wait(minutes=10, seconds=5)
        assert f"Time was up for <@{sim.ana.id}>" in sim.text
        await sim.choose(sim.bogdan, sim.message, offered_by(sim.message)[0])
        await sim.reroll(sim.ana, sim.message, 1)
        assert "Time was up" not in sim.text


async def away(sim, **more):
    """Let the server go from those of the bot; it may be `unavailable`."""
    sim.bot.rounds.flush(sim.bot.storage)
    sim.env.backend.emit("GUILD_DELETE", {"id": str(sim.guild.id), **more})
    await sim.env.settle()


async def test_the_outage_of_one_server_stops_the_clock_of_its_games(tmp_path):
    """They get two minutes when it returns; games on other servers go on."""
    async with table(tmp_path, reminders=False) as sim:
        await between_two(sim)
        await away(sim, unavailable=True)
        since = len(sim.env.http_requests)
        await sim.tick_through(minutes=12)
        stored = sim.stored()
        assert (stored.status, stored.moment) == ("playing", 0)
        assert sim.requests(since=since) == [], "nothing is asked of a server that is away"
        await back(sim, unavailable=False)
        await sim.tick_through(seconds=10)
        assert 100 <= seconds_left(sim) <= 120
        assert f"<t:{int(sim.stored().deadline.at.timestamp())}:R>" in sim.text
        await sim.tick_through(minutes=3)
        assert sim.stored().moment == 1


@pytest.mark.parametrize("event", ["shard_ready", "shard_resumed"])
async def test_a_lost_connection_stops_the_clock_of_all_its_games(tmp_path, event):
    """They get two minutes when it returns, by a new session or the old one."""
    async with table(tmp_path, reminders=False) as sim:
        await between_two(sim)
        await sim.wait(minutes=9, seconds=40)
        sim.bot.dispatch("shard_disconnect", 0)
        await sim.tick_through(seconds=45)
        assert (sim.stored().status, sim.stored().moment) == ("playing", 0)
        sim.bot.dispatch(event, 0)
        await sim.tick_through(seconds=10)
        assert 100 <= seconds_left(sim) <= 120
        await sim.wait(minutes=3)
        assert sim.stored().moment == 1


@pytest.mark.parametrize("lost", ["server", "connection"])
async def test_an_outage_at_whose_end_the_database_fails_is_not_charged(
    tmp_path, monkeypatch, lost
):
    """The next tick moves the deadlines."""
    failing = []

    def move(statement, *given, **more):
        if failing:
            failing.pop()
            raise StorageFailed("The database fails.")
        return statement(*given, **more)

    for name in ("extend_overdue", "extend_overdue_in"):
        monkeypatch.setattr(deadlines, name, partial(move, getattr(deadlines, name)))
    async with table(tmp_path, reminders=False) as sim:
        await between_two(sim)
        await sim.wait(minutes=9, seconds=40)
        if lost == "server":
            await away(sim, unavailable=True)
        else:
            sim.bot.dispatch("shard_disconnect", 0)
        await sim.tick_through(seconds=45)
        failing.append("once")
        if lost == "server":
            await back(sim, unavailable=False)
        else:
            sim.bot.dispatch("shard_resumed", 0)
        await sim.tick_through(seconds=10)
        assert not failing
        assert sim.stored().moment == 0
        assert 100 <= seconds_left(sim) <= 120


@pytest.mark.parametrize(
    ("hours", "left"), [(1, 120), (-1, 600)], ids=["the machine slept", "the clock was set back"]
)
async def test_a_clock_that_jumps_between_two_ticks_takes_no_time_from_a_turn(
    tmp_path, hours, left
):
    """All that was noted before is older then, or later where the clock went back."""
    async with table(tmp_path, reminders=False) as sim:
        await between_two(sim)
        await sim.tick_through(seconds=4)
        jump, outages = timedelta(hours=hours), sim.bot.deadlines.outages
        monotonic, before = outages.last_tick
        outages.last_tick = monotonic, before - jump
        deadline = sim.stored().deadline.at - jump
        sim.bot.storage.write(run, update(schema.rounds).values(deadline=deadline))
        sim.bot.rounds.forget()
        await sim.tick_through(seconds=4)
        assert sim.stored().moment == 0
        assert left - 5 <= seconds_left(sim) <= left


async def test_a_round_opened_after_an_outage_has_its_own_deadline(tmp_path):
    """Also where that comes before the tick which notices that the server is back."""
    async with table(tmp_path, reminders=False, turn_minutes=1 / 60) as sim:
        await away(sim, unavailable=True)
        await back(sim, unavailable=False)
        await sim.env.advance_time(0.1)
        await between_two(sim)
        await sim.tick_through(seconds=4)
        assert sim.stored().moment == 1


async def test_nobody_is_reminded_in_the_outage_of_a_server(tmp_path):
    async with table(tmp_path) as sim:
        await between_two(sim)
        pinged = len(sim.pings())
        await away(sim, unavailable=True)
        await sim.tick_through(minutes=5)
        assert len(sim.pings()) == pinged
        await back(sim, unavailable=False)
        await sim.tick_through(seconds=10)
        assert len(sim.pings()) > pinged


async def test_a_server_that_is_away_at_the_start_has_no_clock_either(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        await between_two(sim)
        await sim.restart(away=timedelta(minutes=1))
        sim.bot.get_guild(sim.guild.id).unavailable = True  # so READY lists it
        await sim.tick_through(minutes=12)
        assert sim.stored().moment == 0
        await back(sim, unavailable=False)
        await sim.tick_through(seconds=10)
        assert 100 <= seconds_left(sim) <= 120


async def test_a_server_that_vanishes_and_returns_within_a_minute_closes_nothing(tmp_path):
    """Neither its games nor their channels, whatever Discord answers meanwhile."""
    async with table(tmp_path, reminders=False) as sim:
        await between_two(sim)
        await sim.tick_through(minutes=9, seconds=40)
        await away(sim)
        sim.env.inject_error("*", "/channels/*", status=404, code=10003)
        await sim.tick_through(seconds=45)
        assert sim.stored().status == "playing"
        sim.env.backend.faults.clear()
        await back(sim)
        await sim.tick_through(minutes=1, seconds=30)
        assert (sim.stored().status, sim.stored().moment) == ("playing", 0)
        await sim.press(sim.bogdan, sim.message, "Keep all")


async def test_a_board_older_than_its_round_is_redrawn_when_its_server_returns(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        await between_two(sim)
        await away(sim, unavailable=True)
        for path in ("/interactions/*", "/webhooks/*", "/channels/*"):
            sim.env.inject_error("*", path, status=404, code=10062)
        keep = buttons(sim.message)["Keep all"]["custom_id"]
        sim.send(sim.bogdan, sim.message, keep)
        await sim.tick_through(minutes=2)
        sim.env.backend.faults.clear()
        assert sim.stored().place.drawn < sim.stored().version
        await back(sim, unavailable=False)
        await sim.tick_through(seconds=10)
        assert sim.stored().place.drawn == sim.stored().version
        assert f"<@{sim.ana.id}>, your turn" in sim.text
