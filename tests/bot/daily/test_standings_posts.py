"""The standings of a day that has ended, in the channel and at the hour that a server chose."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from bot.daily import store
from bot.daily.standings_posts import StandingsPosts
from bot.daily.store import POSTED
from bot.play.client import DicePokerBot
from bot.storage import lease as leases
from bot.storage.lease import Lease
from bot.table.store import server_settings
from daily_days import best, open_daily, play_on, worst
from discord_limits import assert_fits
from lease_elsewhere import hold_elsewhere, is_stored_as_held
from simulated import buttons, table, text_of
from words import Words, in_each_language

pytestmark = pytest.mark.slow

FRIDAY = date(2026, 1, 2)
WEEK_WON = Words({"en": "wins the week!", "ro": "câștigă săptămâna!"})


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


@in_each_language
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
        assert text.index(f"👑 <@{sim.ana.id}>") < text.index(f"2\\. <@{sim.bogdan.id}>")
        assert WEEK_WON[language] not in text, "Friday ends no week"
        chose = Words({"en": "What perfect play chose", "ro": "Ce a ales jocul perfect"})[language]
        assert chose in text
        assert "\n13. " in text
        assert_fits([one if isinstance(one, dict) else one.to_dict() for one in post.components])
        assert sim.pings() == []
        assert sim.bot.storage.read(server_settings.of_guild, sim.guild.id)[POSTED] == "2026-01-02"
        await sim.restart(away=timedelta(hours=2))
        await sim.wait(seconds=30)
        assert len(channel.history()) == 1
        answer = await sim.carmen.click(post, custom_id=f"story:day-{FRIDAY.toordinal()}:0")
        assert answer.acknowledged
        assert answer.ephemeral


@in_each_language
async def test_who_wins_a_week_is_named_once_with_its_sunday(tmp_path, language):
    async with table(tmp_path) as sim:
        channel = await chosen(sim, hour="09", language=language)
        for _ in range(3):  # Friday, Saturday, Sunday
            await sim.restart(away=timedelta(days=1))
            await sim.wait(seconds=30)
        friday, saturday, sunday = map(text_of, channel.history())
        assert f"🏆 <@{sim.ana.id}> {WEEK_WON[language]}" in sunday
        assert f"🏆 <@{sim.bogdan.id}>" not in sunday
        await sim.restart(away=timedelta(days=1))
        await sim.wait(seconds=30)
        monday = text_of(channel.history()[-1])
        for other in (friday, saturday, monday):
            assert "🏆" not in other
        assert sim.pings() == []


async def test_where_nothing_was_chosen_nothing_is_posted_and_a_late_bot_posts_at_once(
    tmp_path, monkeypatch
):
    """Whatever servers it holds, the process with the lease posts, and no other one."""
    async with table(tmp_path, shard_ids="0") as sim:
        channel = await chosen(sim, hour="09")
        before = len(sim.channel.history())
        hold_elsewhere(sim.bot.storage)
        assert await is_stored_as_held(sim.bot.storage)
        await sim.restart(away=timedelta(hours=26))
        await sim.wait(seconds=30)
        assert channel.history() == []
        monkeypatch.setattr(DicePokerBot, "holds", lambda *_: False)
        monkeypatch.setattr(leases, "LAPSE_SECONDS", 0)
        await sim.wait(seconds=30)
        assert len(channel.history()) == 1
        assert len(sim.channel.history()) == before


async def test_a_process_that_loses_the_lease_posts_on_no_further_server(tmp_path, monkeypatch):
    async with table(tmp_path) as sim:
        channel = await chosen(sim, hour="09")
        other = sim.env.create_guild("The Red Table")
        elsewhere = other.create_text_channel("daily")
        for key, value in {"daily": str(elsewhere.id), "hour": "09"}.items():
            sim.bot.storage.write(server_settings.set_of_guild, other.id, key, value)
        await sim.restart(away=timedelta(hours=21))
        held, post, sent = Lease.held.fget, StandingsPosts._post, []

        async def posted(posts, *where):
            """Post, while another process takes over the lease."""
            await post(posts, *where)
            sent.append(where)

        monkeypatch.setattr(StandingsPosts, "_post", posted)
        monkeypatch.setattr(Lease, "held", property(lambda lease: held(lease) and not sent))
        await sim.wait(seconds=30)
        assert len(channel.history()) + len(elsewhere.history()) == len(sent) == 1
        monkeypatch.undo()
        await sim.wait(seconds=30)
        assert len(channel.history()) == len(elsewhere.history()) == 1


class Killed(BaseException):
    """Stands for the end of a process: nothing of what it does is caught any more."""


def posts(sim):
    """Return what was sent into channels as posts of a day: nonce and whether it was enforced."""
    bodies = (one.json for one in sim.requests() if one.method == "POST" and one.json)
    nonces = ((body.get("nonce", ""), body.get("enforce_nonce")) for body in bodies)
    return [one for one in nonces if "." in str(one[0])]


@pytest.mark.parametrize("killed", ["begin_post", "end_post"])
async def test_a_post_that_a_killed_process_left_is_sent_again_as_the_same(
    tmp_path, monkeypatch, killed
):
    """Nobody knows whether it was sent; Discord posts a message of a known nonce once."""
    async with table(tmp_path) as sim:
        channel = await chosen(sim, hour="09")
        await sim.restart(away=timedelta(hours=26))
        cog = sim.bot.get_cog("DailyCommands")
        await cog._challenge.keep_days()
        posting = cog._posts
        write = posting._storage.write

        async def write_and_die(function, *args):
            if killed == function.__name__ == "end_post":
                raise Killed
            result = await write(function, *args)
            if killed == function.__name__:
                raise Killed
            return result

        monkeypatch.setattr(posting._storage, "write", write_and_die)
        with pytest.raises(Killed):
            await posting.post()
        before = posts(sim)
        assert len(channel.history()) == len(before) == (killed == "end_post")
        await sim.restart()
        await sim.wait(seconds=30)
        assert {(f"{FRIDAY.toordinal():x}.{sim.guild.id:x}", True)} == {*posts(sim)}
        assert len(posts(sim)) == len(before) + 1
        await sim.restart()
        await sim.wait(seconds=30)
        assert len(posts(sim)) == len(before) + 1


async def test_a_post_that_was_left_long_ago_is_not_sent_again(tmp_path, monkeypatch):
    """Discord would take it for another message: better none than two."""
    async with table(tmp_path) as sim:
        channel = await chosen(sim, hour="09")
        assert sim.bot.storage.write(store.begin_post, sim.guild.id, FRIDAY)
        monkeypatch.setattr(store, "SAME_POST", timedelta(0))
        await sim.restart(away=timedelta(hours=26))
        await sim.wait(seconds=30)
        assert channel.history() == []
        stored = sim.bot.storage.read(server_settings.of_guild, sim.guild.id)
        assert not store.may_post(stored, FRIDAY)
        assert store.may_post(stored, FRIDAY + timedelta(days=1))


def test_a_nonce_is_no_longer_than_discord_takes():
    assert len(f"{date.max.toordinal():x}.{2**63 - 1:x}") <= 25


async def test_a_channel_that_the_bot_cannot_write_in_costs_nothing_else(tmp_path):
    async with table(tmp_path) as sim:
        channel = await chosen(sim, hour="09")
        sim.env.backend.delete_channel(channel.id)
        await sim.restart(away=timedelta(hours=26))
        await sim.wait(seconds=30)
        assert "Daily challenge 3" in text_of(await open_daily(sim, sim.ana))


async def test_of_a_day_of_several_hands_the_members_are_ranked_and_nothing_is_explained(tmp_path):
    """As an upgrade leaves it: neither wins nor accuracy are told."""
    async with table(tmp_path) as sim:
        channel = await chosen(sim, hour="09")
        with sim.bot.storage._engine.begin() as connection:
            connection.exec_driver_sql(
                "UPDATE rounds SET game = 'six-card', state = NULL, moment = NULL "
                "WHERE set_key IS NOT NULL"
            )
            connection.exec_driver_sql(
                f"UPDATE daily_days SET plays = 'six-card' WHERE day = '{FRIDAY}'"
            )
        await sim.restart(away=timedelta(hours=22))
        await sim.wait(seconds=30)
        (post,) = channel.history()
        lines = text_of(post).splitlines()
        assert f"👑 <@{sim.ana.id}>" in lines
        assert f"2\\. <@{sim.bogdan.id}>" in lines
        assert f"1\\. <@{sim.ana.id}> · 75 points on 1 day" in lines, "in the week"
        assert "perfect play" not in text_of(post)
        assert buttons(post) == {}


async def test_of_a_day_of_1x_the_members_are_ranked_and_nothing_is_explained(tmp_path):
    async with table(tmp_path) as sim:
        channel = await chosen(sim, hour="09")
        with sim.bot.storage._engine.begin() as connection:
            sql = f"UPDATE daily_days SET seed = NULL WHERE day = '{FRIDAY}'"
            connection.exec_driver_sql(sql)
        await sim.restart(away=timedelta(hours=22))
        await sim.wait(seconds=30)
        (post,) = channel.history()
        assert f"👑 <@{sim.ana.id}> · " in text_of(post)
        assert "perfect play" not in text_of(post)
        assert buttons(post) == {}
