"""Who hosts the bot: the owner of the application, or those of its team who may change it."""

from __future__ import annotations

from owners import Owners
from simulated import table


async def test_the_owner_hosts_the_bot(tmp_path, monkeypatch):
    async with table(tmp_path) as sim:
        owners = Owners(sim, monkeypatch)
        await sim.restart()
        assert sim.bot.drawings.hosts == {owners.member.id}


async def test_a_team_does_without_those_who_only_read_or_were_only_invited(tmp_path, monkeypatch):
    async with table(tmp_path) as sim:
        owners = Owners(sim, monkeypatch)
        admin, developer, reader, invited = map(sim.member, ("one", "two", "three", "four"))
        owners.team(
            (admin, 2, "admin"),
            (developer, 2, "developer"),
            (reader, 2, "read_only"),
            (invited, 1, "admin"),
        )
        await sim.restart()
        assert sim.bot.drawings.hosts == {owners.member.id, admin.id, developer.id}
