"""Moderators close any round, and bar members from playing for a while."""

from __future__ import annotations

import re
from datetime import timedelta

import discord
import pytest

from bot.table.store import bars
from simulated import buttons, table, text_of
from whole_rounds import between_two
from words import Words

CLOSE, BAR = "Close this game", "Bar from games"
BARRED = Words(
    {
        "en": "The moderators of this server have barred you from playing here. The bar ends <t:",
        "ro": "Moderatorii acestui server ți-au interzis să joci aici. Interdicția se încheie pe <t:",
    }
)
REFUSED = Words(
    {
        "en": "Only members who may manage messages can do this.",
        "ro": "Doar membrii care au dreptul să gestioneze mesajele pot face asta.",
    }
)
OTHER = Words(
    {
        "en": "<@{0}> cannot play on this server at present.",
        "ro": "<@{0}> nu poate juca deocamdată pe acest server.",
    }
)
NOTHING = Words(
    {
        "en": "This message shows no open game.",
        "ro": "Mesajul acesta nu arată nicio partidă deschisă.",
    }
)
PANEL = Words(
    {
        "en": (
            "may play here. For how long are they to be barred?",
            "is barred from playing here. The bar ends",
            *("An hour", "A day", "A week", "A month"),
            "Lift the bar",
        ),
        "ro": (
            "poate juca aici. Pentru cât timp să i se interzică?",
            "nu are voie să joace aici. Interdicția se încheie pe",
            *("O oră", "O zi", "O săptămână", "O lună"),
            "Ridică interdicția",
        ),
    }
)
"""The sentences of the panel about a member, and its buttons."""

BOT = Words(
    {
        "en": "Bots do not play here, so none can be barred.",
        "ro": "Boții nu joacă aici, deci nu li se poate interzice.",
    }
)


CLOSED = Words(
    {
        "en": (
            "{} closed the game before it began.",
            "{} closed the game. It does not count.",
        ),
        "ro": (
            "{} a închis partida înainte să înceapă.",
            "{} a închis partida. Nu se ia în calcul.",
        ),
    }
)
"""The line of a board that was closed before its game began, and later."""

FORMER = Words({"en": "a former player", "ro": "o persoană anonimă"})


def moderator(sim):
    return sim.member("mod", manage_messages=True)


async def bar(sim, mod, member, duration="day"):
    chosen = {} if duration is None else {"duration": duration}
    answer = await mod.slash(sim.channel, "bar", member=member, **chosen)
    assert answer.ephemeral
    return answer


YOURSELF = Words({"en": "You cannot bar yourself.", "ro": "Nu îți poți pune interdicție."})
MANAGER = Words(
    {
        "en": "Members who manage this server cannot be barred from its games.",
        "ro": "Membrilor care gestionează serverul nu li se poate interzice să joace.",
    }
)


async def redrawn(sim, board):
    """Let a press on an outdated board redraw it; return its text."""
    sim.put_button(board, "lobby:1:0:join")
    await sim.press_id(sim.bogdan, board, "lobby:1:0:join")
    assert "?" not in buttons(sim.reread(board))
    return text_of(sim.reread(board))


# Bars


@pytest.mark.parametrize("language", YOURSELF)
async def test_nobody_bars_themselves_or_who_manages_the_server(tmp_path, language):
    async with table(tmp_path) as sim:
        mod = sim.member("mod", language, manage_messages=True)
        boss = sim.member("boss", manage_guild=True)
        for duration in ("day", None):
            assert text_of((await bar(sim, mod, mod, duration)).response) == YOURSELF[language]
            assert text_of((await bar(sim, mod, boss, duration)).response) == MANAGER[language]
        from_menu = await mod.context_menu(sim.channel, BAR, boss)
        assert text_of(from_menu.response) == MANAGER[language]
        assert not (await sim.play(boss)).ephemeral


async def test_a_forged_press_bars_nobody_who_presses_it(tmp_path):
    async with table(tmp_path) as sim:
        mod, other = moderator(sim), sim.member("other", manage_messages=True)
        panel = (await bar(sim, mod, other, None)).response
        await sim.send_all([(other, panel, f"bar:0:0:day.{other.id}")])
        assert not (await sim.play(other)).ephemeral


async def test_who_came_to_manage_the_server_can_be_freed_of_a_bar(tmp_path):
    async with table(tmp_path) as sim:
        mod, boss = moderator(sim), sim.member("boss", manage_guild=True)
        until = discord.utils.utcnow() + timedelta(days=1)
        await sim.bot.stored.write(bars.bar, sim.guild.id, boss.id, until, mod.id)
        panel = (await bar(sim, mod, boss, None)).response
        await sim.press(mod, panel, "Lift the bar")
        assert not (await sim.play(boss)).ephemeral


