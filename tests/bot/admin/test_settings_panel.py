"""`/settings`: every setting has a control, and every control changes what members meet."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import discord
import pytest
from simcord.backend import serializers

from bot.language.render import PlainRenderer, render
from bot.storage.database import Storage
from bot.table.server_settings import SETTINGS, ServerSettings, SwitchSetting, read_settings
from bot.table.store import server_settings
from bot.table.time_limits import DAY, HOUR
from discord_limits import assert_fits
from messages_read import tree_of
from simulated import buttons, components, table, text_of
from words import Words

TITLE = Words({"en": "Settings of this server", "ro": "Setările acestui server"})
EFFECT = Words(
    {
        "en": "Members may still choose a day for each turn of a game.",
        "ro": "Membrii pot alege totuși o zi pentru fiecare tură a unei partide.",
    }
)
REFUSED = Words(
    {
        "en": "Only members who may manage this server can change its settings.",
        "ro": "Doar membrii care au dreptul să gestioneze acest server îi pot schimba setările.",
    }
)
HERE = Words(
    {
        "en": "Games are not played in this channel. Play here: <#{0}>",
        "ro": "În acest canal nu se joacă. Joacă aici: <#{0}>",
    }
)
OFFERED = Words(
    {
        "en": "This game is not offered on this server. You can play: Nine Categories · Thirteen Rows",
        "ro": "Jocul acesta nu se joacă pe acest server. Poți juca: Nouă categorii · Treisprezece linii",
    }
)
TIMES = Words(
    {
        "en": (
            "Time for a turn",
            (
                *("as usual", "2 minutes", "3 minutes", "5 minutes", "10 minutes"),
                *("15 minutes", "30 minutes", "1 hour", "3 hours", "12 hours", "a day"),
            ),
        ),
        "ro": (
            "Timpul pentru o tură",
            (
                *("ca de obicei", "2 minute", "3 minute", "5 minute", "10 minute"),
                *("15 minute", "30 de minute", "1 oră", "3 ore", "12 ore", "o zi"),
            ),
        ),
    }
)
LASTS = Words(
    {
        "en": {
            "2": "2 minutes for each turn.",
            "30": "30 minutes for each turn.",
            "60": "1 hour for each turn.",
            "720": "12 hours for each turn.",
        },
        "ro": {
            "2": "2 minute pentru fiecare tură.",
            "30": "30 de minute pentru fiecare tură.",
            "60": "1 oră pentru fiecare tură.",
            "720": "12 ore pentru fiecare tură.",
        },
    }
)


CONTROLS = [
    f"{key}.{'off' if setting.default else 'on'}" if isinstance(setting, SwitchSetting) else key
    for key, setting in SETTINGS.items()
]
"""The controls of the settings where none was changed."""


def warden(sim, language="en"):
    """Return a member who manages the server."""
    return sim.member("warden", locale=language, manage_guild=True)


async def panel_of(sim, member, channel=None):
    """Open the panel from the member's own settings; it must be private."""
    answer = await member.slash(channel or sim.channel, "settings")
    assert answer.ephemeral
    await sim.press_id(member, answer.response, "setting:0:0:all")
    return answer


async def choose(sim, member, key, *values):
    """Open the panel and use the control of a setting: choose these values, or press."""
    panel, custom_id = await panel_of(sim, member), f"setting:0:0:{key}"
    if isinstance(SETTINGS[key], SwitchSetting):
        answer = await sim.press_id(member, panel.response, f"{custom_id}.*")
    else:
        answer = await member.select(panel.response, [*values], custom_id=custom_id)
    assert answer.acknowledged
    assert_fits(tree_of(panel.response))
    return panel


def settings_of(sim, guild=None):
    return read_settings(sim.bot.storage.read(server_settings.of_guild, (guild or sim.guild).id))


# The panel


