"""The rules behind a board, and on it what is wanted, until everybody knows the game."""

from __future__ import annotations

import discord
import pytest

from bot.storage.schema import results
from bot.table.players import Player, Players
from bot.table.store import newcomers
from bot.table.store import rounds as stored_rounds
from bot.table.store.results import game_key
from bot.table.stored_round import DiscordPlace, StoredRound
from discord_limits import assert_all_fit
from rules import registry
from rules.engine import begin
from rules.screen import Action, Line
from simulated import table, text_of
from simulated_luck import SeededLuck
from sql import insert_rows
from whole_rounds import between_two, click, do
from words import Words, in_each_language

GOALS = {
    "dice-poker": Words(
        {
            "en": "One reroll each; a straight beats a full house.",
            "ro": "Arunci din nou o dată; chinta bate full house-ul.",
        }
    ),
    "six-card": Words(
        {
            "en": "Split 6 cards into 3 parts; win 2.",
            "ro": "Împarte 6 cărți în 3 părți; câștigă 2.",
        }
    ),
}
GOAL = GOALS["dice-poker"]["en"]
NAMES = {
    "dice-poker": Words({"en": "Dice Poker", "ro": "Poker cu zaruri"}),
    "six-card": Words({"en": "Six Card Poker", "ro": "Poker cu șase cărți"}),
}


def ended(sim, member, rounds, key="dice-poker", guild=5):
    """Have a member end rounds of a game on some server."""
    now = discord.utils.utcnow()
    facts = {"seat_count": 1, "day": False, "begun": now, "finished": now, "left": False}
    row = {"user": member.id, "guild": guild, "game": key, "hinted": False, **facts}
    for _ in range(rounds):
        seated = (Player(user=member.id),)
        closed = StoredRound(
            DiscordPlace(1), "nine", member.id, Players(seated), now, status="withdrawn"
        )
        one = {
            **row,
            "round": sim.bot.storage.write(stored_rounds.open_round, closed).id,
            "seat": 0,
        }
        sim.bot.storage.write(insert_rows, results, [one])


@in_each_language
@pytest.mark.parametrize("game", GOALS)
async def test_the_first_board_says_what_is_wanted_and_shows_the_rules(tmp_path, game, language):
    async with table(tmp_path, language=language) as sim:
        sim.locales[sim.ana.id] = language
        await sim.play(sim.ana, game)
        assert GOALS[game][language] in sim.text
        before = sim.stored()
        rules = await sim.press_id(sim.ana, sim.message, "tool:*:rules")
        assert rules.ephemeral
        assert NAMES[game][language] in text_of(rules.response).splitlines()[0]
        assert len(text_of(rules.response)) > 300
        assert sim.stored() == before
        assert_all_fit(sim.env.http_requests)


BACK = Words({"en": "Back to the game", "ro": "Înapoi la partidă"})


@in_each_language
async def test_rules_beside_a_round_lead_back_to_it(tmp_path, language):
    """Their message goes, also from another part, and the board is the last one again."""
    async with table(tmp_path, language=language) as sim:
        sim.locales[sim.ana.id] = language
        await sim.play(sim.ana)
        for part in (0, 1):
            answer = await sim.press_id(sim.ana, sim.message, "tool:*:rules")
            rules = sim.reread_private(answer)
            if part:
                await sim.press_id(sim.ana, rules, "rules:0:1:dice-poker.1")
            await sim.press(sim.ana, sim.reread(rules), BACK[language])
            shown = [one.id for one in sim.channel.history(viewer=sim.ana)]
            assert rules.id not in shown
        assert sim.stored().status == "playing"


async def test_a_message_for_everybody_is_not_deleted(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        sim.put_button(sim.message, "rules:0:1:close")
        await sim.ana.click(sim.message, custom_id="rules:0:1:close")
        assert [one.id for one in sim.channel.history()] == [sim.message.id]


async def test_who_watches_may_read_the_rules_too(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        rules = await sim.press_id(sim.carmen, sim.message, "tool:*:rules")
        assert rules.ephemeral
        assert "Dice Poker" in text_of(rules.response)


async def test_the_rules_open_beside_the_own_screen(tmp_path):
    """A press on the private cards leaves them where they are."""
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, "six-card")
        own = await click(sim.ana, sim.message, r"peek:\d+:\d+")
        rules = await sim.press(sim.ana, sim.reread_private(own), "Rules")
        assert rules.ephemeral
        assert "four each of 1, 2, 3 and 4" in text_of(rules.response)
        assert "split your six cards" in text_of(sim.reread_private(own))


@pytest.mark.parametrize(
    ("rounds", "known"), [(newcomers.KNOWN_AFTER - 1, False), (newcomers.KNOWN_AFTER, True)]
)
async def test_who_has_ended_three_rounds_knows_the_rules(tmp_path, rounds, known):
    async with table(tmp_path) as sim:
        ended(sim, sim.ana, rounds)
        ended(sim, sim.ana, 9, key="nine")
        await sim.play(sim.ana)
        assert (GOAL not in sim.text) is known
        rules = await sim.press_id(sim.ana, sim.message, "tool:*:rules")
        assert "Both roll five dice." in text_of(rules.response)
        await sim.restart()
        assert (GOAL not in sim.text) is known


async def test_rounds_alone_and_on_other_servers_count(tmp_path):
    async with table(tmp_path) as sim:
        ended(sim, sim.ana, 1, "thirteen", guild=5)
        ended(sim, sim.ana, 2, game_key("thirteen", 1), guild=6)
        await sim.play(sim.ana, "thirteen")
        assert "Roll up to 3 times" not in sim.text


async def test_one_who_is_new_is_enough_at_a_table(tmp_path):
    """It is known when the round begins, after everybody has accepted."""
    async with table(tmp_path) as sim:
        ended(sim, sim.ana, 7)
        await between_two(sim)
        assert GOAL in sim.text


async def test_nothing_is_asked_about_members_while_a_round_is_played(tmp_path):
    """The note is made when the round begins; later presses and rounds of all others keep it."""
    async with table(tmp_path) as sim:
        for member in (sim.ana, sim.bogdan):
            ended(sim, member, 3)
        await between_two(sim)
        assert GOAL not in sim.text
        assert sim.stored(7).rules_known, "after six earlier ones"
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr("bot.table.store.rounds.mark_rules_known", None)
            await do(sim, sim.bogdan, sim.message, Action("keep"))
        assert GOAL not in sim.text


@pytest.mark.parametrize("key", registry.games())
def test_every_game_says_what_is_wanted_on_the_first_turn_of_each_seat(key):
    game = registry.game(key)
    play = begin(game, game.info.seats.start, {}, SeededLuck(3))
    for viewer in (None, *play.awaits.seats):
        screen = game.screen(play.state, viewer)
        if viewer is None or screen.goal is not None:
            assert screen.with_goal().blocks[0] == Line(screen.goal, instruction=True)
            assert screen.with_goal().goal is None
