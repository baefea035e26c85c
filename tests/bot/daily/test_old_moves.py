"""KEEP_ROUNDS_DAYS deletes old moves: dice that are open keep theirs, old ones do without."""

from __future__ import annotations

from datetime import timedelta

import discord
import pytest

from bot.daily.calendar import day_at
from bot.table.store.errors import MovesGone
from daily_days import open_daily, play_on, stored
from dares_played import dare_of, forged, join, offered, seeded_table, writes_only
from messages_read import until
from simulated import text_of
from whole_rounds import play_on as play_round

pytestmark = pytest.mark.slow

CLOSES = timedelta(days=3)


def first_row(private_round):
    return row(private_round, 0)


def last_row(private_round):
    return row(private_round, -1)


def row(private_round, number):
    play = private_round.play()
    legal = play.game.legal(play.state, play.awaits.seats[0])
    return [action for action in legal if action.verb == "write"][number]


async def played(sim, *choosers):
    """Offer a sheet of Ana, which Bogdan and Carmen play; return the card."""
    card = await offered(sim, sim.ana)
    for member, choose in zip((sim.bogdan, sim.carmen), choosers, strict=False):
        begun = await join(sim, member, card)
        private_round = await play_on(sim, member, begun, dare_of(sim).key, choose)
        assert private_round.status == "over"
    await sim.wait(seconds=60)
    return card


async def later(sim, days):
    await sim.restart(away=days if isinstance(days, timedelta) else timedelta(days=days))
    await sim.wait(minutes=5)


async def test_a_dare_closes_and_is_judged_though_moves_are_kept_for_a_day(tmp_path):
    async with seeded_table(tmp_path, keep_rounds_days=1) as sim:
        card = await played(sim, last_row)
        await later(sim, 2)
        await later(sim, CLOSES)
        assert f"<@{sim.bogdan.id}> · " in text_of(sim.reread(card))
        key = dare_of(sim).key
        for member in (sim.ana, sim.bogdan):
            await until(lambda one=member: stored(sim, one, key).entry.loss is not None)


async def test_a_card_whose_moves_are_gone_is_redrawn_after_an_erasure(tmp_path, caplog):
    async with seeded_table(tmp_path, keep_rounds_days=30) as sim:
        card = await played(sim, last_row, first_row)
        await later(sim, CLOSES)
        assert f"<@{sim.carmen.id}>" in text_of(sim.reread(card))
        await later(sim, 31)
        caplog.clear()
        await sim.erase(sim.carmen)
        await sim.wait(minutes=5)
        assert f"<@{sim.carmen.id}>" not in text_of(sim.reread(card))
        assert "could not be closed" not in caplog.text


@pytest.mark.parametrize("plays", [True, False])
async def test_an_old_day_is_explained_to_who_played_it_and_to_who_did_not(tmp_path, plays):
    async with seeded_table(tmp_path, keep_rounds_days=1) as sim:
        message, today = await open_daily(sim, sim.ana), day_at(discord.utils.utcnow())
        if plays:
            await play_on(sim, sim.ana, message, today, any_choice)
            await sim.wait(seconds=60)
        await later(sim, timedelta(hours=25))
        told = await forged(sim, sim.ana, message, f"story:day-{today.toordinal()}:0")
        assert "What perfect play chose" in told


def any_choice(private_round):
    play = private_round.play()
    return play.game.legal(play.state, play.awaits.seats[0])[0]


async def test_a_sheet_that_may_still_be_offered_keeps_its_moves(tmp_path):
    """For three days, though moves are kept for one."""
    async with seeded_table(tmp_path, keep_rounds_days=1) as sim:
        await sim.play(sim.ana, "nine")
        await play_round(sim, [sim.ana], writes_only)
        await later(sim, 2)
        await sim.wait(hours=2)
        assert sim.stored().end.secret_until is not None
        assert sim.record() != ()
        await later(sim, 2)
        assert sim.stored().end.secret_until is None
        await sim.wait(hours=2)
        with pytest.raises(MovesGone):
            sim.record()
