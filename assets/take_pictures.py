"""Takes the pictures of README.md and docs/: plays in the demo, in a real browser.

    python assets/take_pictures.py [FOLDER] [--only NAME …]

Needs chromium on the machine and the extra `dev`. Without a folder the pictures go where the
pages show them. `--only` names what is taken: functions of this file. What fails is tried once
more, and named at the end.
"""

from __future__ import annotations

import asyncio
import sys
import traceback
from argparse import ArgumentParser
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path

import earlier_days
from demo_page import PICTURES, playing, save_gif

from bot.commands.demo import MEMBERS
from rules.text import say, say_count

GIF_PAGE, GIF_SCALE = (520, 900), 1.25

GIF_SECONDS = (0.7, 1.8, 4.0)
"""How long a board is seen where a die was selected, where dice have landed, and at the end."""

GIF_TURN = ((5, 5, 2, 6, 5), (1, 5), (5,))
"""The last turn of a round of Yams: the first roll, and what its rerolls bring."""

GIF_REROLLED = ((3, 4), (3,))
"""The dice that are rerolled in it."""

GIF_SHEETS = (
    *(((1, 1, 1, 4, 6), "Ones"), ((1, 1, 3, 4, 6), "Ones")),
    *(((2, 2, 2, 5, 6), "Twos"), ((2, 2, 2, 4, 5), "Twos")),
    *(((3, 3, 3, 1, 6), "Threes"), ((3, 3, 3, 5, 6), "Threes")),
    *(((4, 4, 1, 2, 2), "Fours"), ((4, 4, 4, 1, 2), "Fours")),
    *(((5, 5, 2, 1, 1), "Fives"), ((5, 5, 5, 1, 2), "Fives")),
    *(((6, 6, 6, 1, 2), "Sixes"), ((6, 6, 6, 3, 4), "Sixes")),
    *(((6, 6, 6, 3, 4), "3 of a kind"), ((5, 5, 5, 4, 4), "3 of a kind")),
    *(((4, 4, 4, 4, 6), "4 of a kind"), ((6, 6, 5, 4, 2), "4 of a kind")),
    *(((3, 3, 3, 6, 6), "Full house"), ((2, 2, 2, 5, 5), "Full house")),
    *(((1, 2, 3, 4, 6), "Small straight"), ((2, 3, 4, 5, 5), "Small straight")),
    *(((2, 3, 4, 5, 6), "Large straight"), ((1, 2, 3, 4, 5), "Large straight")),
    *(((6, 5, 5, 4, 3), "Chance"), ((6, 6, 5, 4, 3), "Chance")),
    ((6, 6, 5, 3, 1), "5 of a kind"),
)
"""What is rolled and written before, by two members in turn: only five of a kind still wins."""

WON = ((4, 4, 4, 1, 6), (6, 6, 3, 2, 1), (1, 2), (6, 4, 1))
"""The dealer's roll, the player's, what the dealer rerolls, what the player rerolls."""

WITH_A_SLIP = (*WON[:3], (6, 4))
"""The same, where the player keeps a die too many."""

SHEET = (
    *(((6, 6, 6, 2, 4), "Sixes"), ((3, 3, 3, 1, 6), "Threes"), ((5, 5, 5, 2, 1), "Fives")),
    *(((2, 3, 4, 5, 5), "Small straight"), ((6, 6, 5, 5, 5), "Full house")),
    *(((4, 4, 4, 1, 2), "Fours"), ((5, 5, 5, 3, 3), "Full house")),
    *(((1, 2, 3, 4, 6), "Small straight"), ((2, 2, 2, 5, 6), "Twos")),
)
"""The first turns of a sheet of Thirteen Rows of three: what is rolled, and where it is written."""

ON_THE_TABLE = (6, 6, 2, 6, 5)
"""The roll of the turn after them."""

WRITE = say("Write this roll into …")

UPPER_ROWS = ((1, 1, 1, 4, 6), (2, 2, 2, 5, 6), (3, 3, 3, 5, 1), (4, 4, 4, 1, 2))
"""The first turns of the sheet in Romanian, written in the upper rows."""

TOLD = 12
"""For how many seconds a card waits until it has the names of all."""

phone = partial(playing, (390, 1100), scale=2)


