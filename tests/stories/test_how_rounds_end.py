"""How a round may end: board, score of rematches, results and /stats tell the same."""

from __future__ import annotations

import pytest

from dares_played import writes_only
from results_counted import of_round
from rules.screen import Action, Seat
from simulated import table, text_of
from simulated_luck import SeededLuck, WrittenLuck
from statistics_asked import FULL, games_of
from whole_rounds import at_lobby, at_random, between_two, do, leave, play_on, seat, use
from words import Words, in_each_language

pytestmark = pytest.mark.slow

ALONE = Seat(0)

QUESTIONS = {
    "loss": Words(
        {
            "en": "Leave? It counts as a loss.",
            "ro": "Ieși? Contează ca înfrângere.",
        }
    ),
    "last": Words(
        {
            "en": "Leave? You will be last.",
            "ro": "Ieși? Vei fi pe ultimul loc.",
        }
    ),
    "sheet": Words(
        {
            "en": "Leave? It will not count.",
            "ro": "Ieși? Nu va conta.",
        }
    ),
}


async def row(sim, member, number=1):
    """Return the result of a member in a round once it is judged, None without any."""
    await sim.judge()
    found = sim.bot.storage.read(of_round, number)
    return next((one for one in found if one.user == member.id), None)


async def told(sim, member):
    """Return the text of a member's page, once all is judged."""
    await sim.judge()
    return text_of(await games_of(sim, member))


async def question(sim, member):
    """Press *Leave*; return what is asked, without leaving."""
    asked = await use(member, sim.message, "leave")
    return text_of(asked.response)


async def test_before_the_first_die_nothing_has_happened(tmp_path):
    """Who leaves an open table is asked nothing; there is no result."""
    async with table(tmp_path) as sim:
        await sim.open_table(sim.ana, "poker-dice")
        await at_lobby(sim.bogdan, sim.message, "join")
        left = await at_lobby(sim.bogdan, sim.message, "leave")
        assert not left.followups
        assert sim.stored().status == "waiting"
        await at_lobby(sim.ana, sim.message, "leave")
        assert not sim.stored().open
        for member in (sim.ana, sim.bogdan):
            assert await row(sim, member) is None
            assert "You have no games here yet." in await told(sim, member)


@in_each_language
@pytest.mark.parametrize("closes", [False, True], ids=["leaves", "closes"])
async def test_one_of_two_leaves_or_closes(tmp_path, language, closes):
    """It is lost for who leaves and won for who stays."""
    async with table(tmp_path, WrittenLuck(FULL[:2])) as sim:
        mod = sim.member("mod", language, manage_messages=True)
        await sim.play(sim.ana, "dice-poker", opponent=mod)
        await at_lobby(mod, sim.message, "join")
        if closes:
            asked = await mod.context_menu(sim.channel, "Close this game", sim.message)
        else:
            asked = await use(mod, sim.message, "leave")
        assert QUESTIONS["loss"][language] in text_of(asked.response)
        await use(mod, asked.response, "leave-now")
        assert sim.stored().status == "over"
        assert sim.result.endswith(f"<@{sim.ana.id}> wins")
        assert f"<@{mod.id}> left the game." in sim.text
        ana, after = [await row(sim, one) for one in (sim.ana, mod)]
        assert (ana.share, ana.won, ana.left, ana.choices) == ("1", True, False, 0)
        assert (after.share, after.won, after.left, after.choices) == ("0", False, True, 0)
        assert "🏆 **Dice Poker**: won" in await told(sim, sim.ana)
        page = await told(sim, mod)
        assert {"en": "left, so lost", "ro": "părăsită, deci pierdută"}[language] in page


async def test_what_was_chosen_before_somebody_left_counts(tmp_path):
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        await between_two(sim)
        await do(sim, sim.bogdan, sim.message, Action("reroll", "45"))
        await leave(sim, sim.bogdan)
        bogdan, ana = [await row(sim, one) for one in (sim.bogdan, sim.ana)]
        assert (bogdan.choices, bogdan.lost > bogdan.par) == (1, True)
        assert ana.choices == 0, "hers was due"


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
        assert [(await row(sim, sim.ana, one)).won for one in (1, 2)] == [False, True]
        for member in (sim.ana, sim.bogdan):
            assert "won 1 of 2 among members" in await told(sim, member)


