"""Rematches keep the score on the boards."""

from __future__ import annotations

import pytest

from simulated import table
from simulated_luck import WrittenLuck
from whole_rounds import at_lobby, between_two, use

HIGH, LOW = (6, 6, 6, 6, 5), (1, 2, 3, 4, 6)


def luck(*dealer_wins):
    """Return luck by which the dealer wins or loses each round in which both keep all."""
    rolls = []
    for wins in dealer_wins:
        rolls += [HIGH, LOW] if wins else [LOW, HIGH]
    return WrittenLuck(rolls)


async def keep_all(sim):
    """Let both members keep all."""
    for _ in range(2):
        stored = sim.stored(sim.round)
        user = stored.players[stored.play.awaits.seats[0].index].user
        member = sim.ana if user == sim.ana.id else sim.bogdan
        await sim.press_id(member, sim.message, "press:*:keep")


async def again(sim):
    """Let Ana ask for a rematch, Bogdan accept."""
    await use(sim.ana, sim.message, "rematch")
    sim.round += 1
    await at_lobby(sim.bogdan, sim.message, "join")


@pytest.mark.parametrize(
    ("language", "label"), [("en", "Score: "), ("ro", "Scor: ")], ids=["en", "ro"]
)
async def test_the_score_of_a_chain(tmp_path, language, label):
    """Bogdan deals first, and the seats are swapped with every round."""
    async with table(tmp_path, luck(True, False, False)) as sim:
        sim.locales[sim.ana.id] = language
        sim.round = 1
        ana, bogdan = f"<@{sim.ana.id}>", f"<@{sim.bogdan.id}>"
        await between_two(sim)
        assert label not in sim.text
        await keep_all(sim)
        assert label not in sim.text
        await use(sim.ana, sim.message, "rematch")
        assert f"{label}{bogdan} 1 – 0 @ana" in sim.text
        sim.round = 2
        await at_lobby(sim.bogdan, sim.message, "join")
        assert f"{label}{bogdan} 1 – 0 {ana}" in sim.text
        await keep_all(sim)
        assert f"{label}{bogdan} 2 – 0 {ana}" in sim.text
        await again(sim)
        await keep_all(sim)
        assert f"{label}{bogdan} 2 – 1 {ana}" in sim.text


async def test_a_restart_does_not_forget_the_score(tmp_path):
    async with table(tmp_path, luck(True, True)) as sim:
        sim.round = 1
        await between_two(sim)
        await keep_all(sim)
        await sim.restart()
        await again(sim)
        await sim.restart()
        assert [one.wins for one in sim.stored(2).players] == [0, 1]
        await keep_all(sim)
        assert f"Score: <@{sim.ana.id}> 1 – 1 <@{sim.bogdan.id}>" in sim.text
