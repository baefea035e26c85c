"""`/host`: for the owner of the application alone, whoever else is shown it."""

from __future__ import annotations

import math

import pytest

from bot.storage.shards import Shards
from bot.table.store import blocks
from elsewhere import elsewhere
from owners import Owners
from simulated import buttons, table, text_of
from words import Words

pytestmark = pytest.mark.slow

REFUSED = Words(
    {
        "en": "Only the host of this bot can do this.",
        "ro": "Doar gazda botului poate face asta.",
    }
)
SOON = Words(
    {
        "en": "🔄 The bot restarts soon. Nothing is lost:",
        "ro": "🔄 Botul repornește în curând. Nu se pierde nimic:",
    }
)
BLOCKED = Words(
    {
        "en": "The bot’s host has blocked you: you cannot play with this bot.",
        "ro": "Gazda botului te-a blocat: nu poți juca cu acest bot.",
    }
)
SERVER_BLOCKED = Words(
    {
        "en": "The bot’s host has blocked this server: no games can be opened here.",
        "ro": "Gazda botului a blocat acest server: aici nu se pot deschide partide.",
    }
)
STATUS = Words(
    {
        "en": (
            *("Version ", "1 server in this process", "Shards: 1 of 1", "1 open game"),
            "0 ended games wait to be counted",
            "Latency: Discord ",
            "1 board tells it.",
        ),
        "ro": (
            *("Versiunea ", "1 server în acest proces", "Sharduri: 1 din 1", "1 partidă deschisă"),
            "0 partide încheiate așteaptă să fie numărate",
            "Latență: Discord ",
            "Anunțul apare la 1 partidă.",
        ),
    }
)
"""The lines of the status, then what is told after announce."""

BLOCKS = Words(
    {
        "en": ("1 member is blocked.", "0 members are blocked.", "Blocked servers: "),
        "ro": ("1 membru e blocat.", "0 membri sunt blocați.", "Servere blocate: "),
    }
)
INVITED = Words(
    {
        "en": "cannot play on this server at present",
        "ro": "nu poate juca deocamdată pe acest server",
    }
)
COMMANDS = ("status", "announce", "block", "unblock")


def owner_of(sim, monkeypatch):
    """Return the owner of the application, an administrator of the server."""
    return Owners(sim, monkeypatch).member


async def host(sim, member, command, /, **options):
    answer = await member.slash(sim.channel, f"host {command}", **options)
    assert answer.acknowledged
    assert answer.ephemeral
    return text_of(sim.reread_private(answer))


@pytest.mark.parametrize("language", REFUSED)
async def test_nobody_else_may(tmp_path, monkeypatch, language):
    async with table(tmp_path) as sim:
        owners = Owners(sim, monkeypatch)
        admin = sim.member("admin", language, administrator=True)
        for command in COMMANDS:
            options = {"server": str(sim.guild.id)} if command.endswith("block") else {}
            assert await host(sim, admin, command, **options) == REFUSED[language]
        assert owners.asked == len(COMMANDS)
        assert sim.bot.storage.read(blocks.listed) == ({}, {})


async def test_a_team_may_without_those_who_only_read_or_were_only_invited(tmp_path, monkeypatch):
    async with table(tmp_path) as sim:
        owners = Owners(sim, monkeypatch)
        admin, developer, reader, invited = (
            sim.member(name, administrator=True) for name in ("one", "two", "three", "four")
        )
        owners.team(
            (admin, 2, "admin"),
            (developer, 2, "developer"),
            (reader, 2, "read_only"),
            (invited, 1, "admin"),
        )
        for member, may in ((admin, True), (developer, True), (reader, False), (invited, False)):
            assert (await host(sim, member, "status") != REFUSED["en"]) is may
        owners.team((developer, 2, "developer"))
        assert await host(sim, admin, "status") == REFUSED["en"], "asked again at every use"


async def test_the_owner_needs_no_server_and_nobody_else_may_there_either(tmp_path, monkeypatch):
    async with table(tmp_path) as sim:
        owner, other = owner_of(sim, monkeypatch), sim.member("other", administrator=True)
        with elsewhere(sim, "bot"):
            assert await host(sim, other, "status") == REFUSED["en"]
            assert STATUS["en"][0] in await host(sim, owner, "status")


async def test_it_is_offered_to_administrators_of_servers_and_in_direct_messages(tmp_path):
    async with table(tmp_path) as sim:
        (group,) = [one for one in sim.synced() if one["name"] == "host"]
        assert group["default_member_permissions"] == 0
        assert group["contexts"] == [0, 1]
        assert {one["name"] for one in group["options"]} == set(COMMANDS)


@pytest.mark.parametrize("language", STATUS)
async def test_status_and_announce(tmp_path, monkeypatch, language):
    async with table(tmp_path) as sim:
        owner = owner_of(sim, monkeypatch)
        sim.locales[owner.id] = language
        await sim.play(sim.ana)
        _, *told = (await host(sim, owner, "status")).splitlines()
        *begin, announced = STATUS[language]
        assert len(told) == len(begin)
        for line, expected in zip(told, begin, strict=True):
            assert line.startswith(expected)
        assert announced in await host(sim, owner, "announce")


