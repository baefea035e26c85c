"""The demo: the real command, and a real browser on its page."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import signal
import socket
import sys
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

pytest.importorskip("aiohttp")
playwright = pytest.importorskip("playwright.async_api")

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"),
    "--blink-settings=imageAnimationPolicy=2",  # pictures stand still: drawing them is most work
]
LOOK_AGAIN = 100
"""Milliseconds until a condition is looked at again; else the page is drawn for every look."""

needs_a_browser = pytest.mark.skipif(CHROMIUM is None, reason="needs a chromium on the machine")
on_its_loop = pytest.mark.asyncio(loop_scope="module")


def in_a_browser(test: Any) -> Any:
    """Mark a test that uses the browser: on the loop of that, and only where there is one."""
    return pytest.mark.slow(needs_a_browser(on_its_loop(test)))


@contextlib.asynccontextmanager
async def demo(*arguments: str) -> AsyncIterator[tuple[str, Any]]:
    """Start `dice-poker demo`; yield the address that it prints, and the process."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        "demo",
        "--no-open",
        *arguments,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONWARNINGS": "ignore"},
    )
    try:
        line = (await asyncio.wait_for(process.stdout.readline(), 60)).decode()
        address = re.search(r"http://127\.0\.0\.1:\d+/\S+", line)
        assert address, line + (await process.stderr.read()).decode()
        yield address[0], process
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
        await asyncio.wait_for(process.communicate(), 30)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Any]:
    """Start a real browser, one for all tests."""
    async with playwright.async_playwright() as started:
        launched = await started.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield launched
        await launched.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared() -> AsyncIterator[str]:
    """Start a demo for tests that end their round and leave few messages; return its address."""
    async with demo() as (address, _):
        yield address


async def end_round(tab: Any) -> None:
    """End the round of Dice Poker, so that the channel is free for the next test."""
    keep = tab.get_by_role("button", name="Keep all")
    shown_by = tab.locator(".channel-message", has=keep)
    board = await shown_by.get_attribute("data-message-id")
    rematch = tab.locator(f"[data-message-id='{board}']").get_by_role("button", name="Rematch")
    await press(keep)
    await rematch.wait_for()


@contextlib.asynccontextmanager
async def page(
    browser: Any, address: str, width: int = 1000, height: int = 900
) -> AsyncIterator[Any]:
    """Open the address in the browser, which knows nothing of other tests."""
    async with await browser.new_context(viewport={"width": width, "height": height}) as fresh:
        fresh.set_default_timeout(SLOW_MACHINE)
        tab = await fresh.new_page()
        await tab.goto(address)
        yield tab


async def type_command(tab: Any, command: str) -> None:
    """Put a command into the box and send it without options."""
    box = tab.locator("#channel-composer-input")
    await box.click()
    await box.fill(command)
    await tab.locator(f"text={command} >> visible=true").first.wait_for()
    await tab.keyboard.press("Enter")
    await press(tab.locator("button[aria-label*=Send]").last)


async def play(tab: Any, game: str) -> None:
    """Press *Play* beside a game of the welcome."""
    await press(tab.locator(".component-section", has_text=game).first.get_by_role("button"))


SLOW_MACHINE = 90_000
"""For how many milliseconds the page is waited for, where the machine has other work."""


async def lines_of_games(tab: Any) -> list[int]:
    """Return how many lines each text of the list of games takes, once page and font are there.

    The page is first drawn 960 pixels wide, on a phone too.
    """
    await tab.wait_for_function(
        """() => document.fonts.status === "loaded"
            && document.getElementById("preview-app").clientWidth <= innerWidth"""
    )
    lines: list[int] = await tab.evaluate(
        """() => [...document.querySelector(".component-container").querySelectorAll(".text-display")]
            .map((text) => {
                const range = document.createRange();
                range.selectNodeContents(text);
                const bottoms = [...range.getClientRects()].map((one) => one.bottom);
                bottoms.sort((a, b) => a - b);
                return bottoms.filter(
                    (one, place) => !place || one > bottoms[place - 1] + 6
                ).length;
            })"""
    )
    return lines


async def seen(tab: Any, words: str, seconds: float = 20) -> None:
    """Wait until these words stand on the page."""
    await tab.get_by_text(re.compile(words)).last.wait_for(timeout=seconds * 1000)


