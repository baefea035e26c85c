"""How a round may end: board, score of rematches, My rounds, /stats and ratings tell the same.

A story for each row of the table in docs/ratings.md.
"""

from __future__ import annotations

import pytest

from bot.statistics.store import standings
from broken_full_house import FULL, ask
from rules.screen import Action, Seat
from sets_played import writes_only
from simulated import table, text_of
from simulated_luck import SeededLuck, WrittenLuck
from whole_rounds import at_lobby, at_random, between_two, do, leave, play_on, seat, use
from words import Words, in_each_language

pytestmark = pytest.mark.slow

ALONE = Seat(0)

QUESTIONS = {
    "loss": Words(
        {
            "en": "Leave this game? Leaving counts as a loss.",
            "ro": "Ieși din partidă? Se consideră pierdută.",
        }
    ),
    "last": Words(
        {
            "en": "Leave this game? You will be last.",
            "ro": "Ieși din partidă? Vei fi pe ultimul loc.",
        }
    ),
    "sheet": Words(
        {
            "en": "Leave this game? It will not count.",
            "ro": "Ieși din partidă? Nu va conta.",
        }
    ),
}
COST = Words(
    {
        "en": "It costs rating, like a game played badly.",
        "ro": "Pierzi puncte la clasament, ca după o partidă jucată prost.",
    }
)


async def standing(sim, member, game="dice-poker"):
    """Return how a member stands once all rounds are accounted for, None without any."""
    await sim.account()
    found = await sim.bot.live.storage.read(standings.of_member, sim.guild.id, member.id)
    return found.get(game)


async def told(sim, member, game="dice-poker"):
    """Return the results in /stats, and the first line of *My rounds*."""
    await sim.account()
    results = text_of(await ask(sim, member, "stats", game=game))
    mine = text_of(await ask(sim, member, "history"))
    return results, mine


async def question(sim, member):
    """Press *Leave*; return what is asked, without leaving."""
    asked = await use(member, sim.message, "leave")
    return text_of(asked.response)


async def test_before_the_first_die_nothing_has_happened(tmp_path):
    """Who leaves an open table is asked nothing; there is no result and no loss."""
    async with table(tmp_path) as sim:
        await sim.open_table(sim.ana, "poker-dice")
        await at_lobby(sim.bogdan, sim.message, "join")
        left = await at_lobby(sim.bogdan, sim.message, "leave")
        assert not left.followups
        assert sim.stored().status == "waiting"
        await at_lobby(sim.ana, sim.message, "leave")
        assert not sim.stored().open
        for member in (sim.ana, sim.bogdan):
            assert await standing(sim, member, "") is None
            assert "#1" not in text_of(await ask(sim, member, "history"))


@in_each_language
@pytest.mark.parametrize("closes", [False, True], ids=["leaves", "closes"])
async def test_one_of_two_leaves_or_closes(tmp_path, language, closes):
    """It is a round like any other for the loser; the winner keeps a streak and no more."""
    async with table(tmp_path, WrittenLuck([*FULL, *FULL[:2]])) as sim:
        mod = sim.member("mod", language, manage_messages=True)
        await sim.play(sim.ana, "dice-poker", opponent=mod)
        await at_lobby(mod, sim.message, "join")
        await do(sim, mod, sim.message, Action("reroll", "45"))
        await do(sim, sim.ana, sim.message, Action("keep"))
        before = [await standing(sim, one) for one in (sim.ana, mod)]
        assert (before[0].lost, before[1].won, before[1].streak) == (1, 1, 1)
        await sim.play(sim.ana, "dice-poker", opponent=mod)
        await at_lobby(mod, sim.message, "join")
        if closes:
            asked = await mod.context_menu(sim.channel, "Close this game", sim.message)
        else:
            asked = await use(mod, sim.message, "leave")
        assert QUESTIONS["loss"][language] in text_of(asked.response)
        assert COST[language] in text_of(asked.response)
        await use(mod, asked.response, "leave-now")
        assert sim.stored(2).status == "over"
        assert sim.result.endswith(f"<@{sim.ana.id}> wins")
        assert f"<@{mod.id}> left the game." in sim.text
        ana, after = [await standing(sim, one) for one in (sim.ana, mod)]
        assert (ana.won, ana.lost, ana.streak) == (1, 1, 0)
        assert (ana.mu, ana.sigma, ana.among) == (before[0].mu, before[0].sigma, 1)
        assert (after.won, after.lost, after.streak) == (1, 1, 0)
        assert after.results < before[1].results
        assert (after.broken_off, ana.broken_off) == (1, 0)
        results, mine = await told(sim, sim.ana)
        assert "2 games: 1 win · 1 loss" in results
        assert "#2 Dice Poker**: won" in mine
        _, mine = await told(sim, mod)
        assert {"en": "left, so lost", "ro": "părăsită, deci pierdută"}[language] in mine