@pytest.mark.parametrize("language", TITLE)
async def test_the_panel_has_a_control_for_every_setting(tmp_path, language):
    async with table(tmp_path) as sim:
        panel = await panel_of(sim, warden(sim, language))
        assert TITLE[language] in text_of(panel.response)
        assert EFFECT[language] in text_of(panel.response)
        found = [one["custom_id"] for one in components(panel.response) if "custom_id" in one]
        assert sorted(found) == ["own:0:0:own", *sorted(f"setting:0:0:{key}" for key in CONTROLS)]
        assert_fits(tree_of(panel.response))


async def test_media_channels_can_be_chosen(tmp_path):
    async with table(tmp_path) as sim:
        panel = await panel_of(sim, warden(sim))
        menus = [one for one in components(panel.response) if one["type"] == 8]
        assert menus
        assert all(16 in menu["channel_types"] for menu in menus)


async def test_a_choice_is_shown_logged_and_survives_a_restart(tmp_path, caplog):
    caplog.set_level("INFO")
    async with table(tmp_path) as sim:
        manager = warden(sim)
        panel = await choose(sim, manager, "minutes", "30")
        menus = [one for one in components(panel.response) if one["type"] == 3]
        labels = [line["label"] for menu in menus for line in menu["options"] if line["default"]]
        assert "Time for a turn: 30 minutes" in labels
        told = f"guild={sim.guild.id} deed=set by={manager.id} member=- detail=minutes=30"
        assert told in caplog.text
        await choose(sim, manager, "reminders")
        await choose(sim, manager, "games", "thirteen", "nine")
        await choose(sim, manager, "channels", sim.channel)
        await sim.restart()
        chosen = ServerSettings(
            minutes="30",
            reminders=False,
            games=("nine", "thirteen"),
            channels=(sim.channel.id,),
        )
        assert await sim.bot.servers.settings(sim.guild.id) == chosen
        await choose(sim, manager, "games")
        await choose(sim, manager, "channels")
        await choose(sim, manager, "minutes", "auto")
        await choose(sim, manager, "reminders")
        assert sim.bot.storage.read(server_settings.of_guild, sim.guild.id) == {}


# No dead switches: what each setting changes

CHANGES = {
    "language": ("ro",),
    "channels": (),
    "games": ("thirteen", "nine"),
    "minutes": ("2",),
    "reminders": (),
    "card": (),
}


def test_every_setting_is_tried():
    assert set(CHANGES) == set(SETTINGS)


@pytest.mark.parametrize("key", CHANGES)
async def test_each_setting_changes_what_members_meet(tmp_path, key):
    """Chosen while a round is open, which plays on."""
    async with table(tmp_path) as sim:
        other = sim.guild.create_text_channel("other")
        await sim.play(sim.carmen, channel=other)
        await choose(sim, warden(sim), key, *(CHANGES[key] or (other,)))
        answer = await sim.play(sim.ana, opponent=sim.bogdan)
        match key:
            case "language":
                assert "te provoacă" in sim.text
            case "channels":
                assert text_of(answer.response) == HERE["en"].format(other.id)
            case "games":
                assert text_of(answer.response) == OFFERED["en"]
            case "minutes":
                assert "2 minutes for each turn." in sim.text
            case "reminders":
                await sim.press(sim.bogdan, sim.message, "Accept")
                await sim.wait(minutes=3)
                assert sim.pings() == [str(sim.bogdan.id)], "the challenge alone"
            case "card":  # test_day_cards.py tests what is shared there
                assert settings_of(sim).card == (other.id,)
        await sim.press(sim.carmen, other.last_message, "Keep all")
        assert sim.stored(1).status == "over"


@pytest.mark.parametrize("language", TIMES)
async def test_the_time_for_a_turn_is_2_minutes_to_a_day(tmp_path, language):
    async with table(tmp_path) as sim:
        panel = await panel_of(sim, warden(sim, language))
        (menu,) = [
            one
            for one in components(panel.response)
            if one.get("custom_id") == "setting:0:0:minutes"
        ]
        name, times = TIMES[language]
        labels = [line["label"] for line in menu["options"]]
        assert labels == [f"{name}: {one}" for one in times]


