"""A throw-away sixth game appears on Discord as soon as its folder is there: no other file changes."""

from __future__ import annotations

from discord_limits import assert_all_fit
from rules import registry
from rules.engine import Acted
from simulated import table, text_of
from simulated_luck import WrittenLuck
from whole_rounds import at_lobby, offered_by

DECK = (1, 2, 3, 4, 5, 6)


async def test_without_its_folder_it_is_unknown(tmp_path):
    assert "odd-one" not in registry.games()
    async with table(tmp_path) as sim:
        play = next(one for one in sim.bot.tree.get_commands() if one.name == "play")
        assert play.get_command("odd-one") is None


async def test_it_is_played_against_the_computer(tmp_path, extra_game):
    async with table(tmp_path, WrittenLuck([DECK], [1])) as sim:
        await sim.play(sim.ana, "odd-one", level="easy")
        assert "Odd One · choose" in sim.text
        assert "**Easy computer** has put a card down." in sim.text
        own = await sim.press(sim.ana, sim.message, "Look at my cards")
        assert own.ephemeral
        assert offered_by(own.response) == ["card.1", "card.2"]
        await sim.restart()
        await sim.choose(sim.ana, own.response, "card.2")
        assert sim.kept().status == "over"
        assert [step.action.code for step in sim.record() if isinstance(step, Acted)] == [
            "card.4",
            "card.2",
        ]
        assert "**Easy computer** wins" in sim.text
        assert sim.bot.storage.results.tally(sim.ana.id).losses == 1
        sim.assert_replays()
        assert_all_fit(sim.env.http_requests)


async def test_it_is_played_between_members_and_again(tmp_path, extra_game):
    async with table(tmp_path, WrittenLuck([DECK, DECK])) as sim:
        await sim.play(sim.ana, "odd-one", opponent=sim.bogdan)
        told = await at_lobby(sim.carmen, sim.message, "how-to-play")
        assert "The higher one wins." in text_of(told.response)
        await at_lobby(sim.bogdan, sim.message, "join")
        for member, first, then in ((sim.ana, "card.1", "card.2"), (sim.bogdan, "card.3", None)):
            own = sim.reread_private(await sim.press(member, sim.message, "Look at my cards"))
            await sim.choose(member, own, first)
            if then:
                await sim.choose(member, own, then)
        assert f"<@{sim.bogdan.id}> wins" in sim.text
        await sim.press(sim.bogdan, sim.message, "Rematch")
        assert f"<@{sim.bogdan.id}> asks <@{sim.ana.id}> for a rematch!" in sim.text
        await at_lobby(sim.ana, sim.message, "join")
        assert [one.user for one in sim.kept(2).sitters] == [sim.bogdan.id, sim.ana.id]


async def test_its_clock_and_its_rules_work_too(tmp_path, extra_game):
    async with table(tmp_path, WrittenLuck([DECK]), nudge_seconds=0) as sim:
        rules = await sim.carmen.slash(sim.channel, "rules", game="odd-one")
        assert "Each seat is dealt two cards in secret" in text_of(rules.response)
        listed = await sim.carmen.slash(sim.channel, "help")
        assert "`/play odd-one`" in text_of(listed.response)
        await sim.play(sim.ana, "odd-one", opponent=sim.bogdan)
        await at_lobby(sim.bogdan, sim.message, "join")
        await sim.wait(minutes=10, seconds=5)
        assert sim.kept().status == "over"
        assert sim.kept().play.state.chosen == (1, 3)
