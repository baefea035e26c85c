"""Thirteen Rows on Discord: all 78 turns of six seats, the buttons of a turn, a sheet alone."""

from __future__ import annotations

import re
from random import Random

import pytest

from discord_limits import assert_all_fit, code_lines
from results_counted import of_round, tally
from rules.engine import Acted
from rules.screen import Action
from rules.sheets.rows import open_rows, total
from simulated import LOCALES, buttons, components, dice_of, table, text_of
from simulated_luck import SeededLuck, WrittenLuck
from whole_rounds import (
    at_random,
    click,
    control,
    do,
    leave,
    look,
    offered_by,
    order_of_finish,
    play_on,
    rows_offered,
    rows_written,
    seat,
    use,
)

pytestmark = pytest.mark.slow

ROWS = (
    *("ones", "twos", "threes", "fours", "fives", "sixes"),
    *("three-of-a-kind", "four-of-a-kind", "full-house"),
    *("small-straight", "large-straight", "five-of-a-kind", "chance"),
)

MEDALS = {"🥇": "1", "🥈": "2", "🥉": "3"}


async def test_all_78_turns_of_four_members_and_two_computers(tmp_path):
    """With restarts, a player who leaves and one who misses a turn; then the order of finish."""
    async with table(tmp_path, SeededLuck("seventy-eight"), reminders=False) as sim:
        dora = sim.member("dora")
        members = [sim.ana, sim.bogdan, sim.carmen, dora]
        message = await seat(sim, "thirteen", members, ["easy", "house"])

        async def after_each(acts):
            stored = await look(sim)
            if stored.status != "playing":
                return
            if acts % 25 == 0:
                await sim.restart()
            if acts == 30:
                await sim.wait(minutes=10, seconds=5)
            if acts == 60:
                await leave(sim, sim.bogdan)
            stored = await look(sim)
            seat_now = stored.play.awaits.seats[0]
            assert sim.text.startswith(f"### <@{stored.players[seat_now.index].user}>, your turn")
            (standings,) = re.findall(r"^.+ \d+(?: · .+ \d+){5}$", sim.text, re.MULTILINE)
            points = [int(each.split()[-1]) for each in standings.split(" · ")]
            totals = [total(sheet) for sheet in stored.play.state.sheets]
            assert points == sorted(totals, reverse=True)

        stored = await play_on(sim, members, at_random(7), after_each=after_each)
        assert stored.status == "over"
        wrote = rows_written(sim.record())
        assert len(wrote) == 78
        assert [step.seat.index for step in wrote] == [0, 1, 2, 3, 4, 5] * 13
        for index in range(6):
            own = [step.action.on for step in wrote if step.seat.index == index]
            assert sorted(own) == sorted(ROWS)
        totals = [total(sheet) for sheet in stored.play.state.sheets]
        assert stored.outcome.scores == tuple(totals)
        assert [bool(share) for share in stored.outcome.shares] == [
            points == max(totals) for points in totals
        ]
        finish = order_of_finish(sim.text)
        assert [points for *_, points in finish] == sorted(totals, reverse=True)
        assert [MEDALS.get(medal, medal[0]) for medal, *_ in finish] == [
            str(1 + sum(other > points for other in totals))
            for points in sorted(totals, reverse=True)
        ]
        assert sorted(letter for *_, letter, _ in finish) == list("ABCDEF")
        assert not dice_of(sim.message)
        assert sim.message.id == message.id
        assert {"Rematch", "Review"} <= set(buttons(sim.message))
        sim.assert_replays()
        assert_all_fit(sim.env.http_requests)


async def test_after_each_roll_the_menu_says_what_the_dice_are_worth(tmp_path):
    """README 3.3, 3.4: 1 3 2 4 4 is worth 1 in ones, 8 in fours, 30 in the small straight.

    README 3.8: the menu has the rows in the order of the sheet.
    """
    async with table(tmp_path, WrittenLuck([(1, 3, 2, 4, 4), (5,)])) as sim:
        await seat(sim, "thirteen", [sim.ana])
        worths = rows_offered(sim.message)
        assert list(worths) == list(ROWS)
        zero = "✗ scores 0 and fills the row"
        assert worths == {
            **dict.fromkeys(ROWS, zero),
            "ones": "scores 1 point",
            "twos": "scores 2 points",
            "threes": "scores 3 points",
            "fours": "scores 8 points",
            "small-straight": "scores 30 points",
            "chance": "scores 14 points",
        }
        await do(sim, sim.ana, sim.message, Action("reroll", "5"))
        worths = rows_offered(sim.message)
        assert worths["large-straight"] == "scores 40 points"
        assert worths["fives"] == "scores 5 points"
        assert worths["fours"] == "scores 4 points"


