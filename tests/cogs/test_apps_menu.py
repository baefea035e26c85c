"""The menus of members and messages, above all *Challenge to dice*."""

from __future__ import annotations

import discord
import pytest

from discord_limits import assert_all_fit
from rules import registry
from simulated import LOCALES, buttons, table, text_of
from words import Words

CHALLENGE = "Challenge to dice"
OPTIONS = {"en": "Match, pace, hints", "ro": "Meci, ritm, indicii"}
FIELDS = Words(
    {
        "en": ["Match", "Pace", "Hints", "Dice Poker: seat", "Poker Dice: straights"],
        "ro": ["Meci", "Ritm", "Indicii", "Poker cu zaruri: rol", "Zaruri cu figuri: chinte"],
    }
)
CHOSEN = Words(
    {
        "en": "-# Match: Best of 3 · Hints: training · Dice Poker: seat: dealer",
        "ro": "-# Meci: Cel mai bun din 3 · Indicii: antrenament · Poker cu zaruri: rol: crupier",
    }
)

pytestmark = pytest.mark.usefixtures("no_picture")


async def panel_of(sim, member, target):
    """Open the panel of a challenge; it must be private."""
    answer = await member.context_menu(sim.channel, CHALLENGE, target)
    assert answer.acknowledged
    assert answer.ephemeral
    return answer


async def options_of(sim, member, panel):
    """Press *Options* on a panel; return the answer and the fields of the form, by their labels."""
    form = await sim.press(member, panel.response, OPTIONS[sim.locales[member.id][:2]])
    fields = {one["label"]: one["component"] for one in form.modal["components"]}
    return form, fields


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
            assert len(buttons(panel.response)) == len(registry.games()) + 2
            assert sim.channel.history() == []
            assert sim.pings(asked) == []
            await sim.press_id(sim.ana, panel.response, f"ask:0:0:*.game.{game}")
            stored = sim.stored()
            assert (stored.game, stored.status) == (game, "waiting")
            assert {player.user for player in stored.players} == {sim.ana.id, sim.bogdan.id}
            assert (stored.hints, stored.pace, stored.best_of) == ("none", "normal", 1)
            assert sim.pings(asked) == [str(sim.bogdan.id)]
            assert not buttons(panel.response)
        assert_all_fit(sim.env.http_requests)


@pytest.mark.parametrize("language", ["en", "ro"])
async def test_everything_else_is_one_form(tmp_path, language):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        panel = await panel_of(sim, sim.ana, sim.bogdan)
        form, fields = await options_of(sim, sim.ana, panel)
        assert [*fields] == FIELDS[language]
        chosen = {
            field["custom_id"]: option["value"]
            for field in fields.values()
            for option in field["options"]
            if option["default"]
        }
        assert chosen == {
            "match": "1",
            "pace": "normal",
            "hints": "none",
            "dice-poker.seat": "player",
            "poker-dice.straights": "normal",
        }
        filled = {"match": "3", "hints": "training", "dice-poker.seat": "dealer"}
        sent = await sim.ana.submit_modal(form, filled)
        assert sent.acknowledged
        assert text_of(sim.reread(panel.response)).splitlines()[1] == CHOSEN[language]
        await sim.press_id(sim.ana, panel.response, "ask:*.game.dice-poker")
        stored = sim.stored()
        assert [player.user for player in stored.players] == [sim.ana.id, sim.bogdan.id]
        assert (stored.hints, stored.best_of, stored.pace) == ("training", 3, "normal")


async def test_another_game_leaves_out_what_it_does_not_have(tmp_path):
    async with table(tmp_path) as sim:
        panel = await panel_of(sim, sim.ana, sim.bogdan)
        form, _ = await options_of(sim, sim.ana, panel)
        await sim.ana.submit_modal(form, {"match": "3", "dice-poker.seat": "dealer"})
        await sim.press(sim.ana, panel.response, "Six Card Poker")
        assert (sim.stored().game, sim.stored().best_of) == ("six-card", 3)


async def test_straights_are_chosen_in_the_form_and_kept_for_the_rematch(tmp_path):
    async with table(tmp_path) as sim:
        panel = await panel_of(sim, sim.ana, sim.bogdan)
        form, _ = await options_of(sim, sim.ana, panel)
        await sim.ana.submit_modal(form, {"poker-dice.straights": "bust"})
        await sim.press(sim.ana, panel.response, "Poker Dice")
        assert "straights: " in sim.text
        await sim.press(sim.bogdan, sim.message, "Accept")
        for member in (sim.ana, sim.bogdan):
            await sim.press(member, sim.message, "Keep this hand and stop")
        await sim.press_id(sim.ana, sim.message, "tool:*:rematch")
        assert [sim.stored(number).options for number in (1, 2)] == [{"straights": "bust"}] * 2


async def test_the_form_shows_what_was_chosen_before(tmp_path):
    async with table(tmp_path) as sim:
        panel = await panel_of(sim, sim.ana, sim.bogdan)
        form, _ = await options_of(sim, sim.ana, panel)
        await sim.ana.submit_modal(form, {"pace": "slow"})
        _, fields = await options_of(sim, sim.ana, panel)
        assert [one["value"] for one in fields["Pace"]["options"] if one["default"]] == ["slow"]


async def test_a_form_of_other_values_is_refused(tmp_path):
    async with table(tmp_path) as sim:
        panel = await panel_of(sim, sim.ana, sim.bogdan)
        for control in ("game.chess", "game", "filled.x", "send", "9"):
            custom_id = buttons(panel.response)[OPTIONS["en"]]["custom_id"]
            record = sim.send(sim.ana, panel.response, custom_id.replace("options", control))
            await sim.env.settle()
            assert "no longer in use" in text_of(sim.answer_to(record).response)
        assert sim.channel.history() == []


async def test_same_dice_is_turned_on_and_off(tmp_path):
    async with table(tmp_path) as sim:
        panel = await panel_of(sim, sim.ana, sim.bogdan)
        await sim.press(sim.ana, panel.response, "Same dice")
        assert "Same dice: on" in buttons(sim.reread(panel.response))
        await sim.press(sim.ana, panel.response, "Same dice: on")
        assert "Same dice" in buttons(sim.reread(panel.response))
        await sim.press(sim.ana, panel.response, "Dice Poker")
        assert sim.stored().status == "waiting"


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
