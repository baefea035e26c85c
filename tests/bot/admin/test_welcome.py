"""What the bot says in a server that has just added it."""

from __future__ import annotations

import pytest
from simcord.backend import serializers

from discord_limits import assert_fits
from simulated import LOCALES, buttons, table, text_of
from words import Words

SHOWS = Words(
    {"en": "Dice and cards for everybody: ", "ro": "Zaruri și cărți pentru toată lumea: "}
)
CHANNELS = Words({"en": "Channels to play in", "ro": "Canalele în care se joacă"})


async def add_bot(sim, language="en", *, system_channel=True):
    """Let a server add the bot anew."""
    backend = sim.env.backend
    backend.emit("GUILD_DELETE", {"id": str(sim.guild.id)})
    await sim.env.settle()
    payload = dict(serializers.guild_create_payload(backend, backend.get_guild(sim.guild.id)))
    payload.pop("unavailable", None)  # it tells servers that are back from new ones
    payload["system_channel_id"] = str(sim.channel.id) if system_channel else None
    payload["preferred_locale"] = LOCALES[language]
    backend.emit("GUILD_CREATE", payload)
    await sim.env.settle()


@pytest.mark.parametrize("language", ["en", "ro"])
async def test_it_offers_the_channels_to_who_manages_the_server(tmp_path, language):
    async with table(tmp_path) as sim:
        await add_bot(sim, language)
        assert sim.text.startswith(SHOWS[language])
        assert list(buttons(sim.message)) == [CHANNELS[language]]
        assert_fits([one.to_dict() for one in sim.message.components])
        assert sim.pings() == []
        warden = sim.member("warden", manage_guild=True)
        panel = await sim.press(warden, sim.message, CHANNELS[language])
        assert panel.ephemeral
        await warden.select(panel.response, [sim.channel], custom_id="setting:0:0:channels")
        assert (await sim.bot.servers.settings(sim.guild.id)).channels == (sim.channel.id,)


async def test_others_read_who_may_choose(tmp_path):
    async with table(tmp_path) as sim:
        await add_bot(sim)
        refused = await sim.press(sim.ana, sim.message, CHANNELS["en"])
        assert refused.ephemeral
        assert "Only members who may manage this server" in text_of(refused.response)


async def test_nothing_is_said_without_a_channel_for_it(tmp_path):
    async with table(tmp_path) as sim:
        await add_bot(sim, system_channel=False)
        assert sim.channel.history() == []


async def test_a_server_that_has_chosen_before_is_told_nothing(tmp_path):
    async with table(tmp_path) as sim:
        await sim.bot.servers.set(sim.guild.id, "channels", (sim.channel.id,))
        await add_bot(sim)
        assert sim.channel.history() == []


async def test_a_channel_in_which_the_bot_may_not_write_is_left_alone(tmp_path):
    async with table(tmp_path) as sim:
        sim.forbid(send_messages=True)
        await add_bot(sim)
        assert sim.channel.history() == []
        sim.env.backend.delete_overwrite(sim.channel.id, sim.env.backend.bot_user.id)
        assert not (await sim.play(sim.ana)).ephemeral


async def test_a_restart_says_it_to_nobody(tmp_path):
    async with table(tmp_path) as sim:
        sim.env.backend.get_guild(sim.guild.id).system_channel_id = sim.channel.id
        await sim.restart()
        assert sim.channel.history() == []
