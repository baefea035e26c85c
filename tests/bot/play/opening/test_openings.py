"""How many rounds a member may open in a channel in ten minutes."""

from __future__ import annotations

import time
from types import SimpleNamespace

import pytest

from bot.play import quotas
from bot.play.quotas import SECONDS, Openings
from rules.errors import Refusal
from simulated import buttons, table, text_of
from whole_rounds import at_lobby
from words import Words

WARDEN = 9

TOO_MANY = Words(
    {
        "en": "You have opened 2 games in this channel in ten minutes. You can open another one after <t:",
        "ro": "Ai deschis 2 partide în acest canal în zece minute. Poți deschide alta după <t:",
    }
)


@pytest.fixture
def ahead(monkeypatch):
    """Return a list with one entry: by how many seconds the clock of the limits is ahead."""
    seconds = [0.0]
    clock = SimpleNamespace(monotonic=lambda: time.monotonic() + seconds[0])
    monkeypatch.setattr(quotas, "time", clock)
    return seconds


async def withdrawn(sim, member, opponent, **options):
    """Challenge somebody and withdraw that."""
    answer = await sim.play(member, opponent=opponent, **options)
    channel = sim.channel.threads[-1] if answer.ephemeral else sim.channel
    await at_lobby(member, channel.last_message, "withdraw")


async def played(sim, member, channel=None, **options):
    """Open a round against the computer and keep all; return its board."""
    channel = channel or sim.channel
    answer = await sim.play(member, channel=channel, **options)
    assert not answer.ephemeral, text_of(answer.response)
    await sim.press_id(member, channel.last_message, "press:*:keep")
    return channel.last_message


def refused(answer, language="en"):
    return answer.ephemeral and text_of(answer.response).startswith(TOO_MANY[language])


@pytest.mark.parametrize("language", TOO_MANY)
async def test_rounds_of_a_channel_are_limited_for_ten_minutes_whatever_became_of_them(
    tmp_path, ahead, monkeypatch, language
):
    monkeypatch.setattr(quotas, "OPENINGS", 2)
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = language
        await played(sim, sim.ana)
        ahead[0] = 100
        await withdrawn(sim, sim.ana, sim.bogdan)
        assert refused(await sim.play(sim.ana), language)
        assert len(sim.channel.history()) == 2
        other = sim.guild.create_text_channel("more-games")
        await played(sim, sim.ana, other)
        assert not (await sim.play(sim.bogdan)).ephemeral, "others may"
        await close(sim, 4)
        ahead[0] = SECONDS - 1
        assert (await sim.play(sim.ana)).ephemeral
        ahead[0] = SECONDS + 1
        await played(sim, sim.ana)
        assert (await sim.play(sim.ana)).ephemeral, "the second one still counts"


async def test_threads_count_with_the_channel_that_holds_them(tmp_path, monkeypatch, ahead):
    monkeypatch.setattr(quotas, "OPENINGS", 3)
    async with table(tmp_path) as sim:
        await withdrawn(sim, sim.ana, sim.bogdan, slow=True)
        await played(sim, sim.ana, sim.thread("inside"))
        await played(sim, sim.ana)
        made = len(sim.channel.threads)
        answer = await sim.play(sim.ana, opponent=sim.bogdan, slow=True)
        assert "You have opened 3 games" in text_of(answer.response)
        assert len(sim.channel.threads) == made, "no further thread"
        assert (await sim.play(sim.ana, channel=sim.thread("another"))).ephemeral


async def test_a_round_that_could_not_be_opened_is_not_counted(tmp_path, monkeypatch, ahead):
    """And the thread that is offered instead is, once."""
    monkeypatch.setattr(quotas, "OPENINGS", 2)
    async with table(tmp_path) as sim:
        await sim.play(sim.bogdan)
        for _ in range(3):
            offer = await sim.open_table(sim.ana, "thirteen")
            assert "Play in a thread" in buttons(offer.response)
        await sim.press(sim.ana, offer.response, "Play in a thread")
        await close(sim, 1)
        await played(sim, sim.ana)
        assert refused(await sim.play(sim.ana))


def test_rounds_that_are_opened_at_the_same_time_count_each(monkeypatch):
    monkeypatch.setattr(quotas, "OPENINGS", 2)
    openings = Openings()
    with openings.counted(1, 7), openings.counted(1, 7), openings.counted(1, 8):
        with pytest.raises(Refusal):
            openings.counted(1, 7).__enter__()
        openings.counted(2, 7).__enter__()


async def close(sim, number):
    """Close a round as whoever manages messages can, which frees its channel; redraw its board."""
    _, closed = await sim.bot.rounds.change(
        number, sim.bot.table.close(WARDEN, sim.env.now(), may_manage=True)
    )
    await sim.bot.board.refresh(closed)
    await sim.env.settle()


async def test_playing_again_is_limited_too(tmp_path, monkeypatch, ahead):
    monkeypatch.setattr(quotas, "OPENINGS", 1)
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, opponent=sim.bogdan)
        await at_lobby(sim.bogdan, sim.message, "join")
        await close(sim, 1)
        refusal = await sim.press(sim.ana, sim.message, "Play again")
        assert "You have opened 1 game in this channel" in text_of(refusal.response)
        ahead[0] = SECONDS
        await sim.press(sim.ana, sim.message, "Play again")
        assert sim.stored(2).opener == sim.ana.id
        await close(sim, 2)
        assert (await sim.play(sim.ana)).ephemeral, "it has counted"


async def test_a_rematch_alone_counts_as_an_opening(tmp_path, monkeypatch, ahead):
    monkeypatch.setattr(quotas, "OPENINGS", 2)
    async with table(tmp_path) as sim:
        await played(sim, sim.ana)
        await sim.press(sim.ana, sim.message, "Rematch")
        await sim.press_id(sim.ana, sim.message, "press:*:keep")
        assert refused(await sim.press(sim.ana, sim.message, "Rematch"))
        assert len(sim.channel.history()) == 2
        ahead[0] = SECONDS
        await sim.press(sim.ana, sim.message, "Rematch")
        assert sim.stored(3).open


async def test_a_rematch_with_another_member_is_never_refused_and_never_counts(
    tmp_path, monkeypatch, ahead
):
    monkeypatch.setattr(quotas, "OPENINGS", 1)
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, opponent=sim.bogdan)
        await at_lobby(sim.bogdan, sim.message, "join")
        await sim.reroll(sim.bogdan, sim.message)
        await sim.reroll(sim.ana, sim.message)
        over = sim.message
        assert (await sim.play(sim.ana)).ephemeral
        ahead[0] = SECONDS - 1
        for _ in range(2):
            await sim.press(sim.ana, over, "Rematch")
            await at_lobby(sim.ana, sim.message, "withdraw")
        ahead[0] = SECONDS
        assert not (await sim.play(sim.ana)).ephemeral