async def test_the_bar_of_who_came_to_manage_the_server_is_not_changed_to_a_longer_one(tmp_path):
    async with table(tmp_path) as sim:
        mod, boss = moderator(sim), sim.member("boss", manage_guild=True)
        now = discord.utils.utcnow()
        until = now + timedelta(hours=1)
        await sim.bot.stored.write(bars.bar, sim.guild.id, boss.id, until, mod.id)
        assert text_of((await bar(sim, mod, boss, "month")).response) == MANAGER["en"]
        assert sim.bot.storage.read(bars.bar_end, sim.guild.id, boss.id, now) == until


@pytest.mark.parametrize("language", BARRED)
async def test_a_barred_member_opens_joins_and_is_invited_nowhere(tmp_path, language):
    async with table(tmp_path) as sim:
        for member in (sim.ana, sim.bogdan):
            sim.locales[member.id] = language
        await sim.open_table(sim.carmen, "thirteen")
        lobby = sim.message
        told = await bar(sim, moderator(sim), sim.ana)
        assert f"<@{sim.ana.id}> is barred from playing here. The bar ends <t:" in text_of(
            told.response
        )
        other = sim.guild.create_text_channel("other")
        refused = [
            await sim.play(sim.ana, channel=other),
            await sim.press_id(sim.ana, lobby, "lobby:1:*:join"),
        ]
        for answer in refused:
            assert answer.ephemeral
            assert text_of(answer.response).startswith(BARRED[language])
        invited = await sim.play(sim.bogdan, channel=other, opponent=sim.ana)
        assert text_of(invited.response) == OTHER[language].format(sim.ana.id)
        await sim.restart(away=timedelta(days=1))
        await sim.play(sim.ana, channel=other)
        assert sim.stored(sim.latest).opener == sim.ana.id


async def test_a_barred_member_starts_no_round_that_they_have_opened(tmp_path):
    async with table(tmp_path) as sim:
        await sim.open_table(sim.ana, "thirteen")
        lobby = sim.message
        await sim.press_id(sim.bogdan, lobby, "lobby:1:*:join")
        await bar(sim, moderator(sim), sim.ana)
        refused = await sim.press_id(sim.ana, lobby, "lobby:1:*:start")
        assert text_of(refused.response).startswith(BARRED["en"])
        assert sim.stored().status == "waiting"


async def test_rounds_under_way_are_finished_and_not_repeated(tmp_path):
    async with table(tmp_path) as sim:
        await between_two(sim)
        await bar(sim, moderator(sim), sim.bogdan)
        await sim.press(sim.bogdan, sim.message, "Keep all")
        await sim.press(sim.ana, sim.message, "Keep all")
        assert sim.stored().status == "over"
        board = sim.message
        refused = await sim.press(sim.bogdan, board, "Rematch")
        assert text_of(refused.response).startswith(BARRED["en"])
        refused = await sim.press(sim.ana, board, "Rematch")
        assert text_of(refused.response) == OTHER["en"].format(sim.bogdan.id)


@pytest.mark.parametrize("language", PANEL)
async def test_a_bar_is_changed_and_lifted_by_buttons(tmp_path, caplog, language):
    caplog.set_level("INFO")
    free, barred, *durations, lift = PANEL[language]
    async with table(tmp_path) as sim:
        mod = sim.member("mod", language, manage_messages=True)
        panel = await mod.context_menu(sim.channel, BAR, sim.ana)
        assert text_of(panel.response) == f"<@{sim.ana.id}> {free}"
        assert [*buttons(panel.response)] == durations
        await sim.press(mod, panel.response, durations[2])
        assert f"<@{sim.ana.id}> {barred} <t:" in text_of(panel.response)
        assert [*buttons(panel.response)] == [*durations, lift]
        week = int(re.search(r"<t:(\d+):", text_of(panel.response))[1])
        await sim.press(mod, panel.response, durations[0])
        hour = int(re.search(r"<t:(\d+):", text_of(panel.response))[1])
        assert hour - week + 167 * 3600 in range(60)  # the second press came a little later
        assert (await sim.play(sim.ana)).ephemeral
        await sim.press(mod, panel.response, lift)
        assert text_of(panel.response) == f"<@{sim.ana.id}> {free}"
        assert not (await sim.play(sim.ana)).ephemeral
        by, of = f"by={mod.id}", f"member={sim.ana.id}"
        assert [line for line in caplog.messages if "deed=" in line] == [
            f"guild={sim.guild.id} deed=bar {by} {of} detail=week",
            f"guild={sim.guild.id} deed=bar {by} {of} detail=hour",
            f"guild={sim.guild.id} deed=lift {by} {of} detail=-",
        ]
        assert text_of((await bar(sim, mod, sim.the_bot)).response) == BOT[language]


