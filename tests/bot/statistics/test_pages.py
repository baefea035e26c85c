"""/stats: the page of a member and the leaderboards of a server, in both languages; whose numbers nobody sees."""

from __future__ import annotations

from datetime import timedelta

import discord
import pytest

from bot.statistics import game_names, leaderboard_page
from bot.storage.schema import results
from bot.table.players import Player, Players
from bot.table.store import rounds
from bot.table.stored_round import DiscordPlace, StoredRound
from discord_limits import assert_all_fit
from elsewhere import elsewhere
from rules import registry
from simulated import LOCALES, buttons, components, table, text_of
from simulated_luck import WrittenLuck
from sql import insert_rows
from statistics_asked import FULL, broken_full_house, games_of, listed
from words import Words, in_each_language

NOTHING = "has no games here."
GONE = "This button is no longer in use"

PAGE = Words(
    {
        "en": [
            "### The games of <@{ana}>",
            "**14 games · won 2 of 3 among members (1 of them in the last 30 days)**",
            "🔥 3 days in a row · 🔥 2 wins in a row",
            "**Yams, alone**: best total 240 · accuracy 94% (10 games)",
            "**Yams**: best total 190 · accuracy – (1 game)",
            "**Dice Poker**: accuracy – (2 games)",
            "-# Accuracy comes after five games, from the choices of the last 90 days. The medium computer has 90%.",
            "### Last games",
        ],
        "ro": [
            "### Partide jucate de <@{ana}>",
            "**14 partide · 2 câștigate din 3 între membri (1 dintre ele în ultimele 30 de zile)**",
            "🔥 3 zile la rând · 🔥 2 victorii la rând",
            "**Yams, solo**: cel mai bun total 240 · precizie 94 % (10 partide)",
            "**Yams**: cel mai bun total 190 · precizie – (1 partidă)",
            "**Poker cu zaruri**: precizie – (2 partide)",
            "-# Precizia apare după cinci partide, din alegerile ultimelor 90 de zile. Nivelul mediu al calculatorului are 90 %.",
            "### Ultimele partide",
        ],
    }
)


def stored(sim, *users, days=0.0, **facts):
    """Store a game that ended some days ago, with a result for each of these members."""
    ended = discord.utils.utcnow() - timedelta(days=days)
    storage, seated = sim.bot.storage, tuple(Player(user=one) for one in users)
    closed = StoredRound(
        DiscordPlace(1), "nine", users[0], Players(seated), ended, status="withdrawn"
    )
    number = storage.write(rounds.open_round, closed).id
    common = {
        "round": number,
        "guild": sim.guild.id,
        "seat_count": len(users),
        "begun": ended,
        "finished": ended,
        **dict.fromkeys(("day", "left", "hinted"), False),
        "share": "1",
        "won": None,
        "score": None,
        "choices": 9,
        "lost": 0.5,
        "par": 1.0,
        **facts,
    }
    rows = [{**common, "seat": seat, "user": user} for seat, user in enumerate(users)]
    storage.write(insert_rows, results, rows)


def filled(sim, ana):
    """Store games of Ana: eleven sheets alone, two of them long ago, and three among members."""
    for number in range(10):
        stored(sim, ana, game="yams/alone", score=200 + number, days=number % 3)
    stored(sim, ana, game="yams/alone", score=240, days=91, lost=9.0)
    stored(sim, ana, game="yams", score=190, won=False, days=60, seat_count=2)
    stored(sim, ana, game="dice-poker", won=True, days=40, seat_count=2)
    stored(sim, ana, game="dice-poker", won=True, days=20, seat_count=2)


@in_each_language
async def test_the_page_tells_in_words_what_was_played(tmp_path, language):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        filled(sim, sim.ana.id)
        page = await games_of(sim, sim.ana)
        assert_all_fit(sim.env.http_requests)
        lines = [line.replace("\u00a0", " ") for line in text_of(page).splitlines()]
        for line in PAGE[language]:
            assert line.format(ana=sim.ana.id) in lines, "\n".join(lines)
        games = [line for line in lines if line.startswith(("📄", "🏆"))]
        assert len(games) == 10
        other = text_of(await games_of(sim, sim.bogdan, sim.ana))
        assert "240" in other


