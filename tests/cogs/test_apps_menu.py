"""The menus of members and messages: *Challenge to dice* and *Review this round*."""

from __future__ import annotations

import discord
import pytest

from rules import registry
from simulated import buttons, components, table, text_of
from whole_rounds import between_two
from words import Words

CHALLENGE, REVIEW, REPLAY = "Challenge to dice", "Review this round", "Replay this round"
NO_REVIEW = Words(
    {
        "en": "This message shows no finished round.",
        "ro": "Mesajul acesta nu arată nicio partidă încheiată.",
    }
)

pytestmark = pytest.mark.usefixtures("no_picture")


async def panel_of(sim, member, target):
    """Open the panel of a challenge; it must be private."""
    answer = await member.context_menu(sim.channel, CHALLENGE, target)
    assert answer.acknowledged
    assert answer.ephemeral
    return answer


def menus(message):
    return [one for one in components(message) if one["type"] == 3]


def chosen(message):
    """Return what each menu of a panel shows as chosen, by the end of its id."""
    return {
        menu["custom_id"].rpartition(".")[2]: option["value"]
        for menu in menus(message)
        for option in menu["options"]
        if option["default"]
    }


async def choose(sim, member, panel, control, value):
    """Choose a value from one of the panel's menus."""
    (menu,) = [one for one in menus(panel.response) if one["custom_id"].endswith(f".{control}")]
    answer = await member.select(panel.response, [value], custom_id=menu["custom_id"])
    assert answer.acknowledged
    return answer


# Challenge to dice


async def test_a_challenge_with_the_defaults(tmp_path):
    async with table(tmp_path) as sim:
        panel = await panel_of(sim, sim.ana, sim.bogdan)
        assert f"You challenge <@{sim.bogdan.id}> to Dice Poker." in text_of(panel.response)
        assert chosen(panel.response)["game"] == "dice-poker"
        labels = [option["label"] for one in menus(panel.response) for option in one["options"]]
        assert {"Dice Poker", "Seat: player", "Hints: none"} <= {*labels}
        assert sim.channel.history() == []
        assert sim.pings() == []
        await sim.press(sim.ana, panel.response, "Challenge")
        assert f"<@{sim.bogdan.id}>, ana challenges you!" in sim.text
        assert sim.pings() == [str(sim.bogdan.id)]
        assert text_of(panel.response) == f"You challenged <@{sim.bogdan.id}>."
        assert not buttons(panel.response)
        await sim.press(sim.bogdan, sim.message, "Accept")
        assert sim.stored().status == "playing"


async def test_the_game_and_its_options_are_chosen_first(tmp_path):
    async with table(tmp_path) as sim:
        panel = await panel_of(sim, sim.ana, sim.bogdan)
        await choose(sim, sim.ana, panel, "0", "dealer")
        assert chosen(panel.response)["0"] == "dealer"
        await choose(sim, sim.ana, panel, "3", "hints")
        await sim.press(sim.ana, panel.response, "Challenge")
        stored = sim.stored()
        assert [player.user for player in stored.players] == [sim.ana.id, sim.bogdan.id]
        assert stored.hints == "hints"


async def test_another_game_keeps_what_it_knows_and_drops_the_rest(tmp_path):
    async with table(tmp_path) as sim:
        panel = await panel_of(sim, sim.ana, sim.bogdan)
        await choose(sim, sim.ana, panel, "0", "dealer")
        await choose(sim, sim.ana, panel, "1", "3")
        await choose(sim, sim.ana, panel, "game", "six-card")
        assert chosen(panel.response)["game"] == "six-card"
        assert chosen(panel.response)["0"] == "3", "six-card has no parts, the match comes first"
        await sim.press(sim.ana, panel.response, "Challenge")
        assert sim.stored().game == "six-card"
        assert sim.stored().best_of == 3


@pytest.mark.parametrize("game", sorted(registry.games()))
async def test_the_panel_challenges_in_every_game(tmp_path, game):
    """With the options of `/play`, but who plays."""
    async with table(tmp_path) as sim:
        panel = await panel_of(sim, sim.ana, sim.bogdan)
        (games,) = [one for one in menus(panel.response) if one["custom_id"].endswith(".game")]
        assert [option["value"] for option in games["options"]] == sorted(registry.games())
        await choose(sim, sim.ana, panel, "game", game)
        named = [one["options"][0]["label"].partition(":")[0] for one in menus(panel.response)[1:]]
        own = {"dice-poker": ["Seat"], "poker-dice": ["Straights"]}.get(game, [])
        assert named == [*own, "Match", "Pace", "Hints"]
        await choose(sim, sim.ana, panel, str(len(own) + 2), "training")
        await sim.press(sim.ana, panel.response, "Challenge")
        assert sim.stored().hints == "training"
        await sim.press(sim.bogdan, sim.message, "Accept")
        assert sim.stored().status == "playing"
        assert {one.user for one in sim.stored().players} == {sim.ana.id, sim.bogdan.id}


async def test_oneself_and_bots_are_refused(tmp_path):
    async with table(tmp_path) as sim:
        for target, expected in (
            (sim.ana, "You cannot challenge yourself."),
            (sim.the_bot, "Bots cannot be challenged."),
        ):
            refused = await panel_of(sim, sim.ana, target)
            assert expected in text_of(refused.response)
            assert "</play:" in text_of(refused.response)
            assert not menus(refused.response)