async def round_as_gif(folder: Path) -> None:
    """Take the turn that wins a round of Yams, as one animated picture in which dice roll."""
    rolls = (*(faces for faces, _ in GIF_SHEETS), *GIF_TURN)
    selected, landed, won = GIF_SECONDS
    async with playing(GIF_PAGE, rolls=rolls, scale=GIF_SCALE) as player:
        await player.become("bogdan")
        await player.command("play", game="Yams", opponent="ana")
        await player.become("ana")
        await player.press(say("Accept"))
        for turn, (_, row) in enumerate(GIF_SHEETS):
            await player.become(("bogdan", "ana")[turn % 2])
            await player.choose(WRITE, row)
        await player.become("ana")
        frames = [*await player.rolling(), (await player.board(), landed)]
        for positions in GIF_REROLLED:
            for position in positions:
                await player.mark(position)
                frames.append((await player.board(), selected))
            rerolled = len(positions)
            await player.press(say_count("Reroll {n} die", "Reroll {n} dice", rerolled))
            frames += [*await player.rolling(), (await player.board(), landed)]
        await player.press("Write 50 in 5 of a kind")
        frames.append((await player.board(), won))
    pictures, seconds = zip(*frames, strict=True)
    save_gif(pictures, seconds, folder / "round.gif")


async def result(folder: Path) -> None:
    """Take the end of a round of Dice Poker."""
    async with phone(rolls=WON) as player:
        await player.command("play", game="Dice Poker")
        await player.mark(3, 4, 5)
        await player.press("Reroll 3 dice")
        await player.picture(folder / "result.png")


async def sheet(folder: Path) -> None:
    """Take a turn of Thirteen Rows of three."""
    async with phone(rolls=(*(faces for faces, _ in SHEET), ON_THE_TABLE)) as player:
        await player.command("play", game="Thirteen Rows", open="True")
        for name in MEMBERS[1:]:
            await player.become(name)
            await player.press(say("Join"))
        await player.become(MEMBERS[0])
        await player.press(say("Start"))
        for turn, (_, row) in enumerate(SHEET):
            await player.become(MEMBERS[turn % 3])
            await player.choose(WRITE, row)
        await player.become(MEMBERS[0])
        await player.mark(3, 5)
        await player.picture(folder / "sheet.png")


async def six_card(folder: Path) -> None:
    """Take six secret cards, three of which are chosen."""
    async with phone() as player:
        await player.command("play", game="Six Card Poker")
        await player.tap(6, 4, 5)
        await player.picture(folder / "six-card.png")


async def hint(folder: Path) -> None:
    """Take a hint about the dice that are selected."""
    async with phone(rolls=WITH_A_SLIP) as player:
        await player.command("play", game="Dice Poker")
        await player.mark(4, 5)
        await player.press("💡 Hint")
        await player.picture(folder / "hint.png")


async def review(folder: Path) -> None:
    """Take a review."""
    async with phone(rolls=WITH_A_SLIP) as player:
        await player.command("play", game="Dice Poker")
        await player.mark(4, 5)
        await player.press("Reroll 2 dice")
        await player.press("Review")
        await player.picture(folder / "review.png")


async def daily(folder: Path) -> None:
    """Take the card of a day that three members have shared."""
    async with phone(past=earlier_days.store) as player:
        for name in MEMBERS:
            await player.become(name)
            await player.command("daily")
            await player.press("Your result")
            await player.press("Share here")
        await player.wait(TOLD)
        await player.card(folder / "daily.png")


async def romanian(folder: Path) -> None:
    """Take the board of a sheet alone in Romanian."""
    async with phone(language="ro", rolls=(*UPPER_ROWS, ON_THE_TABLE)) as player:
        await player.command("play", game="Yams")
        for _ in UPPER_ROWS:
            await player.choose(WRITE)
        await player.mark(3, 5)
        await player.picture(folder / "romanian.png")


TAKEN: dict[str, Callable[[Path], Awaitable[None]]] = {
    one.__name__: one
    for one in (round_as_gif, result, sheet, six_card, hint, review, daily, romanian)
}


async def take(folder: Path, names: Sequence[str]) -> list[str]:
    """Take pictures into a folder; return the names of what failed twice."""
    failed = []
    for name in names:
        for _ in range(2):
            try:
                await TAKEN[name](folder)
                break
            except Exception:  # noqa: BLE001 - a page that is late, a label that is new
                traceback.print_exc()
        else:
            failed.append(name)
    return failed


def main() -> None:
    """Take what was asked for."""
    parser = ArgumentParser(description="Take the pictures of README.md and docs/.")
    parser.add_argument("folder", type=Path, nargs="?", default=PICTURES)
    parser.add_argument("--only", nargs="+", choices=[*TAKEN], default=[*TAKEN])
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    failed = asyncio.run(take(asked.folder, asked.only))
    if failed:
        sys.exit(f"Not taken: {', '.join(failed)}.")


if __name__ == "__main__":
    main()