async def test_ten_games_with_their_reviews_fit_on_a_page(tmp_path):
    async with table(tmp_path, WrittenLuck(FULL * 10)) as sim:
        for _ in range(10):
            await broken_full_house(sim)
        await sim.judge()
        page = await games_of(sim, sim.ana)
        assert_all_fit(sim.env.http_requests)
        ids = [one.get("custom_id", "") for one in components(page)]
        assert [one for one in ids if one.endswith("review")] == [
            f"tool:{number}:0:review" for number in range(10, 0, -1)
        ]


LISTS = Words(
    {
        "en": {
            "won.": [
                "### 🏆 Games won",
                "▶ 1\\. <@{ana}> **1** of 1 game",
                "-# Your place: 1 of 2",
            ],
            "best.yams.alone": [
                "### 🏆 Best total: Yams, alone",
                "▶ 1\\. <@{ana}> **240** points",
                "-# Your place: 1 of 1",
            ],
            "accuracy.yams.alone": [
                "### 🏆 Accuracy: Yams, alone",
                "▶ 1\\. <@{ana}> **94%** · 10 games",
                "-# Your place: 1 of 1",
            ],
            "accuracy.yams": [
                "Nobody is listed here yet.",
                "▶ 1\\. <@{ana}> about **94%** · 1 game",
                "-# Your place would be 1 of 1.",
                "-# 9 more games are needed to be listed.",
            ],
            "best.nine.alone": ["-# You have no such game here yet."],
        },
        "ro": {
            "won.": ["### 🏆 Partide câștigate", "▶ 1\\. <@{ana}> **1** din 1 partidă"],
            "accuracy.yams.alone": [
                "▶ 1\\. <@{ana}> **94 %** · 10 partide",
                "-# Locul tău: 1 din 1",
            ],
            "accuracy.yams": ["-# Îți mai trebuie 9 partide ca să apari."],
        },
    }
)


@in_each_language
async def test_the_menu_leads_to_every_list(tmp_path, language):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        filled(sim, sim.ana.id)
        stored(sim, sim.bogdan.id, game="dice-poker", won=False, days=20)
        for value, expected in LISTS[language].items():
            page = await listed(sim, sim.ana, value)
            assert_all_fit(sim.env.http_requests)
            lines = [line.replace("\u00a0", " ") for line in text_of(page).splitlines()]
            for line in expected:
                assert line.format(ana=sim.ana.id) in lines, "\n".join(lines)
        (menu,) = [one for one in components(page) if one.get("custom_id") == "stats:0:0:list"]
        values = [option["value"] for option in menu["options"]]
        assert len(values) == 1 + 2 * len([*game_names.sheets()]) <= 25
        for value in values:
            page = await listed(sim, sim.ana, value)
            assert "🏆" in text_of(page)
            (menu,) = [one for one in components(page) if one.get("custom_id") == "stats:0:0:list"]
            assert [one["value"] for one in menu["options"] if one["default"]] == [value]
        back = Words({"en": "Me", "ro": "Eu"})[language]
        await sim.press(sim.ana, page, back)
        assert f"<@{sim.ana.id}>" in text_of(sim.reread(page)).splitlines()[0]


def test_lists_are_of_games_of_sheets_alone():
    """Games of one hand have none, and no list mixes games but that of games won."""
    found = {key for kind, key in leaderboard_page.leaderboards() if kind != "won"}
    sheets = {key for key, game in registry.games().items() if game.info.alone == "points"}
    assert found == {*sheets, *(f"{key}/alone" for key in sheets)}


