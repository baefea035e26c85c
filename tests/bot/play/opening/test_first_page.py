"""The first page of `/play`: games begun by a press, and the ways to all else."""

from __future__ import annotations

import pytest

from bot.language.languages import LANGUAGES
from bot.play.opening.first_page import MOST_LISTED
from daily_days import open_daily
from discord_limits import assert_all_fit
from elsewhere import elsewhere
from extra_games_shown import extra_games_shown
from rules import registry
from simulated import LOCALES, buttons, components, dice_of, table, text_of
from words import Words

FIRST = Words(
    {
        "en": [
            "*Play* starts a game at once. With friends, any game: *Open a table*.",
            "### Play alone",
            "-# **Yams** · Like Yahtzee, with a bonus and jokers",
            "-# **Nine Categories** · A short sheet, dice from 9 to A",
            "-# **Thirteen Rows** · Like Yams, without the bonus",
            "### Play against the computer",
            "-# **Dice Poker** · One opponent, one reroll",
            "-# **Poker Dice** · Dice from 9 to A; best hand wins",
            "-# **Six Card Poker** · Split six secret cards into three parts",
        ],
        "ro": [
            "*Joacă* începe pe loc o partidă. Cu prieteni, orice joc: *Deschide o masă*.",
            "### Joacă solo",
            "-# **Yams** · Ca Yahtzee, cu bonus și jokeri",
            "-# **Nouă categorii** · O foaie scurtă, zaruri de la 9 la A",
            "-# **Treisprezece linii** · Ca Yams, fără bonus",
            "### Joacă contra calculatorului",
            "-# **Poker cu zaruri** · Un adversar, două aruncări",
            "-# **Zaruri cu figuri** · De la 9 la A; câștigă mâna mai bună",
            "-# **Poker cu șase cărți** · Șase cărți secrete, în trei părți",
        ],
    }
)
WAYS = Words(
    {
        "en": [
            "Open a table",
            "Challenge a member",
            "Today’s challenge",
            "Rules",
            "Your games",
            "Statistics",
            "Settings",
        ],
        "ro": [
            "Deschide o masă",
            "Provoacă un membru",
            "Provocarea de azi",
            "Reguli",
            "Partidele tale",
            "Statistici",
            "Setări",
        ],
    }
)

OWN_SETTINGS = Words({"en": "### Your settings", "ro": "### Setările tale"})


def begun(page):
    """Return the games that a page begins by a press, in order."""
    ids = [one.get("custom_id", "") for one in components(page)]
    return [one.removeprefix("play:0:0:") for one in ids if one.startswith("play:")]


def ways(page):
    return [label for label in buttons(page) if label not in ("Play", "Joacă")]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_first_page_lists_the_games_and_the_ways(tmp_path, language):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        page = await sim.first_page(sim.ana)
        assert text_of(page).splitlines() == FIRST[language]
        assert begun(page) == ["yams", "nine", "thirteen", "dice-poker", "poker-dice", "six-card"]
        assert ways(page) == WAYS[language]
        assert sum(one["type"] == 2 for one in components(page)) == 13, "six games and seven ways"
        assert_all_fit(sim.env.http_requests)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_press_begins_each_game_as_its_command_does(tmp_path, language):
    async with table(tmp_path) as sim:
        for game in registry.games():
            sim.another_story()
            other = sim.guild.create_text_channel("other")
            sim.locales[sim.ana.id] = LOCALES[language]
            page = await sim.first_page(sim.ana)
            answer = await sim.press_id(sim.ana, page, f"play:0:0:{game}")
            assert not answer.ephemeral, game
            await sim.play(sim.ana, game, channel=other)
            by_press, by_command = sim.stored(1), sim.stored(2)
            assert by_press.place.guild == by_command.place.guild, game
            for same in ("game", "opener", "status", "language", "options", "terms"):
                assert getattr(by_press, same) == getattr(by_command, same), (game, same)
            sitting = [[one.user for one in each.players] for each in (by_press, by_command)]
            assert sitting[0] == sitting[1], game
            assert by_press.place.message == sim.message.id, game
            assert text_of(sim.reread(page)).splitlines() == FIRST[language], "the page stays"


