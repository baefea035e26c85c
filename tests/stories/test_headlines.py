"""The headline of a round that has ended: its first line, the same for ever."""

from __future__ import annotations

from datetime import timedelta

import discord
import pytest

from bot.daily.calendar import day_at
from bot.table import headline
from bot.table.store import member_settings
from daily_days import best, open_daily
from daily_days import play_on as play_private_round
from rules.screen import Action
from simulated import LOCALES, table, text_of
from simulated_luck import WrittenLuck
from sql import run
from whole_rounds import between_two, do, kept_between_two, leave, seat, use
from words import Words, in_each_language

pytestmark = pytest.mark.slow

LOW, HIGH = (1, 2, 3, 4, 6), (2, 2, 5, 4, 1)
FIVES = (5, 5, 5, 5, 5)
KEEP = Action("keep")

POOR = dict.fromkeys(
    (
        *("one-pair", "two-pair", "three-of-a-kind", "four-of-a-kind", "five-of-a-kind"),
        *("full-house", "small-straight", "large-straight", "chance"),
    ),
    (1, 2, 3, 5, 6),
)
"""50 points, in Chance alone."""

FAIR = {**POOR, "one-pair": (6, 6, 1, 2, 3), "four-of-a-kind": (6, 6, 6, 6, 1)}
"""136 points: 22, 64 and 50."""

GOOD = {
    **FAIR,
    "two-pair": (6, 6, 5, 5, 1),
    "three-of-a-kind": (6, 6, 6, 1, 2),
    "full-house": (6, 6, 6, 5, 5),
    "small-straight": (1, 2, 3, 4, 4),
    "large-straight": (2, 3, 4, 5, 6),
}
"""489 points: 22 + 42 + 43 + 64 + 103 + 70 + 95 + 50, and five aces nowhere."""


def first_line(sim):
    """Return the headline, which stands above the result or below it; the result without one."""
    lines = [line.removeprefix("### ").strip("*") for line in sim.text.splitlines()[:2]]
    return next((line for line in lines if line[0] in "🎉🌟🏅🔥🎲🃏🎯"), lines[0])


async def alone(sim, rolls, member=None):
    member = member or sim.ana
    await sim.play(member, "nine")
    for row in rolls:
        await do(sim, member, sim.message, Action("write", row))


def luck_of(*sheets):
    return WrittenLuck([dice for one in sheets for dice in one.values()])


async def draw_again(sim):
    """Restart the bot and draw the board of the first round once more."""
    await sim.restart()
    await sim.bot.board.refresh(await sim.bot.rounds.load(1))


JACKPOT = Words({"en": "🎉 Five of a kind!", "ro": "🎉 Cinci la fel!"})
WON = Words({"en": "**{} wins**", "ro": "**{} câștigă**"})


@in_each_language
async def test_a_jackpot_is_the_first_line_then_who_won_and_again_after_a_restart(
    tmp_path, language
):
    """It stands there when the end is first drawn, and no edit follows."""
    async with table(tmp_path, WrittenLuck([LOW, FIVES]), language=language) as sim:
        await kept_between_two(sim)
        expected = JACKPOT[language]
        assert first_line(sim) == expected
        assert sim.text.splitlines()[1] == WON[language].format(f"<@{sim.ana.id}>")
        since = len(sim.env.http_requests)
        await sim.wait(seconds=30)
        assert sim.requests("PATCH", "*", since=since) == []
        await draw_again(sim)
        assert first_line(sim) == expected


FIRST = Words(
    {
        "en": "🎲 First roll: One Pair",
        "ro": "🎲 Prima aruncare: o pereche",
    }
)
RAISED = Words(
    {
        "en": "🎲 Improved to Two Pair",
        "ro": "🎲 A urcat la două perechi",
    }
)
TURNED = Words(
    {
        "en": "🎲 Ahead with Two Pair",
        "ro": "🎲 În față cu două perechi",
    }
)


@in_each_language
async def test_the_roll_of_the_game_is_that_which_raised_a_hand_most(tmp_path, language):
    """It took the lead, it did not, or there was none and the best first roll is told."""
    luck = WrittenLuck(
        [*[HIGH, LOW], *[(3, 3, 4, 5, 6), (2, 2, 5, 4, 1), (5,)], *[(1, 1, 4, 5, 6), HIGH, (5,)]]
    )
    async with table(tmp_path, luck, language=language) as sim:
        await kept_between_two(sim)
        assert first_line(sim) == FIRST[language]
        for words in (TURNED, RAISED):
            await between_two(sim)
            await do(sim, sim.bogdan, sim.message, KEEP)
            await do(sim, sim.ana, sim.message, Action("reroll", "5"))
            assert first_line(sim) == words[language]