@pytest.mark.parametrize("language", LASTS)
async def test_a_turn_takes_what_the_server_has_chosen_unless_a_member_chose_a_day(
    tmp_path, language
):
    """Open games keep what they began with."""
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = language
        manager, played = warden(sim), []
        for minutes, line in LASTS[language].items():
            await choose(sim, manager, "minutes", minutes)
            channel = sim.guild.create_text_channel(f"for-{minutes}")
            await sim.play(sim.ana, channel=channel, opponent=sim.bogdan)
            place = channel.threads[-1] if int(minutes) > HOUR else channel
            await sim.press_id(sim.bogdan, place.last_message, "lobby:*:join")
            assert line in text_of(place.last_message)
            played.append(int(minutes))
            stored = sim.stored(len(played))
            assert stored.deadline.at - sim.env.now() == timedelta(minutes=int(minutes))
        await sim.play(sim.ana, opponent=sim.bogdan, slow=True)
        stored = [sim.stored(number + 1).terms.minutes for number in range(len(played) + 1)]
        assert stored == [*played, DAY]


async def test_the_panel_of_a_challenge_begins_with_what_the_server_has_chosen(tmp_path):
    async with table(tmp_path) as sim:
        manager = warden(sim)
        await choose(sim, manager, "games", "six-card")
        panel = await sim.ana.context_menu(sim.channel, "Challenge to dice", sim.bogdan)
        assert [*buttons(panel.response)] == ["Six Card Poker", "A day a turn: off"]
        assert text_of(panel.response).startswith("You challenge")


# Where and what is played


@pytest.mark.parametrize("language", HERE)
async def test_a_thread_belongs_to_its_channel_and_the_panel_tells_of_a_deleted_one(
    tmp_path, language
):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = language
        manager, thread = warden(sim), sim.thread("talk")
        other = sim.guild.create_text_channel("other")
        await choose(sim, manager, "channels", sim.channel)
        refused = await sim.play(sim.ana, channel=other)
        assert text_of(refused.response) == HERE[language].format(sim.channel.id)
        assert not (await sim.play(sim.ana, channel=thread)).ephemeral
        await choose(sim, manager, "channels", other)
        sim.env.backend.delete_channel(other.id)
        await sim.env.settle()
        refused = await sim.play(sim.ana)
        assert text_of(refused.response) == HERE[language].format(other.id), "“No access” there"
        panel = await panel_of(sim, manager)
        assert "⚠️ The chosen channels do not exist any more" in text_of(panel.response)


async def test_channels_that_discord_hides_from_bots_are_named_and_stay_chosen(tmp_path):
    async with table(tmp_path) as sim:
        manager, other = warden(sim), sim.guild.create_text_channel("other")
        await choose(sim, manager, "channels", other)
        backend = sim.env.backend
        hidden = dict(serializers.channel_payload(backend, backend.get_channel(other.id)))
        hidden.update(flags=1 << 17, permission_overwrites=[])
        backend.emit("CHANNEL_UPDATE", hidden)
        await sim.env.settle()
        refused = await sim.play(sim.ana)
        assert text_of(refused.response) == HERE["en"].format(other.id)
        shown = components((await panel_of(sim, manager)).response)
        menu = next(one for one in shown if one["type"] == 8)
        assert [one["id"] for one in menu["default_values"]] == [str(other.id)]


async def test_chosen_channels_of_a_server_in_an_outage_are_not_called_deleted(tmp_path):
    async with table(tmp_path) as sim:
        manager, other = warden(sim), sim.guild.create_text_channel("other")
        await choose(sim, manager, "channels", other)
        guild = sim.bot.get_guild(sim.guild.id)
        guild._channels.clear()
        guild.unavailable = True
        panel = (await panel_of(sim, manager)).response
        assert "do not exist any more" not in text_of(panel)
        guild.unavailable = False
        panel = (await panel_of(sim, manager)).response
        assert "do not exist any more" in text_of(panel)


@pytest.mark.parametrize("language", OFFERED)
async def test_a_game_that_is_not_offered_has_no_rematch(tmp_path, language):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = language
        await sim.play(sim.ana)
        await choose(sim, warden(sim), "games", "thirteen", "nine")
        await sim.press_id(sim.ana, sim.message, "press:1:*:keep")
        refused = await sim.press_id(sim.ana, sim.message, "tool:1:*:rematch")
        assert text_of(refused.response) == OFFERED[language]