async def test_writing_a_nought_needs_no_confirmation_and_is_shown(tmp_path):
    async with table(tmp_path, WrittenLuck([(1, 1, 2, 2, 3), (6, 6, 6, 5, 5)])) as sim:
        await seat(sim, "thirteen", [sim.ana])
        await do(sim, sim.ana, sim.message, Action("write", "sixes"))
        assert sim.stored().play.state.sheets[0][ROWS.index("sixes")] == 0
        assert f"<@{sim.ana.id}> wrote 0 in “Sixes”" in sim.text
        assert re.search(r"^6 +0│", sim.text, re.MULTILINE)
        assert "write.sixes" not in offered_by(sim.message)
        assert "turn 2 of 13" in sim.text


@pytest.mark.parametrize("seats", [1, 3])
async def test_the_sheet_of_a_board_has_eight_lines(tmp_path, seats):
    """The faces stand beside the other rows; the sheets of others are behind a button."""
    async with table(tmp_path) as sim:
        members = [sim.ana, sim.bogdan, sim.carmen][:seats]
        await seat(sim, "thirteen", members)
        (sheet,) = sim.text.split("```")[1::2]
        lines = sheet.strip("\n").split("\n")
        assert len(lines) == 8
        assert [line[0] for line in lines[:6]] == list("123456")
        page = sim.reread_private(await sim.press(sim.ana, sim.message, "Menu"))
        assert ("All sheets" in buttons(page)) == (seats > 1)


BOTH_SHEETS = {
    "en": """\
    A│  B ║      A│  B
1   1│  0 ║  4    │ +8
2    │ +4 ║  5    │
3    │ +3 ║  6    │
3 of a kind       │
4 of a kind       │
Full house        │
Small straight  30│
Large straight    │
5 of a kind       │
Chance            │+15""",
    "ro": """\
    A│  B ║     A│  B
1   1│  0 ║ 4    │ +8
2    │ +4 ║ 5    │
3    │ +3 ║ 6    │
3 la fel         │
4 la fel         │
Full house       │
Chintă mică    30│
Chintă mare      │
5 la fel         │
Șansă            │+15""",
}


@pytest.mark.parametrize("language", BOTH_SHEETS)
async def test_between_two_the_board_shows_both_sheets(tmp_path, language):
    """Open rows of the acting seat tell what the roll would score; a nought is written as one."""
    rolls = [(1, 2, 3, 4, 6), (2, 2, 3, 3, 6), (1, 2, 3, 4, 6), (2, 2, 3, 4, 4)]
    async with table(tmp_path, WrittenLuck(rolls)) as sim:
        sim.be_a_community(True, LOCALES[language])
        await seat(sim, "thirteen", [sim.ana, sim.bogdan])
        for member, row in (
            (sim.ana, "small-straight"),
            (sim.bogdan, "ones"),
            (sim.ana, "ones"),
        ):
            await do(sim, member, sim.message, Action("write", row))
        (sheet,) = sim.text.split("```")[1::2]
        assert sheet.strip("\n") == BOTH_SHEETS[language]
        assert f"A <@{sim.ana.id}> 31 · ▶ B <@{sim.bogdan.id}> 0" in sim.text
        page = sim.reread_private(await sim.press(sim.ana, sim.message, "Menu"))
        assert not {"All sheets", "Foile"} & set(buttons(page))


async def test_a_turn_takes_three_presses(tmp_path):
    """Twice the pick, which says what it keeps, then a row; none of them is green."""
    async with table(tmp_path, WrittenLuck([(5, 1, 5, 2, 5), (6, 4), (5, 5), (1,) * 5])) as sim:
        await seat(sim, "thirteen", [sim.ana])
        for label in (
            "Keep 5 5 5, reroll 2 dice",
            "Keep 5 5 5, reroll 2 dice",
            "Write 50 in 5 of a kind",
        ):
            assert not [one for one in components(sim.message) if one.get("style") == 3]
            await sim.press(sim.ana, sim.message, label)
        assert sim.stored().play.state.sheets[0][ROWS.index("five-of-a-kind")] == 50
        acted = [step.action.code for step in sim.record() if isinstance(step, Acted)]
        assert acted == ["reroll.24", "reroll.24", "write.five-of-a-kind"]
        assert f"<@{sim.ana.id}> wrote 50 in “5 of a kind”" in sim.text