ROW = Words({"en": "🎲 Chance: 50", "ro": "🎲 Șansă: 50"})
ABOVE_ROW = Words(
    {
        "en": "🎲 4 of a kind: 64 (average 49)",
        "ro": "🎲 4 la fel: 64 (media 49)",
    }
)
BEST = Words({"en": "🏅 New best (was 50)", "ro": "🏅 Record personal (era 50)"})
SERVER = Words({"en": "🏅 Server best (was 50)", "ro": "🏅 Record pe server (era 50)"})
ABOVE = Words(
    {
        "en": "🌟 Above perfect play (464)",
        "ro": "🌟 Peste jocul perfect (464)",
    }
)


@in_each_language
async def test_a_sheet_tells_its_best_row_a_best_total_and_one_above_perfect_play(
    tmp_path, language
):
    async with table(tmp_path, luck_of(POOR, FAIR, GOOD), language=language) as sim:
        for sheet, words in ((POOR, ROW), (FAIR, BEST), (GOOD, ABOVE)):
            await alone(sim, sheet)
            assert first_line(sim) == words[language]


@in_each_language
async def test_a_best_of_the_server_is_that_which_another_member_held(tmp_path, language):
    async with table(tmp_path, luck_of(POOR, FAIR, FAIR), language=language) as sim:
        await alone(sim, POOR)
        await alone(sim, FAIR, sim.bogdan)
        assert first_line(sim) == SERVER[language]
        await alone(sim, FAIR, sim.carmen)
        assert first_line(sim) == ABOVE_ROW[language], "it equals the best, and is none"


async def test_a_total_with_a_hint_is_no_best_and_is_not_compared_later(tmp_path):
    async with table(tmp_path, luck_of(POOR, GOOD, FAIR)) as sim:
        await alone(sim, POOR)
        await sim.play(sim.ana, "nine")
        await use(sim.ana, sim.message, "hint")
        for row in GOOD:
            await do(sim, sim.ana, sim.message, Action("write", row))
        assert first_line(sim) == "🎲 Large straight made: 95"
        await alone(sim, FAIR)
        assert first_line(sim) == BEST["en"]


async def test_another_server_and_another_number_of_seats_know_nothing_of_a_best(tmp_path):
    luck = WrittenLuck([*POOR.values(), *FAIR.values(), *(d for d in FAIR.values() for _ in "ab")])
    async with table(tmp_path, luck) as sim:
        await alone(sim, POOR)
        sim.guild = sim.env.create_guild("Elsewhere")
        sim.channel = sim.guild.create_text_channel("games")
        sim.ana, sim.bogdan = (sim.guild.add_member(one.user) for one in (sim.ana, sim.bogdan))
        await alone(sim, FAIR)
        assert first_line(sim) == ABOVE_ROW["en"]
        await seat(sim, "nine", [sim.ana, sim.bogdan])
        for row in FAIR:
            for member in (sim.ana, sim.bogdan):
                await do(sim, member, sim.message, Action("write", row))
        assert first_line(sim) == f"{ABOVE_ROW['en']} · <@{sim.ana.id}>"


WINS = Words({"en": "🔥 3 wins in a row", "ro": "🔥 3 victorii la rând"})


@in_each_language
async def test_wins_in_a_row_are_told_from_the_third_on(tmp_path, language):
    """Sheets that are filled alone in between change nothing; a lost game ends the row.

    The third one is of another day: of a day's wins two with the same opponent count.
    """
    rolls = [*[LOW, HIGH] * 2, *POOR.values(), LOW, HIGH, HIGH, LOW, LOW, HIGH]
    async with table(tmp_path, WrittenLuck(rolls), language=language) as sim:
        line = WINS[language]
        for number in range(1, 6):
            if number == 3:
                await alone(sim, POOR)
                await sim.wait(hours=24)
            await kept_between_two(sim)
            assert (first_line(sim) == line) == (number == 3)


DAYS = Words({"en": "🔥 3 days in a row", "ro": "🔥 3 zile la rând"})


