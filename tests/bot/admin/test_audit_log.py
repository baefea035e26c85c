"""Who barred whom, closed whose round and changed which setting: managers read it for thirty days."""

from __future__ import annotations

import re
from datetime import timedelta

import discord
import pytest

from bot.admin import audit_log as audit_page
from bot.admin.audit_log import LINES
from bot.admin.store import audit_log
from bot.admin.store.audit_log import AuditEntry
from discord_limits import assert_fits
from simulated import buttons, table, text_of
from words import Words

pytestmark = pytest.mark.slow

CLOSE = "Close this game"
REFUSED = Words(
    {
        "en": "Only members who may manage this server can change its settings.",
        "ro": "Doar membrii care au dreptul să gestioneze acest server îi pot schimba setările.",
    }
)
LINES_TOLD = Words(
    {
        "en": (
            "<@{mod}> lifted the bar of <@{bogdan}>",
            "<@{mod}> barred <@{bogdan}>: A week",
            "<@{warden}> changed Games to choose from: all games",
            "<@{warden}> changed Games to choose from: Nine Categories · Thirteen Rows",
            "<@{warden}> changed Channels to play in: <#{channel}>",
            "<@{warden}> changed Still dice: on",
            "<@{warden}> changed Pace: Slow: 1 day a turn",
            "<@{mod}> closed a game that <@{ana}> opened",
        ),
        "ro": (
            "<@{mod}> a ridicat interdicția lui <@{bogdan}>",
            "<@{mod}> i-a interzis lui <@{bogdan}> să joace: O săptămână",
            "<@{warden}> a schimbat Jocurile din care se alege: toate jocurile",
            "<@{warden}> a schimbat Jocurile din care se alege: Nouă categorii · Treisprezece linii",
            "<@{warden}> a schimbat Canalele în care se joacă: <#{channel}>",
            "<@{warden}> a schimbat Zaruri nemișcate: da",
            "<@{warden}> a schimbat Ritm: Lent: o zi pe tură",
            "<@{mod}> a închis o partidă deschisă de <@{ana}>",
        ),
    }
)


def warden(sim, language="en"):
    return sim.member("warden", locale=language, manage_guild=True)


async def log_of(sim, member):
    """Open the page from the member's own settings."""
    answer = await member.slash(sim.channel, "settings")
    await sim.press_id(member, answer.response, "setting:0:0:all")
    await sim.press_id(member, answer.response, "setting:0:0:log")
    return answer


def lines(text):
    """The lines of the page without when."""
    return re.findall(r"<t:\d+:R>: (.+)", text)


async def change(sim, member, key, *values):
    answer = await member.slash(sim.channel, "settings")
    await sim.press_id(member, answer.response, "setting:0:0:all")
    if values:
        await member.select(answer.response, [*values], custom_id=f"setting:0:0:{key}")
    else:
        await sim.press_id(member, answer.response, f"setting:0:0:{key}.*")


@pytest.mark.parametrize("language", LINES_TOLD)
async def test_a_manager_reads_who_did_what_and_the_log_has_a_line_of_each(
    tmp_path, caplog, language
):
    caplog.set_level("INFO")
    async with table(tmp_path) as sim:
        manager, mod = warden(sim, language), sim.member("mod", manage_messages=True)
        await sim.play(sim.ana, opponent=sim.bogdan)
        await sim.press(sim.bogdan, sim.message, "Accept")
        asked = await mod.context_menu(sim.channel, CLOSE, sim.message)
        await sim.press(mod, asked.response, "Close it for everybody")
        await change(sim, manager, "pace", "slow")
        await change(sim, manager, "still")
        await change(sim, manager, "channels", sim.channel)
        await change(sim, manager, "games", "thirteen", "nine")
        await manager.select(
            (await settings_panel(sim, manager)).response, [], custom_id="setting:0:0:games"
        )
        await mod.slash(sim.channel, "bar", member=sim.bogdan, duration="week")
        panel = await mod.slash(sim.channel, "bar", member=sim.bogdan)
        await sim.press(mod, panel.response, "Lift the bar")
        page = await log_of(sim, manager)
        ids = {one: getattr(sim, one).id for one in ("ana", "bogdan", "channel")}
        expected = [
            one.format(mod=mod.id, warden=manager.id, **ids) for one in LINES_TOLD[language]
        ]
        assert lines(text_of(page.response)) == expected
        told = [one.getMessage() for one in caplog.records if "deed=" in one.getMessage()]
        assert len(told) == len(expected)
        assert f"deed=close by={mod.id} member={sim.ana.id} detail=1" in told[0]
        assert f"deed=bar by={mod.id} member={sim.bogdan.id} detail=week" in told[-2]


async def settings_panel(sim, member):
    answer = await member.slash(sim.channel, "settings")
    await sim.press_id(member, answer.response, "setting:0:0:all")
    return answer


