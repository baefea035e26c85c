"""The pages of /stats, as a member reads them."""

from __future__ import annotations

from typing import Any

from rules.screen import Action
from simulated import Sim
from whole_rounds import between_two, control, do

FULL = [(3, 3, 3, 6, 6), (1, 1, 2, 4, 6), (1, 2)]
"""What lands: the full house of the dealer, the player's pair, and the dice rerolled."""


async def broken_full_house(sim: Sim) -> None:
    """Let Bogdan break his full house against Ana, which loses him a game that is won."""
    await between_two(sim)
    await do(sim, sim.bogdan, sim.message, Action("reroll", "45"))
    await do(sim, sim.ana, sim.message, Action("keep"))


async def games_of(sim: Sim, who: Any, member: Any = None, channel: Any = None) -> Any:
    """Type `/stats`, for another member or oneself; return the page."""
    options = {} if member is None else {"member": member}
    answer = await who.slash(channel or sim.channel, "stats", **options)
    assert answer.acknowledged
    assert answer.ephemeral
    return sim.reread_private(answer)


async def listed(sim: Sim, who: Any, value: str = "won.", channel: Any = None) -> Any:
    """Turn to a list of the server, by its value in the menu; return the page."""
    page = await games_of(sim, who, channel=channel)
    assert control(page, "stats:0:0:server") is not None
    await who.click(page, custom_id="stats:0:0:server")
    if value != "won.":
        await who.select(sim.reread(page), [value], custom_id="stats:0:0:list")
    return sim.reread(page)
