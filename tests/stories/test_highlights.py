"""What the board of a round that has ended tells of its end: little, and never for nothing."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace

import pytest

from bot.statistics.store import accounts
from bot.table import highlights
from bot.table.highlights import Highlight
from bot.table.store import hidden
from rules import registry
from rules.screen import Action, Seat
from simulated import table, text_of
from simulated_luck import WrittenLuck
from whole_rounds import at_lobby, between_two, do, seat, use
from words import Words, in_each_language

pytestmark = pytest.mark.slow

SIGNS = "✨🏅🌟🔥⚔"
LOW, HIGH = (1, 2, 3, 4, 6), (2, 2, 5, 4, 1)
FIVES = (5, 5, 5, 5, 5)
KEEP = Action("keep")

GOOD = {
    "one-pair": (6, 6, 1, 2, 3),
    "two-pair": (6, 6, 5, 5, 1),
    "three-of-a-kind": (6, 6, 6, 1, 2),
    "four-of-a-kind": (6, 6, 6, 6, 1),
    "five-of-a-kind": (6, 6, 6, 6, 6),
    "full-house": (6, 6, 6, 5, 5),
    "small-straight": (1, 2, 3, 4, 4),
    "large-straight": (2, 3, 4, 5, 6),
    "chance": (6, 6, 6, 6, 6),
}
"""594 points: 22 + 42 + 43 + 64 + 100 + 103 + 70 + 95 + 55."""

POOR = dict.fromkeys(GOOD, (1, 2, 3, 5, 6))
"""50 points, in Chance alone."""


def told(sim):
    """Return the lines of the newest board that tell of the end."""
    return [line for line in sim.text.splitlines() if line[0] in SIGNS]


async def beats(sim):
    """Play a round in which Bogdan deals and keeps, then Ana keeps."""
    await between_two(sim)
    await do(sim, sim.bogdan, sim.message, KEEP)
    await do(sim, sim.ana, sim.message, KEEP)
    await sim.wait(seconds=2)


async def alone(sim, rolls, member=None, **options):
    member = member or sim.ana
    await sim.play(member, "nine", **options)
    for row in rolls:
        await do(sim, member, sim.message, Action("write", row))
    await sim.wait(seconds=2)


SELDOM = Words(
    {
        "en": "✨ Five of a Kind, 5s for {ana}: only 1 turn in 79 gets that far.",
        "ro": "✨ cinci la fel, 5 pentru {ana}: doar o tură din 79 ajunge atât de sus.",
    }
)
"""Five of a kind in two rolls: 0.01263 by the one formula for dice that all go for one face."""


@in_each_language
async def test_a_rare_hand_is_told_and_again_after_a_restart(tmp_path, language):
    async with table(tmp_path, WrittenLuck([LOW, FIVES]), language=language) as sim:
        await beats(sim)
        expected = [SELDOM[language].format(ana=f"<@{sim.ana.id}>")]
        assert told(sim) == expected
        assert sim.text.splitlines()[2:3] == expected  # below who won and why
        await sim.restart()
        stored = await sim.bot.live.load(1)
        await sim.bot.board.refresh(stored)
        assert told(sim) == expected


async def test_a_common_end_is_told_by_nothing(tmp_path):
    """Neither the first win nor the second leads: the title says it."""
    async with table(tmp_path, WrittenLuck([LOW, HIGH] * 2)) as sim:
        for _ in range(2):
            await beats(sim)
            assert told(sim) == []


WINS = Words(
    {
        "en": "🔥 {ana} has won 3 games in a row.",
        "ro": "🔥 {ana} a câștigat 3 partide la rând.",
    }
)


@in_each_language
async def test_wins_in_a_row_are_told_from_the_third_on(tmp_path, language):
    async with table(tmp_path, WrittenLuck([LOW, HIGH] * 3), language=language) as sim:
        for number in range(3):
            await beats(sim)
            line = WINS[language].format(ana=f"<@{sim.ana.id}>")
            assert (line in told(sim)) == (number == 2)


BEST = Words(
    {
        "en": "🏅 {ana} has a new best: 594 points (was 50).",
        "ro": "🏅 Record nou pentru {ana}: 594 de puncte (era 50).",
    }
)
SERVER = Words(
    {
        "en": "🏅 {bogdan} sets a new server best: 594 points (was 50).",
        "ro": "🏅 {bogdan} stabilește recordul serverului: 594 de puncte (era 50).",
    }
)


@in_each_language
async def test_a_new_best_is_told_after_three_rounds_alone(tmp_path, language):
    """Nothing else is: a record leads before five of a kind, and a total above all averages."""
    played = [POOR, POOR, POOR, GOOD]
    luck = WrittenLuck([dice for one in played for dice in one.values()])
    async with table(tmp_path, luck, language=language) as sim:
        for rolls in played[:3]:
            await alone(sim, rolls)
            assert told(sim) == []
            assert "463" not in sim.text  # a beginner is not measured against perfect play
        await alone(sim, GOOD)
        assert told(sim) == [BEST[language].format(ana=f"<@{sim.ana.id}>")]


@in_each_language
async def test_a_new_best_of_the_server_is_told_of_whoever_makes_it(tmp_path, language):
    """Also in their first round; not where those before keep their statistics to themselves."""
    played = [POOR, POOR, POOR, GOOD, GOOD]
    luck = WrittenLuck([dice for one in played for dice in one.values()])
    async with table(tmp_path, luck, language=language) as sim:
        for rolls in played[:3]:
            await alone(sim, rolls)
        await alone(sim, GOOD, sim.bogdan)
        assert told(sim) == [SERVER[language].format(bogdan=f"<@{sim.bogdan.id}>")]
        for member in (sim.ana, sim.bogdan):
            sim.bot.storage.write(hidden.set_hidden, member.id, on=True)
        await alone(sim, GOOD, sim.carmen)
        assert [line[0] for line in told(sim)] == ["✨"]


async def test_no_best_is_told_of_a_round_with_hints(tmp_path):
    """Five aces in Chance lead instead: three rolls bring them with (1 - (5/6)³)⁵, 1 in 75."""
    played = [POOR, POOR, POOR, GOOD]
    luck = WrittenLuck([dice for one in played for dice in one.values()])
    async with table(tmp_path, luck) as sim:
        for rolls in played:
            await alone(sim, rolls if rolls is GOOD else "none")
        row = f"✨ 55 in “Chance” for <@{sim.ana.id}>: only 1 turn in 75 gets that far."
        assert told(sim) == [row]


ACCURACY = Words({"en": "Accuracy of choices: ", "ro": "Precizia alegerilor: "})


@pytest.mark.parametrize("hints", ["none", "hints"])
@in_each_language
async def test_accuracy_is_told_at_the_end_of_a_sheet(tmp_path, language, hints):
    """Who writes every roll where it brings nothing is told a number, and no mistake.

    Hints that nobody asked for change nothing about it.
    """
    luck = WrittenLuck([*POOR.values()])
    async with table(tmp_path, luck, language=language) as sim:
        await alone(sim, POOR, hints=hints)
        (line,) = [one for one in sim.text.splitlines() if one.startswith(ACCURACY[language])]
        (account,) = sim.bot.storage.read(accounts.read_accounting, 1)
        medium = registry.game("nine").exact.house_skill[1].mean
        expected = int(100 / (1 - account.skill / (9 * medium)))
        percent = {"en": "%", "ro": "\u00a0%"}[language]
        perfect = {"en": "100% is perfect", "ro": "100\u00a0% e perfect"}[language]
        assert line == f"{ACCURACY[language]}{expected}{percent} · {perfect}"


async def test_sheets_that_end_together_are_told_each_its_own_in_one_edit(tmp_path):
    luck = WrittenLuck([*POOR.values(), *GOOD.values()])
    async with table(tmp_path, luck) as sim:
        boards = []
        for rolls in (POOR, GOOD):
            sim.channel = sim.guild.create_text_channel("games")
            await sim.play(sim.ana, "nine")
            for row in rolls:
                await do(sim, sim.ana, sim.message, Action("write", row))
            boards.append(sim.message)
        since = len(sim.env.http_requests)
        await sim.wait(seconds=2)
        assert len(sim.requests("PATCH", "*/messages/*", since=since)) == len(boards)
        ends = [text_of(sim.reread(board)) for board in boards]
        poor, good = (int(re.search(r"Accuracy of choices: (\d+)%", end)[1]) for end in ends)
        assert poor < 50 < good


async def fourth_sheet(sim):
    """Play three poor sheets, then a good one to its last press."""
    for rolls in (POOR, POOR, POOR):
        await alone(sim, rolls)
    await sim.play(sim.ana, "nine")
    for row in GOOD:
        await do(sim, sim.ana, sim.message, Action("write", row))


FOUR = [*POOR.values(), *POOR.values(), *POOR.values(), *GOOD.values()]


async def test_an_end_waits_for_the_tables_of_its_game_while_they_are_built(tmp_path, monkeypatch):
    """Meanwhile it is not counted: then its record would be none any more."""
    async with table(tmp_path, WrittenLuck(FOUR)) as sim:
        building = []
        monkeypatch.setattr(sim.bot.live.preparation, "builds", lambda game: game in building)
        building.append(registry.game("nine"))
        await fourth_sheet(sim)
        await sim.wait(seconds=30)
        assert "new best" not in sim.text
        assert "Accuracy" not in sim.text
        building.clear()
        await sim.wait(seconds=5)
        assert BEST["en"].format(ana=f"<@{sim.ana.id}>") in told(sim)
        assert "Accuracy" in sim.text


async def test_a_record_is_told_though_accounts_come_first(tmp_path):
    async with table(tmp_path, WrittenLuck(FOUR)) as sim:
        await fourth_sheet(sim)
        await sim.bot.ticks.run("accounts")
        await sim.wait(seconds=3)
        assert told(sim) == [BEST["en"].format(ana=f"<@{sim.ana.id}>")]


async def test_accuracy_of_several_sheets_is_called_an_estimate(tmp_path):
    luck = WrittenLuck([dice for dice in POOR.values() for _ in range(2)])
    async with table(tmp_path, luck) as sim:
        await seat(sim, "nine", [sim.ana, sim.bogdan])
        for row in POOR:
            for member in (sim.ana, sim.bogdan):
                await do(sim, member, sim.message, Action("write", row))
        await sim.wait(seconds=2)
        (line,) = [one for one in sim.text.splitlines() if one.startswith("Accuracy of choices: ")]
        told_of = (
            rf"Accuracy of choices: <@{sim.ana.id}> about \d+% · <@{sim.bogdan.id}> about \d+%"
        )
        told_of += " · 100% is perfect"
        assert re.fullmatch(told_of, line)


async def test_accuracy_of_who_had_a_hint_or_hides_is_not_told(tmp_path):
    luck = WrittenLuck([*POOR.values(), *POOR.values()])
    async with table(tmp_path, luck) as sim:
        await sim.play(sim.ana, "nine")
        await use(sim.ana, sim.message, "hint")
        for row in POOR:
            await do(sim, sim.ana, sim.message, Action("write", row))
        await sim.wait(seconds=2)
        assert "Accuracy" not in sim.text
        sim.bot.storage.write(hidden.set_hidden, sim.ana.id, on=True)
        await alone(sim, POOR)
        assert "Accuracy" not in sim.text


CHOICE = Words(
    {
        "en": "✓ {ana}: perfect choice; the rest was luck",
        "ro": "✓ {ana}: alegere perfectă; restul a fost noroc",
    }
)


@in_each_language
async def test_after_one_hand_only_the_best_choice_is_told(tmp_path, language):
    """Five fives are kept against a bust; Bogdan keeps his bust, and nothing is said."""
    async with table(tmp_path, WrittenLuck([LOW, FIVES]), language=language) as sim:
        await beats(sim)
        assert CHOICE[language].format(ana=f"<@{sim.ana.id}>") in sim.text.splitlines()
        assert ACCURACY[language] not in sim.text


async def test_a_match_of_hands_ends_with_its_accuracy(tmp_path):
    """Two rounds that Ana wins: she gave nothing away, Bogdan twice as much as in one."""
    luck = WrittenLuck([LOW, FIVES, FIVES, LOW])
    async with table(tmp_path, luck) as sim:
        await between_two(sim, match="3")
        await do(sim, sim.bogdan, sim.message, KEEP)
        await do(sim, sim.ana, sim.message, KEEP)
        await sim.wait(seconds=2)
        assert "Accuracy" not in text_of(sim.channel.history()[0])
        await do(sim, sim.ana, sim.message, KEEP)
        await do(sim, sim.bogdan, sim.message, KEEP)
        await sim.wait(seconds=2)
        lost = [
            -account.skill
            for number, seat in ((1, 0), (2, 1))
            for account in [sim.bot.storage.read(accounts.read_accounting, number)[seat]]
        ]
        medium = registry.game("dice-poker").exact.house_skill[2].mean
        bogdan = int(100 / (1 + sum(lost) / (9 * 2 * medium)))
        line = next(
            one
            for one in sim.text.splitlines()
            if one.startswith("Accuracy of choices in this match")
        )
        assert f"<@{sim.ana.id}> 100%" in line
        assert f"<@{sim.bogdan.id}> {bogdan}%" in line


RUNGS = [
    Highlight("server-best", 0, (318, 301)),
    Highlight("best", 0, (318, 301)),
    Highlight("server-hand", 0),
    Highlight("own-hand", 0),
    Highlight("feat", 0, (0, 22)),
    Highlight("above", 0, (212, 0)),
    Highlight("wins", 0, (3,)),
    Highlight("days", 0, (3,)),
]
"""A record of the server, one's own, a row or hand, more than medium makes, a streak."""


