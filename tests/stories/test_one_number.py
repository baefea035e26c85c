"""One number that agrees with itself: the end, Review, Share, /stats and the lists tell the same."""

from __future__ import annotations

import re

import discord
import pytest

from bot.daily.calendar import day_at
from bot.statistics import stats_page
from daily_days import best, open_daily
from daily_days import play_on as play_day
from results_counted import of_round
from rules.accuracy import accuracy
from simulated import LOCALES, buttons, last_message, table, text_of, until
from simulated_luck import SeededLuck, WrittenLuck
from statistics_asked import FULL, broken_full_house, games_of, listed
from whole_rounds import at_random, between_two, click, leave, offered_by, play_on, seat, use
from words import Words, in_each_language

pytestmark = pytest.mark.slow

ACCURACY = Words({"en": "accuracy", "ro": "precizie"})
ABOUT = Words({"en": "accuracy about", "ro": "precizie circa"})


def number(text: str, before: str) -> str:
    """Return the percent that stands behind these words, which occur once."""
    (found,) = re.findall(rf"{before} \**(\d+)\s?%", text)
    return found


async def reviewed(sim, member) -> str:
    """Return the text of the review that a member opens at the end of a game, or of their page."""
    answer = await use(member, sim.message, "review")
    return text_of(last_message(answer))


async def shared(sim, member) -> str:
    answer = await use(member, sim.message, "share")
    return text_of(last_message(answer))


@pytest.mark.usefixtures("no_picture")
@in_each_language
@pytest.mark.parametrize(
    ("game", "several"),
    [
        ("dice-poker", True),
        ("poker-dice", True),
        ("six-card", True),
        ("nine", False),
        ("thirteen", False),
        ("yams", False),
        ("nine", True),
    ],
)
async def test_review_share_stats_and_list_tell_the_same(
    tmp_path, game, several, language, monkeypatch
):
    monkeypatch.setattr(stats_page, "ACCURACY_FROM", 1)
    async with table(tmp_path, SeededLuck(4), language=language) as sim:
        for member in (sim.ana, sim.bogdan):
            sim.locales[member.id] = LOCALES[language]
        people = (sim.ana, sim.bogdan) if several else (sim.ana,)
        if several:
            await between_two(sim, game)
        else:
            await seat(sim, game, people)
        if game == "six-card":
            for member in people:
                own = sim.reread_private(await click(member, sim.message, r"peek:\d+:\d+"))
                await sim.choose(member, own, offered_by(own)[3])
        else:
            await play_on(sim, people, at_random(game))
        assert sim.stored().status == "over"
        assert ACCURACY[language] not in sim.text.lower(), "no board tells it"
        estimated = game == "nine" and several
        words = (ABOUT if estimated else ACCURACY)[language]
        for member in people:
            told = {number(await reviewed(sim, member), words)}
            told.add(number(await shared(sim, member), words))
            await sim.judge()
            page = text_of(await games_of(sim, member))
            above, below = page.split(
                Words({"en": "Last games", "ro": "Ultimele partide"})[language]
            )
            told |= {number(above, words), number(below, words)}
            if game not in ("dice-poker", "poker-dice", "six-card"):
                key = game if several else f"{game}.alone"
                lines = text_of(await listed(sim, member, f"accuracy.{key}")).splitlines()
                own = next(line for line in lines if line.startswith("▶"))
                told.add(
                    number(own, "circa" if language == "ro" else "about")
                    if estimated
                    else re.findall(r"(\d+)\s?%", own)[0]
                )
            (row,) = [one for one in sim.bot.storage.read(of_round, 1) if one.user == member.id]
            assert told == {str(accuracy(row.lost, row.par))}


@in_each_language
async def test_the_end_of_a_day_tells_what_stats_tell(tmp_path, language):
    async with table(tmp_path, SeededLuck(4)) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        page = await open_daily(sim, sim.ana)
        key = day_at(discord.utils.utcnow())
        await play_day(sim, sim.ana, page, key, best)
        await until(lambda: "%" in text_of(sim.reread(page)))
        at_end = number(text_of(sim.reread(page)).lower(), ACCURACY[language])
        await sim.judge()
        told = text_of(await games_of(sim, sim.ana))
        assert number(told.splitlines()[-1], ACCURACY[language]) == at_end == "100"
        assert Words({"en": "daily challenge", "ro": "provocarea zilei"})[language] in told