async def test_a_resting_round_is_not_taken_into_another_channel(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        await sim.wait(minutes=11)
        await sim.play(sim.bogdan)
        await choose(sim, warden(sim), "channels", sim.channel)
        other = sim.guild.create_text_channel("other")
        listed = await sim.ana.slash(other, "rounds")
        await sim.press(sim.ana, listed.response, "Continue")
        assert sim.stored(1).status == "resting"


# Who may


@pytest.mark.parametrize("language", REFUSED)
async def test_the_permission_is_checked_at_every_press(tmp_path, language):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = language
        own = (await sim.ana.slash(sim.channel, "settings")).response
        assert not [one for one in components(own) if one.get("custom_id") == "setting:0:0:all"]
        await sim.play(sim.ana)
        for key in ("all", *CONTROLS):
            sim.put_button(sim.message, f"setting:0:0:{key}")
            refused = await sim.press_id(sim.ana, sim.message, f"setting:0:0:{key}")
            assert text_of(refused.response) == REFUSED[language]
        assert settings_of(sim) == ServerSettings()


async def test_what_no_panel_offers_is_refused(tmp_path):
    async with table(tmp_path) as sim:
        manager = warden(sim)
        await sim.play(sim.ana)
        foreign = sim.env.create_guild("Elsewhere").create_text_channel("foreign")
        for key, values in (
            ("minutes", ["1"]),
            ("minutes", []),
            ("pace", ["quick"]),
            ("games", ["chess"]),
            ("channels", [str(foreign.id)]),
            ("channels", ["x"]),
            ("unknown", ["x"]),
            ("hints.off", []),
            ("threads.on", []),
            ("card", ["x"]),
            ("card.never", ["x"]),
        ):
            record = sim.send(manager, sim.message, f"setting:0:0:{key}", values)
            await sim.env.settle()
            assert record.responded
        assert settings_of(sim) == ServerSettings()


async def test_two_servers_know_nothing_of_each_other(tmp_path):
    async with table(tmp_path) as sim:
        elsewhere = sim.env.create_guild("Elsewhere")
        channel = elsewhere.create_text_channel("games")
        role = elsewhere.create_role("boss", permissions=discord.Permissions(manage_guild=True))
        boss = elsewhere.add_member(sim.env.create_user("boss"), roles=[role])
        await choose(sim, warden(sim), "language", "ro")
        panel = await panel_of(sim, boss, channel)
        await boss.select(panel.response, ["nine"], custom_id="setting:0:0:games")
        assert settings_of(sim) == ServerSettings(language="ro")
        assert settings_of(sim, elsewhere) == ServerSettings(games=("nine",))
        await boss.slash(channel, "play", game="nine")
        assert "Nine Categories" in text_of(channel.last_message)


# Several processes


async def test_what_another_process_has_chosen_is_known_within_a_minute(tmp_path):
    async with table(tmp_path) as sim:
        assert (await sim.bot.servers.settings(sim.guild.id)).minutes == "auto"
        other = Storage.open(sim.url)
        other.write(server_settings.set_of_guild, sim.guild.id, "minutes", "2")
        other.close()
        await sim.wait(minutes=1)
        await sim.play(sim.ana, opponent=sim.bogdan)
        assert sim.stored().terms.minutes == 2


async def test_presses_read_no_settings(tmp_path, monkeypatch):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)

        def fail(*_):
            raise AssertionError

        monkeypatch.setattr(server_settings, "of_guild", fail)
        await sim.mark(sim.ana, sim.message, 1)
        await sim.press(sim.ana, sim.message, "Reroll 1 die")
        assert sim.stored().status == "over"


def test_every_setting_stands_in_the_page_for_managers():
    page = (Path(__file__).parents[3] / "docs" / "moderating.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| ")]
    named = {name.strip() for row in rows for name in row.split(",")}
    settings = {render(one.about, "en", PlainRenderer()) for one in SETTINGS.values()}
    assert settings <= named
