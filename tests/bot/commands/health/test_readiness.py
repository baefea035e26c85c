"""A database that stores nothing is not ready: whoever watches the bot reads why, until it works."""

from __future__ import annotations

from contextlib import asynccontextmanager

import aiohttp
import pytest

from bot.commands.health.notify import Supervisor
from bot.commands.run.command import health_of
from simulated import table, text_of, until
from whole_rounds import between_two


class Watched:
    """What the HTTP port, systemd and the figures say of a bot."""

    def __init__(self, sim):
        self.sim, self.status = sim, ""
        manager = Supervisor({})
        manager.notify = self.hear
        self.health = health_of(sim.bot, manager)

    def hear(self, **state):
        self.status = state.get("STATUS", self.status)
        return True

    async def readings(self):
        """Return why members cannot play, as each of them says it; "" or 1 if they can."""
        self.health.look()
        page = (await self.health.metrics()).decode()
        (ready,) = [line for line in page.splitlines() if line.startswith("dice_poker_ready ")]
        address = f"http://127.0.0.1:{self.port}/readyz"
        async with aiohttp.ClientSession() as session, session.get(address) as answer:
            told = "" if answer.status == 200 else (await answer.text()).strip()
        status = "" if self.status.startswith("playing on") else self.status
        assert not self.health.not_alive(), "a restart would help nothing"
        return told, status, float(ready.split()[1])

    @property
    def port(self):
        (site,) = self.health._server._runner.sites
        return site._server.sockets[0].getsockname()[1]


WELL = ("", "", 1)


@asynccontextmanager
async def watched(folder):
    async with table(folder, reminders=False) as sim:
        found = Watched(sim)
        await found.health._listen("127.0.0.1", 0)
        await until(lambda: found.health._server._runner is not None)
        try:
            yield sim, found
        finally:
            await found.health._server.close()


def limit_pages(sim, pages):
    driver = sim.bot.storage._held._connection.driver
    driver.execute(f"PRAGMA max_page_count = {pages}")
    return driver.execute("PRAGMA page_count").fetchone()[0]


def fill_free_pages(sim):
    """Give back the pages that the tables of older versions left, which the next writes would take."""
    sim.bot.storage._held._connection.driver.execute("VACUUM")


@pytest.mark.slow
async def test_a_full_disk_is_told_everywhere_until_there_is_room_though_nobody_presses(tmp_path):
    async with watched(tmp_path) as (sim, bot):
        await sim.play(sim.ana)
        assert await bot.readings() == WELL
        fill_free_pages(sim)
        limit_pages(sim, limit_pages(sim, 1))
        for number in range(99):
            channel = sim.guild.create_text_channel(f"t{number}")
            answer = await sim.play(sim.member(f"m{number}"), channel=channel)
            if answer.ephemeral:
                break
        assert "Nothing was lost" in text_of(sim.reread_private(answer))
        told, status, ready = await bot.readings()
        assert "The disk that holds the database" in told
        assert "free some disk space" in told
        assert status == told
        assert ready == 0
        await sim.wait(minutes=2)
        assert (await bot.readings())[0] == told, "reads work all the time"
        limit_pages(sim, 4_294_967_294)
        await sim.wait(seconds=4)
        assert await bot.readings() == WELL


async def test_a_deleted_file_is_told_with_the_next_tick_and_what_to_do(tmp_path):
    async with watched(tmp_path) as (sim, bot):
        await between_two(sim)
        file = tmp_path / "rounds.sqlite3"
        file.rename(tmp_path / "elsewhere")
        await sim.wait(seconds=4)
        told, status, ready = await bot.readings()
        assert f"The file {file} was deleted or replaced" in told
        assert f"dice-poker restore {file}.rescued-" in told
        assert status == told
        assert ready == 0
        (tmp_path / "elsewhere").rename(file)
        await sim.wait(seconds=4)
        assert await bot.readings() == WELL