async def test_ones_own_round_and_a_withdrawn_challenge_are_nobodys_business(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, opponent=sim.bogdan)
        await sim.press(sim.ana, sim.message, "ana: withdraw")
        found = await sim.bot.live.storage.read(
            audit_log.newest, sim.guild.id, sim.stored().opened - timedelta(days=1), 0, 9
        )
        assert found == []


@pytest.mark.parametrize("language", REFUSED)
async def test_only_managers_read_it(tmp_path, language):
    async with table(tmp_path) as sim:
        mod = sim.member("mod", language, manage_messages=True)
        await sim.play(mod)
        sim.put_button(sim.message, "setting:0:0:log")
        refused = await sim.press_id(mod, sim.message, "setting:0:0:log")
        assert text_of(refused.response) == REFUSED[language]


async def test_after_thirty_days_it_is_gone_and_deleted(tmp_path):
    async with table(tmp_path) as sim:
        manager = warden(sim)
        await change(sim, manager, "still")
        sim.bot.ticks.stop()
        await sim.wait(days=29)
        await sim.bot.ticks.run("retention")
        assert len(lines(text_of((await log_of(sim, manager)).response))) == 1
        await sim.wait(days=2)
        assert lines(text_of((await log_of(sim, manager)).response)) == []
        await sim.bot.ticks.run("retention")
        with sim.bot.storage._held.engine.connect() as connection:
            assert connection.exec_driver_sql("SELECT count(*) FROM audit_log").scalar_one() == 0


async def test_a_long_log_has_pages_that_fit(tmp_path):
    async with table(tmp_path) as sim:
        manager = warden(sim)
        await change(sim, manager, "still")
        (first,) = await sim.bot.live.storage.read(
            audit_log.newest, sim.guild.id, discord.utils.utcnow() - timedelta(days=1), 0, 9
        )
        for number in range(2 * LINES):
            entry = AuditEntry(first.at, "bar", 1 << 62, (1 << 62) + number, "month")
            await sim.bot.live.storage.write(audit_log.enter, sim.guild.id, entry)
        page = await log_of(sim, manager)
        assert [len(lines(text_of(page.response)))] == [LINES]
        assert_fits(
            [one if isinstance(one, dict) else one.to_dict() for one in page.response.components]
        )
        seen = [*lines(text_of(page.response))]
        for _ in range(2):
            await sim.press(manager, page.response, "Older")
            seen += lines(text_of(page.response))
        assert "Older" not in buttons(page.response)
        assert len({*seen}) == len(seen) == 2 * LINES + 1


async def test_long_lists_of_channels_are_told_in_part(tmp_path):
    async with table(tmp_path) as sim:
        manager = warden(sim)
        places = ",".join(str((1 << 62) + number) for number in range(25))
        for value in (places, places[:41]):
            for _ in range(LINES):
                entry = audit_page.entry_of_setting(
                    discord.utils.utcnow(), manager.id, "channels", value
                )
                await sim.bot.live.storage.write(audit_log.enter, sim.guild.id, entry)
        page = await log_of(sim, manager)
        assert f"<#{1 << 62}> · <#{(1 << 62) + 1}>" in lines(text_of(page.response))[0]
        assert "more" not in text_of(page.response)
        await sim.press(manager, page.response, "Older")
        (line, *others) = lines(text_of(page.response))
        assert len(others) == LINES - 1
        assert line.endswith(f"<#{(1 << 62) + 2}> and 22 more")


def test_entries_of_another_server_are_not_read_and_the_newest_come_first(storage, maker):
    for number, guild in enumerate((1, 2, 1, 1)):
        at = maker.noon + timedelta(minutes=number)
        storage.write(audit_log.enter, guild, AuditEntry(at, "close", 5, 6, str(number)))
    before = maker.noon - timedelta(days=1)
    found = storage.read(audit_log.newest, 1, before, 0, 2)
    assert [one.detail for one in found] == ["3", "2"]
    assert [one.detail for one in storage.read(audit_log.newest, 1, before, 2, 2)] == ["0"]
    assert storage.write(audit_log.delete_before, maker.noon + timedelta(minutes=2), 1) == 1
    assert storage.write(audit_log.delete_before, maker.noon + timedelta(minutes=2), 9) == 1


async def test_more_channels_than_a_line_holds_are_counted(tmp_path):
    async with table(tmp_path) as sim:
        manager = warden(sim)
        four = [sim.guild.create_text_channel(f"c{n}") for n in range(4)]
        await change(sim, manager, "channels", *four)
        (line,) = lines(text_of((await log_of(sim, manager)).response))
        shown = " · ".join(f"<#{one.id}>" for one in four[:3])
        assert line == f"<@{manager.id}> changed Channels to play in: {shown} and 1 more"
