"""What the board of a round that has ended tells of its end: little, and never for nothing."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from bot.table import highlights
from bot.table.store import hidden
from rules.screen import Action
from simulated import table
from simulated_luck import WrittenLuck
from whole_rounds import between_two, do, use
from words import Words, in_each_language

SIGNS = "✨🎉🏅🌟🔥⚔"
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


async def alone(sim, rolls, **options):
    await sim.play(sim.ana, "nine", **options)
    for row in rolls:
        await do(sim, sim.ana, sim.message, Action("write", row))
    await sim.wait(seconds=2)


FIRST = Words(
    {
        "en": (
            "✨ A rare hand of {ana}: Five of a Kind, 5s (1 in 1,296 in one roll).",
            "🎉 The first win of {ana} in Dice Poker!",
        ),
        "ro": (
            "✨ O mână rară la {ana}: cinci la fel, 5 (1 din 1.296 la o aruncare).",
            "🎉 Prima victorie pentru {ana}: Poker cu zaruri!",
        ),
    }
)


@in_each_language
async def test_a_rare_hand_and_the_first_win_are_told_and_again_after_a_restart(tmp_path, language):
    async with table(tmp_path, WrittenLuck([LOW, FIVES]), language=language) as sim:
        await beats(sim)
        expected = [line.format(ana=f"<@{sim.ana.id}>") for line in FIRST[language]]
        assert told(sim) == expected
        assert sim.text.splitlines()[2:4] == expected  # below who won and why
        await sim.restart()
        stored = await sim.bot.live.load(1)
        await sim.bot.board.refresh(stored)
        assert told(sim) == expected


async def test_a_common_end_is_told_by_nothing(tmp_path):
    """Ana has won before, her hand is common, and the two have played twice."""
    async with table(tmp_path, WrittenLuck([LOW, HIGH] * 2)) as sim:
        await beats(sim)
        assert len(told(sim)) == 1
        await beats(sim)
        assert told(sim) == []


AHEAD = Words(
    {
        "en": "⚔️ {ana} leads against {bogdan}, {won} – {lost}.",
        "ro": "⚔️ {ana} conduce cu {won} – {lost} în partidele cu {bogdan}.",
    }
)


@in_each_language
async def test_the_score_between_two_is_told_from_the_third_round_on(tmp_path, language):
    luck = WrittenLuck([*[LOW, HIGH] * 2, HIGH, LOW, LOW, HIGH])
    async with table(tmp_path, luck, language=language) as sim:
        who = {"ana": f"<@{sim.ana.id}>", "bogdan": f"<@{sim.bogdan.id}>"}
        for _ in range(3):
            await beats(sim)
        assert told(sim)[1:] == [AHEAD[language].format(**who, won=2, lost=1)]
        assert told(sim)[0].startswith("🎉")  # Bogdan's first
        await beats(sim)
        assert told(sim) == [AHEAD[language].format(**who, won=3, lost=1)]


BEST = Words(
    {
        "en": (
            "🏅 {ana} has a new best: 594 points (50 before).",
            "🌟 {ana} made more than the 463.7 that perfect play makes on average.",
        ),
        "ro": (
            "🏅 Record nou pentru {ana}: 594 de puncte (înainte 50).",
            "🌟 {ana} a trecut de 463,7, media jocului perfect.",
        ),
    }
)


@in_each_language
async def test_a_new_best_is_told_after_three_rounds_alone(tmp_path, language):
    played = [POOR, POOR, POOR, GOOD]
    luck = WrittenLuck([dice for one in played for dice in one.values()])
    async with table(tmp_path, luck, language=language) as sim:
        for rolls in played[:3]:
            await alone(sim, rolls, hints="none")
            assert told(sim) == []
            assert "463" not in sim.text  # a beginner is not measured against perfect play
        best, above = (line.format(ana=f"<@{sim.ana.id}>") for line in BEST[language])
        await alone(sim, GOOD, hints="none")
        assert told(sim) == [best, above]


async def test_no_best_is_told_of_a_round_with_hints(tmp_path):
    played = [POOR, POOR, POOR, GOOD]
    luck = WrittenLuck([dice for one in played for dice in one.values()])
    async with table(tmp_path, luck) as sim:
        for rolls in played:
            await alone(sim, rolls, hints="hints" if rolls is GOOD else "none")
        assert [line[0] for line in told(sim)] == ["🌟"]


DAYS = Words(
    {
        "en": "🔥 {ana} has played 3 days in a row.",
        "ro": "🔥 {ana} a jucat 3 zile la rând.",
    }
)


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
