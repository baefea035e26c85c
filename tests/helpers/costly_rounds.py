"""Rounds of Ana and Bogdan that are over, with costly choices or without, and what follows them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from rules.engine import Round
from rules.screen import Action, Seat
from simulated import Sim
from whole_rounds import between_two, click, do, look, seat, use

Chooser: TypeAlias = Callable[[Round[Any], Seat], Action]
"""Decides what a seat does."""


async def played(sim: Sim, game: str, choose: Chooser) -> Any:
    """Play a round of Ana and Bogdan to its end; return its message."""
    if game in ("dice-poker", "six-card"):
        await between_two(sim, game)
    else:
        await seat(sim, game, [sim.ana, sim.bogdan])
    members = {member.id: member for member in (sim.ana, sim.bogdan)}
    while (stored := await look(sim)).status == "playing":
        assert stored.play is not None
        play, at = stored.play, stored.play.awaits.seats[0]
        member, message = members[stored.players[at.index].user], sim.message
        if game == "six-card":
            message = sim.reread_private(await click(member, message, r"peek:.*"))
        await do(sim, member, message, choose(play, at))
    return sim.message


def worst_row(play: Round[Any], at: Seat) -> Action:
    """Write the first row that is legal, or reroll all dice: costly, and soon over."""
    legal = play.game.legal(play.state, at)
    return legal[0] if "write" in legal[0].verb else legal[-1]


async def opened(sim: Sim, member: Any, message: Any) -> Any:
    """Press Review, then Step by step; return the answer, whose message changes."""
    private = sim.reread_private(await use(member, message, "review"))
    answer = await click(member, private, r"walk:\d+:0:steps")
    assert sim.reread_private(answer).ephemeral
    return answer