async def test_the_open_games_of_another_process_are_none_of_this_one(tmp_path, monkeypatch):
    async with table(tmp_path) as sim:
        owner = owner_of(sim, monkeypatch)
        await sim.play(sim.ana)
        own = sim.guild.id >> 22
        for shard, told in ((own, "1 open game"), (own + 1, "0 open games")):
            monkeypatch.setattr(type(sim.bot), "held_shards", Shards(2, (shard % 2,)))
            assert told in (await host(sim, owner, "status")).splitlines()


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ("Latency: Discord 42 ms, database", "Latency: Discord not known yet, database")),
        ("ro", ("Latență: Discord 42 ms, baza", "Latență: Discord încă necunoscută, baza")),
    ],
)
async def test_a_latency_that_nobody_has_measured_yet(tmp_path, monkeypatch, language, told):
    async with table(tmp_path) as sim:
        owner = owner_of(sim, monkeypatch)
        sim.locales[owner.id] = language
        for latency, line in ((0.042, told[0]), (math.inf, told[1]), (math.nan, told[1])):
            monkeypatch.setattr(type(sim.bot), "latency", latency)
            assert line in await host(sim, owner, "status")


@pytest.mark.parametrize("language", SOON)
async def test_open_rounds_are_told_until_they_are_drawn_again(tmp_path, monkeypatch, language):
    async with table(tmp_path, language=language) as sim:
        owner = owner_of(sim, monkeypatch)
        await sim.play(sim.ana)
        board = sim.message
        await sim.mark(sim.ana, board, 2)
        other = sim.guild.create_text_channel("other")
        await sim.play(sim.bogdan, channel=other)
        sim.env.backend.delete_channel(other.id)
        await sim.env.settle()
        assert "1 board tells it." in await host(sim, owner, "announce")
        assert SOON[language] in text_of(sim.reread(board))
        assert buttons(sim.reread(board))
        await sim.mark(sim.ana, board, 1)
        assert SOON[language] not in text_of(sim.reread(board))
        assert sim.bot.board.selections.shown(sim.stored()) == (1, 2)


@pytest.mark.parametrize("language", BLOCKED)
async def test_a_blocked_member_opens_and_joins_nothing(tmp_path, monkeypatch, language):
    async with table(tmp_path) as sim:
        owner = owner_of(sim, monkeypatch)
        one, none, _ = BLOCKS[language]
        for member in (owner, sim.ana, sim.bogdan):
            sim.locales[member.id] = language
        await sim.open_table(sim.carmen, "thirteen")
        lobby = sim.message
        told = await host(sim, owner, "block", member=sim.ana)
        assert one in told
        assert str(sim.ana.id) not in told
        other = sim.guild.create_text_channel("other")
        for answer in (
            await sim.play(sim.ana, channel=other),
            await sim.press_id(sim.ana, lobby, "lobby:1:*:join"),
        ):
            assert text_of(answer.response) == BLOCKED[language]
        invited = await sim.play(sim.bogdan, channel=other, opponent=sim.ana)
        assert INVITED[language] in text_of(invited.response)
        assert none in await host(sim, owner, "unblock", member=sim.ana)
        assert not (await sim.play(sim.ana, channel=other)).ephemeral


@pytest.mark.parametrize("language", SERVER_BLOCKED)
async def test_a_blocked_server_opens_nothing_and_plays_on(tmp_path, monkeypatch, language):
    async with table(tmp_path) as sim:
        owner = owner_of(sim, monkeypatch)
        blocked = BLOCKS[language][2]
        await sim.play(sim.ana)
        for member in (owner, sim.ana):
            sim.locales[member.id] = language
        told = await host(sim, owner, "block", server=str(sim.guild.id))
        assert f"{blocked}{sim.guild.id}" in told
        await sim.press_id(sim.ana, sim.message, "press:1:*:keep")
        assert sim.stored().status == "over"
        refused = await sim.press_id(sim.ana, sim.message, "tool:1:*:rematch")
        assert text_of(refused.response) == SERVER_BLOCKED[language]
        told = await host(sim, owner, "unblock", server=str(sim.guild.id))
        assert f"{blocked}—" in told
        await sim.press_id(sim.ana, sim.message, "tool:1:*:rematch")
        assert sim.stored(2).status == "playing"


async def test_what_is_no_server_is_refused_kindly(tmp_path, monkeypatch):
    async with table(tmp_path) as sim:
        owner = owner_of(sim, monkeypatch)
        for typed in ("here", "-1", "9" * 30):
            assert "Copy Server ID" in await host(sim, owner, "block", server=typed)
        assert "0 members are blocked." in await host(sim, owner, "block")


async def test_an_unreachable_discord_is_no_permission(tmp_path, monkeypatch):
    async with table(tmp_path) as sim:
        owner = owner_of(sim, monkeypatch)

        async def fail():
            raise TimeoutError

        monkeypatch.setattr(sim.bot.http, "application_info", fail)
        assert "Something went wrong here." in await host(sim, owner, "status")


async def test_a_game_that_has_just_ended_is_told_of_no_restart(tmp_path, monkeypatch):
    async with table(tmp_path) as sim:
        owner = owner_of(sim, monkeypatch)
        await sim.play(sim.ana)
        await sim.press_id(sim.ana, sim.message, "press:*:keep")
        assert sim.stored().status == "over"
        monkeypatch.setattr("bot.table.store.deadlines.open_ids", lambda *_: (1,))
        assert "0 boards tell it." in await host(sim, owner, "announce")
        assert "🔄" not in text_of(sim.message)
