"""The demo's page as a player uses it: types commands, presses buttons, looks at the board.

Shared by the scripts that take pictures. They need chromium on the machine and the extra `dev`.
"""

from __future__ import annotations

import re
import shutil
from base64 import b64encode
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image, ImageSequence
from playwright.async_api import TimeoutError as NotShown
from playwright.async_api import async_playwright

from bot.commands.demo import Past, demo
from bot.language.render import PlainRenderer, render
from bot.table.luck import SEED_BYTES, SeededLuck
from bot.ui.drawing.emoji import picture_of
from rules.dice import Roll
from rules.text import Text

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
"""The pictures that README.md and docs/ show."""

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]

COLOURS = 256
"""How many colours a picture keeps, so that its file stays small."""

CANVAS = "#313338"
"""The colour of Discord’s dark theme, around a board that is smaller than others."""

SEED = 7
"""The seed of the dice and cards that are not written."""

TURN_MINUTES = 10
"""How long a member may take for a turn."""

PATIENCE = 400
"""How often the page is asked whether it is ready, every 50 ms."""

COMPOSER = "#channel-composer-input"
"""Where a message is typed; while a command is, it is not there."""

MESSAGE, PRIVATE = "[data-message-id]", "Only you can see this"
"""What a message is found by, and what stands above one that nobody else sees."""

SENDINGS = 5
"""How often a command is sent: the page refuses one where what it shows has changed meanwhile."""

LIES_STILL = 0.5
"""The seconds of a step of a rolling die from which on it has landed."""

LONGEST = 120_000
"""For how many milliseconds a control is awaited, where the machine has other work."""


class WrittenLuck:
    """Implements `rules.engine.Luck` with given rolls first, then with seeded ones.

    A given roll is used for the next landing of as many dice.
    """

    def __init__(self, seed: int, rolls: Iterable[Roll] = ()) -> None:
        self._rolls = list(rolls)
        self._random = Random(seed)  # noqa: S311 - pictures want the same dice

    def roll(self, label: str, count: int) -> Roll:
        """Return the first given roll of `count` faces, else a seeded one."""
        for place, faces in enumerate(self._rolls):
            if len(faces) == count:
                return self._rolls.pop(place)
        return self._seeded.roll(label, count)

    @property
    def _seeded(self) -> SeededLuck:
        """The next luck: the labels of a game stand again in the next one."""
        return SeededLuck(self._random.randbytes(SEED_BYTES))

    def shuffle(self, label: str, cards: Roll) -> Roll:
        """Return the cards in a seeded order."""
        return self._seeded.shuffle(label, cards)

    def choose(self, label: str, weights: Sequence[Fraction]) -> int:
        """Return a seeded choice."""
        return self._seeded.choose(label, weights)


class Player:
    """Somebody at the page, which speaks `language`."""

    def __init__(self, tab: Any, language: str) -> None:
        self.tab = tab
        self.language = language

    def words(self, text: Text | str, language: str | None = None) -> str:
        """Return a text as the page shows it, or in another language."""
        if isinstance(text, str):
            return text
        spoken = language or self.language
        return render(text, spoken, PlainRenderer(spoken))

    async def command(self, command: str, **options: Text | str) -> None:
        """Type a command, choose a value for each of these options, and send it.

        The page shows the English names of commands, options and values in every language. An
        option that takes free text gets its value typed.
        """
        await self.tab.locator(COMPOSER).click()
        await self.tab.keyboard.type(f"/{command}")
        await self._pause()
        await self.tab.keyboard.press("Enter")
        await self._pause()
        for name, value in options.items():
            await self._option(name, self.words(value, "en"))
        composer = self.tab.locator(COMPOSER)
        for _ in range(SENDINGS):
            await self.tab.locator("button[aria-label*=Send]").last.click()
            await self.settled()
            if await composer.count():
                return
        raise RuntimeError(f"the page does not send /{command}")

    async def _option(self, name: str, value: str) -> None:
        options = self.tab.locator("[role=option]:visible")
        named = options.filter(has_text=re.compile(rf"^\s*{name}\b"))
        more = self.tab.get_by_text(re.compile(r"^\+\d+ more$"))
        focused = await self.tab.evaluate("document.activeElement?.dataset?.option")
        if focused != name:
            await named.or_(more).first.wait_for()
            if not await named.count():
                await more.click()
                await self._pause()
        if await named.count():
            await named.first.click()
            await self._pause()
        await self.tab.keyboard.type(value)
        try:
            await options.filter(has_text=value).first.click(timeout=2000)
        except NotShown:  # it takes free text
            await self.tab.keyboard.press("Enter")
        await self._pause()

    async def become(self, name: str) -> None:
        """Go on as another member."""
        await self.tab.locator("#viewer-picker").select_option(label=name)
        await self.settled()

    async def press(self, label: Text | str) -> None:
        """Press the last button with this label."""
        words = re.compile(rf"^\s*{re.escape(self.words(label))}\s*$")
        await self.tab.locator(".component-button", has_text=words).last.click()
        await self.settled()

    async def mark(self, *positions: int) -> None:
        """Press these dice of the last five."""
        dice = self.tab.locator(".component-button.is-icon-only")
        for position in positions:
            await dice.nth(await dice.count() - 6 + position).click()
            await self.settled()

    async def tap(self, *positions: int) -> None:
        """Press these cards of the last six."""
        cards = self.tab.locator(".component-button:has(img)")
        for position in positions:
            await cards.nth(await cards.count() - 7 + position).click()
            await self.settled()

    async def choose(self, prompt: Text | str, line: Text | str | None = None) -> None:
        """Open the last menu with this prompt; choose the line that begins so, else the first."""
        await self.tab.get_by_text(self.words(prompt)).locator("visible=true").last.click()
        await self._pause()
        lines = self.tab.locator("[role=option]:visible")
        if line is not None:
            lines = lines.filter(has_text=re.compile(rf"^\s*{re.escape(self.words(line))}"))
        await lines.first.click()
        await self.settled()

    async def settled(self) -> None:
        """Wait until the page shows what became of the last press."""
        await self._pause()
        for _ in range(PATIENCE):
            if await self.tab.evaluate("Boolean(window.simcordPreview?.ready)"):
                break
            await self.tab.wait_for_timeout(50)
        await self._pause()

    async def wait(self, seconds: float) -> None:
        """Let time pass."""
        await self.tab.wait_for_timeout(seconds * 1000)

    async def picture(self, path: Path) -> None:
        """Save the last message, without who wrote it and when."""
        await self._save(self.tab.locator(MESSAGE), path)

    async def card(self, path: Path) -> None:
        """Save the last message that everybody sees, in the same way."""
        await self._save(self.tab.locator(MESSAGE).filter(has_not_text=PRIVATE), path)

    async def _save(self, messages: Any, path: Path) -> None:
        await self.tab.mouse.move(2, 2)
        await self._pause()
        shot = await messages.locator(".message-components").last.screenshot()
        save(Image.open(BytesIO(shot)), path)

    async def board(self) -> Image.Image:
        """Return the last board as a picture."""
        await self.tab.mouse.move(2, 2)
        await self._pause()
        shot = await self.tab.locator(".component-container").last.screenshot()
        return Image.open(BytesIO(shot)).convert("RGB")

    async def rolling(self) -> list[tuple[Image.Image, float]]:
        """Return the last board at each step of its rolling dice, and the seconds of the step.

        After them the page shows the dice as they have landed.
        """
        rolling = self.tab.locator(".component-container").last.locator("img[alt*=_rolls_]")
        dice = {die: _steps(die) for die in await rolling.evaluate_all(_NAMES)}
        shown = []
        for step in zip(*dice.values(), strict=True):
            pictures, seconds = zip(*step, strict=True)
            await rolling.evaluate_all(_SHOW, dict(zip(dice, pictures, strict=True)))
            if seconds[0] < LIES_STILL:
                shown.append((await self.board(), seconds[0]))
        return shown

    async def _pause(self) -> None:
        await self.tab.wait_for_timeout(250)


