"""The card of a day in a channel: *Share here* joins it; an hour later the next one posts it anew."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from bot.daily.private_round_pages import SQUARES
from bot.daily.store import day_cards as day_card_store
from bot.table.store import member_settings, server_settings
from daily_days import best, finish, open_daily, share, stored, worst
from discord_limits import assert_fits
from messages_read import tree_of
from simulated import buttons, last_message, speak, table, text_of
from words import Words, in_each_language

pytestmark = pytest.mark.slow

THURSDAY, FRIDAY = date(2026, 1, 1), date(2026, 1, 2)
PLAY = Words({"en": "Play today’s", "ro": "Joacă provocarea de azi"})
JOINED = Words({"en": "You are on the card of the day:", "ro": "Ești pe afișul zilei:"})
MOVED = Words({"en": "The card of the day is here now:", "ro": "Afișul zilei e acum aici:"})
ACCURACY = Words({"en": "ccuracy", "ro": "recizie"})


def private(answer):
    return text_of(last_message(answer))


@in_each_language
async def test_whoever_shares_joins_the_card_of_the_channel_the_best_first(tmp_path, language):
    async with table(tmp_path) as sim:
        speak(sim, language)
        low = finish(sim, sim.ana, THURSDAY, worst)
        high = finish(sim, sim.bogdan, THURSDAY, best)
        await share(sim, sim.ana)
        (card,) = sim.channel.history()
        assert f"ana · {low.total}" in text_of(card)
        await sim.restart(away=timedelta(minutes=20))
        told = private(await share(sim, sim.bogdan))
        assert told.startswith(JOINED[language])
        assert str(card.id) in told
        assert len(sim.channel.history()) == 1
        text = text_of(sim.reread(card))
        first, second = (
            f"**{number}.** <@{member.id}> · {private_round.total}"
            for number, member, private_round in ((1, sim.bogdan, high), (2, sim.ana, low))
        )
        assert text.index(first) < text.index(second)
        assert SQUARES["best"] * 13 in text
        assert SQUARES["blunder"] in text
        assert ACCURACY[language] not in text, "it is told in private alone"
        assert_fits(tree_of(card))
        assert [*buttons(sim.reread(card))] == [PLAY[language]]
        answer = await sim.press(sim.carmen, sim.reread(card), PLAY[language])
        assert answer.ephemeral
        assert stored(sim, sim.carmen, THURSDAY).status == "private"
        assert sim.pings() == []


async def test_a_shared_place_is_written_once(tmp_path):
    async with table(tmp_path) as sim:
        for member in (sim.ana, sim.bogdan):
            finish(sim, member, THURSDAY, best)
        finish(sim, sim.carmen, THURSDAY, worst)
        for member in (sim.carmen, sim.ana, sim.bogdan):
            await share(sim, member)
        text = text_of(sim.message)
        assert text.count("**1–2.**") == 1
        assert f"\n<@{sim.bogdan.id}> · " in text
        assert f"**3.** <@{sim.carmen.id}>" in text


@in_each_language
async def test_after_an_hour_it_is_posted_again_and_the_old_one_shrinks(tmp_path, language):
    async with table(tmp_path) as sim:
        speak(sim, language)
        for member, choose in ((sim.ana, worst), (sim.bogdan, best), (sim.carmen, worst)):
            finish(sim, member, THURSDAY, choose)
        await share(sim, sim.ana)
        old = sim.message
        await sim.restart(away=timedelta(minutes=59))
        await share(sim, sim.bogdan)
        assert len(sim.channel.history()) == 1
        await sim.wait(minutes=2)
        await share(sim, sim.carmen)
        await sim.wait(seconds=30)
        assert len(sim.channel.history()) == 2
        new, old = sim.message, sim.reread(old)
        assert all(name in text_of(new) for name in ("ana", "bogdan", "carmen"))
        assert text_of(old).startswith(MOVED[language])
        assert str(new.id) in text_of(old)
        assert not buttons(old)
        assert len(text_of(old).splitlines()) == 1


async def test_twelve_members_at_one_card_and_fifty_presses_at_once(tmp_path):
    """One message, everybody once on it; each press is answered."""
    async with table(tmp_path) as sim:
        members = [sim.member(f"m{number}") for number in range(12)]
        pages = []
        for number, member in enumerate(members):
            finish(sim, member, THURSDAY, best if number % 2 else worst)
            pages.append(await open_daily(sim, member))
        control = f"share:day-{THURSDAY.toordinal()}:0"
        await sim.play(sim.ana, "nine")
        presses = [(members[number % 12], sim.message, control) for number in range(50)]
        before = len(sim.channel.history())
        records = await sim.send_all(presses)
        assert len(records) == 50
        assert len(sim.channel.history()) == before + 1
        await sim.wait(seconds=30)
        text = text_of(sim.message)
        assert all(text.count(f"<@{member.id}>") == 1 for member in members)
        edits = [one for one in sim.requests("PATCH") if f"/messages/{sim.message.id}" in one.path]
        assert len(edits) <= 3, "those that wait find their change drawn already"
        assert sim.pings() == []


async def test_a_deleted_card_is_posted_by_the_next_one(tmp_path):
    async with table(tmp_path) as sim:
        for member in (sim.ana, sim.bogdan, sim.carmen):
            finish(sim, member, THURSDAY, best)
        await share(sim, sim.ana)
        sim.delete(sim.message)
        await share(sim, sim.bogdan)
        (card,) = sim.channel.history()
        assert "ana" in text_of(card)
        sim.delete(sim.message)
        await share(sim, sim.bogdan)
        assert sim.channel.history() == [], "nothing has changed for them, and nothing is known"
        await share(sim, sim.carmen)
        assert len(sim.channel.history()) == 1


async def test_what_a_killed_process_left_is_posted_or_drawn_by_the_next(tmp_path):
    async with table(tmp_path) as sim:
        for member in (sim.ana, sim.bogdan):
            finish(sim, member, THURSDAY, best)
        storage = sim.bot.stored
        private_round = stored(sim, sim.ana, THURSDAY)
        new = day_card_store.DayCard(sim.channel.id, THURSDAY, sim.guild.id, "en")
        await storage.write(day_card_store.add_round, new, private_round.round.id, sim.env.now())
        await sim.restart()
        await share(sim, sim.bogdan)
        assert sim.channel.history() == [], "another process may be sending it"
        await sim.restart(away=timedelta(minutes=1))
        await share(sim, sim.bogdan)
        (card,) = sim.channel.history()
        assert "ana" in text_of(card)
        finish(sim, sim.carmen, THURSDAY, worst)
        private_round = stored(sim, sim.carmen, THURSDAY)
        storage = sim.bot.stored
        await storage.write(day_card_store.add_round, new, private_round.round.id, sim.env.now())
        await sim.restart()
        await sim.wait(seconds=30)
        assert f"<@{sim.carmen.id}>" in text_of(sim.reread(card))


async def test_who_erases_themselves_leaves_the_cards_that_name_them(tmp_path):
    async with table(tmp_path) as sim:
        finish(sim, sim.ana, THURSDAY, best)
        finish(sim, sim.bogdan, THURSDAY, worst)
        for member in (sim.ana, sim.bogdan):
            await share(sim, member)
        first = sim.message
        await sim.restart(away=timedelta(days=1))
        finish(sim, sim.bogdan, FRIDAY, worst)
        await share(sim, sim.bogdan)
        second = sim.message
        assert "👑 Yesterday: ana" in text_of(second)
        await sim.erase(sim.ana)
        await sim.wait(seconds=30)
        for card in map(sim.reread, (first, second)):
            assert str(sim.ana.id) not in text_of(card)
            assert "ana" not in text_of(card)
            assert f"<@{sim.bogdan.id}>" in text_of(card)
        assert "no one else played" in text_of(sim.reread(second))


HERE = Words({"en": "The card of the day stands in <#{}>.", "ro": "Afișul zilei e în <#{}>."})


@in_each_language
async def test_the_server_names_the_channel_in_which_it_may_stand(tmp_path, language):
    async with table(tmp_path) as sim:
        speak(sim, language)
        chosen = sim.guild.create_text_channel("daily")
        sim.bot.storage.write(server_settings.set_of_guild, sim.guild.id, "card", str(chosen.id))
        finish(sim, sim.ana, THURSDAY, best)
        assert private(await share(sim, sim.ana)) == HERE[language].format(chosen.id)
        assert sim.channel.history() == []
        await share(sim, sim.ana, chosen)
        assert len(chosen.history()) == 1


async def test_each_channel_has_its_own_card(tmp_path):
    async with table(tmp_path) as sim:
        other = sim.guild.create_text_channel("other")
        for member in (sim.ana, sim.bogdan):
            finish(sim, member, THURSDAY, best)
        await share(sim, sim.ana)
        await share(sim, sim.bogdan, other)
        assert "bogdan" not in text_of(sim.message)
        assert "ana" not in text_of(other.last_message)


async def test_where_the_bot_cannot_edit_who_joins_posts_the_card_again(tmp_path):
    async with table(tmp_path) as sim:
        for member in (sim.ana, sim.bogdan):
            finish(sim, member, THURSDAY, best)
        await share(sim, sim.ana)
        sim.forbid(view_channel=True)
        await share(sim, sim.bogdan)
        first, second = sim.channel.history()
        assert "bogdan" not in text_of(first)
        assert all(name in text_of(second) for name in ("ana", "bogdan"))
        await share(sim, sim.bogdan)
        assert len(sim.channel.history()) == 2, "once each"


YESTERDAY = Words(
    {
        "en": ("👑 Yesterday: {}, {}, of 2 who played", "🔥 this channel: 2 days"),
        "ro": ("👑 Ieri: {}, {}, dintre 2 jucători", "🔥 acest canal: 2 zile"),
    }
)


@in_each_language
async def test_it_begins_with_who_has_won_the_day_before(tmp_path, language):
    """Who keeps their statistics private is not named, and not counted."""
    async with table(tmp_path) as sim:
        speak(sim, language)
        high = finish(sim, sim.ana, THURSDAY, best)
        finish(sim, sim.bogdan, THURSDAY, worst)
        finish(sim, sim.carmen, THURSDAY, best)
        await sim.bot.stored.write(member_settings.set_hidden, sim.carmen.id, on=True)
        await share(sim, sim.bogdan)
        assert "👑" not in text_of(sim.message)
        await sim.restart(away=timedelta(days=1))
        finish(sim, sim.bogdan, FRIDAY, worst)
        await share(sim, sim.bogdan)
        won, row = YESTERDAY[language]
        await sim.wait(seconds=30)
        told = text_of(sim.message).splitlines()[1]
        assert told.endswith(row)
        named = (won.format(name, high.total) for name in ("…", "ana", f"<@{sim.ana.id}>"))
        assert told.removesuffix(f" · {row}") in named