async def test_who_stays_keeps_a_streak_and_sets_no_best(tmp_path):
    async with table(tmp_path, WrittenLuck([*FULL, *FULL[:2]])) as sim:
        await between_two(sim)
        await do(sim, sim.bogdan, sim.message, Action("reroll", "45"))
        await do(sim, sim.ana, sim.message, Action("keep"))
        first = await standing(sim, sim.bogdan)
        await between_two(sim)
        await leave(sim, sim.ana)
        second = await standing(sim, sim.bogdan)
        assert (second.won, second.streak, second.longest) == (2, 1, 1)
        assert second.rarest == first.rarest
        assert second.skill_rounds == 2
        due = second.sums.expected - first.sums.expected
        assert due > 0, "his choice was due, and counts as it does for medium"
        assert second.sums.given - first.sums.given == pytest.approx(due)


async def test_who_leaves_a_rematch_loses_it_and_the_score_goes_on(tmp_path):
    async with table(tmp_path, WrittenLuck([*FULL[:2], *FULL[:2]])) as sim:
        await between_two(sim)
        await do(sim, sim.bogdan, sim.message, Action("keep"))
        await do(sim, sim.ana, sim.message, Action("keep"))
        await use(sim.bogdan, sim.message, "rematch")
        await at_lobby(sim.ana, sim.message, "join")
        asked = await question(sim, sim.bogdan)
        assert asked.startswith(QUESTIONS["loss"]["en"])
        await leave(sim, sim.bogdan)
        assert sim.result.endswith(f"<@{sim.ana.id}> wins")
        assert "Score: " in sim.text
        assert " 1 – 1 " in sim.text
        ana, bogdan = [await standing(sim, one) for one in (sim.ana, sim.bogdan)]
        assert (ana.won, ana.lost) == (bogdan.won, bogdan.lost) == (1, 1)


async def test_of_three_who_leaves_is_last_and_the_others_play_on(tmp_path):
    """Even where the dice of the seat that was left win."""
    landings = [(1, 1, 1, 1, 1), (2, 3, 4, 5, 6), (2, 2, 3, 4, 6)]
    async with table(tmp_path, WrittenLuck(landings)) as sim:
        await seat(sim, "poker-dice", [sim.ana, sim.bogdan, sim.carmen])
        asked = await question(sim, sim.ana)
        assert asked.startswith(QUESTIONS["last"]["en"])
        assert COST["en"] in asked
        await leave(sim, sim.ana)
        assert sim.stored().status == "playing"
        for member in (sim.bogdan, sim.carmen):
            await do(sim, member, sim.message, Action("keep"))
        winner = sim.bogdan if sim.stored().outcome.won[1] else sim.carmen
        loser = sim.carmen if winner is sim.bogdan else sim.bogdan
        assert sim.result.endswith(f"<@{winner.id}> wins")
        assert f"<@{sim.ana.id}> left and comes last." in sim.text
        first, second, last = [
            await standing(sim, one, "poker-dice") for one in (winner, loser, sim.ana)
        ]
        assert [one.won for one in (first, second, last)] == [1, 0, 0]
        assert [one.lost for one in (first, second, last)] == [0, 1, 1]
        assert first.mu > 25 > second.mu
        assert first.mu + second.mu == pytest.approx(50), "ranked among themselves"
        assert last.results < 1000
        assert (last.broken_off, first.broken_off) == (1, 0)
        assert "Poker Dice**: won" in (await told(sim, winner, "poker-dice"))[1]
        assert "Poker Dice**: lost" in (await told(sim, loser, "poker-dice"))[1]
        assert "left, so lost" in (await told(sim, sim.ana, "poker-dice"))[1]