async def test_of_three_who_leaves_is_last_and_the_others_play_on(tmp_path):
    """Even where the dice of the seat that was left win."""
    landings = [(1, 1, 1, 1, 1), (2, 3, 4, 5, 6), (2, 2, 3, 4, 6)]
    async with table(tmp_path, WrittenLuck(landings)) as sim:
        await seat(sim, "poker-dice", [sim.ana, sim.bogdan, sim.carmen])
        asked = await question(sim, sim.ana)
        assert asked.startswith(QUESTIONS["last"]["en"])
        await leave(sim, sim.ana)
        assert sim.stored().status == "playing"
        assert (await row(sim, sim.ana)).left
        for member in (sim.bogdan, sim.carmen):
            await do(sim, member, sim.message, Action("keep"))
        winner = sim.bogdan if sim.stored().outcome.won[1] else sim.carmen
        loser = sim.carmen if winner is sim.bogdan else sim.bogdan
        assert sim.result.endswith(f"<@{winner.id}> wins")
        assert f"<@{sim.ana.id}> left and comes last." in sim.text
        found = [await row(sim, one) for one in (winner, loser, sim.ana)]
        assert [one.won for one in found] == [True, False, False]
        assert [one.left for one in found] == [False, False, True]
        assert [one.choices for one in found] == [1, 1, 0]
        assert "Poker Dice**: won" in await told(sim, winner)
        assert "Poker Dice**: lost" in await told(sim, loser)
        assert "left, so lost" in await told(sim, sim.ana)


async def test_who_leaves_a_computer_has_lost(tmp_path):
    async with table(tmp_path, WrittenLuck(FULL[:2])) as sim:
        await sim.play(sim.ana)
        asked = await question(sim, sim.ana)
        assert asked.startswith(QUESTIONS["loss"]["en"])
        await leave(sim, sim.ana)
        assert "**Computer (medium)** wins" in sim.result
        ana = await row(sim, sim.ana)
        assert (ana.share, ana.won, ana.left) == ("0", None, True)
        page = await told(sim, sim.ana)
        assert "left, so lost" in page
        assert "among members" not in page


@in_each_language
async def test_a_sheet_alone_that_is_left_does_not_count(tmp_path, language):
    async with table(tmp_path, SeededLuck(4)) as sim:
        ana = sim.member("ana-here", language)
        await seat(sim, "nine", [ana])
        asked = await question(sim, ana)
        assert asked.startswith(QUESTIONS["sheet"][language])
        await leave(sim, ana)
        assert sim.stored().status == "closed"
        found = await row(sim, ana)
        assert (found.share, found.score, found.left, found.choices) == (None, None, True, 0)
        page = await told(sim, ana)
        assert "Nine" not in page
        assert "**0 games**" not in page


async def test_choices_before_the_first_hint_count_and_the_total_does_not(tmp_path):
    """Also where it is asked for at the first choice: then nothing counts for the accuracy."""
    async with table(tmp_path, SeededLuck(4)) as sim:
        counted = {}
        for number, writes_before in enumerate((9, 4, 0), 1):
            await sim.play(sim.ana, "nine")
            for turn in range(9):
                if turn == writes_before:
                    await use(sim.ana, sim.message, "hint")
                await do(sim, sim.ana, sim.message, writes_only(sim.stored(number), ALONE))
            assert sim.stored(number).status == "over"
            counted[writes_before] = await row(sim, sim.ana, number)
        assert [one.hinted for one in counted.values()] == [False, True, True]
        assert [one.choices for one in counted.values()] == [9, 4, 0]
        assert counted[9].par > counted[4].par > counted[0].par == 0
        page = await told(sim, sim.ana)
        assert "**3 games**" in page
        assert f"best total {counted[9].score}" in page