async def until(tab: Any, condition: str, argument: Any = None) -> None:
    """Wait until a function of JavaScript returns that something is so."""
    await tab.wait_for_function(condition, arg=argument, polling=LOOK_AGAIN)


async def held(tab: Any, requests: str) -> asyncio.Event:
    """Hold the page's requests to these addresses until the event is set."""
    let_go = asyncio.Event()

    async def hold(route: Any) -> None:
        await let_go.wait()
        await route.continue_()

    await tab.route(requests, hold)
    return let_go


TAKEN = """before => {
    const last = window.simcordPreview.lastAction;
    return last && last.requestId !== before && !last.rejected;
}"""
"""Whether the page has taken another press than the one before, and the bot has answered it."""


async def press(button: Any) -> None:
    """Press a button until the press is answered: the page takes none while it changes."""
    tab = button.page
    for _ in range(3):
        await until(tab, "() => window.simcordPreview?.ready")
        before = await tab.evaluate("() => window.simcordPreview.lastAction?.requestId")
        await button.click()
        with contextlib.suppress(playwright.TimeoutError):
            await tab.wait_for_function(TAKEN, arg=before, polling=LOOK_AGAIN, timeout=20_000)
            return
    raise AssertionError("the page takes no press")


@in_a_browser
async def test_a_newcomer_plays_a_round_by_clicks(browser: Any, shared: str) -> None:
    async with page(browser, shared) as tab:
        await seen(tab, "Play against the computer")
        await play(tab, "Dice Poker")
        await seen(tab, "your turn — beat")
        dice = tab.locator(".component-button.is-icon-only")
        assert await dice.count() == 5
        await press(dice.nth(0))
        await seen(tab, "to reroll: position 1")
        await press(dice.nth(3))
        await seen(tab, "to reroll: positions 1 and 4")
        await press(tab.get_by_role("button", name="Reroll 2 dice", exact=True))
        await seen(tab, "rerolled")
        await tab.get_by_role("button", name="Rematch").wait_for()
        assert await tab.get_by_role("button", name="Rematch").count() == 1


@in_a_browser
@pytest.mark.parametrize(("width", "height"), [(1200, 800), (390, 844)])
async def test_the_page_is_the_bots_and_its_welcome_opens_a_round(
    browser: Any, shared: str, width: int, height: int
) -> None:
    """Name and picture of the bot, no tool for developers; a press begins a round of each game."""
    async with page(browser, shared, width, height) as tab:
        await seen(tab, "Play against the computer")
        assert await tab.title() == "Dice Poker"
        icon = await tab.locator("link[rel=icon]").get_attribute("href")
        picture = await tab.request.get(shared.split("/#", maxsplit=1)[0] + icon)
        assert (picture.status, picture.headers["content-type"]) == (200, "image/png")
        assert "SimCord" not in await tab.locator("body").inner_text()
        for tool in ("Messages", "Refresh preview", "Capture", "Inspector"):
            assert await tab.get_by_role("button", name=tool, exact=True).count() == 0
        assert await tab.locator(".channel-message img").count() >= 1  # the bot's picture
        assert max(await lines_of_games(tab)) <= 2
        await tab.get_by_role("combobox", name="You are").select_option(label="bogdan")
        # The welcome comes first, other pages may follow.
        rules = tab.get_by_role("button", name="Rules", exact=True).first
        thirteen = tab.get_by_role("button", name="Thirteen Rows", exact=True).last
        await press(rules)
        await press(thirteen)
        await seen(tab, "Thirteen turns each")
        await seen(tab, "Only you can see this")
        await play(tab, "Dice Poker")
        await seen(tab, "bogdan, your turn")
        assert await tab.get_by_role("button", name="Keep all").count() == 1
        await end_round(tab)


@in_a_browser
async def test_a_click_on_a_mentioned_command_puts_it_into_the_box(
    browser: Any, shared: str
) -> None:
    async with page(browser, shared) as tab:
        await seen(tab, "Play against the computer")
        await tab.evaluate(
            """const mention = document.createElement("span");
            mention.className = "command-mention";
            mention.textContent = "/play";
            document.querySelector(".channel-message").append(mention);"""
        )
        await tab.locator(".command-mention").click()
        await tab.get_by_text("Yams, Nine Categories").wait_for()
        await press(tab.locator("button[aria-label*=Send]").last)
        await tab.get_by_text("One opponent, one reroll").nth(1).wait_for()
        await play(tab, "Dice Poker")
        await seen(tab, "your turn — beat")
        await end_round(tab)