async def test_who_leaves_a_computer_has_lost(tmp_path):
    async with table(tmp_path, WrittenLuck(FULL[:2])) as sim:
        await sim.play(sim.ana)
        asked = await question(sim, sim.ana)
        assert asked.startswith(QUESTIONS["loss"]["en"])
        await leave(sim, sim.ana)
        assert "**Computer (medium)** wins" in sim.result
        ana = await standing(sim, sim.ana)
        assert (ana.lost, ana.broken_off, ana.among, ana.results) == (1, 1, 0, 1000)
        results, mine = await told(sim, sim.ana)
        assert "1 game: 0 wins · 1 loss" in results
        assert "left, so lost" in mine


@in_each_language
async def test_a_sheet_alone_that_is_left_does_not_count(tmp_path, language):
    async with table(tmp_path, SeededLuck(4)) as sim:
        ana = sim.member("ana-here", language)
        await seat(sim, "nine", [ana])
        asked = await question(sim, ana)
        assert asked.startswith(QUESTIONS["sheet"][language])
        assert COST[language] in asked
        await leave(sim, ana)
        assert sim.stored().status == "closed"
        found = await standing(sim, ana, "nine/alone")
        assert (found.rounds, found.best, found.skill_rounds, found.broken_off) == (0, None, 1, 1)
        mine = text_of(await ask(sim, ana, "history"))
        assert "#1" not in mine


@in_each_language
async def test_after_a_hint_leaving_costs_no_rating_and_is_not_said_to(tmp_path, language):
    async with table(tmp_path, SeededLuck(4)) as sim:
        ana = sim.member("ana-here", language)
        await seat(sim, "nine", [ana])
        await use(ana, sim.message, "hint")
        asked = await question(sim, ana)
        assert asked.startswith(QUESTIONS["sheet"][language])
        assert COST[language] not in asked
        await leave(sim, ana)
        assert await standing(sim, ana, "nine/alone") is None


async def test_choices_before_the_first_hint_count_and_the_total_does_not(tmp_path):
    """Also where it is asked for at the first choice: then nothing counts for the accuracy."""
    async with table(tmp_path, SeededLuck(4)) as sim:
        counted = {}
        for writes_before in (9, 4, 0):
            sim.another_story()
            await sim.play(sim.ana, "nine")
            for number in range(9):
                if number == writes_before:
                    await use(sim.ana, sim.message, "hint")
                await do(sim, sim.ana, sim.message, writes_only(sim.stored(), ALONE))
            assert sim.stored().status == "over"
            counted[writes_before] = await standing(sim, sim.ana, "nine/alone")
        whole, part, none = counted[9], counted[4], counted[0]
        assert (whole.rounds, part.rounds, none.rounds) == (1, 1, 1)
        assert whole.best is not None
        assert part.best is none.best is None
        assert whole.sums.expected > part.sums.expected > 0
        assert (whole.skill_rounds, part.skill_rounds, none.skill_rounds) == (1, 1, 0)
        assert none.sums.expected == 0


async def test_a_missed_deadline_is_the_idle_choice_and_counts(tmp_path):
    async with table(tmp_path, WrittenLuck(FULL[:2])) as sim:
        await between_two(sim)
        await sim.wait(minutes=10, seconds=5)
        assert sim.stored().status == "playing"
        await do(sim, sim.ana, sim.message, Action("keep"))
        assert sim.stored().status == "over"
        ana, bogdan = [await standing(sim, one) for one in (sim.ana, sim.bogdan)]
        assert (bogdan.won, ana.lost, bogdan.among) == (1, 1, 1)
        assert (bogdan.skill_rounds, bogdan.broken_off) == (1, 0)
        assert "Dice Poker**: won" in (await told(sim, sim.bogdan))[1]


async def rested(sim, hours):
    await sim.wait(minutes=10, seconds=5)
    assert sim.stored().status == "resting"
    await sim.wait(hours=hours)
    await sim.bot.ticks.run("retention")