def _steps(die: str) -> list[tuple[str, float]]:
    """Return each step of a rolling die in base64, and its seconds, as they follow each other."""
    steps = []
    for step in ImageSequence.Iterator(Image.open(picture_of(die))):
        drawn = BytesIO()
        step.convert("RGBA").save(drawn, "PNG")
        encoded = b64encode(drawn.getvalue()).decode("ascii")
        steps.append((encoded, step.info["duration"] / 1000))
    return steps[1:]  # the first is the face that lands


_NAMES = "dice => dice.map(die => die.alt)"

_SHOW = """async (dice, pictures) => {
  for (const die of dice) {
    const bytes = Uint8Array.from(atob(pictures[die.alt]), each => each.charCodeAt(0));
    die.src = URL.createObjectURL(new Blob([bytes], {type: "image/png"}));
  }
  await Promise.all(dice.map(die => die.decode()));
}"""


def save(picture: Image.Image, path: Path) -> None:
    """Write a PNG file with few colours."""
    few = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    few.save(path, optimize=True)


def save_gif(frames: Sequence[Image.Image], seconds: Sequence[float], path: Path) -> None:
    """Write pictures as one GIF file, each seen for its seconds, over and over.

    They stand at the top left of a canvas that holds the largest, all in the same colours.
    """
    size = max(each.width for each in frames), max(each.height for each in frames)
    shown = []
    for frame in frames:
        canvas = Image.new("RGB", size, CANVAS)
        canvas.paste(frame)
        shown.append(canvas)
    strip = Image.new("RGB", (size[0], size[1] * len(shown)))
    for place, each in enumerate(shown):
        strip.paste(each, (0, size[1] * place))
    palette = strip.quantize(COLOURS, dither=Image.Dither.NONE)
    first, *others = (each.quantize(palette=palette, dither=Image.Dither.NONE) for each in shown)
    durations = [round(1000 * each) for each in seconds]
    first.save(path, save_all=True, append_images=others, duration=durations, loop=0, optimize=True)


@asynccontextmanager
async def playing(
    size: tuple[int, int],
    *,
    language: str = "en",
    rolls: Iterable[Roll] = (),
    scale: float = 1,
    past: Past | None = None,
) -> AsyncIterator[Player]:
    """Start a demo with the same dice every time, and a browser of this size on its page."""
    luck = WrittenLuck(SEED, rolls)
    async with (
        demo(None, language, TURN_MINUTES, luck, past) as preview,
        async_playwright() as started,
    ):
        browser = await started.chromium.launch(
            executable_path=shutil.which("chromium"), args=FLAGS
        )
        width, height = size
        tab = await browser.new_page(
            viewport={"width": width, "height": height}, device_scale_factor=scale
        )
        tab.set_default_timeout(LONGEST)
        await tab.goto(preview.url)
        player = Player(tab, language)
        await player.settled()
        try:
            yield player
        finally:
            await browser.close()
