"""The menus of members and messages, above all *Challenge to dice*."""

from __future__ import annotations

import discord
import pytest

from bot.play.opening.play_options import entries
from bot.table.hints import are_given
from bot.table.time_limits import DAY
from discord_limits import assert_all_fit
from rules import registry
from simulated import LOCALES, buttons, table, text_of
from whole_rounds import leave
from words import Words

CHALLENGE = "Challenge to dice"
SWITCH = Words(
    {
        "en": ("A day a turn: off", "A day a turn: on"),
        "ro": ("O zi pe tură: nu", "O zi pe tură: da"),
    }
)
BUST = Words(
    {
        "en": ("Poker Dice, straights are busts", "Straights: count as busts"),
        "ro": ("Zaruri cu figuri, chintele nu contează", "Chinte: nu contează"),
    }
)

pytestmark = pytest.mark.usefixtures("no_picture")


async def panel_of(sim, member, target):
    """Open the panel of a challenge; it must be private."""
    answer = await member.context_menu(sim.channel, CHALLENGE, target)
    assert answer.acknowledged
    assert answer.ephemeral
    return answer


# Challenge to dice


@pytest.mark.parametrize("language", ["en", "ro"])
async def test_a_challenge_is_the_member_and_the_game(tmp_path, language):
    """Two presses: the menu of the member, and the game."""
    async with table(tmp_path) as sim:
        for game in registry.games():
            sim.another_story()
            sim.locales[sim.ana.id] = LOCALES[language]
            asked = len(sim.env.http_requests)
            panel = await panel_of(sim, sim.ana, sim.bogdan)
            says = {"en": "You challenge", "ro": "Provocare pentru"}[language]
            assert text_of(panel.response).startswith(f"{says} <@{sim.bogdan.id}>")
            assert len(buttons(panel.response)) == len(entries(registry.games().values())) + 1
            assert sim.channel.history() == []
            assert sim.pings(asked) == []
            await sim.press_id(sim.ana, panel.response, f"ask:0:0:*.game.{game}")
            stored = sim.stored()
            assert (stored.game, stored.status) == (game, "waiting")
            assert {player.user for player in stored.players} == {sim.ana.id, sim.bogdan.id}
            assert (stored.terms.minutes, are_given(stored)) == (None, False)
            assert sim.pings(asked) == [str(sim.bogdan.id)]
            assert not buttons(panel.response)
        assert_all_fit(sim.env.http_requests)


@pytest.mark.parametrize("language", SWITCH)
async def test_one_press_more_gives_each_turn_a_day(tmp_path, language):
    """Its games wait in a thread, as every slow table does; a second press takes it back."""
    off, on = SWITCH[language]
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        panel = await panel_of(sim, sim.ana, sim.bogdan)
        await sim.press(sim.ana, panel.response, off)
        assert on in buttons(sim.reread(panel.response))
        await sim.press(sim.ana, panel.response, on)
        assert off in buttons(sim.reread(panel.response))
        await sim.press_id(sim.ana, panel.response, "ask:0:0:*.slow")
        await sim.press_id(sim.ana, panel.response, "ask:0:0:*.game.dice-poker")
        stored, (thread,) = sim.stored(), sim.channel.threads
        assert (stored.game, stored.terms.minutes, stored.place.channel) == (
            "dice-poker",
            DAY,
            thread.id,
        )
        assert {player.user for player in stored.players} == {sim.ana.id, sim.bogdan.id}
        assert not buttons(sim.reread(panel.response))
        assert sim.pings() == [str(sim.bogdan.id)]
        assert_all_fit(sim.env.http_requests)


async def test_without_it_a_challenge_has_the_time_of_the_server(tmp_path):
    async with table(tmp_path) as sim:
        await sim.bot.servers.set(sim.guild.id, "minutes", "2")
        panel = await panel_of(sim, sim.ana, sim.bogdan)
        for label in SWITCH["en"]:
            await sim.press(sim.ana, panel.response, label)
        await sim.press(sim.ana, panel.response, "Nine Categories")
        assert (sim.stored().game, sim.stored().terms.minutes) == ("nine", 2)


async def test_each_panel_has_a_switch_of_its_own(tmp_path):
    async with table(tmp_path) as sim:
        first = await panel_of(sim, sim.ana, sim.bogdan)
        second = await panel_of(sim, sim.ana, sim.carmen)
        await sim.press(sim.ana, first.response, "A day a turn: off")
        assert "A day a turn: off" in buttons(sim.reread(second.response))
        await sim.press(sim.ana, second.response, "Dice Poker")
        assert sim.stored().terms.minutes is None


@pytest.mark.parametrize("language", BUST)
async def test_straights_that_are_busts_are_a_game_of_the_panel(tmp_path, language):
    """The lobby says so in both languages, and the rematch keeps it."""
    label, said = BUST[language]
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        panel = await panel_of(sim, sim.ana, sim.bogdan)
        await sim.press(sim.ana, panel.response, label)
        assert said.casefold() in sim.text.casefold()
        assert sim.stored().game == "poker-dice"
        await sim.press_id(sim.bogdan, sim.message, "lobby:*:join")
        for member in (sim.ana, sim.bogdan):
            await sim.press_id(member, sim.message, "press:*:keep")
        await sim.press_id(sim.ana, sim.message, "tool:*:rematch")
        assert [sim.stored(number).options for number in (1, 2)] == [{"straights": "bust"}] * 2


async def test_the_usual_poker_dice_stands_beside_it(tmp_path):
    async with table(tmp_path) as sim:
        panel = await panel_of(sim, sim.ana, sim.bogdan)
        labels = [*buttons(panel.response)]
        place = labels.index("Poker Dice")
        assert labels[place + 1] == BUST["en"][0]
        await sim.press(sim.ana, panel.response, "Poker Dice")
        assert sim.stored().options == {"straights": "normal"}
        assert "straights" not in sim.text.casefold()