async def test_selected_dice_are_rerolled_by_the_green_button_alone(tmp_path):
    async with table(tmp_path, WrittenLuck([(5, 1, 5, 2, 5), (6,)])) as sim:
        await seat(sim, "thirteen", [sim.ana])
        await sim.mark(sim.ana, sim.message, 4)
        (green,) = [one for one in components(sim.message) if one.get("style") == 3]
        assert green["custom_id"].startswith("submit:")
        assert buttons(sim.message)["Keep 5 5 5, reroll 2 dice"]["style"] == 2
        await click(sim.ana, sim.message, r"submit:\d+:\d+:reroll")
        assert sim.stored().play.state.rolled.dice == (5, 1, 5, 6, 5)


async def test_open_rows_show_what_the_roll_would_score_until_the_round_ends(tmp_path):
    """A closed round shows the sheet as it was written, and no instruction."""
    async with table(tmp_path, WrittenLuck([(1, 3, 2, 4, 4), (6, 6, 6, 5, 5)])) as sim:
        await seat(sim, "thirteen", [sim.ana])
        await do(sim, sim.ana, sim.message, Action("write", "small-straight"))
        sheet = sim.text.split("```")[1]
        rows = dict(
            re.findall(r"(Full house|Small straight|Total|^\d) +(\+?\d+)", sheet, re.MULTILINE)
        )
        assert (rows["6"], rows["5"], rows["Full house"]) == ("+18", "+10", "+25")
        assert (rows["Small straight"], rows["Total"]) == ("30", "30")
        asked = await use(sim.ana, sim.message, "leave")
        await use(sim.ana, sim.reread_private(asked), "leave-now")
        assert sim.stored().status == "closed"
        assert "+" not in sim.text
        assert re.search(r"Small straight +30$", sim.text, re.MULTILINE)


async def test_more_sheets_are_behind_a_button(tmp_path):
    """The board shows the acting seat's sheet and everybody's totals; the button shows all."""
    async with table(tmp_path, SeededLuck(5)) as sim:
        await seat(sim, "thirteen", [sim.ana, sim.bogdan], ["easy", "easy"])
        await do(sim, sim.ana, sim.message, Action("write", "chance"))
        (sheet,) = sim.text.split("```")[1::2]
        assert sheet.split()[-2:] != ["A", "B"]
        assert "wrote" not in sim.text, "what is wanted stands in its place on a first board"
        seen = await sim.press(sim.ana, sim.message, "All sheets")
        assert seen.response.ephemeral
        heads = [
            block.strip("\n").split("\n")[0].split()
            for block in text_of(seen.response).split("```")[1::2]
        ]
        assert heads == [["A│", "B", "║", "A│", "B"], ["C│", "D", "║", "C│", "D"]]
        assert not dice_of(seen.response)
        record = sim.send(sim.carmen, sim.message, "peek:1:0")
        await sim.env.settle()
        assert "You are not playing in this game." in text_of(sim.answer_to(record).response)


async def test_the_acting_seat_may_play_from_its_own_screen(tmp_path):
    """Selections made there show there and on the board; the board follows every act."""
    async with table(tmp_path, SeededLuck(5)) as sim:
        await seat(sim, "thirteen", [sim.ana, sim.bogdan], ["easy", "easy"])
        seen = await sim.press(sim.ana, sim.message, "All sheets")
        private = sim.reread_private(seen)
        for position in (1, 3):
            await sim.mark(sim.ana, private, position)
        assert "to reroll: positions 1 and 3" in text_of(sim.reread(private))
        assert "to reroll: positions 1 and 3" in sim.text
        await sim.mark(sim.ana, sim.message, 3)
        await sim.mark(sim.ana, private, 5)
        assert "to reroll: positions 1 and 5" in sim.text
        await click(sim.ana, sim.reread(private), r"submit:\d+:\d+:reroll")
        acted = [step.action.code for step in sim.record() if isinstance(step, Acted)]
        assert acted == ["reroll.15"]
        assert re.search(r"^-# rerolled <\S+ <\S+ → \[?<\S+ \[?<\S+$", sim.text, re.MULTILINE)
        await do(sim, sim.ana, private, Action("write", "chance"))
        assert sim.text.startswith(f"### <@{sim.bogdan.id}>, your turn")
        assert not dice_of(sim.reread(private))