async def test_nothing_yet_is_said_kindly(tmp_path):
    async with table(tmp_path) as sim:
        assert "You have no games here yet." in text_of(await games_of(sim, sim.ana))
        other = text_of(await games_of(sim, sim.ana, sim.bogdan))
        assert f"<@{sim.bogdan.id}> {NOTHING}" in other
        assert "Nobody is listed here yet." in text_of(await listed(sim, sim.ana))


async def test_a_game_that_was_removed_is_told_by_its_key(tmp_path):
    async with table(tmp_path) as sim:
        stored(sim, sim.ana.id, game="chess", lost=0.0, par=0.0, choices=0)
        page = await games_of(sim, sim.ana)
        assert "🏆 **chess**: won" in text_of(page)
        assert "Review" not in buttons(page)


async def test_who_hides_is_seen_nowhere_but_by_themselves(tmp_path):
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        await broken_full_house(sim)
        await sim.own_settings(sim.bogdan, "hidden")
        told = text_of(await games_of(sim, sim.ana, sim.bogdan))
        assert told == f"<@{sim.bogdan.id}> hides their statistics."
        assert str(sim.bogdan.id) not in text_of(await listed(sim, sim.ana))
        assert f"▶ 1\\. <@{sim.bogdan.id}>" in text_of(await listed(sim, sim.bogdan))
        assert "🔒 Only you see your statistics." in text_of(await games_of(sim, sim.bogdan))
        await sim.own_settings(sim.bogdan, "hidden")
        assert str(sim.bogdan.id) in text_of(await listed(sim, sim.ana))


@pytest.mark.slow
async def test_two_servers_never_see_each_others_numbers(tmp_path):
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        await broken_full_house(sim)
        sim.guild = sim.env.create_guild("Elsewhere")
        there = sim.guild.create_text_channel("games")
        dan, ana = sim.member("dan"), sim.guild.add_member(sim.ana.user)
        assert NOTHING in text_of(await games_of(sim, dan, ana, there))
        assert "You have no games here" in text_of(await games_of(sim, ana, channel=there))
        for who in (dan, ana):
            assert "<@" not in text_of(await listed(sim, who, channel=there))


@pytest.mark.parametrize("kind", ["server", "direct", "bot"])
async def test_where_the_bot_is_no_member_only_the_own_numbers_are_told(tmp_path, kind):
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        await broken_full_house(sim)
        with elsewhere(sim, kind):
            page = await games_of(sim, sim.ana)
            assert "You have no games here" in text_of(page)
            assert "This server" not in buttons(page)
            told = text_of(await games_of(sim, sim.ana, sim.bogdan))
            assert told.startswith("Here you see only your own numbers.")


async def forge(sim, who, message, custom_id):
    """Press a button that is not on the message; return what its private answer says."""
    pressed = sim.send(who, message, custom_id)
    await sim.env.settle()
    answer = sim.answer_to(pressed)
    assert answer.acknowledged
    return text_of(sim.reread_private(answer))


async def test_a_forged_control_is_answered_in_private_and_leaves_the_board(tmp_path):
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        await broken_full_house(sim)
        before = sim.text
        for what, says in {
            "me": f"The games of <@{sim.carmen.id}>",
            "server": "Games won",
            "list": GONE,
            "me.1": GONE,
            "list.won": GONE,
            "luck": GONE,
        }.items():
            told = await forge(sim, sim.carmen, sim.message, f"stats:0:0:{what}")
            assert says in told
            assert sim.text == before, what


async def test_who_was_erased_is_nowhere(tmp_path):
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        await broken_full_house(sim)
        kept = sim.bot.questions._answers
        await sim.press_id(sim.ana, sim.message, "tool:1:*:review")
        assert [*kept]
        await sim.erase(sim.bogdan)
        assert not [*kept]
        await sim.judge()
        assert NOTHING in text_of(await games_of(sim, sim.ana, sim.bogdan))
        assert "You have no games here" in text_of(await games_of(sim, sim.bogdan))
        assert str(sim.bogdan.id) not in text_of(await listed(sim, sim.ana))
        page = text_of(await games_of(sim, sim.ana))
        assert "**1 game · won 0 of 1 among members**" in page
