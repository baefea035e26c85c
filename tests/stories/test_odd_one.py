"""A seventh game that no file of the bot knows: found, offered, played in secret, restarted.

Odd One stands in `tests/extra_games`: its folder is all that the bot needs.
"""

from __future__ import annotations

import logging

import pytest

from discord_limits import assert_all_fit
from results_counted import tally
from rules import registry
from rules.engine import Acted
from rules.screen import Seat
from simulated import buttons, components, table, text_of
from simulated_luck import WrittenLuck
from whole_rounds import at_lobby, between_two, offered_by

pytestmark = pytest.mark.slow

shown = pytest.mark.usefixtures("extra_game")

ANA, BOGDAN = Seat(0), Seat(1)
GAME = "odd-one"


def dealt(*deck):
    """Return luck that deals Ana the first two cards and Bogdan the next two."""
    return WrittenLuck([deck], choices=[0, 0])


def chosen_lines(message):
    (menu,) = [one for one in components(message) if one["type"] == 3]
    return {one["value"]: one.get("default", False) for one in menu["options"]}


async def test_without_its_folder_it_is_unknown(tmp_path):
    assert GAME not in registry.games()
    async with table(tmp_path) as sim:
        play = next(one for one in sim.bot.tree.get_commands() if one.name == "play")
        (games,) = [one for one in play.parameters if one.name == "game"]
        assert GAME not in [choice.value for choice in games.choices]


@shown
async def test_from_play_to_the_end(tmp_path):
    async with table(tmp_path, dealt(1, 6, 2, 5, 3, 4)) as sim:
        await between_two(sim, GAME)
        assert f"<@{sim.ana.id}> is choosing." in sim.text
        assert f"<@{sim.bogdan.id}> is choosing." in sim.text
        assert list(buttons(sim.message)) == ["Look at my cards", "Menu"]
        mine = await sim.press(sim.ana, sim.message, "Look at my cards")
        assert mine.ephemeral
        assert chosen_lines(mine.response) == {"card.1": False, "card.6": False}
        theirs = await sim.press(sim.bogdan, sim.message, "Look at my cards")
        assert chosen_lines(theirs.response) == {"card.2": False, "card.5": False}
        await sim.choose(sim.ana, mine.response, "card.1")
        assert f"<@{sim.ana.id}> has put a card down." in sim.text
        assert chosen_lines(sim.reread_private(mine)) == {"card.1": True, "card.6": False}
        await sim.choose(sim.ana, mine.response, "card.6")
        assert chosen_lines(sim.reread_private(mine)) == {"card.1": False, "card.6": True}
        assert sim.stored().moment == 0
        await sim.choose(sim.bogdan, theirs.response, "card.5")
        assert sim.stored().status == "over"
        assert sim.result.endswith(f"<@{sim.ana.id}> wins")
        assert sim.stored().end.headline == "", "the game tells of no feats"
        assert theirs.response is None
        acts = [(one.seat, one.action.code) for one in sim.record() if isinstance(one, Acted)]
        assert acts == [(ANA, "card.1"), (ANA, "card.6"), (BOGDAN, "card.5")]
        sim.assert_replays()
        assert sim.pings() == [str(sim.bogdan.id)]


@shown
async def test_a_neighbours_choice_makes_no_button_stale(tmp_path):
    """The moment stands still until both have chosen."""
    async with table(tmp_path, dealt(1, 6, 2, 5, 3, 4)) as sim:
        await between_two(sim, GAME)
        private = [
            await sim.press(member, sim.message, "Look at my cards")
            for member in (sim.ana, sim.bogdan)
        ]
        records = [
            sim.send(member, answer.response, "menu:1:0", [card])
            for member, answer, card in (
                (sim.ana, private[0], "card.1"),
                (sim.bogdan, private[1], "card.2"),
            )
        ]
        await sim.env.settle()
        assert all(record.responded for record in records)
        assert sim.stored().status == "over"
        sim.assert_replays()


@shown
async def test_nobody_peeks_at_anothers_cards(tmp_path):
    async with table(tmp_path, dealt(1, 6, 2, 5, 3, 4)) as sim:
        await between_two(sim, GAME)
        refused = await sim.press(sim.carmen, sim.message, "Look at my cards")
        assert refused.ephemeral
        assert "You are not playing in this game" in text_of(refused.response)
        mine = await sim.press(sim.ana, sim.message, "Look at my cards")
        stolen = sim.send(sim.bogdan, mine.response, "menu:1:0", ["card.6"])
        await sim.env.settle()
        assert stolen.responded
        assert not [step for step in sim.record() if isinstance(step, Acted)]


@shown
async def test_a_choice_made_while_the_bot_was_restarted(tmp_path):
    async with table(tmp_path, dealt(1, 6, 2, 5, 3, 4)) as sim:
        await between_two(sim, GAME)
        mine = await sim.press(sim.ana, sim.message, "Look at my cards")
        await sim.restart()
        await sim.choose(sim.ana, mine.response, "card.1")
        await sim.restart()
        await sim.choose(sim.ana, mine.response, "card.6")
        theirs = await sim.press(sim.bogdan, sim.message, "Look at my cards")
        await sim.restart()
        await sim.choose(sim.bogdan, theirs.response, "card.2")
        assert sim.stored().status == "over"
        sim.assert_replays()