@pytest.mark.parametrize("rung", range(len(RUNGS)))
def test_each_rung_leads_before_all_below_it(rung):
    below = [*reversed(RUNGS[rung:])]
    assert highlights.lead(below) == RUNGS[rung]


def test_what_stands_on_no_rung_does_not_lead():
    others = [Highlight("accuracy", 0, (91, 1, 0))]
    assert highlights.lead(others) is None
    assert highlights.lead([]) is None


def test_of_equals_the_winner_leads():
    both = [Highlight("above", 0, (212, 0)), Highlight("above", 1, (212, 0))]
    assert highlights.lead(both, [Seat(1)]) == both[1]
    assert highlights.lead(both, [Seat(0), Seat(1)]) == both[0]
    assert highlights.lead([RUNGS[0], both[1]], [Seat(1)]) == RUNGS[0], "the order comes first"


DAYS = Words(
    {
        "en": "🔥 {ana} has played 3 days in a row.",
        "ro": "🔥 {ana} a jucat 3 zile la rând.",
    }
)


@pytest.mark.parametrize(("game", "average"), [("nine", 464), ("thirteen", 230), ("yams", 255)])
def test_a_total_beats_no_average_that_is_shown_as_the_same_number(monkeypatch, game, average):
    """Averages: 463.74, 229.64 and 254.59; below them, medium's stands."""
    monkeypatch.setattr(highlights, "members", lambda stored: (0,))
    for points in (average, average + 1):
        outcome = SimpleNamespace(scores=(points,), winners=())
        play = SimpleNamespace(game=registry.game(game))
        ended = SimpleNamespace(play=play, outcome=outcome)
        (one,) = highlights._above(ended)
        assert one.amounts[0] < points
        assert one.amounts[1] == (points > average)


