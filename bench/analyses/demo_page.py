"""The traffic of the demo's page for a command: `python -m bench.analyses.demo_page [boards]`.

Plays rounds of Dice Poker in a browser (Chromium, through Playwright) until the channel has a
number of boards (by default 40), then types `/rounds`. Printed are, at the first board and at the
last one, the bytes received for the command, and the seconds until its answer was on the page.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import time
from dataclasses import dataclass, field
from typing import Any

from playwright.async_api import async_playwright

from bot.commands.demo import demo

BOARDS = 40


@dataclass
class Fetched:
    """Counts the bytes of the responses that a page has received."""

    sizes: list[int] = field(default_factory=list)

    def note(self, event: dict[str, Any]) -> None:
        """Note a response that has been read to its end."""
        self.sizes.append(int(event["encodedDataLength"]))


async def type_command(tab: Any, command: str) -> None:
    """Type a command into the box and send it without options."""
    box = tab.locator("#channel-composer-input")
    await box.click()
    await box.type(command)
    await tab.locator(f"text={command} >> visible=true").first.wait_for()
    await tab.keyboard.press("Enter")
    await tab.locator("button[aria-label*=Send]").last.click()


async def play_a_round(tab: Any) -> None:
    section = tab.locator(".component-section", has_text="Dice Poker").first
    await section.get_by_role("button").click()
    await tab.get_by_role("button", name="Keep all").last.click()
    await tab.get_by_role("button", name="Keep all").wait_for(state="detached")


async def measure(tab: Any, fetched: Fetched, boards: int) -> None:
    await asyncio.sleep(2)
    fetched.sizes.clear()
    begun = time.perf_counter()
    last = await tab.locator(".channel-message").last.get_attribute("data-message-id")
    await type_command(tab, "/rounds")
    await tab.wait_for_function(
        "before => [...document.querySelectorAll('.channel-message')]"
        ".at(-1).dataset.messageId > before",
        arg=last,
    )
    seconds = time.perf_counter() - begun
    await asyncio.sleep(2)
    print(
        f"{boards:>3} boards: {sum(fetched.sizes) / 1e6:.2f} MB in {len(fetched.sizes)} responses, "
        f"{seconds:.1f} s",
        flush=True,
    )


async def run(boards: int) -> None:
    """Play, and measure at the first board and at the last."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    async with demo(None, "en", 10) as preview, async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
        )
        tab = await browser.new_page(viewport={"width": 1200, "height": 900})
        fetched = Fetched()
        session = await tab.context.new_cdp_session(tab)
        await session.send("Network.enable")
        session.on("Network.loadingFinished", fetched.note)
        await tab.goto(preview.url)
        await tab.get_by_text("become another member").last.wait_for()
        for number in range(1, boards + 1):
            await play_a_round(tab)
            if number in (1, boards):
                await measure(tab, fetched, number)
        await browser.close()


def main() -> None:
    parser = argparse.ArgumentParser(description="What the page of the demo fetches.")
    parser.add_argument("boards", nargs="?", type=int, default=BOARDS)
    asyncio.run(run(parser.parse_args().boards))


if __name__ == "__main__":
    main()
