"""`/settings`: what members choose for themselves, as they use it."""

from __future__ import annotations

import json
from contextlib import closing

import pytest

from bot.config import Config
from bot.storage.database import Storage
from bot.table.server_settings import SETTINGS
from bot.table.store import member_settings
from bot.table.store.member_settings import is_hidden
from discord_limits import assert_all_fit
from elsewhere import elsewhere
from simulated import LOCALES, buttons, components, table, text_of
from whole_rounds import between_two
from words import Words, in_each_language

PAGE = Words(
    {
        "en": (
            "Your settings",
            [
                "Reminders",
                "Daily reminder",
                "Positions on dice",
                "Hide my statistics",
            ],
        ),
        "ro": (
            "Setările tale",
            [
                "Notificări",
                "Notificare zilnică",
                "Poziții pe zaruri",
                "Ascunde statisticile mele",
            ],
        ),
    }
)
WAYS = Words({"en": ["Privacy", "This server"], "ro": ["Confidențialitate", "Serverul acesta"]})
TURN_OFF = Words({"en": "Turn off", "ro": "Oprește"})
STATES = Words({"en": ("off", "on"), "ro": ("nu", "da")})
DEFAULTS = {
    "reminders": True,
    "daily": False,
    "positions": False,
    "hidden": False,
}


def states(page):
    """Return whether each switch is on, by its key."""
    return {
        one["custom_id"].rpartition(":")[2].partition(".")[0]: one["label"] in TURN_OFF.values()
        for one in components(page)
        if one["type"] == 2 and one["custom_id"].startswith("own:")
    }


def menu_of(page):
    """Return the chosen line of the menu of languages."""
    (menu,) = [one for one in components(page) if one["type"] == 3]
    (chosen,) = [one["value"] for one in menu["options"] if one.get("default")]
    return chosen


async def opened(sim, member):
    answer = await member.slash(sim.channel, "settings")
    assert answer.ephemeral
    return answer.response


@in_each_language
async def test_everybody_has_a_page_and_managers_a_way_to_the_servers(tmp_path, language):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        title, names = PAGE[language]
        page = await opened(sim, sim.ana)
        assert text_of(page).splitlines()[0] == f"### {title}"
        lines = [line for line in text_of(page).splitlines() if line.startswith("**")]
        told = zip(names, DEFAULTS.values(), strict=True)
        assert lines == [f"**{name}: {STATES[language][on]}**" for name, on in told]
        assert states(page) == DEFAULTS
        assert [one for one in buttons(page) if one in WAYS[language]] == WAYS[language][:1]
        assert_all_fit(sim.env.http_requests)
        boss = sim.member("boss", LOCALES[language], manage_guild=True)
        page = await opened(sim, boss)
        await sim.press(boss, page, WAYS[language][1])
        ids = {one.get("custom_id", "") for one in components(sim.reread(page))}
        assert {f"setting:0:0:{key}" for key in SETTINGS} <= {one.partition(".")[0] for one in ids}
        await sim.press(boss, page, title)
        assert text_of(sim.reread(page)).splitlines()[0] == f"### {title}"


async def test_each_switch_is_turned_on_and_off_and_kept(tmp_path):
    async with table(tmp_path) as sim:
        page = await opened(sim, sim.ana)
        for key in DEFAULTS:
            before = states(sim.reread(page))[key]
            await sim.press_id(sim.ana, page, f"own:0:0:{key}.*")
            assert states(sim.reread(page))[key] is not before
        await sim.restart()
        assert states(await opened(sim, sim.ana)) == {key: not on for key, on in DEFAULTS.items()}
        assert states(await opened(sim, sim.bogdan))["reminders"], "others keep theirs"
        assert sim.bot.storage.read(is_hidden, sim.ana.id)
        for key in DEFAULTS:
            await sim.press_id(sim.ana, page, f"own:0:0:{key}.*")
        assert states(sim.reread(page)) == DEFAULTS


async def test_an_old_page_turns_no_switch_back(tmp_path):
    """The button promises a state; a second press, or one on another page, leaves it so."""
    async with table(tmp_path) as sim:
        first, second = await opened(sim, sim.ana), await opened(sim, sim.ana)
        for page in (first, second):
            assert not states(sim.reread(page))["hidden"]
            await sim.press_id(sim.ana, page, "own:0:0:hidden.on")
            assert states(sim.reread(page))["hidden"]


GONE = Words({"en": "This button is no longer in use.", "ro": "Butonul acesta nu mai e folosit."})


@in_each_language
async def test_a_switch_of_an_older_page_that_is_gone_changes_nothing(tmp_path, language):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        page = await opened(sim, sim.ana)
        for control in ("coach.on", "hints.off", "companion.off", "still.on"):
            sim.put_button(page, f"own:0:0:{control}")
            answer = await sim.press_id(sim.ana, page, f"own:0:0:{control}")
            assert text_of(answer.response) == GONE[language], control
        assert states(await opened(sim, sim.ana)) == DEFAULTS


async def test_it_works_in_direct_messages_without_the_server(tmp_path):
    async with table(tmp_path) as sim:
        boss = sim.member("boss", manage_guild=True).user
        page = (await boss.slash("settings")).response
        assert "This server" not in buttons(page)
        await sim.press_id(boss, page, "own:0:0:hidden.*")
        assert states(sim.reread(page))["hidden"]