@in_each_language
async def test_days_in_a_row_are_told_once_a_day(tmp_path, language):
    luck = WrittenLuck([dice for _ in range(4) for dice in POOR.values()])
    async with table(tmp_path, luck, language=language) as sim:
        line = DAYS[language].format(ana=f"<@{sim.ana.id}>")
        for day in (1, 2, 3):
            await alone(sim, POOR)
            assert told(sim) == ([line] if day == 3 else [])
            if day < 3:
                await sim.restart(away=timedelta(days=1))
        await alone(sim, POOR)
        assert told(sim) == []


async def test_of_games_that_end_on_one_day_only_the_first_to_end_tells_the_days(tmp_path):
    """Not the one that was opened last: the other rested since the day before."""
    *most, last = POOR
    luck = WrittenLuck([dice for _ in range(4) for dice in POOR.values()])
    async with table(tmp_path, luck) as sim:
        line = DAYS["en"].format(ana=f"<@{sim.ana.id}>")
        await alone(sim, POOR)
        await sim.wait(days=1)
        await alone(sim, POOR)
        await alone(sim, most)
        rests, sim.channel = sim.message, sim.guild.create_text_channel("games")
        await sim.wait(days=1)
        await alone(sim, POOR)
        assert told(sim) == [line]
        await do(sim, sim.ana, sim.reread(rests), Action("write", last))
        await sim.wait(seconds=2)
        assert sim.stored(3).status == "over"
        assert line not in text_of(sim.reread(rests))


