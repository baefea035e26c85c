"""A round of Dice Poker in which a full house is broken, and questions about statistics."""

from __future__ import annotations

from typing import Any

from rules.screen import Action
from simulated import Sim
from whole_rounds import between_two, do

FULL = [(3, 3, 3, 6, 6), (1, 1, 2, 4, 6), (1, 2)]
"""What lands: the full house of the dealer, the player's pair, and the dice rerolled."""


async def broken_full_house(sim: Sim) -> None:
    """Let Bogdan break his full house against Ana."""
    await between_two(sim)
    await do(sim, sim.bogdan, sim.message, Action("reroll", "45"))
    await do(sim, sim.ana, sim.message, Action("keep"))


async def accounted(sim: Sim) -> None:
    """Play that round, and let the bot account for it."""
    await broken_full_house(sim)
    await sim.wait(seconds=10)


async def ask(sim: Sim, who: Any, command: str, channel: Any = None, **options: Any) -> Any:
    """Type a command; return its private answer."""
    answer = await who.slash(channel or sim.channel, command, **options)
    assert answer.acknowledged
    assert answer.ephemeral
    return sim.reread_private(answer)