@in_each_language
async def test_days_in_a_row_are_told_once_a_day(tmp_path, language):
    async with table(tmp_path, luck_of(*[POOR] * 5), language=language) as sim:
        for day in (1, 2, 3):
            await alone(sim, POOR)
            assert first_line(sim) == (DAYS if day == 3 else ROW)[language]
            if day < 3:
                await sim.restart(away=timedelta(days=1))
        await alone(sim, POOR)
        assert first_line(sim) == ROW[language]
        await sim.restart(away=timedelta(days=2))
        await alone(sim, POOR)
        assert first_line(sim) == ROW[language], "a day is missing"


async def test_who_hides_their_statistics_has_neither_best_nor_row_and_gives_none(tmp_path):
    async with table(tmp_path, luck_of(POOR, FAIR, FAIR)) as sim:
        sim.bot.storage.write(member_settings.set_hidden, sim.ana.id, on=True)
        await alone(sim, POOR)
        await alone(sim, FAIR)
        assert first_line(sim) == ABOVE_ROW["en"]
        await alone(sim, FAIR, sim.bogdan)
        assert first_line(sim) == ABOVE_ROW["en"], "136 would be compared with 136 that is hidden"


async def test_an_erased_member_keeps_what_the_round_tells_and_no_wins_in_a_row(tmp_path):
    luck = WrittenLuck([*[LOW, HIGH] * 3, LOW, FIVES])
    async with table(tmp_path, luck) as sim:
        for number in range(1, 5):
            if number == 3:
                await sim.wait(hours=24)
            await kept_between_two(sim)
        await sim.erase(sim.ana)
        wins, jackpot = [await sim.bot.rounds.load(number, fresh=True) for number in (3, 4)]
        assert wins.end.headline.startswith("wins.")
        assert headline.sentence_of(wins) is None
        assert headline.sentence_of(jackpot) is not None
        assert sim.bot.drawings.frame(wins).screen.title


async def test_a_rematch_begins_without_a_headline_and_a_game_that_was_left_has_none(tmp_path):
    async with table(tmp_path, WrittenLuck([LOW, FIVES, LOW, FIVES])) as sim:
        await kept_between_two(sim)
        assert sim.stored(1).end.headline == "jackpot-five.1"
        await use(sim.ana, sim.message, "rematch")
        assert sim.stored(2).end.headline is None
        sim.channel = sim.guild.create_text_channel("games")
        await between_two(sim)
        await leave(sim, sim.bogdan)
        assert sim.stored(3).end.headline == headline.NO_HEADLINE
        assert first_line(sim) == f"<@{sim.ana.id}> wins"


async def test_a_round_that_ended_before_headlines_were_stored_tells_its_record(tmp_path):
    """As one of version 1.0.0 does: here a jackpot, which only the dice of its record show."""
    dice = {**POOR, "chance": FIVES}
    async with table(tmp_path, luck_of(dice)) as sim:
        await alone(sim, dice)
        expected = first_line(sim)
        assert expected == "🎉 Five of a kind at once!"
        sim.bot.storage.write(run, "UPDATE rounds SET headline = NULL")
        await draw_again(sim)
        assert first_line(sim) == expected


async def test_share_says_the_headline_where_no_picture_may_be_attached(tmp_path):
    async with table(tmp_path, WrittenLuck([LOW, FIVES])) as sim:
        await kept_between_two(sim)
        headline_of_board, *_ = sim.text.splitlines()
        shown = sim.reread_private(await use(sim.ana, sim.message, "share"))
        sim.forbid(attach_files=True)
        await use(sim.ana, shown, "share-now")
        assert sim.text.splitlines()[:2] == [headline_of_board, "**Dice Poker · ana wins**"]


@in_each_language
async def test_a_private_round_at_a_day_has_a_headline_as_a_board_has(tmp_path, language):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        await sim.wait(seconds=30)  # the dice of the first day make another headline
        await sim.restart(away=timedelta(days=1))
        message = await open_daily(sim, sim.ana)
        today = day_at(discord.utils.utcnow())

        private_round = await play_private_round(sim, sim.ana, message, today, best)
        assert private_round.round.end.headline == f"above.0.{private_round.total}.255"
        _, first, result, *_ = text_of(sim.reread(message)).splitlines()
        assert first == f"**{ABOVE[language].replace('464', '255')}**"
        assert str(private_round.total) in result
