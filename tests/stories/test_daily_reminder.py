"""*Remind me* at the end of a day: one ping 20 hours after the round began, if none has followed."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime, timedelta

import discord
import pytest

from bot.daily.reminders import due_time
from bot.daily.store import reminders as reminder_store
from daily_days import open_daily, play_on, stored
from dares_played import first_row
from discord_limits import assert_all_fit
from hanging import CALLBACK
from simulated import buttons, components, speak, table, text_of
from words import Words, in_each_language

pytestmark = pytest.mark.slow

FRIDAY, SATURDAY = date(2026, 1, 2), date(2026, 1, 3)

WORDS = Words(
    {
        "en": {
            "remind": "Remind me",
            "told": "⏰ You will be pinged here on <t:{}:f>",
            "waiting": "today’s challenge is waiting.",
            "another": "This reminder is for another member.",
            "off": "You are not reminded any more.",
        },
        "ro": {
            "remind": "Amintește-mi",
            "told": "⏰ Primești aici un ping pe <t:{}:f>",
            "waiting": "provocarea de azi te așteaptă.",
            "another": "Pingul acesta e pentru alt membru.",
            "off": "Nu mai primești pingul.",
        },
    }
)


async def until(sim, day, hour, minute=0):
    """Let time pass until an hour of a day, without a restart."""
    then = datetime(day.year, day.month, day.day, hour, minute, tzinfo=UTC)
    await sim.wait(seconds=(then - discord.utils.utcnow()).total_seconds())


async def ended(sim, member):
    """Play the challenge of Friday to its end; return the message."""
    message = await open_daily(sim, member)
    await play_on(sim, member, message, FRIDAY, first_row)
    return message


def reminders(sim, words):
    return [one for one in sim.channel.history() if words["waiting"] in text_of(one)]


async def reminded(sim, member, message):
    """Press *Remind me*; return what is answered."""
    return text_of(sim.reread_private(await sim.press_id(member, message, "remind:day-*:0")))


@in_each_language
async def test_who_wants_it_is_reminded_once_where_they_played(tmp_path, language):
    """Across restarts, and at the time; who has played since is not."""
    words = WORDS[language]
    async with table(tmp_path, language=language) as sim:
        speak(sim, language)
        await until(sim, FRIDAY, 10)
        before = len(sim.env.http_requests)
        for member in (sim.ana, sim.bogdan):
            end = await ended(sim, member)
            assert words["remind"] in buttons(sim.reread(end))
            when = due_time(stored(sim, member, FRIDAY).round)
            told = words["told"].format(int(when.timestamp()))
            assert told in await reminded(sim, member, end)
        await ended(sim, sim.carmen)
        await sim.restart()
        await until(sim, SATURDAY, 1)
        await open_daily(sim, sim.bogdan)
        await until(sim, SATURDAY, 5, 58)
        assert reminders(sim, words) == []
        await sim.restart()
        await until(sim, SATURDAY, 6, 5)
        (ping,) = reminders(sim, words)
        assert sim.pings(before) == [str(sim.ana.id)]
        assert f"<@{sim.ana.id}>" in text_of(ping)
        await sim.restart(away=timedelta(hours=2))
        await sim.wait(minutes=5)
        assert len(reminders(sim, words)) == 1

        other = await sim.press_id(sim.carmen, ping, "stop:day-*:*")
        assert words["another"] in text_of(sim.reread_private(other))
        played = await sim.press_id(sim.ana, ping, "today:day-*:0")
        assert stored(sim, sim.ana, SATURDAY) is not None, played
        off = await sim.press_id(sim.ana, ping, "stop:day-*:*")
        assert words["off"] in text_of(sim.reread_private(off))
        before = len(sim.env.http_requests)
        await until(sim, SATURDAY + timedelta(days=1), 12)
        assert sim.pings(before) == [str(sim.bogdan.id)], "who has left it on and began again"
        assert_all_fit(sim.env.http_requests)


async def test_the_reminder_does_not_come_before_the_next_challenge(tmp_path):
    async with table(tmp_path) as sim:
        await until(sim, FRIDAY, 0, 30)
        await reminded(sim, sim.ana, await ended(sim, sim.ana))
        await until(sim, FRIDAY, 23, 58)
        assert sim.pings() == []
        await until(sim, SATURDAY, 0, 2)
        assert sim.pings() == [str(sim.ana.id)]


async def test_one_process_of_two_sends_it(tmp_path):
    async with table(tmp_path) as sim:
        await until(sim, FRIDAY, 10)
        await reminded(sim, sim.ana, await ended(sim, sim.ana))
        sim.bot.ticks.stop()
        await sim.env.advance_time(timedelta(hours=21).total_seconds())
        keep = sim.bot.daily_reminders.send_due
        await asyncio.gather(keep(), keep())
        assert sim.pings() == [str(sim.ana.id)]


@pytest.mark.parametrize("how", ["settings", "the server", "erased"])
async def test_who_does_not_want_it_any_more_gets_none(tmp_path, how):
    async with table(tmp_path) as sim:
        await until(sim, FRIDAY, 10)
        await reminded(sim, sim.ana, await ended(sim, sim.ana))
        match how:
            case "settings":
                await sim.own_settings(sim.ana, "daily")
            case "the server":
                await sim.bot.servers.set(sim.guild.id, "reminders", False)
            case _:
                await sim.erase(sim.ana)
        await until(sim, SATURDAY, 12)
        assert sim.pings() == []


async def test_it_is_turned_on_in_the_settings_from_the_next_private_round_on(tmp_path):
    """The end of a day offers it no more then."""
    async with table(tmp_path) as sim:
        await until(sim, FRIDAY, 10)
        await sim.own_settings(sim.ana, "daily")
        end = await ended(sim, sim.ana)
        assert "Remind me" not in buttons(sim.reread(end))
        await until(sim, SATURDAY, 7)
        assert sim.pings() == [str(sim.ana.id)]


async def test_a_wish_whose_answer_failed_counts(tmp_path):
    async with table(tmp_path) as sim:
        await until(sim, FRIDAY, 10)
        end = await ended(sim, sim.ana)
        sim.env.inject_error("POST", CALLBACK, status=400, code=50035, times=1)
        assert "Your choice counts" in await reminded(sim, sim.ana, end)
        await until(sim, SATURDAY, 6, 5)
        assert len(reminders(sim, WORDS["en"])) == 1


async def test_a_channel_that_is_gone_ends_it_quietly(tmp_path):
    async with table(tmp_path) as sim:
        await until(sim, FRIDAY, 10)
        await reminded(sim, sim.ana, await ended(sim, sim.ana))
        sim.env.inject_error("POST", f"/channels/{sim.channel.id}/messages", status=404)
        await until(sim, SATURDAY, 12)
        tried = sim.requests("POST", f"/channels/{sim.channel.id}/messages")
        assert len(tried) == 1


async def test_late_in_a_day_that_has_ended_nothing_is_offered(tmp_path):
    """In its last hour the next challenge has begun, so whoever is there can play it."""
    async with table(tmp_path) as sim:
        await until(sim, FRIDAY, 1)
        message = await open_daily(sim, sim.ana)
        await until(sim, SATURDAY, 0, 30)
        await play_on(sim, sim.ana, message, FRIDAY, first_row)
        shown = [one.get("custom_id", "") for one in components(sim.reread(message))]
        assert not any(one.startswith("remind:") for one in shown)
        sim.put_button(message, f"remind:day-{FRIDAY.toordinal()}:0")
        await sim.press_id(sim.ana, message, "remind:day-*:0")
        assert not sim.bot.storage.read(reminder_store.is_reminded, sim.ana.id)