async def test_of_who_keeps_statistics_private_only_the_round_itself_is_told(tmp_path):
    async with table(tmp_path, WrittenLuck([LOW, FIVES])) as sim:
        sim.bot.storage.write(hidden.set_hidden, sim.ana.id, on=True)
        await beats(sim)
        assert [line[0] for line in told(sim)] == ["✨"]


async def test_a_rematch_begins_with_nothing_told(tmp_path):
    async with table(tmp_path, WrittenLuck([LOW, FIVES])) as sim:
        await beats(sim)
        assert (await sim.bot.live.load(1)).highlights
        await use(sim.ana, sim.message, "rematch")
        assert (await sim.bot.live.load(2)).highlights is None


async def test_nothing_is_told_of_a_member_who_was_erased(tmp_path):
    async with table(tmp_path, WrittenLuck([LOW, FIVES])) as sim:
        await beats(sim)
        over = await sim.bot.live.load(1)
        assert highlights.lines(over)
        erased = over.with_player(next(iter(over.seats_of(sim.ana.id))), user=-1)
        assert highlights.lines(erased) == ()


async def test_nothing_is_told_where_a_player_left(tmp_path):
    async with table(tmp_path, WrittenLuck([LOW, FIVES])) as sim:
        await between_two(sim)
        asked = await use(sim.bogdan, sim.message, "leave")
        await use(sim.bogdan, sim.reread_private(asked), "leave-now")
        assert told(sim) == []