async def test_after_a_hint_the_turns_before_it_are_told_everywhere(tmp_path, no_picture):
    async with table(tmp_path, SeededLuck(4)) as sim:
        await seat(sim, "nine", (sim.ana,))
        writes = at_random("hint")
        hinted = False

        async def hint(acts):
            nonlocal hinted
            if acts == 9 and not hinted:
                hinted = True
                await use(sim.ana, sim.message, "hint")

        await play_on(sim, (sim.ana,), writes, after_each=hint)
        await sim.judge()
        (row,) = sim.bot.storage.read(of_round, 1)
        assert (row.hinted, 0 < row.choices < 10) == (True, True)
        told = str(accuracy(row.lost, row.par))
        assert number(await reviewed(sim, sim.ana), "accuracy") == told
        page = text_of(await games_of(sim, sim.ana))
        assert number(page.splitlines()[-1], "accuracy") == told
        assert "best total" not in page
        text = text_of(await listed(sim, sim.ana, "best.nine.alone"))
        assert "You have no such game here yet." in text


async def test_what_is_won_is_one_number_on_board_page_and_list(tmp_path):
    async with table(tmp_path, WrittenLuck([*FULL, *FULL, *FULL])) as sim:
        for _ in range(3):
            await broken_full_house(sim)
        await sim.judge()
        page = text_of(await games_of(sim, sim.bogdan))
        assert "**3 games · won 2 of 2 among members (2 of them in the last 30 days)**" in page
        assert "🔥 2 wins in a row" in page
        assert page.count("🏆 **Dice Poker**: won") == 3, "the third one of the day is won, too"
        lines = text_of(await listed(sim, sim.bogdan)).splitlines()
        assert f"▶ 1\\. <@{sim.bogdan.id}> **2** of 2 games" in lines
        assert f"2\\. <@{sim.ana.id}> **0** of 3 games" in lines
        assert "-# Your place: 1 of 2" in lines
        other = text_of(await listed(sim, sim.ana))
        assert "-# Your place: 2 of 2" in other


async def test_review_is_opened_from_the_page(tmp_path, no_picture):
    async with table(tmp_path, WrittenLuck(FULL)) as sim:
        await broken_full_house(sim)
        await sim.judge()
        page = await games_of(sim, sim.bogdan)
        await sim.press(sim.bogdan, page, "Review")
        assert "tool:1:0:review" in str(buttons(page))
        others = await games_of(sim, sim.ana, sim.bogdan)
        assert "Review" not in buttons(others), "only players review"


async def test_who_leaves_has_lost_on_page_and_list(tmp_path):
    async with table(tmp_path, WrittenLuck([*FULL[:2], *FULL[:2]])) as sim:
        await between_two(sim)
        await leave(sim, sim.bogdan)
        page = text_of(await games_of(sim, sim.bogdan))
        assert "🚪 **Dice Poker**: left, so lost" in page
        assert "won 0 of 1 among members" in page
        assert "won 1 of 1 among members" in text_of(await games_of(sim, sim.ana))
        assert f"▶ 1\\. <@{sim.ana.id}> **1** of 1 game" in text_of(await listed(sim, sim.ana))


async def test_an_end_is_compared_with_ten_games_here(tmp_path):
    async with table(tmp_path, SeededLuck(5)) as sim:
        for number_ in range(1, 12):
            await seat(sim, "nine", (sim.ana,))
            await play_on(sim, (sim.ana,), at_random(number_), round_id=number_)
            assert ("games here" in sim.text) <= (number_ == 11)
        scores = [sim.bot.storage.read(of_round, one)[0].score for one in range(1, 12)]
        lower = sum(one < scores[-1] for one in scores[:-1])
        line = f"-# Nine Categories · better than {lower} of 10 games here"
        assert (line in sim.text.splitlines()) == (lower > 0)
        assert lower > 0, "choose another seed"