async def test_the_wrong_people_press(tmp_path):
    async with table(tmp_path) as sim:
        await seat(sim, "thirteen", [sim.ana, sim.bogdan])
        before = sim.stored()
        for member in (sim.bogdan, sim.carmen):
            for refused in (
                await sim.choose(member, sim.message, "write.chance"),
                await sim.mark(member, sim.message, 1),
            ):
                assert refused.ephemeral
                assert f"<@{sim.ana.id}> is choosing" in text_of(refused.response)
        assert sim.stored() == before
        sim.another_story()
        await sim.play(sim.ana, "thirteen")
        refused = await use(sim.bogdan, sim.message, "hint")
        assert refused.ephemeral
        assert f"<@{sim.ana.id}> is choosing" in text_of(refused.response)
        assert sim.stored().players[0].hinted == ()


async def test_a_deadline_writes_the_row_that_is_worth_most_now(tmp_path):
    """README 3.6; the note says beforehand what will be written, and where."""
    async with table(
        tmp_path, WrittenLuck([(2, 3, 4, 5, 6), (1, 2, 3, 4, 6), (1, 1, 1, 1, 1)]), reminders=False
    ) as sim:
        await seat(sim, "thirteen", [sim.ana, sim.bogdan])
        assert "write 40 points" not in sim.text, "a newcomer has enough to read"
        await sim.wait(minutes=10, seconds=5)
        assert sim.stored().play.state.sheets[0][ROWS.index("large-straight")] == 40
        await sim.choose(sim.bogdan, sim.message, "write.chance")
        assert ":R> the bot chooses: write 50 points in “5 of a kind”" in sim.text


async def test_the_last_turn_says_which_row_is_open(tmp_path):
    async with table(tmp_path, SeededLuck(9)) as sim:
        await seat(sim, "thirteen", [sim.ana])
        for row in ROWS[:-1]:
            assert "The last turn" not in sim.text
            await do(sim, sim.ana, sim.message, Action("write", row))
        assert "The last turn: only “Chance” is open." in sim.text
        assert offered_by(sim.message) == ["write.chance"]


async def test_a_sheet_alone_is_neither_won_nor_lost(tmp_path):
    """README 3.5: a total below the average of perfect play is not measured against it."""
    async with table(tmp_path, SeededLuck(2)) as sim:
        await seat(sim, "thirteen", [sim.ana])
        stored = await play_on(sim, [sim.ana], at_random(3))
        points = total(stored.play.state.sheets[0])
        assert sim.result.endswith(f": {points} points")
        assert "-# Thirteen Rows" in sim.text.splitlines()
        assert "229.6" not in sim.text
        assert "wins" not in sim.text
        counted = sim.bot.storage.read(tally, sim.ana.id)
        assert (counted.games, counted.wins, counted.draws, counted.losses) == (1, 0, 0, 0)
        (result,) = sim.bot.storage.read(of_round, 1)
        assert result.score == points
        await sim.press(sim.ana, sim.message, "Play again")
        assert sim.stored(2).status == "playing"
        assert open_rows(sim.stored(2).play.state.sheets[0]) == tuple(range(13))


async def test_equal_totals_share_the_win(tmp_path):
    """Both write the same roll into the same rows, turn by turn."""
    random = Random(11)
    rolls = [tuple(random.choices(range(1, 7), k=5)) for _ in ROWS]
    async with table(tmp_path, WrittenLuck([roll for roll in rolls for _ in range(2)])) as sim:
        await seat(sim, "thirteen", [sim.ana, sim.bogdan])
        for row in ROWS:
            for member in (sim.ana, sim.bogdan):
                await do(sim, member, sim.message, Action("write", row))
        assert sim.stored().outcome.shares[0] == sim.stored().outcome.shares[1]
        points = total(sim.stored().play.state.sheets[0])
        assert sim.result == f"A draw, {points} : {points}"
        assert f"A <@{sim.ana.id}> {points} · B <@{sim.bogdan.id}> {points}" in sim.text
        for member in (sim.ana, sim.bogdan):
            assert sim.bot.storage.read(tally, member.id).draws == 1


async def test_a_rematch_moves_the_first_seat_on(tmp_path):
    async with table(tmp_path, SeededLuck(4)) as sim:
        await seat(sim, "thirteen", [sim.ana, sim.bogdan], ["easy"])
        await play_on(sim, [sim.ana, sim.bogdan], at_random(1))
        await sim.press(sim.ana, sim.message, "Rematch")
        new = sim.stored(2)
        assert [one.user for one in new.players] == [sim.bogdan.id, None, sim.ana.id]
        assert [one.accepted for one in new.players] == [False, True, True]
        await sim.press(sim.bogdan, sim.message, "Join")
        await sim.press(sim.ana, sim.message, "Start")
        assert sim.text.startswith(f"### <@{sim.bogdan.id}>, your turn")
        assert control(sim.message, r"menu:\d+:\d+")
        assert all(len(line) <= 26 for line in code_lines(sim.text))
