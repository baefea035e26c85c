"""The bot in a browser without Discord: `dice-poker demo`.

The same bot runs against SimCord's simulated Discord, in real time, and its
Preview serves a page with a channel in which three members can play. SimCord's
clock stands still by itself, and its page does not look for what nobody on it
did: both are mended here. This is the only file of the project that knows
SimCord's private names (and `tests/simulated.py`).
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

from bot.client import DicePokerBot
from bot.config import Settings
from bot.emoji import PICTURES
from bot.storage import Storage
from bot.words import Plain, speak
from rules.engine import Luck
from rules.text import say

MEMBERS = ("ana", "bogdan", "carmen")
MANAGER = "ana"
LOCALES = {"en": "en-US", "ro": "ro"}
BEAT = 1.0
"""Seconds between two looks at the clock on the wall."""

WELCOME = say(
    "Welcome! Type **/play** in the box below, press Enter on a game, then the arrow. "
    "You can switch between the members at any time and play against yourself."
)


def run(port: int | None, open_page: bool, language: str, turn_minutes: float) -> int:
    """Serve the demo until it is stopped or its page is ended; return the exit code.

    `port` None takes a free one on 127.0.0.1.
    """
    logging.getLogger("discord").setLevel(logging.CRITICAL)
    try:
        return asyncio.run(_serve(port, open_page, language, turn_minutes))
    except simcord.SetupError as error:
        if not isinstance(error.__cause__, OSError):
            raise
        why = error.__cause__.strerror or "it is taken"
        sys.stderr.write(
            f"dice-poker: the page cannot be served on port {port or 'any'} ({why}). "
            "Choose another with --port, or leave it out.\n"
        )
        return 2


async def _serve(port: int | None, open_page: bool, language: str, turn_minutes: float) -> int:
    stopped = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows has no signal handlers on a loop
            asyncio.get_running_loop().add_signal_handler(name, stopped.set)
    async with demo(port, language, turn_minutes) as preview:
        sys.stdout.write(f"Play in your browser: {preview.url}\nStop with Ctrl-C.\n")
        sys.stdout.flush()
        if open_page:
            await asyncio.to_thread(webbrowser.open, preview.url)
        ends = [asyncio.create_task(each) for each in (stopped.wait(), preview.wait_closed())]
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        for end in ends:
            end.cancel()
    return 0


@contextlib.asynccontextmanager
async def demo(
    port: int | None, language: str, turn_minutes: float, luck: Luck | None = None
) -> AsyncIterator[Any]:
    """Start the bot, a server with three members, and the page; yield SimCord's Preview."""
    with TemporaryDirectory(prefix="dice-poker-demo-") as folder:
        storage = Storage.open(f"sqlite:///{Path(folder) / 'demo.sqlite3'}")
        given = {"turn_minutes": turn_minutes, "language": language, "shards": 1}
        settings = Settings.model_validate(given)
        bot = DicePokerBot(storage, settings, luck=luck)
        env = simcord.Env(bot, check_errors=False, settle_timeout=30)
        env.backend.clock._epoch = datetime.now(UTC)
        env.backend.bot_user.name = "Dice Poker"
        await env.start()
        try:
            with _speaking(LOCALES[language]):
                async with _page(env, port, language) as preview:
                    yield preview
        finally:
            await env.shutdown()
            await env.bot.close()


@contextlib.asynccontextmanager
async def _page(env: Any, port: int | None, language: str) -> AsyncIterator[Any]:
    guild = env.create_guild("The Green Table")
    channel = guild.create_text_channel("games")
    managing = discord.Permissions(manage_guild=True, manage_messages=True)
    managers = guild.create_role("managers", permissions=managing)
    members = [
        guild.add_member(env.create_user(name), roles=[managers] if name == MANAGER else [])
        for name in MEMBERS
    ]
    await env.settle()
    await env.bot.get_channel(channel.id).send(speak(WELCOME, language, Plain(language)))
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
        beating = asyncio.create_task(_keep_time(env, preview))
        try:
            yield preview
        finally:
            beating.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await beating


def _pictures(ids: Mapping[str, int]) -> dict[str, tuple[str, bytes]]:
    """Return the pictures of the application's emoji under the addresses the page asks for."""
    return {
        f"https://cdn.simcord.invalid/emojis/{emoji}.png": (
            f"{name}.png",
            (PICTURES / f"{name}.png").read_bytes(),
        )
        for name, emoji in ids.items()
    }


async def _keep_time(env: Any, preview: Any) -> None:
    """Let the simulated clock follow the real one, and show what happens by itself.

    Actions of the page and beats of the clock take turns: SimCord does one
    thing at a time.
    """
    turn = asyncio.Lock()
    shown, last = len(env.http_requests), time.monotonic()
    act = preview._action

    async def in_turn(*args: Any, **kwargs: Any) -> Any:
        nonlocal shown
        async with turn:
            preview._advance_presentation_time()
            try:
                return await act(*args, **kwargs)
            finally:  # an action shows what it did; once more would make the next click stale
                shown = len(env.http_requests)

    preview._action = in_turn
    while True:
        await asyncio.sleep(BEAT)
        async with turn:
            now = time.monotonic()
            passed, last = now - last, now
            await env.advance_time(passed)
            if len(env.http_requests) != shown:
                shown = len(env.http_requests)
                preview._advance_presentation_time()
                preview._publish_message_pages()


@contextlib.contextmanager
def _speaking(locale: str) -> Any:
    """Let every member of the simulated server speak this locale."""
    payload_of = interactions.base_payload

    def localised(*args: Any, **kwargs: Any) -> Any:
        record, payload = payload_of(*args, **kwargs)
        payload["locale"] = str(discord.Locale(locale))
        return record, payload

    interactions.base_payload = localised
    try:
        yield
    finally:
        interactions.base_payload = payload_of
