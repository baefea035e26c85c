"""*This server* lists who is barred there, by whom and until when."""

from __future__ import annotations

import re
from datetime import timedelta

import discord
import pytest

from bot.table.store import bars
from bot.table.store.bars import Bar
from discord_limits import assert_fits
from messages_read import tree_of
from simulated import table, text_of
from words import Words

LINE = Words(
    {
        "en": "🚫 {member}: barred by {moderator}, ends {when}",
        "ro": "🚫 {member}: interdicție de joc pusă de {moderator}, se încheie pe {when}",
    }
)
UNKNOWN = Words(
    {
        "en": "🚫 {member}: barred, ends {when}",
        "ro": "🚫 {member}: interdicție de joc, se încheie pe {when}",
    }
)
MORE = Words(
    {
        "en": ("and 1 more barred member", "and 2 more barred members"),
        "ro": ("și încă 1 membru cu interdicție", "și încă 2 membri cu interdicție"),
    }
)
YEAR = timedelta(days=365)
FORMER = Words({"en": "a former player", "ro": "o persoană anonimă"})


async def page_of(sim, language="en"):
    """Open the page as a manager of the server; return its lines below the settings."""
    manager = sim.member("warden", locale=language, manage_guild=True)
    answer = await manager.slash(sim.channel, "settings")
    await sim.press_id(manager, answer.response, "setting:0:0:all")
    assert_fits(tree_of(answer.response))
    text = text_of(answer.response)
    return [line for line in text.splitlines() if line.startswith(("🚫", "and ", "și "))]


async def bar(sim, guild, user, days, moderator):
    until = discord.utils.utcnow() + timedelta(days=days)
    await sim.bot.stored.write(bars.bar, guild, user, until, moderator)


def stored(sim):
    """Return the bars of the server, those that have ended too."""
    return sim.bot.storage.read(bars.in_force, sim.guild.id, discord.utils.utcnow() - YEAR)


@pytest.mark.parametrize("language", LINE)
async def test_a_bar_is_listed_with_who_set_it_until_it_is_lifted(tmp_path, language):
    async with table(tmp_path) as sim:
        mod = sim.member("mod", manage_messages=True)
        assert await page_of(sim, language) == []
        await mod.slash(sim.channel, "bar", member=sim.ana, duration="week")
        await bar(sim, sim.guild.id + 1, sim.carmen.id, 1, mod.id)
        (line,) = await page_of(sim, language)
        until = stored(sim)[0].until
        assert line == LINE[language].format(
            member=f"<@{sim.ana.id}>",
            moderator=f"<@{mod.id}>",
            when=discord.utils.format_dt(until, "f"),
        )
        panel = await mod.slash(sim.channel, "bar", member=sim.ana)
        await sim.press(mod, panel.response, "Lift the bar")
        assert await page_of(sim, language) == []


@pytest.mark.parametrize("language", UNKNOWN)
async def test_of_an_older_version_it_may_not_be_known_who_set_it(tmp_path, language):
    async with table(tmp_path) as sim:
        await bar(sim, sim.guild.id, sim.ana.id, 1, None)
        when = discord.utils.format_dt(stored(sim)[0].until, "f")
        told = UNKNOWN[language].format(member=f"<@{sim.ana.id}>", when=when)
        assert await page_of(sim, language) == [told]


async def test_a_bar_that_has_ended_is_not_listed_and_deleted(tmp_path):
    async with table(tmp_path) as sim:
        await bar(sim, sim.guild.id, sim.ana.id, 1, sim.carmen.id)
        await bar(sim, sim.guild.id, sim.bogdan.id, 2, sim.carmen.id)
        sim.bot.ticks.stop()
        await sim.wait(days=1)
        (line,) = await page_of(sim)
        assert f"<@{sim.bogdan.id}>" in line
        assert len(stored(sim)) == 2
        await sim.bot.ticks.run("retention")
        assert [one.user for one in stored(sim)] == [sim.bogdan.id]
        await sim.wait(days=1)
        await sim.bot.ticks.run("retention")
        assert stored(sim) == []


@pytest.mark.parametrize("language", MORE)
async def test_of_many_those_that_end_first_are_listed_and_the_others_counted(tmp_path, language):
    async with table(tmp_path) as sim:
        first = 1 << 62
        for number in reversed(range(10)):
            await bar(sim, sim.guild.id, first + number, 1 + number, sim.carmen.id)
        assert len(await page_of(sim, language)) == 10
        for number, told in zip((10, 11), MORE[language], strict=True):
            await bar(sim, sim.guild.id, first + number, 1 + number, sim.carmen.id)
            *lines, more = await page_of(sim, language)
            found = [int(re.search(r"<@(\d+)>", line)[1]) for line in lines]
            assert found == [first + each for each in range(10)]
            assert more == told


@pytest.mark.parametrize("language", FORMER)
async def test_the_erased_are_former_players_and_stay_barred(tmp_path, language):
    async with table(tmp_path) as sim:
        mod = sim.member("mod", manage_messages=True)
        await mod.slash(sim.channel, "bar", member=sim.ana, duration="week")
        until = stored(sim)[0].until
        await sim.erase(mod)
        when = discord.utils.format_dt(until, "f")
        named = {"member": f"<@{sim.ana.id}>", "moderator": FORMER[language], "when": when}
        assert await page_of(sim, language) == [LINE[language].format(**named)]
        await sim.erase(sim.ana)
        named["member"] = FORMER[language]
        assert await page_of(sim, language) == [LINE[language].format(**named)]
        assert stored(sim)[0] == Bar(None, stored(sim)[0].set_by, until)
        assert (await sim.play(sim.ana)).ephemeral
