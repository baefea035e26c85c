"""Liar's Dice on Discord: hidden dice, bids by menu, a challenge out of turn, one loser of three.

The game has no exact play: a round is replayed and looked through without worths.
"""

from __future__ import annotations

import pytest

from discord_limits import assert_all_fit, assert_fits
from extra_games_shown import LIARS_DICE
from results_counted import Tally, tally
from rules.engine import Acted
from simulated import components, speak, table, text_of
from simulated_luck import WrittenLuck
from whole_rounds import click, control, offered_by, seat, use
from words import in_each_language

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("extra_game")]

ANA, BOGDAN, CARMEN = (6, 6, 1, 2, 3), (6, 5, 5, 4, 1), (2, 2, 3, 3, 4)


def written():
    return WrittenLuck([ANA, BOGDAN, CARMEN])


async def three(sim):
    return await seat(sim, LIARS_DICE, [sim.ana, sim.bogdan, sim.carmen])


def acts(sim):
    return [(one.seat.index, one.action.code) for one in sim.record() if isinstance(one, Acted)]


@in_each_language
async def test_bids_a_challenge_out_of_turn_and_one_loser(tmp_path, language):
    """Three sixes are bid, Carmen does not believe it though it is Bogdan's turn: there are three."""
    async with table(tmp_path, written(), language=language) as sim:
        speak(sim, language)
        board = await three(sim)
        assert control(board, r"press:.*:challenge") is None, "nothing has been bid"
        assert offered_by(board)[:3] == ["bid.1-1", "bid.1-2", "bid.1-3"]
        await sim.choose(sim.ana, board, "bid.3-6")
        assert sim.stored().moment == 1
        assert offered_by(sim.message)[0] == "bid.4-1"
        refused = await click(sim.ana, sim.message, r"press:.*:challenge")
        assert refused.ephemeral, "the bidder cannot challenge"
        await sim.choose(sim.carmen, sim.message, "bid.4-1")
        assert acts(sim) == [(0, "bid.3-6")], "bids are made in turn"
        await click(sim.carmen, sim.message, r"press:.*:challenge")
        assert sim.stored().status == "over"
        assert acts(sim) == [(0, "bid.3-6"), (2, "challenge")]
        outcome = sim.stored().outcome
        assert outcome.won == (True, True, False)
        assert [outcome.ending(one) for one in outcome.winners] == ["won", "won"]
        assert f"<@{sim.carmen.id}> loses" in sim.text.splitlines()[0]
        sim.assert_replays()
        assert_all_fit(sim.env.http_requests)


async def test_a_seat_sees_its_own_dice_alone(tmp_path):
    async with table(tmp_path, written()) as sim:
        board = await three(sim)
        public = text_of(board)
        mine, theirs = [
            sim.reread_private(await click(member, board, r"peek:.*"))
            for member in (sim.ana, sim.bogdan)
        ]
        assert "Your dice" not in public
        assert text_of(mine) != text_of(theirs)
        assert offered_by(mine) == offered_by(board)
        assert not any(one["type"] == 3 for one in components(theirs)), "it is not Bogdan's turn"


async def test_who_has_won_with_others_counts_a_win_for_the_rematch(tmp_path):
    """So does the score; in /stats two who win together have drawn."""
    async with table(tmp_path, written()) as sim:
        await sim.choose(sim.ana, await three(sim), "bid.3-6")
        await click(sim.carmen, sim.message, r"press:.*:challenge")
        await use(sim.ana, sim.message, "rematch")
        assert [one.wins for one in sim.stored(2).players if one.user == sim.carmen.id] == [0]
        assert {one.wins for one in sim.stored(2).players if one.user != sim.carmen.id} == {1}
        told = {one: sim.bot.storage.read(tally, one.id) for one in (sim.ana, sim.bogdan)}
        assert {*told.values()} == {Tally(games=1, draws=1)}
        assert sim.bot.storage.read(tally, sim.carmen.id) == Tally(games=1, losses=1)


async def test_a_computer_challenges_out_of_turn(tmp_path):
    """The first computer would bid, the second has no six and does not wait for its turn."""
    async with table(tmp_path, written()) as sim:
        board = await seat(sim, LIARS_DICE, [sim.ana], ["easy", "easy"])
        await sim.choose(sim.ana, board, "bid.3-6")
        assert acts(sim) == [(0, "bid.3-6"), (2, "challenge")]
        assert sim.text.splitlines()[0].endswith("loses")
        sim.assert_replays()


@in_each_language
async def test_step_by_step_without_exact_play(tmp_path, language):
    """It shows every choice and no worth; nobody is offered a hint or a review."""
    async with table(tmp_path, written(), language=language) as sim:
        speak(sim, language)
        board = await three(sim)
        assert control(board, r"tool:.*:hint") is None
        await sim.choose(sim.ana, board, "bid.3-6")
        await click(sim.carmen, sim.message, r"press:.*:challenge")
        board = sim.message
        walked = await use(sim.bogdan, board, "review")
        pages = [text_of(sim.reread_private(walked))]
        for _ in range(2):
            await click(sim.bogdan, sim.reread_private(walked), r"walk:.*:next")
            assert_fits(sim.reread_private(walked).components)
            pages.append(text_of(sim.reread_private(walked)))
        chose = {"en": "chose Bid 3 × 6**", "ro": "a ales Bid 3 × 6**"}[language]
        assert f"**<@{sim.ana.id}> {chose}" in pages[0]
        assert f"<@{sim.carmen.id}>" in pages[1]
        assert "hallenge the bid**" in pages[1]
        assert "loses" in pages[2]
        assert not any("100" in page or "● **" in page for page in pages)


async def test_a_review_is_refused_where_there_is_none(tmp_path):
    async with table(tmp_path, written()) as sim:
        await sim.choose(sim.ana, await three(sim), "bid.1-6")
        await click(sim.bogdan, sim.message, r"press:.*:challenge")
        forged = f"tool:1:{sim.stored().moment}:overview"
        sim.put_button(sim.message, forged)
        refused = await sim.ana.click(sim.message, custom_id=forged)
        assert "There are no reviews of this game." in text_of(refused.response)