async def test_a_taken_channel_is_told_and_a_thread_offered(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.bogdan)
        page = await sim.first_page(sim.ana)
        told, offered = text_of(page).splitlines(), list(buttons(page))
        assert told[0].startswith("A game is already open in this channel: Dice Poker, https://")
        assert told[1] == "You can play in a thread of this channel meanwhile."
        assert offered[0] == "Play"
        assert list(buttons(await sim.first_page(sim.bogdan)))[:2] == [
            "Back to the game",
            "Leave the game",
        ]
        refused = await sim.press_id(sim.ana, page, "play:0:0:nine")
        assert refused.ephemeral
        assert "A game is already open in this channel" in text_of(refused.response)
        opened = await sim.press(sim.ana, refused.response, "Play in a thread")
        assert opened.acknowledged
        assert sim.stored(2).game == "nine"


async def test_only_the_games_of_the_server_have_buttons(tmp_path):
    async with table(tmp_path) as sim:
        await sim.bot.servers.set(sim.guild.id, "games", ("nine", "dice-poker"))
        page = await sim.first_page(sim.ana)
        assert begun(page) == ["nine", "dice-poker"]
        await sim.bot.servers.set(sim.guild.id, "games", ("dice-poker",))
        others = text_of(await sim.first_page(sim.ana))
        assert others.splitlines()[1] == "### Play against the computer"
        assert "Play alone" not in others
        await sim.bot.servers.set(sim.guild.id, "games", ("nine", "dice-poker"))
        sim.put_button(page, "play:0:0:thirteen")  # of a page from before
        refused = await sim.press_id(sim.ana, page, "play:0:0:thirteen")
        assert "This game is not offered on this server" in text_of(refused.response)
        await sim.press(sim.ana, page, "Rules")
        rules = sim.reread(page)
        assert list(buttons(rules)) == ["Nine Categories", "Dice Poker", "Back to the games"]


async def test_the_rules_are_those_of_the_round_in_the_channel(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.bogdan)
        page = await sim.first_page(sim.ana)
        await sim.press(sim.ana, page, "Rules")
        assert text_of(sim.reread(page)).startswith("### Dice Poker\n")


async def test_without_a_daily_challenge_nothing_leads_to_it(tmp_path):
    async with table(tmp_path, daily="off") as sim:
        page = await sim.first_page(sim.ana)
        assert "Today’s challenge" not in buttons(page)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_statistics_and_settings_are_a_press_away(tmp_path, language):
    """As messages of their own: the page stays."""
    statistics, settings = WAYS[language][-2:]
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        page = await sim.first_page(sim.ana)
        before = text_of(page)
        shown = sim.reread_private(await sim.press(sim.ana, page, statistics))
        assert text_of(shown).splitlines()[0].endswith(f" <@{sim.ana.id}>")
        shown = sim.reread_private(await sim.press(sim.ana, page, settings))
        assert OWN_SETTINGS[language] in text_of(shown)
        assert text_of(sim.reread(page)) == before


CHALLENGE = Words(
    {
        "en": "Whom do you challenge? Then you choose the game.",
        "ro": "Pe cine provoci? Apoi alegi jocul.",
    }
)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_member_is_chosen_and_challenged(tmp_path, language):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        page = await sim.first_page(sim.ana)
        await sim.press(sim.ana, page, WAYS[language][1])
        assert text_of(sim.reread(page)) == CHALLENGE[language]
        chosen = await sim.ana.select(sim.reread(page), [sim.bogdan], custom_id="challenge:0:0")
        assert chosen.acknowledged
        assert str(sim.bogdan.id) in text_of(sim.reread(page))
        await sim.press_id(sim.ana, page, "ask:*.game.dice-poker")
        assert [one.user for one in sim.stored().players if one.user] != [sim.ana.id]
        assert sim.pings() == [str(sim.bogdan.id)]
        assert_all_fit(sim.env.http_requests)


async def test_neither_oneself_nor_a_bot_is_challenged(tmp_path):
    async with table(tmp_path) as sim:
        for opponent in (sim.ana, sim.the_bot):
            page = await sim.first_page(sim.ana)
            await sim.press(sim.ana, page, "Challenge a member")
            refused = await sim.ana.select(sim.reread(page), [opponent], custom_id="challenge:0:0")
            assert refused.ephemeral
            assert "Whom do you challenge?" in text_of(sim.reread(page)), "another can be chosen"
        assert sim.channel.history() == []


