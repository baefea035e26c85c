"""Takes the README's pictures: plays in the demo, in a real browser, with written dice.

    python assets/take_pictures.py [FOLDER]

Needs chromium on the machine and the extra `dev`. Without a folder the pictures
go where the README shows them.
"""

from __future__ import annotations

import asyncio
import sys
from functools import partial
from pathlib import Path

from demo_page import PICTURES, save_gif
from demo_page import playing as playing_at

DESKTOP, PHONE_COLUMNS, LONG_PHONE = (1000, 1100), (390, 1100), (390, 1700)
GIF_PAGE = (620, 900)

GIF_SECONDS = (2.4, 0.8, 0.8, 1.6, 4.0)
"""How long each picture of the round is seen."""

WON = ((4, 4, 4, 1, 6), (6, 6, 3, 2, 1), (1, 2), (6, 4, 1))
"""The dealer's roll, the player's, what the dealer rerolls, what the player rerolls."""

WITH_A_SLIP = (*WON[:3], (6, 4))
"""The same, where the player keeps a die too many."""

SHEET = {
    (6, 6, 6, 2, 4): "Write 18 in Sixes",
    (2, 3, 4, 5, 5): "Write 30 in Small straight",
    (5, 5, 5, 3, 3): "Write 25 in Full house",
    (4, 4, 4, 1, 2): "Write 12 in Fours",
}
"""The first turns of a sheet of Thirteen Rows: what is rolled, and the button that writes it."""

CATEGORIES = {
    (6, 6, 5, 3, 2): "One pair",
    (5, 5, 4, 4, 1): "Two pair",
    (4, 4, 4, 2, 6): "3 of a kind",
    (3, 3, 3, 3, 5): "4 of a kind",
    (1, 2, 4, 5, 6): "5 of a kind",
    (6, 6, 6, 2, 2): "Full house",
    (2, 3, 4, 5, 5): "Small straight",
    (2, 3, 4, 5, 6): "Large straight",
    (6, 6, 5, 5, 4): "Chance",
}
"""A sheet of Nine Categories, turn by turn: what is rolled, and where it is written."""

playing = partial(playing_at, scale=2)


async def dice_poker(folder: Path) -> None:
    """Take a round with marks, its result, and the same on a phone."""
    async with playing(DESKTOP, rolls=WON) as player:
        await player.command("play", game="Dice Poker")
        await player.mark(3, 4, 5)
        await player.picture(folder / "selected.png")
        await player.press("Reroll 3 dice")
        await player.picture(folder / "result.png")
    async with playing(PHONE_COLUMNS, rolls=WON) as player:
        await player.command("play", game="Dice Poker")
        await player.mark(3, 4, 5)
        await player.picture(folder / "phone.png", whole=True)


async def round_as_gif(folder: Path) -> None:
    """Take a whole round press by press, as one animated picture."""
    frames = []
    async with playing_at(GIF_PAGE, rolls=WON, scale=1.5) as player:
        await player.command("play", game="Dice Poker")
        frames.append(await player.board())
        for position in (3, 4, 5):
            await player.mark(position)
            frames.append(await player.board())
        await player.press("Reroll 3 dice")
        frames.append(await player.board())
    save_gif(frames, GIF_SECONDS, folder / "round.gif")


async def poker_dice(folder: Path) -> None:
    """Take a turn of Poker Dice on a phone."""
    async with playing(PHONE_COLUMNS, rolls=((5, 3, 3, 6, 5),)) as player:
        await player.command("play", game="Poker Dice", open="True")
        await player.choose("Add a computer", "Computer (medium)")
        await player.choose("Add a computer", "Computer (perfect)")
        await player.press("Start")
        await player.mark(4)
        await player.picture(folder / "poker-dice.png")


async def thirteen(folder: Path) -> None:
    """Take a sheet of Thirteen Rows after some turns."""
    async with playing(DESKTOP, rolls=(*SHEET, (5, 5, 3, 2, 5))) as player:
        await player.command("play", game="Thirteen Rows")
        for row in SHEET.values():
            await player.press(row)
        await player.mark(3, 4)
        await player.picture(folder / "thirteen.png")


async def nine(folder: Path) -> None:
    """Take a sheet of Nine Categories, played alone to its end, on a phone."""
    async with playing(PHONE_COLUMNS, rolls=tuple(CATEGORIES)) as player:
        await player.command("play", game="Nine Categories")
        for category in CATEGORIES.values():
            await player.choose("Write this roll into", category)
        await player.picture(folder / "nine-end.png")


async def six_card(folder: Path) -> None:
    """Take the end of a round of Six Card Poker."""
    async with playing(DESKTOP) as player:
        await player.command("play", game="Six Card Poker")
        await player.tap(6, 4, 5)
        await player.press("Confirm")
        await player.picture(folder / "six-card.png")


async def exact(folder: Path) -> None:
    """Take a hint, a review and odds."""
    async with playing(DESKTOP, rolls=WITH_A_SLIP) as player:
        await player.command("play", game="Dice Poker")
        await player.mark(4, 5)
        await player.press("💡 Hint")
        await player.picture(folder / "hint.png")
    async with playing(PHONE_COLUMNS, rolls=WITH_A_SLIP) as player:
        await player.command("play", game="Dice Poker")
        await player.mark(4, 5)
        await player.press("Reroll 2 dice")
        await player.press("Review")
        await player.picture(folder / "review.png", whole=True)


async def welcome(folder: Path) -> None:
    """Take the first page of the demo."""
    async with playing(PHONE_COLUMNS) as player:
        await player.picture(folder / "welcome.png", whole=True)


async def rules(folder: Path) -> None:
    """Take the rules of Poker Dice, part by part, and of a sheet, on a phone."""
    async with playing(LONG_PHONE) as player:
        await player.command("help")
        await player.press("More")
        await player.press("Rules")
        await player.press("Poker Dice")
        await player.picture(folder / "rules.png")
        await player.press("Equal ranks")
        await player.picture(folder / "rules-ties.png")
        await player.press("Rules without straights")
        await player.picture(folder / "rules-busts.png")
        await player.press("Back to the games")
        await player.press("More")
        await player.press("Rules")
        await player.press("Nine Categories")
        await player.picture(folder / "rules-nine.png")


async def take_all(folder: Path) -> None:
    """Take all pictures into a folder."""
    for pictures in (
        round_as_gif,
        dice_poker,
        poker_dice,
        thirteen,
        nine,
        six_card,
        exact,
        welcome,
        rules,
    ):
        await pictures(folder)


def main() -> None:
    """Take all pictures into the folder that was named."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURES
    folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(take_all(folder))


if __name__ == "__main__":
    main()