async def test_where_too_many_rounds_end_at_once_the_oldest_are_left_out(tmp_path, monkeypatch):
    """Discord takes fifty requests a second, and those who play come first."""
    monkeypatch.setattr("bot.statistics.highlights.MOST_WAITING", 1)
    async with table(tmp_path, WrittenLuck([LOW, HIGH])) as sim:
        (note,) = sim.bot.acts.on_over
        await between_two(sim)
        await do(sim, sim.bogdan, sim.message, KEEP)
        await do(sim, sim.ana, sim.message, KEEP)
        note(replace(sim.stored(), id=2))
        await sim.wait(seconds=2)
        assert told(sim) == []


async def test_a_lost_game_that_is_not_counted_yet_ends_the_wins_in_a_row(tmp_path, monkeypatch):
    async def later(*_, **__):
        return 0

    for name in ("make", "make_now"):
        monkeypatch.setattr(f"bot.statistics.accounting.Accounting.{name}", later)
    luck = WrittenLuck([*[LOW, HIGH] * 2, HIGH, LOW, LOW, HIGH])
    async with table(tmp_path, luck) as sim:
        for _ in range(4):
            await beats(sim)
        assert told(sim) == []


async def test_a_total_that_equals_the_best_is_no_new_best(tmp_path):
    luck = WrittenLuck([dice for _ in range(4) for dice in POOR.values()])
    async with table(tmp_path, luck) as sim:
        for _ in range(4):
            await alone(sim, POOR)
        assert told(sim) == []


async def hands(sim, number):
    """Keep all dice in a game of two until it is over."""
    while sim.stored(number).status != "over":
        stored = sim.stored(number)
        user = stored.players[stored.play.awaits.seats[0].index].user
        await do(sim, sim.ana if user == sim.ana.id else sim.bogdan, sim.message, KEEP)
    await sim.wait(seconds=2)


async def test_the_accuracy_of_a_match_is_not_that_of_the_match_before(tmp_path):
    """Ana wins the first match and gives nothing away; she loses the second by keeping a bust."""
    luck = WrittenLuck([LOW, FIVES, FIVES, LOW, FIVES, LOW, LOW, FIVES])
    async with table(tmp_path, luck) as sim:
        await between_two(sim, match="3")
        await hands(sim, 1)
        await hands(sim, 2)
        await use(sim.bogdan, sim.message, "rematch")
        await at_lobby(sim.ana, sim.message, "join")
        await hands(sim, 3)
        await hands(sim, 4)
        line = next(one for one in sim.text.splitlines() if "in this match" in one)
        assert f"<@{sim.bogdan.id}> 100%" in line
        assert f"<@{sim.ana.id}> 100%" not in line
