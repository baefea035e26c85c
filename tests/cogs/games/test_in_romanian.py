"""Whole rounds in Romanian: every sentence from the lobby to the rematch stands in the catalogue."""

from __future__ import annotations

from random import Random

import pytest

from discord_limits import assert_all_fit
from romanian import listening
from rules import registry
from rules.screen import Action
from simulated import components, table, text_of
from simulated_luck import SeededLuck
from whole_rounds import at_lobby, click, do, leave, look, offered_by, play_on, seat, use


def romanians(sim, *more):
    """Ana, Bogdan, Carmen and more members, who all speak Romanian."""
    members = [sim.ana, sim.bogdan, sim.carmen, *(sim.member(name, "ro") for name in more)]
    for member in members:
        sim.locales[member.id] = "ro"
    return members


def legal_at_random(seed):
    """Do any legal action, rerolls less often than there are."""
    random = Random(seed)

    def choose(stored, seat):
        legal = stored.play.game.legal(stored.play.state, seat)
        rerolls = [action for action in legal if action.verb == "reroll"]
        others = [action for action in legal if action.verb != "reroll"]
        return random.choice(rerolls if rerolls and random.random() < 0.4 else others)

    return choose


@pytest.mark.parametrize(
    ("game", "options"), [("poker-dice", {"straights": "bust"}), ("thirteen", {}), ("nine", {})]
)
async def test_a_whole_round_of_many(tmp_path, game, options):
    """A lobby, refusals, a hint, a deadline, one who leaves, the end, the review, the rematch."""
    with listening() as heard:
        async with table(tmp_path, SeededLuck(game), language="ro") as sim:
            members = romanians(sim, "dora")
            heard.languages.clear()  # names of commands are said in both
            await seat(sim, game, members, ["easy", "house"], **options)
            await use(sim.ana, sim.message, "hint")
            await use(sim.bogdan, sim.message, "hint")
            await do(
                sim,
                sim.bogdan,
                sim.message,
                Action(
                    "keep" if game == "poker-dice" else "write",
                    "" if game == "poker-dice" else "chance",
                ),
            )
            if game != "poker-dice":
                await click(sim.carmen, sim.message, r"peek:\d+:\d+")

            async def after_each(acts):
                if acts == 2:
                    await leave(sim, sim.carmen)
                if acts == 4 and (await look(sim)).status == "playing":
                    await sim.wait(minutes=10, seconds=5)

            stored = await play_on(sim, members, legal_at_random(game), after_each=after_each)
            assert stored.status == "over"
            await use(sim.ana, sim.message, "review")
            await use(sim.ana, sim.message, "rematch")
            assert sim.stored(2).language == "ro"
            await at_lobby(sim.ana, sim.message, "how-to-play")
            await at_lobby(sim.ana, sim.message, "leave")
            assert_all_fit(sim.env.http_requests)
    assert heard.sentences > 100
    assert heard.languages == {"ro"}
    assert heard.missing == set()


async def test_a_whole_round_of_six_card_poker(tmp_path):
    with listening() as heard:
        async with table(tmp_path, SeededLuck(6), language="ro") as sim:
            romanians(sim)
            heard.languages.clear()
            for number in range(1, 7):
                await sim.play(sim.ana, "six-card", opponent=sim.bogdan)
                await at_lobby(sim.bogdan, sim.message, "how-to-play")
                await at_lobby(sim.bogdan, sim.message, "join")
                for member in (sim.ana, sim.bogdan):
                    own = sim.reread_private(await click(member, sim.message, r"peek:\d+:\d+"))
                    await use(member, own, "hint")
                    values = offered_by(own)
                    await sim.choose(member, own, values[number * 3 % len(values)])
                    assert text_of(sim.reread(own))
                assert sim.stored(number).status == "over"
                await use(sim.ana, sim.message, "review")
            await click(sim.carmen, sim.message, r"tool:\d+:\d+:rematch")
            assert_all_fit(sim.env.http_requests)
    assert heard.languages == {"ro"}
    assert heard.missing == set()


@pytest.mark.parametrize("game", registry.games())
async def test_the_board_speaks_one_language_and_whispers_speak_the_readers(tmp_path, game):
    """A Romanian round with an English-speaking member, and the other way round."""
    async with table(tmp_path, SeededLuck(1), language="ro") as sim:
        sim.locales[sim.ana.id] = "ro"
        await sim.play(sim.ana, game)
        board = text_of(sim.message)
        refused = await click(sim.bogdan, sim.message, r"(tool:\d+:\d+:leave|lobby:\d+:\d+:leave)")
        assert "You are not playing in this round." in text_of(refused.response)
        assert text_of(sim.message) == board
        labels = " ".join(one.get("label") or "" for one in components(sim.message))
        assert "Leave" not in labels
