"""An opponent who would never see the game is refused in private, before anything is posted."""

from __future__ import annotations

import pytest
from simcord import interactions

from elsewhere import elsewhere
from simulated import table, text_of
from words import Words

NO_MEMBER = Words(
    {
        "en": "<@{0}> is not a member of this server, so they cannot play here.",
        "ro": "<@{0}> nu e pe acest server, așa că nu poate juca aici.",
    }
)
NOT_SEEN = Words(
    {
        "en": "<@{0}> cannot see this channel. Challenge them in one that you both see.",
        "ro": "<@{0}> nu vede acest canal. Trimite provocarea dintr-un canal comun.",
    }
)


async def by_command(sim):
    return await sim.ana.slash(sim.channel, "play", game="dice-poker", opponent=sim.bogdan)


async def by_panel(sim):
    return await sim.ana.slash(sim.channel, "play", opponent=sim.bogdan)


async def by_the_menu_of_a_member(sim):
    return await sim.ana.context_menu(sim.channel, "Challenge to dice", sim.bogdan)


async def by_choosing_a_member(sim):
    page = await sim.first_page(sim.ana)
    await sim.press_id(sim.ana, page, "challenge:0:0")
    menu = sim.reread(page)
    return await sim.ana.select(menu, [sim.bogdan], custom_id="challenge:0:0")


WAYS = (by_command, by_panel, by_the_menu_of_a_member, by_choosing_a_member)


@pytest.mark.parametrize("language", NOT_SEEN)
@pytest.mark.parametrize("challenge", WAYS)
async def test_who_cannot_see_the_channel_is_not_challenged(tmp_path, challenge, language):
    async with table(tmp_path, reminders=False) as sim:
        sim.locales[sim.ana.id] = language
        sim.forbid(sim.bogdan.id, view_channel=True)
        answer = await challenge(sim)
        told = sim.reread_private(answer)
        assert answer.ephemeral or told.ephemeral
        assert NOT_SEEN[language].format(sim.bogdan.id) in text_of(told)
        assert sim.channel.history() == []
        assert sim.pings() == []


async def test_in_a_thread_the_channel_that_holds_it_counts(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        thread = sim.thread("talk")
        sim.forbid(sim.bogdan.id, view_channel=True)
        answer = await sim.ana.slash(thread, "play", game="dice-poker", opponent=sim.bogdan)
        assert answer.ephemeral
        sim.forbid(sim.bogdan.id)
        answer = await sim.ana.slash(thread, "play", game="dice-poker", opponent=sim.bogdan)
        assert not answer.ephemeral


@pytest.mark.parametrize("language", NO_MEMBER)
async def test_who_is_no_member_of_the_server_is_not_challenged(tmp_path, language, monkeypatch):
    async with table(tmp_path, reminders=False) as sim:
        sim.locales[sim.ana.id] = language
        without_members(monkeypatch)
        answer = await by_command(sim)
        assert answer.ephemeral
        assert text_of(answer.response) == NO_MEMBER[language].format(sim.bogdan.id)


def without_members(monkeypatch, **member):
    """Let Discord name users without their membership, or with this part of it alone."""
    before = interactions.base_payload

    def payload_of(*args, **kwargs):
        record, payload = before(*args, **kwargs)
        resolved = payload["data"].get("resolved", {})
        for key in [*resolved.get("members", {})]:
            if member:
                resolved["members"][key] = member
            else:
                del resolved["members"][key]
        return record, payload

    monkeypatch.setattr(interactions, "base_payload", payload_of)


async def test_where_permissions_are_not_told_nobody_is_refused(tmp_path, monkeypatch):
    async with table(tmp_path, reminders=False) as sim:
        without_members(monkeypatch, nick=None)
        assert not (await by_command(sim)).ephemeral


async def test_where_the_bot_is_a_guest_nobody_is_refused(tmp_path, monkeypatch):
    async with table(tmp_path, reminders=False) as sim:
        with elsewhere(sim, "server"):
            without_members(monkeypatch)
            assert not (await by_command(sim)).ephemeral