async def test_a_missed_deadline_is_the_idle_choice_and_counts(tmp_path):
    async with table(tmp_path, WrittenLuck(FULL[:2])) as sim:
        await between_two(sim)
        await sim.wait(minutes=10, seconds=5)
        assert sim.stored().status == "playing"
        await do(sim, sim.ana, sim.message, Action("keep"))
        assert sim.stored().status == "over"
        ana, bogdan = [await row(sim, one) for one in (sim.ana, sim.bogdan)]
        assert (bogdan.won, ana.won, bogdan.left) == (True, False, False)
        assert bogdan.choices == 1


async def rest(sim, hours):
    await sim.wait(hours=hours)
    await sim.bot.ticks.run("rests")


async def test_a_rest_of_a_day_counts_as_left_until_the_round_ends(tmp_path):
    """Parking a choice brings nothing."""
    async with table(tmp_path, WrittenLuck([FULL[0], (1, 1, 1, 1, 1)])) as sim:
        await sim.play(sim.ana)
        await sim.wait(minutes=10, seconds=5)
        assert sim.stored().status == "resting"
        assert "After a day of rest it counts as left, until it is finished." in sim.text
        await rest(sim, 23)
        assert not (await row(sim, sim.ana)).left
        await rest(sim, 2)
        parked = await row(sim, sim.ana)
        assert (parked.left, parked.finished, parked.choices) == (True, None, 0)
        await rest(sim, 48)
        assert await row(sim, sim.ana) == parked
        await sim.press(sim.ana, sim.message, "Keep all")
        assert sim.stored().status == "over"
        ended = await row(sim, sim.ana)
        assert (ended.left, ended.share, ended.choices, ended.lost) == (False, "1", 1, 0)
        assert "🏆 **Dice Poker**: won" in await told(sim, sim.ana)


async def test_a_parked_round_that_is_left_was_left(tmp_path):
    async with table(tmp_path, WrittenLuck(FULL[:2])) as sim:
        await sim.play(sim.ana)
        await sim.wait(minutes=10, seconds=5)
        await rest(sim, 25)
        await leave(sim, sim.ana)
        found = await row(sim, sim.ana)
        assert (found.left, found.share) == (True, "0")


@pytest.mark.parametrize("how", ["channel", "manager"])
async def test_what_others_end_has_no_result_and_was_left_by_nobody(tmp_path, how):
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        mod = sim.member("mod", manage_messages=True)
        await between_two(sim)
        await do(sim, sim.bogdan, sim.message, Action("reroll", "45"))
        if how == "manager":
            asked = await mod.context_menu(sim.channel, "Close this game", sim.message)
            assert "It ends at once and does not count." in text_of(asked.response)
            await use(mod, asked.response, "close-now")
            assert "closed the game. It does not count." in sim.text
        else:
            await sim.bot.rounds.lose_channel(1, sim.env.now())
        assert sim.stored().status == "closed"
        for member, choices in ((sim.bogdan, 1), (sim.ana, 0)):
            found = await row(sim, member)
            assert (found.share, found.won, found.left) == (None, None, False)
            assert found.choices == choices, "what was chosen counts as far as it went"


async def test_who_is_erased_ends_a_round_of_two_without_a_result(tmp_path):
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        await between_two(sim)
        await do(sim, sim.bogdan, sim.message, Action("reroll", "45"))
        await sim.erase(sim.ana)
        assert sim.stored().status == "closed"
        assert "A player erased their data, so the game was closed. It does not count." in sim.text
        bogdan = await row(sim, sim.bogdan)
        assert (bogdan.share, bogdan.won, bogdan.left, bogdan.choices) == (None, None, False, 1)
        assert await row(sim, sim.ana) is None


async def test_a_rest_whose_channel_is_gone_is_not_left(tmp_path):
    async with table(tmp_path, WrittenLuck(FULL[:2])) as sim:
        await sim.play(sim.ana)
        await sim.bot.rounds.lose_channel(1, sim.env.now())
        assert sim.stored().status == "resting"
        await rest(sim, 72)
        assert not (await row(sim, sim.ana)).left


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
