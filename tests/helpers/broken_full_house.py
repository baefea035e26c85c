"""A round of Dice Poker in which a full house is broken, and questions about statistics."""

from __future__ import annotations

from typing import Any

from rules.screen import Action
from simulated import Sim
from whole_rounds import between_two, control, do

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


async def ask(sim: Sim, who: Any, page: str, channel: Any = None, **options: Any) -> Any:
    """Open a page of /stats: "stats", "leaderboard" or "history"; return its message.

    The leaderboard's options are chosen in its menus. Where there is no way to the page, the
    message says why.
    """
    chosen = options if page == "leaderboard" else {}
    answer = await who.slash(channel or sim.channel, "stats", **({} if chosen else options))
    assert answer.acknowledged
    assert answer.ephemeral
    message = sim.reread_private(answer)
    verb = {"leaderboard": "server", "history": "rounds"}.get(page, page)
    whose = options["member"].id if "member" in options and not chosen else r"[^.]+"
    way = ".*" if verb == "server" else rf"{whose}(\..*)?"
    button = control(message, rf"stats:0:0:{verb}\.{way}") if page != "stats" else None
    if button is not None:
        await who.click(message, custom_id=button["custom_id"])
    for menu, value in chosen.items():
        picked = control(sim.reread_private(answer), rf"stats:0:0:pick-{menu}\..*")
        code = value.replace("/", ".")
        assert picked is not None
        await who.select(message, [code], custom_id=picked["custom_id"])
    return sim.reread_private(answer)