@in_a_browser
async def test_send_stays_on_the_screen_of_a_phone(browser: Any, shared: str) -> None:
    """With and without an option; what is typed key by key."""
    async with page(browser, shared, 390, 844) as tab:
        box = tab.locator("#channel-composer-input")
        await seen(tab, "Switch player")
        await box.click()
        await box.type("/play")
        await tab.locator("text=/play >> visible=true").first.wait_for()
        await tab.keyboard.press("Enter")
        for option in ("level", "slow"):
            await tab.locator(f".command-suggestion[data-value={option}]").click()
            await tab.locator(".command-suggestion").last.click()
            await until(
                tab,
                "() => document.getElementById('send-message').getBoundingClientRect().right <= 390",
            )
            await tab.locator(".command-ghost").click()


@in_a_browser
async def test_a_second_tab_follows_as_another_member(browser: Any, shared: str) -> None:
    async with page(browser, shared) as one, page(browser, shared) as two:
        await play(one, "Dice Poker")
        await seen(two, "ana, your turn")
        await two.get_by_role("combobox", name="You are").select_option(label="bogdan")
        await until(two, "() => window.simcordPreview.ready")
        await end_round(one)
        board = two.locator(".channel-message").last
        await board.get_by_role("button", name="Rematch").wait_for()


WIDTH = "() => document.getElementById('preview-app').clientWidth"


@in_a_browser
async def test_a_phone_beside_it_changes_no_width_of_a_page(browser: Any) -> None:
    async with (
        demo() as (address, _),
        page(browser, address) as one,
        page(browser, address, 390, 844) as two,
    ):
        await play(one, "Dice Poker")
        await until(two, f"() => ({WIDTH})() === 390")
        assert await one.evaluate(WIDTH) == 1000


BUSY = """() => [...document.querySelectorAll("#channel-timeline [aria-busy=true]")]
    .map((one) => one.textContent)"""


@in_a_browser
async def test_a_button_that_is_being_answered_says_so(browser: Any, shared: str) -> None:
    async with page(browser, shared) as tab:
        await play(tab, "Dice Poker")
        await seen(tab, "ana, your turn")
        answered = await held(tab, "**/api/action*")
        await tab.get_by_role("button", name="Menu").click()
        await until(tab, f"() => ({BUSY})().includes('Menu')")
        assert await tab.evaluate(BUSY) == ["Menu"]
        answered.set()
        await until(tab, f"() => ({BUSY})().length === 0")
        await tab.unroute("**/api/action*")
        await end_round(tab)


@in_a_browser
async def test_a_deadline_passes_in_real_time_and_is_seen_without_a_click(browser: Any) -> None:
    async with (
        demo("--turn-minutes", "0.05") as (address, _),
        page(browser, address, 390, 844) as tab,
    ):
        await play(tab, "Dice Poker")
        await seen(tab, "your turn")
        await seen(tab, "This game is resting", seconds=20)


@in_a_browser
async def test_the_page_in_romanian_names_and_offers_what_it_has(browser: Any) -> None:
    """The page has commands by their default names, one channel, and no menus of members."""
    async with demo("--language", "ro") as (address, _), page(browser, address, 390, 844) as tab:
        await seen(tab, "Joacă contra calculatorului")
        assert max(await lines_of_games(tab)) <= 2
        assert await tab.locator("html").get_attribute("lang") == "ro"
        await type_command(tab, "/play")
        answer = tab.locator(".channel-message").nth(1)
        await press(answer.get_by_role("button", name="Partidele tale", exact=True))
        await seen(tab, "Nu ai nicio partidă deschisă.")
        assert "/joacă" not in await tab.inner_text("body")
        await play(tab, "Poker cu zaruri")
        await seen(tab, "Păstrează tot")
        await play(tab, "Poker cu zaruri")
        await seen(tab, "În acest canal e deja o partidă deschisă")
        assert await tab.get_by_role("button", name="Ies din partidă").count() == 1
        assert await tab.get_by_role("button", name="Joacă într-un fir").count() == 0


