"""Servers that have the commands of the bot, but not the bot: told, with the link that adds it."""

from __future__ import annotations

import pytest

from bot.ui.invite import invite
from elsewhere import elsewhere
from simulated import buttons, table, text_of
from words import Words

ADD = Words(
    {
        "en": "Only the commands were added to this server, without the bot itself. Add the bot:",
        "ro": "Pe acest server au fost adăugate doar comenzile, fără botul însuși. Adaugă botul:",
    }
)

LANGUAGES = pytest.mark.parametrize("language", ADD)


def sentence(sim, language):
    return f"{ADD[language]} {invite(sim.bot.application_id)}"


@LANGUAGES
async def test_what_cannot_work_there_tells_how_to_add_the_bot(tmp_path, language):
    async with table(tmp_path) as sim:
        warden = sim.member("warden", language, manage_guild=True)
        with elsewhere(sim, "commands"):
            own = (await warden.slash(sim.channel, "settings")).response
            answer = await sim.press_id(warden, own, "setting:0:0:all")
            assert answer.ephemeral
            assert text_of(answer.response) == sentence(sim, language)
            assert not answer.followups, "once"
        assert (await sim.bot.servers.settings(sim.guild.id)).chosen_language is None


@LANGUAGES
async def test_it_takes_the_place_of_a_thread(tmp_path, language):
    async with table(tmp_path) as sim:
        sim.locales[sim.bogdan.id] = language
        with elsewhere(sim, "commands"):
            await sim.play(sim.ana)
            taken = await sim.play(sim.bogdan)
            assert sentence(sim, language) in text_of(taken.response)
            assert "thread" not in " ".join(buttons(taken.response)).lower()


@LANGUAGES
async def test_who_manages_the_server_is_told_once_and_rounds_go_on(tmp_path, language):
    async with table(tmp_path) as sim:
        warden = sim.member("warden", language, manage_guild=True)
        with elsewhere(sim, "commands"):
            answer = await sim.play(sim.ana)
            assert not answer.followups
            told = await warden.slash(sim.channel, "play")
            assert sentence(sim, language) in text_of(told.followups[0])
            assert not (await warden.slash(sim.channel, "play")).followups
            await sim.press(sim.ana, sim.message, "Keep all")
            assert sim.stored().status == "over"


async def test_a_guest_of_a_member_is_something_else(tmp_path):
    async with table(tmp_path) as sim:
        with elsewhere(sim, "server"):
            await sim.play(sim.ana)
            assert ADD["en"] not in text_of((await sim.play(sim.bogdan)).response)


async def test_with_the_bot_nothing_of_it_is_said(tmp_path):
    async with table(tmp_path) as sim:
        warden = sim.member("warden", manage_guild=True)
        assert ADD["en"] not in text_of((await warden.slash(sim.channel, "settings")).response)