@pytest.mark.parametrize("language", REFUSED)
async def test_the_permission_is_checked_at_every_use(tmp_path, language):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = language
        commands = await sim.bot.tree.fetch_commands()
        for name in ("bar", BAR, CLOSE):
            command = next(one for one in commands if one.name == name)
            sim.guild.set_command_permissions(command, {sim.ana: True})
        refused = [
            await sim.ana.slash(sim.channel, "bar", member=sim.bogdan, duration="day"),
            await sim.ana.context_menu(sim.channel, BAR, sim.bogdan),
        ]
        await sim.play(sim.ana)
        for what in ("day", "lift"):
            custom_id = f"bar:0:0:{what}.{sim.bogdan.id}"
            sim.put_button(sim.message, custom_id)
            refused.append(await sim.press_id(sim.ana, sim.message, custom_id))
        assert {text_of(one.response) for one in refused} == {REFUSED[language]}
        other = sim.guild.create_text_channel("other")
        assert not (await sim.play(sim.bogdan, channel=other)).ephemeral


async def test_a_bar_is_of_one_server(tmp_path):
    async with table(tmp_path) as sim:
        elsewhere = sim.env.create_guild("Elsewhere")
        channel = elsewhere.create_text_channel("games")
        there = elsewhere.add_member(sim.ana.user)
        await bar(sim, moderator(sim), sim.ana)
        assert (await sim.play(sim.ana)).ephemeral
        assert not (await there.slash(channel, "play", game="dice-poker")).ephemeral


async def test_other_buttons_do_nothing(tmp_path):
    async with table(tmp_path) as sim:
        mod = moderator(sim)
        await sim.play(sim.ana)
        for what in ("year.5", "day.x", "day"):
            record = sim.send(mod, sim.message, f"bar:0:0:{what}")
            await sim.env.settle()
            assert record.responded


# Closing


@pytest.mark.parametrize("language", NOTHING)
async def test_a_message_without_an_open_round(tmp_path, language):
    async with table(tmp_path) as sim:
        mod = sim.member("mod", language, manage_messages=True)
        await sim.play(sim.ana)
        await sim.press(sim.ana, sim.message, "Keep all")
        over = await mod.context_menu(sim.channel, CLOSE, sim.message)
        words = await sim.ana.send(sim.channel, "hello")
        other = await mod.context_menu(sim.channel, CLOSE, words)
        assert {text_of(over.response), text_of(other.response)} == {NOTHING[language]}


async def test_a_moderator_closes_any_round_from_its_board(tmp_path, caplog):
    """A member without the permission is refused, even if the server shows them the menu."""
    caplog.set_level("INFO")
    async with table(tmp_path) as sim:
        mod = moderator(sim)
        await between_two(sim)
        command = next(one for one in await sim.bot.tree.fetch_commands() if one.name == CLOSE)
        sim.guild.set_command_permissions(command, {sim.carmen: True, mod: True})
        refused = await sim.carmen.context_menu(sim.channel, CLOSE, sim.message)
        assert "only members who may manage messages can close it" in text_of(refused.response)
        asked = await mod.context_menu(sim.channel, CLOSE, sim.message)
        assert "Close this game? 2 other members play in it." in text_of(asked.response)
        await sim.press(mod, asked.response, "Close it for everybody")
        assert sim.stored().status == "closed"
        assert "The game was closed." in text_of(asked.response)
        told = f"guild={sim.guild.id} deed=close by={mod.id} member={sim.ana.id} detail=1"
        assert [line for line in caplog.messages if "deed=" in line] == [told]


async def test_ones_own_round_and_a_withdrawn_challenge_are_nobodys_business(tmp_path, caplog):
    caplog.set_level("INFO")
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, opponent=sim.bogdan)
        await sim.press(sim.ana, sim.message, "ana: withdraw")
        await sim.open_table(sim.ana, "thirteen")
        own = await sim.open_table(sim.ana, "nine")
        await sim.press(sim.ana, own.response, "Close the game")
        assert sim.stored(2).end.closed_by == sim.ana.id
        assert "deed=" not in caplog.text


@pytest.mark.parametrize("begun", [False, True])
@pytest.mark.parametrize("language", CLOSED)
async def test_a_board_says_who_closed_it_at_each_redraw(tmp_path, language, begun):
    line = CLOSED[language][begun]
    async with table(tmp_path, language=language) as sim:
        mod = moderator(sim)
        await (sim.play if begun else sim.open_table)(sim.ana, "thirteen")
        board = sim.message
        asked = await mod.context_menu(sim.channel, CLOSE, board)
        since = len(sim.env.http_requests)
        await sim.press_id(mod, asked.response, "tool:1:*:close-now")
        told = line.format(f"<@{mod.id}>")
        assert told in text_of(sim.reread(board))
        assert sim.pings(since) == []
        await sim.restart()
        assert told in await redrawn(sim, board)
        await sim.erase(mod)
        shown = await redrawn(sim, board)
        assert line.format(FORMER[language].capitalize()) in shown
        assert f"<@{mod.id}>" not in shown


async def test_a_moderator_who_sits_there_leaves_instead(tmp_path):
    async with table(tmp_path) as sim:
        mod = moderator(sim)
        await sim.play(mod)
        asked = await mod.context_menu(sim.channel, CLOSE, sim.message)
        assert "It counts as a loss." in text_of(asked.response)
        await sim.press(mod, asked.response, "Leave the game")
        assert sim.stored().status == "over"