async def shown(tab: Any) -> int:
    """Return the number of messages that stand on the page."""
    return int(await tab.locator(".channel-message").count())


AT_THE_END = """() => {
    const { scrollTop, scrollHeight, clientHeight } = document.getElementById("channel-timeline");
    return scrollHeight - scrollTop - clientHeight <= 1;
}"""
"""Whether the end of the channel is seen."""


@in_a_browser
async def test_the_page_keeps_ten_messages_and_follows_to_the_answer_of_each_press(
    browser: Any,
) -> None:
    """So it stays quick, however many boards there are; a new answer is always the last one.

    On a phone too, and where earlier messages were loaded before the press.
    """
    async with demo() as (address, _), page(browser, address) as tab:
        await seen(tab, "Switch player")
        for number in range(10):
            if number == 6:
                await tab.set_viewport_size({"width": 390, "height": 844})
            last = await tab.locator(".channel-message").last.get_attribute("data-message-id")
            await type_command(tab, ("/play", "/rounds")[number % 2])
            await until(
                tab,
                """before => [...document.querySelectorAll(".channel-message")]
                .at(-1).dataset.messageId !== before""",
                last,
            )
            await until(tab, AT_THE_END)
        assert await shown(tab) == 10
        assert await tab.get_by_text("Switch player").count() == 0
        await tab.get_by_role("button", name="Load earlier messages").click()
        await tab.get_by_text(re.compile("Switch player")).last.wait_for()
        await tab.locator("#history-newer").wait_for()
        await tab.locator("#channel-timeline").evaluate("timeline => timeline.scrollTop = 0")
        await play(tab, "Dice Poker")
        await seen(tab, "your turn — beat")
        await until(tab, AT_THE_END)


ON_SCREEN = """() => {
    const timeline = document.getElementById("channel-timeline").getBoundingClientRect();
    const board = [...document.querySelectorAll(".component-container")].at(-1);
    const box = (one) => one.getBoundingClientRect();
    const buttons = [...board.querySelectorAll("button")];
    const dice = buttons.filter((one) => one.classList.contains("is-icon-only")).slice(0, 5);
    return {
        headline: box(board.querySelector(".text-display h3, .text-display")).top - timeline.top,
        buttons: timeline.bottom - Math.max(...buttons.map((one) => box(one).bottom)),
        rows: new Set(dice.map((one) => Math.round(box(one).top))).size,
        dice: dice.length,
    };
}"""
"""How far the headline of the last board is below the top of the channel, and its lowest button
above the end; in how many rows its dice stand."""


@in_a_browser
async def test_a_sheet_fits_a_phone(browser: Any) -> None:
    """Headline and buttons are on one screen, before and while dice are selected.

    Five dice stand in one row, also on a narrower phone.
    """
    async with demo() as (address, _), page(browser, address, 390, 844) as tab:
        await seen(tab, "Switch player")
        await play(tab, "Yams")
        await seen(tab, "Press dice to reroll")
        await until(tab, AT_THE_END)
        before = await tab.evaluate(ON_SCREEN)
        assert before["headline"] >= 0
        assert before["buttons"] >= 0
        await press(tab.locator(".component-button.is-icon-only").nth(1))
        await seen(tab, "to reroll: position 2")
        await until(tab, AT_THE_END)
        assert await tab.evaluate(ON_SCREEN) == before, "nothing moves while dice are selected"
        await tab.set_viewport_size({"width": 360, "height": 844})
        narrow = await tab.evaluate(ON_SCREEN)
        assert (narrow["dice"], narrow["rows"]) == (5, 1)


CHOICES = re.compile("^(Keep|Write|Reroll|Roll) ")
"""What the button says that makes the choice of a hint."""


