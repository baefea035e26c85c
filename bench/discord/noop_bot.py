"""The peers in comparisons of presses: bots with the real bot's boards and no game.

- `no-op`: discord.py's objects, and a ready message.
- `stores`: the same, but before each answer one row is written and committed, by sqlite3 in a
  thread: the minimum for a bot that announces only what is stored.
- `raw`: discord.py's gateway, a listener of its own on the raw event, one POST: about the least
  that Python takes.

They have the real bot's intents and caches. `boards.json` holds the real bot's answers to `/play`,
to the selection of one die and to the reroll that ended the round. None of this may change between
two runs: figures of different days are compared by it.
"""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Literal, TypeAlias

import aiohttp
import discord
from discord import ui
from discord.http import Route

Json: TypeAlias = dict[str, Any]
Kind: TypeAlias = Literal["opened", "die", "over"]

BOARDS: dict[Kind, Json] = json.loads(
    Path(__file__).with_name("boards.json").read_text(encoding="utf-8")
)
"""The answers of the real bot: the data of its callbacks."""

COMMANDS: list[Json] = [
    {
        "name": "play",
        "description": "Play a game in this channel",
        "options": [{"type": 1, "name": "dice-poker", "description": "Dice against dice"}],
    }
]
SEND, UPDATE = 4, 7
"""The types of callbacks: a message, and an edit of the one that was pressed."""


def kind_of(custom_id: str | None) -> Kind:
    """Return which board answers a button; None stands for a command."""
    if custom_id is None:
        return "opened"
    return "die" if custom_id.startswith("mark:") else "over"


class Ready(ui.LayoutView):
    """A ready message."""

    def __init__(self, board: Json) -> None:
        super().__init__(timeout=None)
        self._board: list[Json] = board["components"]

    def to_components(self) -> list[Json]:
        return self._board

    def has_components_v2(self) -> bool:
        return True

    def is_finished(self) -> bool:
        """Return that discord.py need not wait for presses."""
        return True


class Peer(discord.AutoShardedClient):
    """A bot with the real bot's intents and caches."""

    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
        )

    async def setup_hook(self) -> None:
        await self.http.bulk_upsert_global_commands(self.application_id or 0, COMMANDS)


class NoopBot(Peer):
    """Answers every press and every command with a ready message."""

    async def setup_hook(self) -> None:
        self.answers = {kind: _answer(board) for kind, board in BOARDS.items()}
        await super().setup_hook()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a press by an edit, a command by a message."""
        if interaction.type is discord.InteractionType.component:
            pressed: Json = {**(interaction.data or {})}
            await interaction.response.edit_message(**self.answers[kind_of(pressed["custom_id"])])
        else:
            await interaction.response.send_message(**self.answers["opened"])


def _answer(board: Json) -> Json:
    """Return the arguments of discord.py for a board that lists whom it mentions."""
    users = [discord.Object(user) for user in board["allowed_mentions"]["users"]]
    allowed = discord.AllowedMentions(everyone=False, roles=False, users=users)
    return {"view": Ready(board), "allowed_mentions": allowed}


class StoringBot(NoopBot):
    """Writes and commits a row before each answer, in a thread."""

    async def setup_hook(self) -> None:
        """Open the database with the settings that the real bot has."""
        self._thread = ThreadPoolExecutor(1)
        await asyncio.get_running_loop().run_in_executor(self._thread, self._open)
        await super().setup_hook()

    async def close(self) -> None:
        """Let the thread end."""
        await super().close()
        self._thread.shutdown()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, self._store, interaction.channel_id or 0)
        await super().on_interaction(interaction)

    def _open(self) -> None:
        path = os.environ["DATABASE_URL"].removeprefix("sqlite:///")
        self._database = sqlite3.connect(path, isolation_level=None)
        for pragma in ("journal_mode = WAL", "synchronous = FULL"):
            self._database.execute(f"PRAGMA {pragma}")
        self._database.execute(
            "CREATE TABLE IF NOT EXISTS rounds (channel INTEGER PRIMARY KEY, presses INTEGER)"
        )

    def _store(self, channel: int) -> None:
        run = self._database.execute
        run("BEGIN IMMEDIATE")
        if not run(
            "UPDATE rounds SET presses = presses + 1 WHERE channel = ?", (channel,)
        ).rowcount:
            run("INSERT INTO rounds VALUES (?, 1)", (channel,))
        run("COMMIT")


class RawBot(Peer):
    """Answers events of the gateway before discord.py makes objects of them."""

    async def setup_hook(self) -> None:
        """Take over the event and make the bodies of all answers."""
        self._bodies = {
            kind: json.dumps(
                {"type": SEND if kind == "opened" else UPDATE, "data": board},
                separators=(",", ":"),
            ).encode()
            for kind, board in BOARDS.items()
        }
        self._session = aiohttp.ClientSession(headers={"Content-Type": "application/json"})
        self._answers: set[asyncio.Task[None]] = set()
        self._connection.parsers["INTERACTION_CREATE"] = self._received
        await super().setup_hook()

    async def close(self) -> None:
        await super().close()
        await self._session.close()

    def _received(self, data: Json) -> None:
        answer = asyncio.create_task(self._answer(data))
        self._answers.add(answer)
        answer.add_done_callback(self._answers.discard)

    async def _answer(self, data: Json) -> None:
        url = f"{Route.BASE}/interactions/{data['id']}/{data['token']}/callback"
        body = self._bodies[kind_of(data["data"].get("custom_id"))]
        async with self._session.post(url, data=body):
            pass


PEERS: dict[str, type[Peer]] = {"no-op": NoopBot, "stores": StoringBot, "raw": RawBot}
"""The peers by the names under which they are started."""


def run(peer: str, token: str) -> int:
    PEERS[peer]().run(token, log_handler=None)
    return 0
