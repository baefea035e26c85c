"""Members who press at once on a sheet for everybody: `python -m bench.discord.everybody`.

The bot runs in a process of its own against the local Discord. In each turn all members press the
same control at once: a die, or a row. One of them has the turn, all others read a private answer;
the exit code is 1 where that is not so, or where a rule of Discord's was broken.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from itertools import count
from pathlib import Path
from time import perf_counter

from bench.discord.press import cores
from bench.local_discord.messages import Message
from bench.local_discord.payloads import SELECT
from bench.local_discord.players import Player
from bench.local_discord.process import BotProcess, Failed, Launch
from bench.local_discord.server import LocalDiscord

ROOT = Path(__file__).resolve().parents[2]
GAME = "nine"
WAYS = (("mark",), ("menu", "press"))
"""The controls that all press at once, turn by turn: a die first, or a row at once."""


async def opened(player: Player) -> Message:
    """Open a sheet by presses alone; return its board. Raises Failed."""
    shown = (await player.type("play")).shown.result()
    for kind, what in (("table", ""), ("everybody", ""), ("everybody", GAME)):
        control = None if shown is None else shown.control(kind, what)
        if shown is None or control is None:
            raise Failed(f"the page has no control {kind} {what}")
        shown = (await player.press(control, shown)).shown.result()
    if shown is None or shown.private:
        raise Failed("no sheet was opened")
    return shown


async def all_press(players: list[Player], board: Message, kinds: tuple[str, ...]) -> list[bool]:
    """Let all press one control of the board; return for each whether the answer was private."""
    control = next(found for kind in kinds if (found := board.control(kind)) is not None)
    values = [control["options"][0]["value"]] if control["type"] == SELECT else None
    sent = await asyncio.gather(*(one.press(control, board, values) for one in players))
    shown = [one.shown.result() for one in sent]
    if None in shown:
        raise Failed(f"{shown.count(None)} presses were not answered")
    return [one is not None and one.private for one in shown]


async def play(players: list[Player]) -> list[float]:
    """Play a sheet to its end; return how long all answers to the presses of a turn took."""
    board, took = await opened(players[0]), list[float]()
    for turn in count():
        kinds = WAYS[turn % len(WAYS)]
        if board.control(kinds[0]) is None and board.control(kinds[-1]) is None:
            return took
        began = perf_counter()
        private = await all_press(players, board, kinds)
        took.append(perf_counter() - began)
        if private.count(False) != 1:
            raise Failed(f"{private.count(False)} of {len(players)} members had turn {turn + 1}")
        if kinds == WAYS[0]:
            await players[private.index(False)].choose(board, ("menu", "press"))
    raise AssertionError("the loop ends by itself")


async def run(members: int, core: int | None) -> int:
    """Play a sheet with this number of members; return the exit code."""
    with tempfile.TemporaryDirectory(prefix="everybody-") as folder:
        async with LocalDiscord(1, members) as discord:
            bot = await BotProcess.start("bot", discord, Path(folder), Launch(core, ROOT))
            try:
                here = discord.places[0]
                places = [here, *(one.beside(here) for one in discord.places[1:])]
                took = await play([Player(discord, one, strict=False) for one in places])
                faults = bot.faults_logged()
            finally:
                await bot.stop()
            print(f"{len(took)} turns, in each {members} members pressed at once: one had it,")
            print(f"{members - 1} read a private answer. All were answered within")
            print(f"{sorted(took)[len(took) // 2]:.2f} s in the median, {max(took):.2f} s at most.")
            print(f"{faults} warnings in the log; rules of Discord broken: {discord.strict.faults}")
            return int(bool(faults or discord.strict.faults))


def main() -> int:
    """Play, and say what came of it."""
    parser = argparse.ArgumentParser(description="Members who press at once; see the module.")
    parser.add_argument("members", type=int, nargs="?", default=50, help="how many (50)")
    chosen = parser.parse_args()
    try:
        return asyncio.run(run(chosen.members, cores()[0]))
    except Failed as failed:
        print(failed, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