@in_a_browser
async def test_the_page_stays_at_the_end_where_a_press_deletes_its_message(browser: Any) -> None:
    """The hint goes, and the first message of the channel is among the ten shown again."""
    async with demo() as (address, _), page(browser, address, 390, 844) as tab:
        await seen(tab, "Switch player")
        messages = tab.locator(".channel-message")
        for number, command in enumerate(("/play", "/rounds") * 4, start=1):
            await type_command(tab, command)
            await messages.nth(number).wait_for()
        await play(tab, "Thirteen Rows")
        await messages.nth(9).wait_for()
        await seen(tab, "roll 1 of 3")
        for _ in range(3):
            board = await messages.last.inner_text()
            await press(tab.get_by_role("button", name="Hint"))
            hint = messages.last.filter(has_text="Only you can see this")
            choice = hint.get_by_role("button", name=CHOICES)
            await choice.wait_for()
            assert await tab.get_by_text("Switch player").count() == 0
            await press(choice)
            await until(
                tab,
                """before => {
                    const messages = [...document.querySelectorAll(".channel-message")];
                    const now = messages.at(-1).innerText;
                    return window.simcordPreview.ready && messages.length === 10
                        && !now.includes("Only you can see this") && now !== before;
                }""",
                board,
            )
            await until(tab, AT_THE_END)


@in_a_browser
async def test_a_press_on_a_message_that_is_not_the_last_leads_to_the_end(browser: Any) -> None:
    """Where the press deletes it, as that on the choice of a hint does."""
    async with demo() as (address, _), page(browser, address, 390, 844) as tab:
        await seen(tab, "Switch player")
        messages = tab.locator(".channel-message")
        await play(tab, "Thirteen Rows")
        await seen(tab, "roll 1 of 3")
        await press(tab.get_by_role("button", name="Hint"))
        choice = messages.nth(2).get_by_role("button", name=CHOICES)
        await choice.wait_for()
        for number, command in enumerate(("/play", "/rounds"), start=3):
            await type_command(tab, command)
            await messages.nth(number).wait_for()
        await until(tab, AT_THE_END)
        await until(tab, "() => window.simcordPreview.ready")
        await messages.nth(2).evaluate("hint => hint.scrollIntoView()")
        await press(choice)
        await until(
            tab,
            """() => window.simcordPreview.ready
                && document.querySelectorAll(".channel-message").length === 4""",
        )
        await until(tab, AT_THE_END)


PLACES = """() => [...document.querySelectorAll(".channel-message .custom-emoji")].map((one) => {
    const { width, height } = one.getBoundingClientRect();
    return [one.alt, width, height, getComputedStyle(one).visibility];
})"""
"""The name of each picture on the page, the size of its place, and whether it is seen."""


@in_a_browser
async def test_a_picture_has_an_empty_place_until_it_is_there(browser: Any) -> None:
    async with demo() as (address, _), page(browser, address, 390, 844) as tab:
        await seen(tab, "Switch player")
        fetched = await held(tab, "**/api/assets/**")
        await play(tab, "Dice Poker")
        await seen(tab, "your turn — beat")
        empty = await tab.evaluate(PLACES)
        fetched.set()
        await until(
            tab,
            """() => [...document.querySelectorAll(".channel-message .custom-emoji")]
                .every((one) => one.naturalWidth)""",
        )
        filled = await tab.evaluate(PLACES)
        assert {one[-1] for one in filled} == {"visible"}
        assert {one[-1] for one in empty} == {"hidden"}
        assert [one[:3] for one in empty] == [one[:3] for one in filled]


@in_a_browser
async def test_an_address_without_the_key_asks_for_the_whole_one(browser: Any, shared: str) -> None:
    for key in ("", "#of-another-demo"):
        async with page(browser, shared.split("#", maxsplit=1)[0] + key, 390, 844) as tab:
            await seen(tab, "open the whole address")


@pytest.mark.slow
async def test_a_signal_stops_it_cleanly() -> None:
    async with demo() as (_, process):
        process.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(process.wait(), 30) == 0
        assert (await process.stderr.read()).decode() == ""


@pytest.mark.slow
async def test_a_port_that_is_taken_is_reported_in_one_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        number = taken.getsockname()[1]
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "bot", "demo", "--no-open", "--port", str(number)),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        _, complaint = await asyncio.wait_for(process.communicate(), 60)
    assert process.returncode == 2
    assert len(complaint.decode().splitlines()) == 1
    assert f"port {number}" in complaint.decode()


@pytest.mark.slow
async def test_a_demo_that_cannot_start_closes_its_database(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The fixture `connections_closed` looks."""
    from bot.commands.demo import demo, simcord

    async def fail(_: object) -> None:
        raise simcord.SetupError("no loop")

    monkeypatch.setattr(simcord.Env, "start", fail)
    with pytest.raises(simcord.SetupError, match="no loop"):
        async with demo(None, "en", 10):
            raise AssertionError
