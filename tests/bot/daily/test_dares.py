"""Whom dares ping: who is dared, a few times; the owner of a card, where reminders are wanted."""

from __future__ import annotations

import pytest

from bot.play import quotas
from daily_days import play_on
from dares_played import dare_of, first_row, join, offered, seeded_table
from simulated import text_of


async def test_who_is_dared_again_and_again_is_named_without_a_ping(tmp_path, monkeypatch):
    monkeypatch.setattr(quotas, "PINGS", 1)
    async with seeded_table(tmp_path) as sim:
        for named in (f"<@{sim.bogdan.id}>", "bogdan"):
            card = await offered(sim, sim.ana, invited=sim.bogdan)
            assert f"{named}, ana dares you: " in text_of(card)
            assert sim.pings() == [str(sim.bogdan.id)]


@pytest.mark.parametrize("wanted", [True, False])
async def test_the_owner_of_a_card_is_pinged_where_the_server_wants_reminders(tmp_path, wanted):
    """Elsewhere the card alone names who has played."""
    async with seeded_table(tmp_path) as sim:
        await sim.bot.servers.set(sim.guild.id, "reminders", wanted)
        card = await offered(sim, sim.ana)
        message = await join(sim, sim.bogdan, card)
        await play_on(sim, sim.bogdan, message, dare_of(sim).key, first_row)
        await sim.wait(seconds=30)
        assert sim.pings() == [str(sim.ana.id)] * wanted
        assert f"<@{sim.bogdan.id}> · " in text_of(sim.reread(card))