@shown
async def test_against_the_computer(tmp_path):
    """The computer has chosen before anybody else; nothing of it shows. A restart between."""
    async with table(tmp_path, WrittenLuck([(1, 2, 3, 4, 5, 6)], [1])) as sim:
        await sim.play(sim.ana, GAME, level="easy")
        assert "Odd One" in sim.text.splitlines()[-1]
        assert "**Computer (easy)** has put a card down." in sim.text
        mine = await sim.press(sim.ana, sim.message, "Look at my cards")
        assert mine.ephemeral
        assert offered_by(mine.response) == ["card.1", "card.2"]
        await sim.restart()
        await sim.choose(sim.ana, mine.response, "card.2")
        assert sim.stored().status == "over"
        acts = [one.action.code for one in sim.record() if isinstance(one, Acted)]
        assert acts == ["card.4", "card.2"]
        assert "**Computer (easy)** wins" in sim.text
        assert sim.bot.storage.read(tally, sim.ana.id).losses == 1
        sim.assert_replays()
        assert_all_fit(sim.env.http_requests)


@shown
async def test_from_the_lobby_to_the_rematch(tmp_path):
    async with table(tmp_path, WrittenLuck([(1, 2, 3, 4, 5, 6)] * 2)) as sim:
        await sim.play(sim.ana, GAME, opponent=sim.bogdan)
        told = await sim.press_id(sim.carmen, sim.message, "tool:*:rules")
        assert "The higher one wins." in text_of(told.response)
        await at_lobby(sim.bogdan, sim.message, "join")
        for member, *cards in ((sim.ana, "card.1", "card.2"), (sim.bogdan, "card.3")):
            own = sim.reread_private(await sim.press(member, sim.message, "Look at my cards"))
            for card in cards:
                await sim.choose(member, own, card)
        assert f"<@{sim.bogdan.id}> wins" in sim.text
        await sim.press(sim.bogdan, sim.message, "Rematch")
        assert f"<@{sim.ana.id}>, @bogdan asks you for a rematch!" in sim.text
        await at_lobby(sim.ana, sim.message, "join")
        assert [one.user for one in sim.stored(2).players] == [sim.bogdan.id, sim.ana.id]


@shown
async def test_left_alone_everybody_who_owes_is_played_for(tmp_path):
    async with table(tmp_path, dealt(1, 6, 2, 5, 3, 4)) as sim:
        await between_two(sim, GAME)
        await sim.wait(minutes=2)
        assert sorted(sim.pings()[1:]) == sorted([str(sim.ana.id), str(sim.bogdan.id)])
        board = sim.channel.history()[0]
        mine = await sim.press(sim.ana, board, "Look at my cards")
        await sim.choose(sim.ana, mine.response, "card.6")
        await sim.wait(minutes=9)
        assert sim.stored().status == "over"
        acts = [(one.seat, one.action.code) for one in sim.record() if isinstance(one, Acted)]
        assert acts == [(ANA, "card.6"), (BOGDAN, "card.2")]
        assert len(sim.channel.history()) == 1
        sim.assert_replays()


@shown
async def test_when_time_is_up_both_put_their_first_card_down(tmp_path):
    async with table(tmp_path, dealt(1, 2, 3, 4, 5, 6), reminders=False) as sim:
        await between_two(sim, GAME)
        await sim.wait(minutes=10, seconds=5)
        assert sim.stored().status == "over"
        assert sim.stored().play.state.chosen == (1, 3)
        assert [player.missed_turns for player in sim.stored().players] == [1, 1]


async def seen_in_a_round(folder, deck, caplog):
    """Return all that Ana and the public receive until both have chosen, and the log."""
    caplog.clear()
    folder.mkdir()
    async with table(folder, WrittenLuck([deck])) as sim:
        seen = []

        def look():
            seen.extend([sim.seen_by(sim.ana), sim.seen_by(sim.carmen)])

        await between_two(sim, GAME)
        look()
        theirs = await sim.press(sim.bogdan, sim.message, "Look at my cards")
        mine = await sim.press(sim.ana, sim.message, "Look at my cards")
        look()
        for card in (deck[2], deck[3]):
            await sim.choose(sim.bogdan, theirs.response, f"card.{card}")
            look()
        await sim.show_here(sim.ana)
        await sim.press(sim.ana, sim.message, "Look at my cards")
        await sim.wait(minutes=2)
        look()
        assert len(sim.record()) == 3
        assert mine.ephemeral
        lines = [one.getMessage() for one in caplog.records if one.name.startswith(("cogs", "bot"))]
        return seen, lines


@shown
async def test_nothing_that_others_receive_depends_on_hidden_cards(tmp_path, caplog):
    """Two rounds that differ in Bogdan's cards and choices alone look the same to everybody else."""
    caplog.set_level(logging.INFO)
    one = await seen_in_a_round(tmp_path / "one", (1, 6, 2, 5, 3, 4), caplog)
    other = await seen_in_a_round(tmp_path / "other", (1, 6, 4, 3, 5, 2), caplog)
    assert one[0] == other[0]
    acts = [[line for line in lines if "action=" in line] for lines in (one[1], other[1])]
    assert acts[0] == acts[1]
    assert [line.split()[3] for line in acts[0]] == ["action=join", "action=card", "action=card"]


@shown
async def test_its_command_its_place_on_the_first_page_and_its_rules(tmp_path):
    async with table(tmp_path) as sim:
        (play,) = [one for one in sim.synced() if one["name"] == "play"]
        (games,) = [one for one in play["options"] if one["name"] == "game"]
        assert GAME in [choice["value"] for choice in games["choices"]]
        told = await sim.play(sim.ana, GAME, level="perfect")
        assert "has no such choice: Level: Perfect" in text_of(told.response)
        told = await sim.ana.slash(sim.channel, "play")
        assert "play:0:0:odd-one" in {one.get("custom_id") for one in components(told.response)}
        rules = text_of(await sim.rules(sim.carmen, GAME))
        assert "Each seat is dealt two cards in secret" in rules