async def test_alone_with_the_bot_nobody_can_be_challenged(tmp_path):
    async with table(tmp_path) as sim:
        page = (await sim.ana.user.slash("play")).response
        assert not {"Challenge a member", "Open a table"} & {*buttons(page)}
        with elsewhere(sim, "group"):
            assert "Challenge a member" in buttons(await sim.first_page(sim.ana))


OWN = Words({"en": "### Your open games", "ro": "### Partidele tale deschise"})
BACK = Words({"en": "Back to the games", "ro": "Înapoi la jocuri"})


@pytest.mark.parametrize("language", LANGUAGES)
async def test_your_rounds_are_one_press_away(tmp_path, language):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        await sim.play(sim.ana)
        page = await sim.first_page(sim.ana)
        await sim.press(sim.ana, page, WAYS[language][4])
        assert text_of(sim.reread(page)).startswith(f"{OWN[language]}\n")
        await sim.press(sim.ana, page, BACK[language])
        assert text_of(sim.reread(page)).splitlines()[-len(FIRST[language]) :] == FIRST[language]


TODAY = Words({"en": "Private. Ends ", "ro": "Privat. Se încheie "})


@pytest.mark.parametrize("language", LANGUAGES)
async def test_todays_challenge_begins_by_a_press(tmp_path, language):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        answer = await sim.press(sim.ana, await sim.first_page(sim.ana), WAYS[language][2])
        shown = sim.reread_private(answer)
        assert shown.flags.ephemeral
        assert TODAY[language] in text_of(shown)
        typed = await open_daily(sim, sim.ana)
        dice = [[one["custom_id"] for one in dice_of(message)] for message in (typed, shown)]
        assert dice[0] == dice[1], "the same round"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_rules_asks_of_which_game_and_others_are_chosen_from_a_menu(tmp_path, language):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        page = await sim.first_page(sim.ana)
        await sim.press(sim.ana, page, WAYS[language][3])
        page = sim.reread(page)
        names = [line.split("**")[1] for line in FIRST[language] if "**" in line]
        assert list(buttons(page))[:-1] == names
        await sim.press(sim.ana, page, names[0])
        page = sim.reread(page)
        assert text_of(page).startswith(f"### {names[0]}\n")
        (menu,) = [one for one in components(page) if one["type"] == 3]
        assert [one["label"] for one in menu["options"]] == names
        for line, name in zip(menu["options"], names, strict=True):
            await sim.choose_only(sim.ana, page, line["value"])
            assert text_of(sim.reread(page)).startswith(f"### {name}\n")
        await sim.press(sim.ana, page, BACK[language])
        assert text_of(sim.reread(page)).splitlines() == FIRST[language]
        assert_all_fit(sim.env.http_requests)


async def test_more_games_than_have_room_are_left_to_the_command(tmp_path, monkeypatch):
    monkeypatch.setattr("bot.play.opening.first_page.MOST_LISTED", 4)
    async with table(tmp_path) as sim:
        page = await sim.first_page(sim.ana)
        assert len(begun(page)) == 4
        assert "The command /play has all games." in text_of(page)


async def test_as_many_games_as_are_listed_fit_beside_a_game_in_the_channel(tmp_path):
    with extra_games_shown():
        async with table(tmp_path) as sim:
            warden = sim.member("warden", manage_messages=True)
            await sim.play(sim.bogdan)
            page = await sim.first_page(warden)
            assert len(begun(page)) == MOST_LISTED < len(registry.games())
            assert "The command /play has all games." in text_of(page)
            assert "Close bogdan’s game" in buttons(page)
            assert_all_fit(sim.env.http_requests)


async def test_the_buttons_answer_after_a_restart(tmp_path):
    async with table(tmp_path) as sim:
        page = await sim.first_page(sim.ana)
        await sim.restart()
        await sim.press_id(sim.ana, page, "play:0:0:nine")
        assert sim.stored().game == "nine"
