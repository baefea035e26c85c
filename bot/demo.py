"""The bot in a browser without Discord: `dice-poker demo`.

The bot runs against SimCord's simulated Discord, and SimCord's Preview serves a
page with one channel and three members. SimCord neither advances its clock in real
time nor refreshes the page after changes that no action on the page caused;
`_run_clock` does both. Only this module and `tests/simulated.py` use private names
of SimCord.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import sys
import time
import webbrowser
from collections.abc import AsyncIterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import discord
import simcord
from simcord import interactions

from bot.config import Settings
from bot.exit_codes import EXIT_MISTAKE, EXIT_OK
from bot.language.render import PlainRenderer, render
from bot.storage import Storage
from bot.ui.client import DicePokerBot
from bot.ui.emoji import PICTURES
from rules.engine import Luck
from rules.text import say

MEMBERS = ("ana", "bogdan", "carmen")
MANAGER = "ana"
LOCALES = {"en": "en-US", "ro": "ro"}
TICK_SECONDS = 1.0
"""Seconds between two advances of the simulated clock."""

WELCOME = say(
    "Welcome! Type **/play** in the box below, press Enter on a game, then the arrow. "
    "You can switch between the members at any time and play against yourself."
)


def run(port: int | None, open_page: bool, language: str, turn_minutes: float) -> int:
    """Serve the demo until it is interrupted or its page is closed; return the exit code.

    With `port` None the page is served on a free port of 127.0.0.1.
    """
    logging.getLogger("discord").setLevel(logging.CRITICAL)
    try:
        return asyncio.run(_serve(port, open_page, language, turn_minutes))
    except simcord.SetupError as error:
        if not isinstance(error.__cause__, OSError):
            raise
        reason = error.__cause__.strerror or "it is taken"
        sys.stderr.write(
            f"dice-poker: the page cannot be served on port {port or 'any'} ({reason}). "
            "Choose another with --port, or leave it out.\n"
        )
        return EXIT_MISTAKE


async def _serve(port: int | None, open_page: bool, language: str, turn_minutes: float) -> int:
    stopped = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # event loops of Windows
            asyncio.get_running_loop().add_signal_handler(name, stopped.set)
    async with demo(port, language, turn_minutes) as preview:
        sys.stdout.write(f"Play in your browser: {preview.url}\nStop with Ctrl-C.\n")
        sys.stdout.flush()
        if open_page:
            await asyncio.to_thread(webbrowser.open, preview.url)
        tasks = [asyncio.create_task(each) for each in (stopped.wait(), preview.wait_closed())]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
    return EXIT_OK


@contextlib.asynccontextmanager
async def demo(
    port: int | None, language: str, turn_minutes: float, luck: Luck | None = None
) -> AsyncIterator[Any]:
    """Start the bot, a server with three members, and the page; yield SimCord's Preview."""
    with TemporaryDirectory(prefix="dice-poker-demo-") as folder:
        storage = Storage.open(f"sqlite:///{Path(folder) / 'demo.sqlite3'}")
        values = {"turn_minutes": turn_minutes, "language": language, "shards": 1}
        settings = Settings.model_validate(values)
        bot = DicePokerBot(storage, settings, luck=luck)
        env = simcord.Env(bot, check_errors=False, settle_timeout=30)
        env.backend.clock._epoch = datetime.now(UTC)
        env.backend.bot_user.name = "Dice Poker"
        await env.start()
        try:
            with _members_locale(LOCALES[language]):
                async with _page(env, port, language) as preview:
                    yield preview
        finally:
            await env.shutdown()
            await env.bot.close()


@contextlib.asynccontextmanager
async def _page(env: Any, port: int | None, language: str) -> AsyncIterator[Any]:
    guild = env.create_guild("The Green Table")
    channel = guild.create_text_channel("games")
    permissions = discord.Permissions(manage_guild=True, manage_messages=True)
    managers = guild.create_role("managers", permissions=permissions)
    members = [
        guild.add_member(env.create_user(name), roles=[managers] if name == MANAGER else [])
        for name in MEMBERS
    ]
    await env.settle()
    await env.bot.get_channel(channel.id).send(render(WELCOME, language, PlainRenderer(language)))
    await env.settle()
    page = env.preview(
        channel,
        viewers=members,
        layout="channel",
        locale=LOCALES[language],
        assets=_pictures(env.bot.board.emoji.ids),
        port=port,
    )
    async with page as preview:
        clock = asyncio.create_task(_run_clock(env, preview))
        try:
            yield preview
        finally:
            clock.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await clock


def _pictures(ids: Mapping[str, int]) -> dict[str, tuple[str, bytes]]:
    """Return file name and contents of each emoji picture, by the URL that the page requests."""
    return {
        f"https://cdn.simcord.invalid/emojis/{emoji}.png": (
            f"{name}.png",
            (PICTURES / f"{name}.png").read_bytes(),
        )
        for name, emoji in ids.items()
    }


async def _run_clock(env: Any, preview: Any) -> None:
    """Advance the simulated clock in real time and publish messages that change meanwhile.

    A lock serialises the page's actions and the advances of the clock, because
    SimCord handles one call at a time.
    """
    lock = asyncio.Lock()
    published, last = len(env.http_requests), time.monotonic()
    act = preview._action

    async def locked_action(*args: Any, **kwargs: Any) -> Any:
        nonlocal published
        async with lock:
            preview._advance_presentation_time()
            try:
                return await act(*args, **kwargs)
            finally:  # the action has published its changes; again would make the next click stale
                published = len(env.http_requests)

    preview._action = locked_action
    while True:
        await asyncio.sleep(TICK_SECONDS)
        async with lock:
            now = time.monotonic()
            elapsed, last = now - last, now
            await env.advance_time(elapsed)
            if len(env.http_requests) != published:
                published = len(env.http_requests)
                preview._advance_presentation_time()
                preview._publish_message_pages()


@contextlib.contextmanager
def _members_locale(locale: str) -> Any:
    """Set the locale of all interactions inside the `with` block."""
    original = interactions.base_payload

    def localized(*args: Any, **kwargs: Any) -> Any:
        record, payload = original(*args, **kwargs)
        payload["locale"] = str(discord.Locale(locale))
        return record, payload

    interactions.base_payload = localized
    try:
        yield
    finally:
        interactions.base_payload = original