async def test_a_server_without_the_bot_has_no_settings(tmp_path):
    async with table(tmp_path) as sim:
        boss = sim.member("boss", manage_guild=True)
        with elsewhere(sim, "server"):
            page = await opened(sim, boss)
            assert "This server" not in buttons(page)
            sim.put_button(page, "setting:0:0:all")
            refused = await sim.press_id(boss, page, "setting:0:0:all")
            assert "Only members who may manage this server" in text_of(refused.response)


# Reminders


@pytest.mark.slow
async def test_a_member_who_wants_no_reminders_gets_none(tmp_path):
    async with table(tmp_path) as sim:
        await sim.own_settings(sim.bogdan, "reminders")
        await between_two(sim)
        first = sim.stored().play.awaits.seats[0]
        waits = sim.stored().players[first.index].user
        silent, other = (sim.bogdan, sim.ana)
        since = len(sim.env.http_requests)
        await sim.wait(minutes=2)
        assert sim.pings(since) == ([] if waits == silent.id else [str(other.id)])
        member = silent if waits == silent.id else other
        since = len(sim.env.http_requests)
        await sim.press_id(member, sim.reread(sim.channel.history()[0]), "press:*:keep")
        await sim.wait(minutes=2)
        assert sim.pings(since) == ([str(other.id)] if waits == silent.id else [])


async def test_those_who_want_reminders_are_pinged_alone_in_a_common_turn(tmp_path):
    async with table(tmp_path) as sim:
        await sim.own_settings(sim.bogdan, "reminders")
        await between_two(sim, "six-card")
        since = len(sim.env.http_requests)
        await sim.wait(minutes=2)
        assert sim.pings(since) == [str(sim.ana.id)]
        assert str(sim.bogdan.id) not in sim.text, "the reminder does not name them"


# Language


async def choose(sim, member, page, language):
    answer = await member.select(sim.reread(page), [language], custom_id="own:0:0:language")
    assert answer.acknowledged


async def test_the_own_language_is_that_of_private_answers_and_of_rounds(tmp_path):
    async with table(tmp_path) as sim:
        page = await opened(sim, sim.ana)
        assert menu_of(page) == "auto"
        await choose(sim, sim.ana, page, "ro")
        assert menu_of(sim.reread(page)) == "ro"
        assert text_of(sim.reread(page)).startswith("### Setările tale")
        await sim.restart()
        assert "### Joacă solo" in text_of(await sim.first_page(sim.ana))
        assert "### Play alone" in text_of(await sim.first_page(sim.bogdan))
        await sim.play(sim.ana)
        assert sim.stored().language == "ro"
        await choose(sim, sim.ana, page, "auto")
        assert text_of(sim.reread(page)).startswith("### Your settings")


async def test_a_language_that_is_not_known_is_refused(tmp_path):
    async with table(tmp_path) as sim:
        page = await opened(sim, sim.ana)
        record = sim.send(sim.ana, page, "own:0:0:language", ["xx"])
        await sim.env.settle()
        assert sim.answer_to(record).ephemeral
        assert menu_of(sim.reread(page)) == "auto"
        sim.put_button(page, "own:0:0:nothing")
        assert (await sim.press_id(sim.ana, page, "own:0:0:nothing")).ephemeral


async def test_a_language_chosen_in_another_process_is_known_within_a_minute(tmp_path):
    async with table(tmp_path) as sim:
        assert "choices" not in sim.bot.ticks.loops, "it is alone"
        sim.settings = Config(shards=1, shard_ids="0")
        await sim.restart()
        reading = sim.bot.ticks.loops["choices"]
        assert reading.seconds <= 60
        with closing(Storage.open(sim.url)) as other:
            other.write(member_settings.choose, sim.ana.id, "language", "ro")
        reading.restart()
        await sim.env.settle()
        assert "### Joacă solo" in text_of(await sim.first_page(sim.ana))


# Privacy


async def test_what_was_chosen_is_exported_and_erased(tmp_path):
    async with table(tmp_path) as sim:
        await sim.own_settings(sim.ana, "reminders")
        await sim.own_settings(sim.bogdan, "reminders")
        page = await opened(sim, sim.ana)
        await choose(sim, sim.ana, page, "ro")
        page = await sim.privacy(sim.ana)
        answer = await sim.press(sim.ana, page, "Exportă")
        (file,) = sim.reread_private(answer).attachments
        assert json.loads(await file.read())["settings"] == [
            {"key": "language", "value": "ro"},
            {"key": "reminders", "value": "off"},
        ]
        await sim.press_id(sim.ana, page, "privacy:0:0:erase")
        await sim.press_id(sim.ana, page, "privacy:0:0:erase-now")
        page = await opened(sim, sim.ana)
        assert text_of(page).startswith("### Your settings")
        assert (menu_of(page), states(page)["reminders"]) == ("auto", True)
        assert not states(await opened(sim, sim.bogdan))["reminders"]


@in_each_language
async def test_privacy_is_one_press_away_and_leads_back(tmp_path, language):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        page = await sim.privacy(sim.ana)
        assert len(buttons(page)) == 3
        await sim.press_id(sim.ana, page, "own:0:0:own")
        assert text_of(sim.reread(page)).startswith(f"### {PAGE[language][0]}")
