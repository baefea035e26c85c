"""Play again on the board of a round that was closed or has lapsed."""

from __future__ import annotations

import pytest

from simulated import buttons, table, text_of
from whole_rounds import at_lobby, between_two, leave, seat, use

pytestmark = pytest.mark.slow


async def closed_by_warden(sim):
    """Let a member who manages messages close a round of Ana and Bogdan; return the member."""
    warden = sim.member("warden", manage_messages=True)
    await between_two(sim)
    answer = await sim.play(warden)
    await sim.press(warden, answer.response, "Close bogdan’s and ana’s game")
    await sim.press(warden, sim.reread_private(answer), "Close it for everybody")
    return warden


@pytest.mark.parametrize(
    ("language", "reason", "label"),
    [
        ("en", "{} closed the game. It does not count.", "Play again"),
        ("ro", "{} a închis partida. Nu se ia în calcul.", "Joacă din nou"),
    ],
)
async def test_a_closed_round_says_who_closed_it_and_offers_it(tmp_path, language, reason, label):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = language
        warden = await closed_by_warden(sim)
        assert reason.format(f"<@{warden.id}>") in sim.text
        assert next(iter(buttons(sim.message))) == label


async def test_the_same_seats_are_asked_again(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        await closed_by_warden(sim)
        closed = sim.message
        since = len(sim.env.http_requests)
        refused = await sim.press(sim.carmen, closed, "Play again")
        assert text_of(refused.response) == "It is over."
        await sim.press(sim.bogdan, closed, "Play again")
        assert list(buttons(sim.reread(closed))) == ["More"]
        assert "A new game was opened below." in text_of(sim.reread(closed))
        assert f"<@{sim.ana.id}>, @bogdan challenges you!" in sim.text
        assert sim.pings(since) == [str(sim.ana.id)]
        first, second = sim.stored(1), sim.stored(2)
        assert [one.user for one in second.players] == [one.user for one in first.players]
        assert second.successor_of is None
        assert second.end.closed is None
        await at_lobby(sim.ana, sim.message, "join")
        assert sim.stored(2).status == "playing"


async def test_alone_it_begins_at_once(tmp_path):
    async with table(tmp_path) as sim:
        await seat(sim, "thirteen", [sim.ana])
        await leave(sim, sim.ana)
        assert f"<@{sim.ana.id}> left, so the game was closed." in sim.text
        await use(sim.ana, sim.message, "again")
        assert sim.stored(2).status == "playing"
        assert "turn 1 of 13" in sim.text


async def test_a_round_that_nobody_plays(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        await seat(sim, "thirteen", [sim.ana, sim.bogdan])
        await sim.wait(minutes=41)
        assert sim.stored().status == "over", "the table has played it to its end"
        await use(sim.bogdan, sim.message, "rematch")
        assert f"<@{sim.ana.id}> (seat reserved, not here yet)" in sim.text


async def test_a_lapsed_challenge_is_sent_again(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, opponent=sim.bogdan)
        await sim.wait(minutes=10, seconds=5)
        assert sim.stored().status == "lapsed"
        await use(sim.ana, sim.message, "again")
        assert f"<@{sim.bogdan.id}>, @ana challenges you!" in sim.text
        assert sim.stored(2).status == "waiting"


async def test_a_taken_channel_gets_the_busy_answer(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, opponent=sim.bogdan)
        lapsed = sim.message
        await sim.wait(minutes=10, seconds=5)
        await sim.play(sim.carmen)
        answer = await use(sim.ana, sim.reread(lapsed), "again")
        assert answer.ephemeral
        assert "already open in this channel" in text_of(answer.response)
        assert "Play again" in buttons(sim.reread(lapsed))