async def test_who_lets_a_round_rest_has_broken_it_off_from_a_day_on_until_it_ends(tmp_path):
    """Parking a choice brings nothing: it costs from then on, until the round is finished."""
    async with table(tmp_path, WrittenLuck([FULL[0], (1, 1, 1, 1, 1)])) as sim:
        await sim.play(sim.ana)
        await rested(sim, 23)
        assert "it begins to cost rating, until you finish it" in sim.text
        assert await standing(sim, sim.ana) is None
        await rested_on(sim, 2)
        parked = await standing(sim, sim.ana)
        assert (parked.skill_rounds, parked.broken_off) == (1, 1)
        assert parked.sums.given == pytest.approx(2), "twice the whole round, which is missing"
        assert (parked.rounds, parked.lost) == (0, 0)
        assert "Until you finish it, it costs rating." in sim.text
        await rested_on(sim, 48)
        assert await standing(sim, sim.ana) == parked, "once"
        await sim.press(sim.ana, sim.message, "Keep all")
        assert sim.stored().status == "over"
        ended = await standing(sim, sim.ana)
        assert (ended.skill_rounds, ended.broken_off) == (1, 0)
        assert ended.sums.given == 0, "five of a kind are kept"
        assert (ended.rounds, ended.won) == (1, 1)
        over_all = await standing(sim, sim.ana, "")
        assert over_all.sums == ended.sums
        _, mine = await told(sim, sim.ana)
        assert "#1 Dice Poker**" in mine


async def rested_on(sim, hours):
    await sim.wait(hours=hours)
    await sim.bot.ticks.run("retention")


async def test_a_parked_round_that_is_left_counts_as_left_alone(tmp_path):
    async with table(tmp_path, WrittenLuck(FULL[:2])) as sim:
        await sim.play(sim.ana)
        await rested(sim, 25)
        parked = await standing(sim, sim.ana)
        await leave(sim, sim.ana)
        after = await standing(sim, sim.ana)
        assert (after.skill_rounds, after.broken_off, after.lost) == (1, 1, 1)
        assert after.sums == parked.sums


@pytest.mark.parametrize("how", ["channel", "manager"])
async def test_what_others_end_has_no_result_and_costs_nobody(tmp_path, how):
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        mod = sim.member("mod", manage_messages=True)
        await between_two(sim)
        await do(sim, sim.bogdan, sim.message, Action("reroll", "45"))
        if how == "manager":
            asked = await mod.context_menu(sim.channel, "Close this game", sim.message)
            assert "It ends at once and does not count." in text_of(asked.response)
            assert COST["en"] not in text_of(asked.response)
            await use(mod, asked.response, "close-now")
            assert "closed the game. It does not count." in sim.text
        else:
            await sim.bot.live.lose_channel(1, sim.env.now())
        assert sim.stored().status == "closed"
        bogdan = await standing(sim, sim.bogdan)
        assert (bogdan.rounds, bogdan.lost, bogdan.among) == (0, 0, 0)
        assert (bogdan.skill_rounds, bogdan.broken_off) == (1, 0)
        assert bogdan.sums.given > 1, "the choice that was made counts"
        assert await standing(sim, sim.ana) is None, "hers was due, and nobody has left her"


async def test_who_is_erased_ends_a_round_of_two_without_a_result(tmp_path):
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        await between_two(sim)
        await do(sim, sim.bogdan, sim.message, Action("reroll", "45"))
        await sim.erase(sim.ana)
        assert sim.stored().status == "closed"
        assert "A player erased their data, so the game was closed. It does not count." in sim.text
        bogdan = await standing(sim, sim.bogdan)
        assert (bogdan.rounds, bogdan.won, bogdan.among) == (0, 0, 0)
        assert (bogdan.skill_rounds, bogdan.broken_off) == (1, 0)


async def test_a_rest_whose_channel_is_gone_has_no_day(tmp_path):
    async with table(tmp_path, WrittenLuck(FULL[:2])) as sim:
        await sim.play(sim.ana)
        await sim.bot.live.lose_channel(1, sim.env.now())
        assert sim.stored().status == "resting"
        await rested_on(sim, 72)
        assert await standing(sim, sim.ana) is None


async def test_nobody_closes_what_they_have_left(tmp_path):
    """A manager who leaves a table of three cannot undo that by closing it."""
    async with table(tmp_path, SeededLuck(3)) as sim:
        mod = sim.member("mod", manage_messages=True)
        await seat(sim, "poker-dice", [mod, sim.ana, sim.bogdan])
        await leave(sim, mod)
        asked = await mod.context_menu(sim.channel, "Close this game", sim.message)
        assert "You left this game." in text_of(asked.response)
        assert sim.stored().status == "playing"
        await play_on(sim, [sim.ana, sim.bogdan], at_random(3))
        assert sim.stored().status == "over"