async def test_a_panel_of_before_a_restart_is_answered(tmp_path):
    async with table(tmp_path) as sim:
        panel = await panel_of(sim, sim.ana, sim.bogdan)
        await sim.restart()
        told = await sim.press(sim.ana, panel.response, "Challenge")
        assert "you asked for it too long ago" in text_of(told.response)
        assert sim.channel.history() == []


async def test_a_busy_channel_offers_a_thread_and_leaves_the_panel(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.carmen)
        panel = await panel_of(sim, sim.ana, sim.bogdan)
        told = await sim.press(sim.ana, panel.response, "Challenge")
        assert "A round is already open in this channel" in text_of(told.response)
        assert menus(panel.response)
        await sim.press(sim.ana, told.response, "Play in a thread")
        (thread,) = sim.channel.threads
        assert f"<@{sim.bogdan.id}>, ana challenges" in text_of(thread.last_message)


async def test_two_presses_send_one_challenge(tmp_path):
    async with table(tmp_path) as sim:
        panel = await panel_of(sim, sim.ana, sim.bogdan)
        send = buttons(panel.response)["Challenge"]["custom_id"]
        _, second = await sim.send_all([(sim.ana, panel.response, send)] * 2)
        assert "This was done already" in text_of(sim.answer_to(second).response)
        assert len(sim.channel.history()) == 1
        assert sim.pings() == [str(sim.bogdan.id)]


@pytest.mark.parametrize(
    "custom_id", ["ask:0:0:7.game", "ask:0:0:x", "ask:0:0:7", "ask:0:0:.send", "thread:0:0:x"]
)
async def test_ids_that_no_panel_has_are_answered(tmp_path, custom_id):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        (record,) = await sim.send_all([(sim.ana, sim.message, custom_id)])
        assert sim.answer_to(record).ephemeral


async def test_values_that_no_menu_has_are_refused(tmp_path):
    async with table(tmp_path) as sim:
        panel = await panel_of(sim, sim.ana, sim.bogdan)
        for menu in menus(panel.response):
            record = sim.send(sim.ana, panel.response, menu["custom_id"], ["nonsense"])
            await sim.env.settle()
            assert "not an action" in text_of(sim.answer_to(record).response)
        game = menus(panel.response)[0]["custom_id"]
        record = sim.send(sim.ana, panel.response, game.replace(".game", ".9"), ["off"])
        await sim.env.settle()
        assert record.responded


# Review this round


async def test_a_finished_round_is_reviewed_from_its_message(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        await sim.press(sim.ana, sim.message, "Keep all")
        answer = await sim.carmen.context_menu(sim.channel, REVIEW, sim.message)
        assert answer.acknowledged
        assert "Review" in text_of(sim.reread_private(answer))
        assert len(sim.channel.history()) == 1


async def test_also_after_its_rematch(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        await sim.press(sim.ana, sim.message, "Keep all")
        over = sim.message
        await sim.press(sim.ana, over, "Rematch")
        answer = await sim.ana.context_menu(sim.channel, REVIEW, sim.reread(over))
        assert "Review" in text_of(sim.reread_private(answer))


@pytest.mark.parametrize("language", NO_REVIEW)
async def test_any_other_message_is_refused_kindly(tmp_path, language):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = language
        said = await sim.ana.send(sim.channel, "hello")
        await between_two(sim)
        for message in (said, sim.message):
            answer = await sim.ana.context_menu(sim.channel, REVIEW, message)
            assert answer.ephemeral
            assert NO_REVIEW[language] in text_of(answer.response)
        await sim.press_id(sim.ana, sim.message, "tool:*:leave")
        challenge = sim.message
        warden = sim.member("warden", manage_messages=True)
        closing = await sim.play(warden)
        await sim.press_id(warden, closing.response, "tool:*:close")
        answer = await sim.ana.context_menu(sim.channel, REVIEW, challenge)
        assert NO_REVIEW[language] in text_of(answer.response)


async def test_buttons_of_another_bot_are_not_read(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        await sim.press(sim.ana, sim.message, "Keep all")
        said = await sim.bogdan.send(sim.channel, "look")
        sim.put_button(said, "tool:1:1:review")
        answer = await sim.ana.context_menu(sim.channel, REVIEW, sim.reread(said))
        assert NO_REVIEW["en"] in text_of(answer.response)


# At Discord


async def test_the_menus_as_discord_gets_them(tmp_path):
    async with table(tmp_path) as sim:
        sent = {one["name"]: one for one in sim.synced() if one.get("type", 1) != 1}
        assert {name: one["type"] for name, one in sent.items()} == {
            CHALLENGE: 2,
            "Bar from games": 2,
            REVIEW: 3,
            REPLAY: 3,
            "Close this round": 3,
        }
        for name in ("Bar from games", "Close this round"):
            moderators = discord.Permissions(manage_messages=True)
            assert sent[name]["default_member_permissions"] == moderators.value
        assert sent[CHALLENGE]["name_localizations"]["ro"] == "Provoacă la zaruri"
        assert sent[REVIEW]["name_localizations"]["ro"] == "Analizează partida"
        assert sent[REPLAY]["name_localizations"]["ro"] == "Vezi reluarea"
        for one in sent.values():
            assert not one.get("description")
            assert not one.get("options")
