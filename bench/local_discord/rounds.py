"""A round of each game against the computer, and the pages of statistics."""

from __future__ import annotations

import asyncio
from collections import Counter

from bench.local_discord.messages import Message
from bench.local_discord.players import Player, choices
from bench.local_discord.server import Interaction

TURNS = 4
"""How many decisions a player takes before they leave a round that is not over."""


async def of_each_game(player: Player, *, analysis: bool = False) -> Counter[str]:
    """Play a round of every registered game; return the faults.

    With `analysis` the computer is the strongest, each round sees one hint, and its review is
    asked for at the end.
    """
    faults: Counter[str] = Counter()
    for game in games(player):
        fault = await _one(player, game, analysis=analysis)
        if fault is not None:
            faults[f"{game}: {fault}"] += 1
    return faults


async def statistics(player: Player) -> Counter[str]:
    """Open the page of a member's statistics; return the faults."""
    shown = (await player.type("stats")).shown.result()
    return Counter() if shown is not None and shown.components else Counter(["/stats: no page"])


def games(player: Player) -> list[str]:
    return [*choices(player.discord.application.commands, "play", "game")]


async def begin(player: Player, game: str, *, strongest: bool = False) -> Message | None:
    """Open a round alone or against the computer, and begin it; None where that is refused."""
    options = {"level": "perfect"} if strongest else {}
    board = (await player.type("play", game=game, **options)).shown.result()
    if board is not None and board.private:  # a sheet has no level: it is offered without
        offered = await player.choose(board, ["offered"])
        board = None if offered is None else offered.shown.result()
    if board is None or board.private:
        return None
    if board.control("lobby") is not None:
        menu = board.control("seat")
        if menu is not None:
            chosen = menu["options"][-1 if strongest else 0]["value"]
            await player.press(menu, board, [chosen])
        if await player.choose(board, ["lobby:start"]) is None:
            return None
    return board


async def _one(player: Player, game: str, *, analysis: bool) -> str | None:
    board = await begin(player, game, strongest=analysis)
    if board is None:
        return "the round did not begin"
    if analysis and _missing(await _ask_for_hint(player, board)):
        return "no hint"
    for _ in range(TURNS):
        if not await decide(player, board):
            break
    more = await player.choose(board, ["tool:more"])
    page = None if more is None else more.shown.result()
    asked = None if page is None else await player.choose(page, ["tool:leave"])
    question = None if asked is None else asked.shown.result()
    if question is not None:
        edits = board.edits
        await player.choose(question, ["tool:leave-now"])
        await _edited(board, edits)
    if analysis and _missing(await player.choose(board, ["tool:review"])):
        return "no review"
    return None


async def _ask_for_hint(player: Player, board: Message) -> Interaction | None:
    """Ask on the board, or on the private message of a game that keeps choices secret."""
    if board.control("tool", "hint") is not None:
        return await player.choose(board, ["tool:hint"])
    shown = await _peek(player, board)
    return None if shown is None else await player.choose(shown, ["tool:hint"])


async def decide(player: Player, board: Message) -> bool:
    """Take the first decision that the board or the private message offers."""
    if await player.choose(board, ["press", "menu"]) is not None:
        return True
    shown = await _peek(player, board)
    edits = board.edits
    if shown is None or await player.choose(shown, ["menu", "press"]) is None:
        return False
    await player.choose(shown, ["press"])  # a choice from a menu may need a confirmation
    await _edited(board, edits)
    return True


async def _edited(board: Message, edits: int) -> None:
    """Wait until the public board shows a private choice, at most five seconds."""
    for _ in range(500):
        if board.edits > edits:
            return
        await asyncio.sleep(0.01)


async def _peek(player: Player, board: Message) -> Message | None:
    sent = await player.choose(board, ["peek"])
    return None if sent is None else sent.shown.result()


def _missing(sent: Interaction | None) -> bool:
    return sent is None or sent.shown.result() is None
