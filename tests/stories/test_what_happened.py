"""The quiet line of a board: what has just happened, until the next act."""

from __future__ import annotations

import re

import pytest

from rules.screen import Action
from simulated import table
from simulated_luck import WrittenLuck
from whole_rounds import between_two, do, seat
from words import Words, in_each_language

pytestmark = pytest.mark.slow

PLAIN = (1, 1, 2, 4, 6)
FIVES = (5, 5, 5, 5, 5)

LARGE = Words(
    {
        "en": "-# rerolled 6 → 4 · so close: one short of the large straight",
        "ro": "-# aruncat din nou 6 → 4 · cât pe ce: a lipsit un zar pentru chinta mare",
    }
)
MISSED = Words(
    {
        "en": "-# rerolled 6 → 4 · so close: one short of the straight",
        "ro": "-# aruncat din nou 6 → 4 · cât pe ce: a lipsit un zar pentru chintă",
    }
)
AT_ONCE = Words({"en": "🎉 Five of a kind in one roll!", "ro": "🎉 Cinci la fel dintr-o aruncare!"})
MADE = Words({"en": "🎉 Five of a kind!", "ro": "🎉 Cinci la fel!"})
PARTY, SO_CLOSE = "🎉", Words({"en": "so close", "ro": "cât pe ce"})


def faces(sim):
    """Return the text of the board with its dice as plain numbers."""
    return re.sub(r"<a?:\w+_(\d):\d+>", r"\1", sim.text)


async def do_as(sim, member, verb, on):
    await do(sim, member, sim.message, Action(verb, on))


@in_each_language
async def test_a_sheet_alone_tells_what_was_missed_and_made(tmp_path, language):
    """Each word goes with the next act, and stays after a restart."""
    luck = WrittenLuck(
        [(1, 2, 3, 4, 6), (6,), (4,), FIVES, PLAIN, (1, 1, 1, 1, 6), (1,), PLAIN, PLAIN]
    )
    async with table(tmp_path, luck, language=language) as sim:
        await sim.play(sim.ana, "nine")
        assert SO_CLOSE[language] not in sim.text
        await do_as(sim, sim.ana, "reroll", "5")
        assert SO_CLOSE[language] not in sim.text  # a roll is left
        await do_as(sim, sim.ana, "reroll", "5")
        assert LARGE[language] in faces(sim).splitlines()
        await do_as(sim, sim.ana, "write", "one-pair")
        assert SO_CLOSE[language] not in sim.text
        assert AT_ONCE[language] in sim.text
        assert sim.text.count(PARTY) == 1
        await do_as(sim, sim.ana, "write", "large-straight")
        assert PARTY not in sim.text
        await do_as(sim, sim.ana, "write", "small-straight")
        await do_as(sim, sim.ana, "reroll", "5")
        assert MADE[language] in sim.text
        await sim.restart()
        await sim.bot.board.refresh(await sim.bot.rounds.load(1))
        assert MADE[language] in sim.text


BOTH = Words(
    {
        "en": "-# both have rolled the same five!",
        "ro": "-# aceleași cinci zaruri la ambele mâini!",
    }
)


@in_each_language
async def test_dice_poker_tells_equal_first_rolls_and_what_the_dealer_missed(tmp_path, language):
    luck = WrittenLuck([(1, 2, 3, 4, 6), (6, 4, 3, 2, 1), (4,)])
    async with table(tmp_path, luck, language=language) as sim:
        await between_two(sim)
        assert BOTH[language] in sim.text.splitlines()
        await do_as(sim, sim.bogdan, "reroll", "5")
        assert BOTH[language] not in sim.text
        assert MISSED[language] in faces(sim).splitlines()


LEADS = Words({"en": "· <@{}> takes the lead", "ro": "· <@{}> trece în frunte"})


@in_each_language
async def test_poker_dice_tells_who_takes_the_lead(tmp_path, language):
    luck = WrittenLuck([PLAIN, (2, 2, 2, 4, 6), PLAIN])
    async with table(tmp_path, luck, language=language) as sim:
        await seat(sim, "poker-dice", [sim.ana, sim.bogdan, sim.carmen])
        await do_as(sim, sim.ana, "keep", "")
        assert "<@" in sim.text
        assert LEADS[language].format(sim.ana.id) not in sim.text
        await do_as(sim, sim.bogdan, "keep", "")
        assert LEADS[language].format(sim.bogdan.id) in sim.text


async def test_between_two_sheets_the_change_of_the_lead_is_told(tmp_path):
    luck = WrittenLuck([PLAIN] * 12)
    async with table(tmp_path, luck) as sim:
        await between_two(sim, "thirteen")
        first = sim.stored().players[0].user
        one, other = sorted((sim.ana, sim.bogdan), key=lambda member: member.id != first)
        for own, theirs in (("twos", "chance"), ("threes", "sixes"), ("chance", "threes")):
            await do_as(sim, one, "write", own)
            assert "takes the lead" not in sim.text
            await do_as(sim, other, "write", theirs)
        assert "lead" not in sim.text  # 16 to 20: the other led before
        await do_as(sim, one, "write", "sixes")
        assert "takes the lead" not in sim.text  # the other's turn is still missing
        await do_as(sim, other, "write", "twos")
        assert f"level: <@{one.id}> and <@{other.id}>" in sim.text
        await do_as(sim, one, "write", "ones")
        await do_as(sim, other, "write", "large-straight")
        assert f"<@{one.id}> takes the lead" in sim.text
