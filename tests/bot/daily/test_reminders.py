"""The reminders of the day that are due."""

from __future__ import annotations

from bot.daily import reminders
from bot.daily.store import reminders as reminder_store
from simulated import table


async def test_servers_without_reminders_keep_no_other_waiting(tmp_path, monkeypatch):
    monkeypatch.setattr(reminders, "AT_ONCE", 1)
    async with table(tmp_path) as sim:
        silent, due = sim.guild.id + 1, sim.env.now()
        await sim.bot.servers.set(silent, "reminders", False)
        for member, guild in ((sim.ana, silent), (sim.bogdan, sim.guild.id)):
            write, place = sim.bot.stored.write, (guild, sim.channel.id)
            await write(reminder_store.set_reminded, member.id, on=True)
            await write(reminder_store.store_reminder, member.id, place, "en", due)
            await sim.bot.daily_reminders.send_due()
        assert sim.pings() == [str(sim.bogdan.id)]
