"""Weeks of the daily challenge: days, cards and rows of days, through restarts, an outage, a clock."""

from __future__ import annotations

import logging
from datetime import date, timedelta

import discord
import pytest

from bot.daily.store import shared_dice as daily_store
from bot.ui.discord_clock import COMPARED
from daily_days import best, finish, open_daily, open_page, play_on, share, stored, worst
from simulated import speak, table, text_of
from words import Words, in_each_language

pytestmark = pytest.mark.slow

DAY = timedelta(days=1)
THURSDAY, MONDAY = date(2026, 1, 1), date(2026, 1, 5)

SUNDAY = Words(
    {
        "en": (
            "👑 {0} · 18 points",
            "2\\. {1} · 12 points",
            "3\\. {2} · 2 points",
            "🔥 {0}: 7 days",
            "🔥 {2}: 1 day",
        ),
        "ro": (
            "👑 {0} · 18 puncte",
            "2\\. {1} · 12 puncte",
            "3\\. {2} · 2 puncte",
            "🔥 {0}: 7 zile",
            "🔥 {2}: 1 zi",
        ),
    }
)
CHANNEL = Words({"en": "🔥 this channel: 7 days", "ro": "🔥 acest canal: 7 zile"})
OF_THE_DAY_BEFORE = Words({"en": "👑 Yesterday: ", "ro": "👑 Ieri: "})


@in_each_language
async def test_a_week_through_a_restart_every_night(tmp_path, language):
    """Ana wins every day, alone on Saturday; Bogdan plays till Friday and Sunday, Carmen Sunday."""
    async with table(tmp_path) as sim:
        speak(sim, language)
        await sim.restart(away=timedelta(days=4, hours=12))
        for number in range(7):
            day = MONDAY + number * DAY
            finish(sim, sim.ana, day, best)
            if number != 5:
                finish(sim, sim.bogdan, day, worst)
            await share(sim, sim.ana)
            told = text_of(sim.message)
            assert (OF_THE_DAY_BEFORE[language] in told) is (number > 0)
            if number < 6:
                await sim.restart(away=DAY)
                await open_page(sim, sim.ana)
                closed = sim.bot.storage.read(daily_store.load_dice, day)
                assert None not in (closed.closed, closed.revealed)
        assert CHANNEL[language] in told
        finish(sim, sim.carmen, day, worst)
        page = text_of(await open_page(sim, sim.carmen))
        people = [f"<@{member.id}>" for member in (sim.ana, sim.bogdan, sim.carmen)]
        for line in SUNDAY[language]:
            assert line.format(*people) in page.splitlines(), line
        assert len(sim.channel.history()) == 7, "one card a day"
        assert sim.pings() == []


async def test_an_outage_ends_no_row_and_a_missed_day_that_somebody_played_does(tmp_path):
    async with table(tmp_path) as sim:
        await sim.restart(away=timedelta(hours=12))
        for number in range(2):
            for member in (sim.ana, sim.bogdan):
                finish(sim, member, THURSDAY + number * DAY, best)
            await share(sim, sim.ana)
            await sim.restart(away=DAY if number == 0 else 4 * DAY)
        today = THURSDAY + 5 * DAY
        for member in (sim.ana, sim.bogdan):
            finish(sim, member, today, best)
            assert "🔥 3 days" in text_of(await open_daily(sim, member))
        await share(sim, sim.ana)
        assert "🔥 this channel: 3 days" in text_of(sim.message)
        await sim.restart(away=DAY)
        finish(sim, sim.bogdan, today + DAY, best)
        await sim.restart(away=DAY)
        finish(sim, sim.ana, today + 2 * DAY, best)
        assert "🔥 1 day" in text_of(await open_daily(sim, sim.ana))
        finish(sim, sim.bogdan, today + 2 * DAY, best)
        assert "🔥 5 days" in text_of(await open_daily(sim, sim.bogdan))


WARNED = "seconds ahead of Discord's"


async def test_a_clock_two_days_ahead_closes_no_day_and_is_set_right(tmp_path, monkeypatch, caplog):
    async with table(tmp_path) as sim:
        message = await open_daily(sim, sim.ana)
        right = discord.utils.utcnow
        with monkeypatch.context() as wrong:
            wrong.setattr(discord.utils, "utcnow", lambda: right() + 2 * DAY)
            with caplog.at_level(logging.WARNING):
                for _ in range(COMPARED):  # the ids before were right
                    await open_page(sim, sim.bogdan)
                await open_daily(sim, sim.carmen)
            for _ in range(2):
                await sim.bot.ticks.run("daily")
            assert caplog.text.count(WARNED) == 1
            day = sim.bot.storage.read(daily_store.load_dice, THURSDAY)
            assert (day.closed, day.revealed) == (None, None)
            assert stored(sim, sim.carmen, THURSDAY).status == "private", "today by Discord"
            assert stored(sim, sim.carmen, THURSDAY + 2 * DAY) is None
        private_round = await play_on(sim, sim.ana, message, THURSDAY, best)
        assert private_round.status == "over"
        await sim.wait(hours=26)
        assert sim.bot.storage.read(daily_store.load_dice, THURSDAY).closed is None
        await open_page(sim, sim.bogdan)
        day = sim.bot.storage.read(daily_store.load_dice, THURSDAY)
        assert None not in (day.closed, day.revealed)
        assert sim.bot.storage.read(daily_store.load_dice, THURSDAY + DAY).closed is None
