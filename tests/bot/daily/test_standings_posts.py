"""The standings of a day that has ended, in the channel and at the hour that a server chose."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from bot.daily.standings_posts import POSTED
from bot.language.languages import LANGUAGES
from bot.play.client import DicePokerBot
from bot.table.store import server_settings
from daily_days import best, open_daily, play_on, worst
from discord_limits import assert_fits
from simulated import table, text_of
from words import Words

pytestmark = pytest.mark.usefixtures("daily_seeds")

FRIDAY = date(2026, 1, 2)


async def chosen(sim, *, hour, language="en"):
    """Let two members play on Friday on a server that has chosen a channel and an hour."""
    channel = sim.guild.create_text_channel("daily")
    values = {"daily": str(channel.id), "hour": hour, "language": language}
    for key, value in values.items():
        sim.bot.storage.write(server_settings.set_of_guild, sim.guild.id, key, value)
    await sim.restart(away=timedelta(hours=36))
    for member, choose in ((sim.ana, best), (sim.bogdan, worst)):
        await play_on(sim, member, await open_daily(sim, member), FRIDAY, choose)
    return channel


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_standings_of_yesterday_are_posted_once_at_the_hour(tmp_path, language):
    async with table(tmp_path) as sim:
        channel = await chosen(sim, hour="09", language=language)
        await sim.restart(away=timedelta(hours=20, minutes=58))
        await sim.wait(seconds=60)
        assert channel.history() == []
        await sim.wait(seconds=90)
        (post,) = channel.history()
        text = text_of(post)
        over = Words({"en": "The day is over.", "ro": "Ziua s-a încheiat."})[language]
        assert over in text
        assert text.index(f"1\\. <@{sim.ana.id}>") < text.index(f"2\\. <@{sim.bogdan.id}>")
        chose = Words({"en": "What perfect play chose", "ro": "Ce a ales jocul perfect"})[language]
        assert chose in text
        assert "\n13. " in text
        assert_fits([one if isinstance(one, dict) else one.to_dict() for one in post.components])
        assert sim.pings() == []
        assert sim.bot.storage.read(server_settings.of_guild, sim.guild.id)[POSTED] == "2026-01-02"
        await sim.restart(away=timedelta(hours=2))
        await sim.wait(seconds=30)
        assert len(channel.history()) == 1
        answer = await sim.carmen.click(post, custom_id=f"daily:0:{FRIDAY.toordinal()}:1.0.story")
        assert answer.acknowledged
        assert answer.ephemeral


async def test_where_nothing_was_chosen_nothing_is_posted_and_a_late_bot_posts_at_once(
    tmp_path, monkeypatch
):
    """Each process posts on its own servers alone."""
    async with table(tmp_path) as sim:
        channel = await chosen(sim, hour="09")
        before = len(sim.channel.history())
        with monkeypatch.context() as patched:
            patched.setattr(DicePokerBot, "holds", lambda *_: False)
            await sim.restart(away=timedelta(hours=26))
            await sim.wait(seconds=30)
        assert channel.history() == []
        await sim.restart()
        await sim.wait(seconds=30)
        assert len(channel.history()) == 1
        assert len(sim.channel.history()) == before


async def test_a_channel_that_the_bot_cannot_write_in_costs_nothing_else(tmp_path):
    async with table(tmp_path) as sim:
        channel = await chosen(sim, hour="09")
        sim.env.backend.delete_channel(channel.id)
        await sim.restart(away=timedelta(hours=26))
        await sim.wait(seconds=30)
        assert "Daily 3" in text_of(await open_daily(sim, sim.ana))
