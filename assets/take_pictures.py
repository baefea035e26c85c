"""Takes the README's pictures: plays in the demo, in a real browser, with written dice.

    python assets/take_pictures.py [FOLDER]

Needs chromium on the machine and the extra `dev`. Without a folder the pictures
go where the README shows them.
"""

from __future__ import annotations

import asyncio
import shutil
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from playwright.async_api import async_playwright

from bot.demo import demo
from bot.luck import SecureLuck

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
DESKTOP, PHONE_COLUMNS = (1000, 1100), (390, 1100)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]


class Player:
    """Somebody at the page."""

    def __init__(self, tab: Any) -> None:
        self.tab = tab

    async def command(self, command: str, *options: str) -> None:
        """Type a command, fill in its first options, and send it."""
        await self.tab.locator("#channel-composer-input").click()
        await self.tab.keyboard.type(f"/{command}")
        await self.tab.wait_for_timeout(500)
        await self.tab.keyboard.press("Enter")
        for value in options:
            await self.tab.wait_for_timeout(500)
            await self.tab.keyboard.press("Enter")
            await self.tab.wait_for_timeout(500)
            await self.tab.keyboard.type(value)
            await self.tab.wait_for_timeout(500)
            await self.tab.keyboard.press("Enter")
        await self.tab.locator("button[aria-label*=Send]").last.click()
        await self.tab.wait_for_timeout(1500)

    async def press(self, label: str) -> None:
        """Press the last button with this label."""
        await self.tab.get_by_role("button", name=label).last.click()
        await self.tab.wait_for_timeout(1200)

    async def mark(self, *positions: int) -> None:
        """Press these dice of the last five."""
        dice = self.tab.locator(".component-button.is-icon-only")
        for position in positions:
            await dice.nth(await dice.count() - 6 + position).click()
            await self.tab.wait_for_timeout(900)

    async def choose(self, prompt: str, line: str) -> None:
        """Open the last menu with this prompt and choose the line that begins so."""
        await self.tab.get_by_text(prompt).last.click()
        await self.tab.wait_for_timeout(600)
        await self.tab.get_by_text(line).last.click()
        await self.tab.wait_for_timeout(1500)

    async def write_first(self, prompt: str = "Write this roll into") -> None:
        """Open the last menu with this prompt and choose its first line."""
        await self.tab.get_by_text(prompt).last.click()
        await self.tab.wait_for_timeout(500)
        await self.tab.locator("[role=option]").first.click()
        await self.tab.wait_for_timeout(1200)

    async def picture(self, path: Path, *, whole: bool = False) -> None:
        """Save the last message, or the whole page."""
        await self.tab.mouse.move(2, 2)
        await self.tab.wait_for_timeout(300)
        target = self.tab if whole else self.tab.locator(".component-container").last
        await target.screenshot(path=path)


@asynccontextmanager
async def playing(
    size: tuple[int, int], *, language: str = "en", seed: int = 7, minutes: float = 10
) -> AsyncIterator[Player]:
    """Start a demo with the same dice every time, and a browser of this size on its page."""
    luck = SecureLuck(Random(seed).randbytes)  # noqa: S311 - pictures want the same dice
    async with (
        demo(None, language, minutes, luck) as preview,
        async_playwright() as started,
    ):
        browser = await started.chromium.launch(
            executable_path=shutil.which("chromium"), args=FLAGS
        )
        width, height = size
        tab = await browser.new_page(
            viewport={"width": width, "height": height}, device_scale_factor=2
        )
        await tab.goto(preview.url)
        await tab.wait_for_timeout(1500)
        try:
            yield Player(tab)
        finally:
            await browser.close()


async def dice_poker(folder: Path) -> None:
    """Take a round with marks, its result, and the same on a phone."""
    async with playing(DESKTOP) as player:
        await player.command("play dice-poker")
        await player.mark(1, 2, 3)
        await player.picture(folder / "selected.png")
        await player.press("Reroll 3 dice")
        await player.picture(folder / "result.png")
    async with playing(PHONE_COLUMNS) as player:
        await player.command("play dice-poker")
        await player.mark(1, 2, 3)
        await player.picture(folder / "phone.png", whole=True)


async def poker_dice(folder: Path) -> None:
    """Take a turn of Poker Dice on a phone."""
    async with playing(PHONE_COLUMNS) as player:
        await player.command("play poker-dice")
        await player.choose("Add a computer", "Computer, level House")
        await player.choose("Add a computer", "Computer, level Perfect")
        await player.press("Start")
        await player.mark(1, 4)
        await player.picture(folder / "poker-dice.png")


async def thirteen(folder: Path) -> None:
    """Take a sheet of Thirteen Rows after some turns."""
    async with playing(DESKTOP) as player:
        await player.command("play thirteen")
        await player.choose("Add a computer", "Computer, level House")
        await player.choose("Add a computer", "Computer, level Perfect")
        await player.press("Start")
        for _ in range(4):
            await player.write_first()
        await player.mark(1, 4)
        await player.picture(folder / "thirteen.png")


async def nine(folder: Path) -> None:
    """Take a sheet of Nine Categories, played alone to its end, on a phone."""
    async with playing(PHONE_COLUMNS) as player:
        await player.command("play nine")
        await player.press("Start")
        for _ in range(9):
            await player.write_first()
        await player.picture(folder / "nine-end.png")


async def six_card(folder: Path) -> None:
    """Take the end of a round of Six Card Poker."""
    async with playing(DESKTOP) as player:
        await player.command("play six-card")
        await player.press("Look at my cards")
        await player.write_first("Choose your split")
        await player.picture(folder / "six-card.png")


async def exact(folder: Path) -> None:
    """Take a hint, a review and odds."""
    async with playing(DESKTOP) as player:
        await player.command("play dice-poker")
        await player.mark(1, 2)
        await player.press("Hint")
        await player.picture(folder / "hint.png")
        await player.press("Reroll 2 dice")
        await player.press("Review")
        await player.picture(folder / "review.png")


async def take_all(folder: Path) -> None:
    """Take all pictures into a folder."""
    for game in (dice_poker, poker_dice, thirteen, nine, six_card, exact):
        await game(folder)


def main() -> None:
    """Take all pictures into the folder that was named."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURES
    folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(take_all(folder))


if __name__ == "__main__":
    main()
