"""discord.py's own HTTP client over answers that a test writes: no network, and no Discord."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from analysis_thread import ThreadAnalysis
from bot.client import DicePokerBot
from bot.config import Config
from bot.storage.database import Storage


class Reply(NamedTuple):
    """An answer of Discord; the headers of its rate limit follow those that are given."""

    status: int
    body: Any
    headers: Mapping[str, str] = MappingProxyType({})


def limited(seconds: float, *, for_all: bool = False) -> Reply:
    """Return a refusal of a request that came too early, for one route or for all."""
    body = {"message": "You are being rate limited.", "retry_after": seconds, "global": for_all}
    return Reply(429, body, {"Via": "1.1 google"})


def message(message_id: int = 70, *, last_for: float | None = None) -> Reply:
    """Return the answer to an edit; it may be the last that a rate limit allows for so long."""
    author = {"id": "5", "username": "bot", "discriminator": "0000", "avatar": None}
    body = {
        "id": str(message_id),
        "channel_id": "7",
        "author": author,
        "type": 0,
        "content": "",
        "components": [],
        "attachments": [],
        "embeds": [],
        "mentions": [],
        "mention_roles": [],
        "mention_everyone": False,
        "pinned": False,
        "tts": False,
        "timestamp": "2026-01-01T12:00:00.000000+00:00",
        "edited_timestamp": None,
    }
    limit = {"X-Ratelimit-Limit": "5", "X-Ratelimit-Bucket": "edits"}
    left = {"X-Ratelimit-Remaining": "4", "X-Ratelimit-Reset-After": "1.0"}
    if last_for is not None:
        left = {"X-Ratelimit-Remaining": "0", "X-Ratelimit-Reset-After": str(last_for)}
    return Reply(200, body, limit | left)


class _Response:
    def __init__(self, reply: Reply) -> None:
        self.status, self.reason = reply.status, ""
        self.headers = {"content-type": "application/json", **reply.headers}
        self._text = json.dumps(reply.body)

    async def text(self, encoding: str = "utf-8") -> str:
        return self._text


class FakedSession:
    """A session of aiohttp that gives the replies in their order, the last one for ever."""

    def __init__(self, *replies: Reply) -> None:
        self._replies = list(replies)
        self.sent: list[tuple[str, str]] = []
        self.used = asyncio.Event()
        self.closed = False

    @asynccontextmanager
    async def request(self, method: str, url: str, **_: Any) -> Any:
        self.sent.append((method, url.partition("/api/v10")[2]))
        self.used.set()
        reply = self._replies.pop(0) if len(self._replies) > 1 else self._replies[0]
        yield _Response(reply)


@contextmanager
def bot_over(
    session: FakedSession, folder: Path, shards: int = 1, shard_ids: str = ""
) -> Iterator[DicePokerBot]:
    """Make a bot that is logged in over a session; it needs a running loop."""
    storage = Storage.open(f"sqlite:///{folder / 'rounds.sqlite3'}")
    chosen = Config(shards=shards, shard_ids=shard_ids)
    bot = DicePokerBot(storage, chosen, analysis=ThreadAnalysis())
    http: Any = bot.http
    http._HTTPClient__session = session
    http._global_over = asyncio.Event()
    http._global_over.set()
    try:
        yield bot
    finally:
        bot.stop_threads()
        storage.close()


@contextmanager
def impatient(bot: DicePokerBot, session: FakedSession) -> Iterator[None]:
    """Let the bot wait for requests only until Discord has got one, however long that takes."""

    async def wait(_task: Any, _seconds: float) -> None:
        await session.used.wait()

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(bot.requests, "_wait", wait)
        yield