@pytest.mark.parametrize(("games", "there"), [("poker-dice", True), ("nine", False)])
async def test_a_server_that_leaves_poker_dice_out_leaves_both_out(tmp_path, games, there):
    async with table(tmp_path) as sim:
        await sim.bot.servers.set(sim.guild.id, "games", (games,))
        panel = await panel_of(sim, sim.ana, sim.bogdan)
        assert (BUST["en"][0] in buttons(panel.response)) is there
        switch = buttons(panel.response)["A day a turn: off"]["custom_id"]
        record = sim.send(sim.ana, panel.response, switch.replace(".slow", ".game.poker-dice.bust"))
        await sim.env.settle()
        told = "challenged" if there else "This button is no longer in use."
        assert told in text_of(sim.answer_to(record).response or sim.reread(panel.response))
        assert len(sim.channel.history()) == there


async def test_a_control_that_no_panel_has_is_refused(tmp_path):
    """Among them those of the form that panels had."""
    forged = ("game.chess", "game.poker-dice.normal", "game", "filled", "options", "send")
    async with table(tmp_path) as sim:
        panel = await panel_of(sim, sim.ana, sim.bogdan)
        for control in (*forged, "filled.x", "slow.on", "same", "same.on", "9"):
            custom_id = buttons(panel.response)["A day a turn: off"]["custom_id"]
            record = sim.send(sim.ana, panel.response, custom_id.replace("slow", control))
            await sim.env.settle()
            told = text_of(sim.answer_to(record).response)
            assert "This button is no longer in use." in told, control
        assert sim.channel.history() == []


async def test_oneself_and_bots_are_refused(tmp_path):
    async with table(tmp_path) as sim:
        for target, expected in (
            (sim.ana, "You cannot challenge yourself."),
            (sim.the_bot, "Bots cannot be challenged."),
        ):
            refused = await panel_of(sim, sim.ana, target)
            assert expected in text_of(refused.response)
            assert "</play:" in text_of(refused.response)
            assert not buttons(refused.response)


async def test_a_panel_of_before_a_restart_is_answered(tmp_path):
    async with table(tmp_path) as sim:
        panel = await panel_of(sim, sim.ana, sim.bogdan)
        await sim.restart()
        told = await sim.press(sim.ana, panel.response, "Dice Poker")
        assert "you asked for it too long ago" in text_of(told.response)
        assert sim.channel.history() == []


async def test_a_busy_channel_offers_a_thread_and_leaves_the_panel(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.carmen)
        panel = await panel_of(sim, sim.ana, sim.bogdan)
        told = await sim.press(sim.ana, panel.response, "Dice Poker")
        assert "A game is already open in this channel" in text_of(told.response)
        assert buttons(panel.response)
        await sim.press(sim.ana, told.response, "Play in a thread")
        (thread,) = sim.channel.threads
        assert f"<@{sim.bogdan.id}>, @ana challenges" in text_of(thread.last_message)


async def test_two_presses_send_one_challenge(tmp_path):
    async with table(tmp_path) as sim:
        panel = await panel_of(sim, sim.ana, sim.bogdan)
        send = buttons(panel.response)["Dice Poker"]["custom_id"]
        _, second = await sim.send_all([(sim.ana, panel.response, send)] * 2)
        assert "This was done already" in text_of(sim.answer_to(second).response)
        assert len(sim.channel.history()) == 1
        assert sim.pings() == [str(sim.bogdan.id)]


@pytest.mark.parametrize("obstacle", ["a game", "a setting"])
async def test_a_challenge_that_was_not_sent_is_sent_by_a_later_press(tmp_path, obstacle):
    async with table(tmp_path) as sim:
        panel = await panel_of(sim, sim.ana, sim.bogdan)
        if obstacle == "a game":
            await sim.play(sim.carmen)
        else:
            await sim.bot.servers.set(sim.guild.id, "games", ("nine",))
        told = await sim.press(sim.ana, panel.response, "Dice Poker")
        assert told.ephemeral
        assert sim.pings() == []
        if obstacle == "a game":
            await leave(sim, sim.carmen)
        else:
            await sim.bot.servers.set(sim.guild.id, "games", ())
        await sim.press(sim.ana, panel.response, "Dice Poker")
        assert sim.pings() == [str(sim.bogdan.id)]
        assert not buttons(panel.response)


async def test_ids_that_no_panel_has_are_answered(tmp_path):
    forged = ("ask:0:0:7.game", "ask:0:0:x", "ask:0:0:7", "ask:0:0:.game.nine", "thread:0:0:x")
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        for custom_id in forged:
            (record,) = await sim.send_all([(sim.ana, sim.message, custom_id)])
            assert sim.answer_to(record).ephemeral, custom_id


# At Discord


async def test_the_menus_as_discord_gets_them(tmp_path):
    async with table(tmp_path) as sim:
        sent = {one["name"]: one for one in sim.synced() if one.get("type", 1) != 1}
        assert {name: one["type"] for name, one in sent.items()} == {
            CHALLENGE: 2,
            "Bar from games": 2,
            "Close this game": 3,
        }
        for name in ("Bar from games", "Close this game"):
            moderators = discord.Permissions(manage_messages=True)
            assert sent[name]["default_member_permissions"] == moderators.value
        assert sent[CHALLENGE]["name_localizations"]["ro"] == "Provoacă la zaruri"
        for one in sent.values():
            assert not one.get("description")
            assert not one.get("options")
