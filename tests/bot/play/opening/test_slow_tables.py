"""Slow tables: in a thread of their own where the bot may make one, else the lobby says so."""

from __future__ import annotations

import pytest

from simulated import table, text_of
from words import Words

STAYS_TAKEN = Words(
    {
        "en": "A slow table: this channel stays taken until its game is over.",
        "ro": "Masă lentă: canalul acesta rămâne ocupat până se încheie partida.",
    }
)


@pytest.mark.parametrize("language", STAYS_TAKEN)
async def test_a_slow_table_opens_in_a_thread(tmp_path, language):
    async with table(tmp_path, language=language) as sim:
        answer = await sim.open_table(sim.ana, "thirteen", slow=True)
        assert answer.ephemeral
        (thread,) = sim.channel.threads
        (made,) = sim.requests("POST", "/channels/*/threads")
        assert made.json["auto_archive_duration"] == 10080
        assert f"<#{thread.id}>" in text_of(answer.response)
        assert sim.stored().place.channel == thread.id
        assert STAYS_TAKEN[language] not in text_of(thread.last_message)
        assert not (await sim.play(sim.bogdan)).ephemeral, "the channel is free"


@pytest.mark.parametrize("minutes", ["180", "1440"])
async def test_so_it_does_where_the_server_gives_hours_for_each_turn(tmp_path, minutes):
    async with table(tmp_path) as sim:
        await sim.bot.servers.set(sim.guild.id, "minutes", minutes)
        await sim.play(sim.ana, opponent=sim.bogdan)
        (thread,) = sim.channel.threads
        assert sim.stored().place.channel == thread.id
        assert not (await sim.play(sim.carmen, level="easy")).ephemeral


@pytest.mark.parametrize("language", STAYS_TAKEN)
@pytest.mark.parametrize("why", ["permission", "refused"])
async def test_elsewhere_its_lobby_says_that_the_channel_stays_taken(tmp_path, language, why):
    async with table(tmp_path, language=language) as sim:
        if why == "permission":
            sim.forbid(create_public_threads=True)
        else:
            sim.env.inject_error("POST", "/channels/*/threads", status=400, code=160006)
        answer = await sim.play(sim.ana, opponent=sim.bogdan, slow=True)
        assert not answer.ephemeral
        assert STAYS_TAKEN[language] in sim.text
        assert sim.stored().place.channel == sim.channel.id


async def test_a_slow_table_inside_a_thread_has_its_own_already(tmp_path):
    async with table(tmp_path) as sim:
        thread = sim.thread("inside")
        await sim.play(sim.ana, channel=thread, open=True, slow=True)
        assert sim.stored().place.channel == thread.id
        assert STAYS_TAKEN["en"] not in text_of(thread.last_message)
        assert not sim.requests("POST", "/channels/*/threads")


@pytest.mark.parametrize("options", [{}, {"level": "easy"}])
async def test_against_the_computer_nobody_waits_and_no_thread_is_made(tmp_path, options):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, slow=True, **options)
        assert sim.stored().place.channel == sim.channel.id
        assert not sim.channel.threads


async def test_what_is_refused_is_refused_before_there_is_a_thread(tmp_path):
    async with table(tmp_path) as sim:
        answer = await sim.play(sim.ana, opponent=sim.ana, slow=True)
        assert "You cannot challenge yourself" in text_of(answer.response)
        assert not sim.channel.threads
