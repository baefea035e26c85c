"""Permissions that the bot lacks: told once to whoever manages the server; rounds go on."""

from __future__ import annotations

import pytest

from bot.ui import store as ui_store
from elsewhere import elsewhere
from simulated import table, text_of
from words import Words

LACKS = Words(
    {
        "en": "⚠️ The bot lacks permissions in this channel.",
        "ro": "⚠️ Botului îi lipsesc permisiuni în acest canal.",
    }
)
SEND = Words({"en": "**Send Messages**: without it", "ro": "**Trimite mesaje**: fără ea"})
SEE = Words({"en": "**View Channel**: without it", "ro": "**Vezi canalul**: fără ea"})
FILES = Words(
    {"en": "**Attach Files**: without it", "ro": "**Atașează fișiere**: fără ea"},
)
THREADS = Words(
    {
        "en": "**Create Public Threads**: without it",
        "ro": "**Creează fire publice**: fără ea",
    }
)


def told(answer):
    """Return what followed the answer in private."""
    return [text_of(one) for one in answer.followups]


async def of_server(sim, member):
    """Press *This server* in `/settings`; return the page."""
    page = (await member.slash(sim.channel, "settings")).response
    await sim.press_id(member, page, "setting:0:0:all")
    return sim.reread(page)


@pytest.mark.parametrize("language", LACKS)
async def test_who_manages_the_server_is_told_once_and_rounds_go_on(tmp_path, language):
    async with table(tmp_path) as sim:
        warden = sim.member("warden", language, manage_guild=True)
        assert told(await warden.slash(sim.channel, "play")) == []
        sim.forbid(send_messages=True, create_public_threads=True)
        assert told(await sim.play(sim.ana)) == [], "she cannot mend it"
        (text,) = told(await warden.slash(sim.channel, "play"))
        assert text.startswith(LACKS[language])
        assert SEND[language] in text
        assert THREADS[language] in text
        assert SEE[language] not in text
        assert told(await warden.slash(sim.channel, "play")) == []
        await sim.restart()
        assert told(await warden.slash(sim.channel, "play")) == []
        sim.forbid(view_channel=True, send_messages=True, create_public_threads=True)
        (text,) = told(await warden.slash(sim.channel, "play"))
        assert SEE[language] in text
        assert not told(await sim.press(sim.ana, sim.message, "Keep all"))
        assert sim.stored().status == "over"


async def test_it_is_told_again_after_it_was_mended(tmp_path):
    async with table(tmp_path) as sim:
        warden = sim.member("warden", manage_guild=True)
        for _ in range(2):
            sim.forbid(send_messages=True)
            assert len(told(await warden.slash(sim.channel, "play"))) == 1
            sim.forbid()
            assert told(await sim.ana.slash(sim.channel, "play")) == [], "anybody's use shows it"
        assert sim.bot.storage.read(ui_store.reported_missing) == {}


async def test_a_press_tells_it_too_and_each_channel_for_itself(tmp_path):
    async with table(tmp_path) as sim:
        warden = sim.member("warden", manage_guild=True)
        other = sim.guild.create_text_channel("other")
        await sim.play(warden, opponent=sim.ana)
        sim.forbid(send_messages=True)
        (text,) = told(await sim.press(warden, sim.message, "Menu"))
        assert SEND["en"] in text
        assert told(await warden.slash(other, "play")) == []


@pytest.mark.parametrize("language", LACKS)
async def test_files_are_a_permission_of_their_own_in_threads_too(tmp_path, language):
    async with table(tmp_path) as sim:
        warden = sim.member("warden", language, manage_guild=True)
        sim.forbid(attach_files=True)
        for place in (sim.channel, sim.thread("talk")):
            (text,) = told(await warden.slash(place, "play"))
            assert FILES[language] in text
            assert SEND[language] not in text


@pytest.mark.parametrize("language", LACKS)
async def test_the_settings_show_it_as_long_as_it_lasts(tmp_path, language):
    async with table(tmp_path) as sim:
        warden = sim.member("warden", language, manage_guild=True)
        sim.forbid(send_messages=True)
        for _ in range(2):
            assert SEND[language] in text_of(await of_server(sim, warden))
        assert told(await warden.slash(sim.channel, "play")) == []
        sim.forbid()
        assert LACKS[language] not in text_of(await of_server(sim, warden))


async def test_a_thread_needs_its_own_permission(tmp_path):
    async with table(tmp_path) as sim:
        warden = sim.member("warden", manage_guild=True)
        sim.forbid(send_messages=True, send_messages_in_threads=True)
        thread = sim.thread("talk")
        (text,) = told(await warden.slash(thread, "play"))
        assert "**Send Messages in Threads**" in text
        assert SEND["en"] not in text


async def test_where_it_cannot_be_told_nothing_fails(tmp_path):
    async with table(tmp_path) as sim:
        warden = sim.member("warden", manage_guild=True)
        sim.forbid(send_messages=True)
        sim.env.inject_error("POST", "/webhooks/*", status=500)
        answer = await warden.slash(sim.channel, "play")
        assert answer.acknowledged
        assert told(answer) == []
        assert len(told(await warden.slash(sim.channel, "play"))) == 1


async def test_the_page_of_the_demo_is_no_server(tmp_path):
    async with table(tmp_path) as sim:
        sim.bot.command_ids.in_discord = False
        warden = sim.member("warden", manage_guild=True)
        sim.forbid(create_public_threads=True)
        assert told(await warden.slash(sim.channel, "play")) == []


async def test_where_the_bot_is_only_a_guest_nothing_is_missing(tmp_path):
    """Discord gives it no permissions there; the managers of that server cannot change it."""
    async with table(tmp_path) as sim:
        warden = sim.member("warden", manage_guild=True)
        with elsewhere(sim, "server"):
            assert told(await warden.slash(sim.channel, "play")) == []
            await sim.play(warden)
            assert told(await sim.press(warden, sim.message, "Keep all")) == []
        assert sim.bot.storage.read(ui_store.reported_missing) == {}
