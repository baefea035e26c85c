"""The page of /daily: *Play*, the day, the week and days in a row, of the members of one server."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest

from bot.language.languages import LANGUAGES
from bot.table.store import member_settings
from daily_days import best, open_daily, play_on, press, stored, worst
from elsewhere import elsewhere
from simulated import LOCALES, buttons, last_message, table, text_of
from words import Words, in_each_language

pytestmark = pytest.mark.slow

FRIDAY = date(2026, 1, 2)
TUESDAY, WEDNESDAY = date(2026, 1, 6), date(2026, 1, 7)


async def standings(sim, member, channel=None):
    answer = await member.slash(channel or sim.channel, "daily")
    assert answer.acknowledged
    assert answer.ephemeral
    return text_of(last_message(answer))


FIRST = Words({"en": "you are the first here", "ro": "primul rezultat de aici"})
SECOND = Words({"en": "place 2 of 2 here", "ro": "locul 2 din 2 aici"})
STREAK = re.compile("· 🔥 ([12]) (day|days|zi|zile)\\b")
BUTTON = Words({"en": "Standings", "ro": "Clasament"})
RANKED = Words(
    {"en": "Where points tie, accuracy ranks.", "ro": "La puncte egale contează precizia."}
)


@in_each_language
async def test_the_end_of_a_private_round_leads_to_them_on_a_server(tmp_path, language):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        await sim.restart(away=timedelta(hours=36))
        message = await open_daily(sim, sim.ana)
        assert BUTTON[language] not in buttons(message)
        await play_on(sim, sim.ana, message, FRIDAY, best)
        await play_on(sim, sim.bogdan, await open_daily(sim, sim.bogdan), FRIDAY, worst)
        end = text_of(sim.reread(message))
        answer = await sim.press(sim.ana, message, BUTTON[language])
        shown = text_of(sim.reread_private(answer))
        assert sim.reread_private(answer).flags.ephemeral
        assert RANKED[language] in shown
        assert str(sim.bogdan.id) in shown
        assert text_of(sim.reread(message)) == end, "the end stays"


async def test_the_end_of_a_private_round_in_direct_messages_leads_to_no_standings(tmp_path):
    async with table(tmp_path) as sim:
        await sim.restart(away=timedelta(hours=36))
        with elsewhere(sim, "bot"):
            message = await open_daily(sim, sim.ana)
            await play_on(sim, sim.ana, message, FRIDAY, best)
            assert "Share here" in buttons(sim.reread(message))
            assert "Standings" not in buttons(sim.reread(message))


async def test_the_day_the_week_and_a_streak(tmp_path):
    async with table(tmp_path) as sim:
        await sim.restart(away=timedelta(days=5, hours=12))
        nobody = Words(
            {"en": "Nobody here has finished it yet.", "ro": "Nimeni de aici n-a terminat"}
        )
        for language in LANGUAGES:
            sim.locales[sim.ana.id] = LOCALES[language]
            assert nobody[language] in await standings(sim, sim.ana)
        for day, away in ((TUESDAY, 24), (WEDNESDAY, 0)):
            for member, choose in ((sim.ana, best), (sim.bogdan, worst)):
                message = await open_daily(sim, member)
                await play_on(sim, member, message, day, choose)
                end = text_of(sim.reread(message))
                place = FIRST if member is sim.ana else SECOND
                assert place["ro" if member is sim.ana else "en"] in end
                assert STREAK.search(end)[1] == ("2" if day == WEDNESDAY else "1")
            if away:
                await sim.restart(away=timedelta(hours=away))
        await open_daily(sim, sim.carmen)
        told = Words(
            {
                "en": "{} points · accuracy 100%",
                "ro": "{} de puncte · precizie 100\N{NO-BREAK SPACE}%",
            }
        )
        still = Words({"en": "1 member is still playing.", "ro": "1 membru încă joacă."})
        week = Words({"en": ("6 points", "4 points"), "ro": ("6 puncte", "4 puncte")})
        row = Words({"en": "2 days", "ro": "2 zile"})
        for language in LANGUAGES:
            sim.locales[sim.carmen.id] = LOCALES[language]
            text = await standings(sim, sim.carmen)
            made = int(stored(sim, sim.ana, WEDNESDAY).total)
            first = text.index(f"👑 <@{sim.ana.id}> · {told[language].format(made)}")
            second = text.index(f"2\\. <@{sim.bogdan.id}>")
            assert first < second
            assert not re.search("lost|pierdut", text)
            assert still[language] in text
            assert f"👑 <@{sim.ana.id}> · {week[language][0]}" in text
            assert f"2\\. <@{sim.bogdan.id}> · {week[language][1]}" in text
            assert f"🔥 <@{sim.bogdan.id}>: {row[language]}" in text
        assert sim.pings() == []


async def test_only_the_members_of_this_server_are_ranked(tmp_path):
    async with table(tmp_path) as sim:
        await sim.restart(away=timedelta(hours=36))
        elsewhere = sim.env.create_guild("Elsewhere")
        channel = elsewhere.create_text_channel("games")
        other = elsewhere.add_member(sim.env.create_user("dan"))
        sim.locales[other.id] = "en-US"
        message = await open_daily(sim, other, channel)
        await play_on(sim, other, message, FRIDAY, best)
        assert f"<@{other.id}>" in await standings(sim, other, channel)
        assert f"<@{other.id}>" not in await standings(sim, sim.ana)


async def test_a_card_that_was_begun_elsewhere_counts_where_it_is_first_shared(tmp_path):
    async with table(tmp_path) as sim:
        await sim.restart(away=timedelta(hours=36))
        dora = sim.env.create_user("dora")
        page = await dora.slash("daily")
        shown = last_message(page)
        answer = await press(sim, dora, shown, r"today:day-\d+:0")
        message = last_message(answer)
        await play_on(sim, dora, message, FRIDAY, best)
        assert stored(sim, dora, FRIDAY).entry.guild is None
        member = sim.guild.add_member(dora)
        assert f"<@{dora.id}>" not in await standings(sim, member)
        again = await open_daily(sim, member)
        await press(sim, member, again, r"share:(day|set)-\d+:0")
        assert f"👑 <@{dora.id}>" in await standings(sim, member)


async def test_who_hides_stands_there_for_themselves_alone(tmp_path):
    """Neither places nor counts of others tell of them."""
    async with table(tmp_path) as sim:
        await sim.restart(away=timedelta(hours=36))
        for member, choose in ((sim.ana, best), (sim.bogdan, worst)):
            await play_on(sim, member, await open_daily(sim, member), FRIDAY, choose)
        await sim.bot.stored.write(member_settings.set_hidden, sim.ana.id, on=True)
        text = await standings(sim, sim.bogdan)
        assert str(sim.ana.id) not in text
        assert f"👑 <@{sim.bogdan.id}>" in text
        assert f"2\\. <@{sim.bogdan.id}>" in await standings(sim, sim.ana)
