"""Takes the pictures of README.md and docs/: plays in the demo, in a real browser.

    python assets/take_pictures.py [FOLDER] [--only NAME …]

Needs chromium on the machine and the extra `dev`. Without a folder the pictures go where the
pages show them. `--only` names what is taken: functions of this file, or `boards`, the sheets
of docs/boards.md. What fails is tried once more, and named at the end.
"""

from __future__ import annotations

import asyncio
import sys
import traceback
from argparse import ArgumentParser
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import contact_sheets
import earlier_days
import take_boards
from demo_page import PICTURES, Player, save_gif
from demo_page import playing as playing_at

from bot.commands.demo import MEMBERS
from rules.text import say, say_count

DESKTOP, PHONE_COLUMNS, LONG_PHONE = (1000, 1100), (390, 1100), (390, 1700)
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

SHEET = {
    (6, 6, 6, 2, 4): "Sixes",
    (2, 3, 4, 5, 5): "Small straight",
    (5, 5, 5, 3, 3): "Full house",
    (4, 4, 4, 1, 2): "Fours",
}
"""The first turns of a sheet of Thirteen Rows: what is rolled, and where it is written."""

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

WRITE = say("Write this roll into …")
KEEP_ALL, KEEP_HAND, CONFIRM = "Keep all", "Keep this hand and stop", "Confirm"

REROLLS = 2
"""How often dice are rerolled in a turn of a sheet."""

TOLD = 12
"""For how many seconds a card waits until it tells of an attempt."""

ENGLISH_BOARDS = (
    *("hint", "first-hand", "won", "lost", "looked-back", "nine-looked-back"),
    *("thirteen-alone", "thirteen-two", "thirteen-three", "lobby", "poker-dice-turn"),
    *("nine-two", "six-card-round", "resting", "statistics", "lists"),
)
BOARDS = (
    ("en", "phone", ENGLISH_BOARDS),
    ("ro", "phone", ("challenge", "hint", "thirteen-alone", "won")),
    ("en", "desktop", ("thirteen-alone", "hint")),
)
"""The stories of `take_boards.py` that the sheets need."""

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
    """Take the turn that wins a round of Yams, as one animated picture in which dice roll."""
    rolls = (*(faces for faces, _ in GIF_SHEETS), *GIF_TURN)
    selected, landed, won = GIF_SECONDS
    async with playing_at(GIF_PAGE, rolls=rolls, scale=GIF_SCALE) as player:
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
            await player.choose("Write this roll into", row)
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
    """Take a hint and a review."""
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
        await player.command("play")
        await player.press("Rules")
        await player.press("Poker Dice")
        await player.picture(folder / "rules.png")
        await player.press("Equal ranks")
        await player.picture(folder / "rules-ties.png")
        await player.press("Rules without straights")
        await player.picture(folder / "rules-busts.png")
        await player.press("Back to the games")
        await player.press("Rules")
        await player.press("Nine Categories")
        await player.picture(folder / "rules-nine.png")


async def daily(folder: Path) -> None:
    """Take the card of a day that three members have shared, on a phone and on a desktop."""
    async with playing_at(PHONE_COLUMNS, past=earlier_days.PAST) as player:
        for name in MEMBERS:
            await player.become(name)
            await player.command("daily")
            await player.press("Your result")
            await player.press("Share here")
        await player.wait(TOLD)
        for name, size in (("daily-card-phone", PHONE_COLUMNS), ("daily-card", DESKTOP)):
            await player.resize(size)
            await player.message(folder / f"{name}.png")


async def dare(folder: Path) -> None:
    """Take the end of an attempt at a dare, and the card after it, on a phone."""
    async with playing_at(PHONE_COLUMNS) as player:
        await player.command("play", game="Nine Categories")
        await _play_out(player)
        await player.press("Dare others")
        await player.press("Dare everybody")
        await player.become("bogdan")
        await player.press("Play these dice")
        await _play_out(player)
        await player.wait(TOLD)
        await player.picture(folder / "dare-end-phone.png")
        await player.become("ana")
        await player.message(folder / "dare-card-phone.png")


async def _play_out(player: Player) -> None:
    """Collect equal dice and write where it brings most, or keep every hand, to the end."""
    while True:
        if await player.shows(WRITE):
            for _ in range(REROLLS):
                faces = await player.faces()
                kept = max(faces, key=lambda face: (faces.count(face), face), default=0)
                others = [place for place, face in enumerate(faces, 1) if face != kept]
                if not others:
                    break
                await player.mark(*others)
                await player.press(say_count("Reroll {n} die", "Reroll {n} dice", len(others)))
            await player.choose(WRITE, best=True)
        elif await player.shows(KEEP_ALL):
            await player.press(KEEP_ALL)
        elif await player.shows(KEEP_HAND):
            await player.press(KEEP_HAND)
        elif await player.shows(CONFIRM):
            await player.tap(6, 4, 5)
            await player.press(CONFIRM)
        else:
            return


async def boards(folder: Path) -> None:
    """Take the sheets of docs/boards.md: boards side by side."""
    wanted = {path for paths in contact_sheets.SHEETS.values() for path in paths}
    with TemporaryDirectory() as taken:
        for language, size, names in BOARDS:
            await take_boards.take(Path(taken), [language], [size], names)
        missing = {path for path in wanted if not (Path(taken) / f"{path}.png").exists()}
        if missing:
            raise RuntimeError(f"no story takes {sorted(missing)}")
        contact_sheets.write(Path(taken), folder)


TAKEN: dict[str, Callable[[Path], Awaitable[None]]] = {
    one.__name__: one
    for one in (
        round_as_gif,
        dice_poker,
        poker_dice,
        thirteen,
        nine,
        six_card,
        exact,
        welcome,
        rules,
        daily,
        dare,
        boards,
    )
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
