"""The commands of the bot's host on Discord: status, announce, block.

They are only for the owner of the application, or for members of the owning team who may change it:
Discord is queried at every use.
"""

from __future__ import annotations

import asyncio
import logging
import time
from math import isfinite

import discord

from bot.language.render import Until
from bot.play.client import DicePokerBot
from bot.table.store import account_queue, blocks, deadlines
from bot.ui.hosts import hosts_of
from bot.ui.requests import unasked
from bot.ui.response import Response
from bot.version import installed_version
from rules.errors import Refusal
from rules.text import Text, say, say_count

log = logging.getLogger(__name__)

AT_ONCE = 8
"""The number of boards that are redrawn at the same time."""

RESTARTS = say("🔄 The bot restarts soon. Nothing is lost: the buttons answer again in a moment.")


class Host:
    """Carries out the commands of the host."""

    def __init__(self, bot: DicePokerBot) -> None:
        self._bot = bot
        self._started = discord.utils.utcnow()

    async def check(self, response: Response) -> None:
        """Raise a refusal unless the member is one of the bot's hosts."""
        application = await self._bot.requests.make(self._bot.application_info())
        self._bot.board.hosts = hosts_of(application)
        if response.user not in self._bot.board.hosts:
            raise Refusal(say("Only the host of this bot can do this."))

    async def status(self) -> list[Text]:
        """Return the state of this process."""
        bot = self._bot
        asked = time.monotonic()
        shards = bot.held_shards
        open_rounds = await bot.live.storage.read_beside(deadlines.count_open, shards)
        database = time.monotonic() - asked
        return [
            say(
                "Version {version}, started {when}.",
                version=installed_version(),
                when=Until(self._started),
            ),
            say_count("{n} server in this process", "{n} servers in this process", len(bot.guilds)),
            say(
                "Shards: {held} of {count}",
                held=0 if shards is None else len(shards.ids),
                count=0 if shards is None else shards.count,
            ),
            say_count("{n} open game", "{n} open games", open_rounds),
            say_count(
                "{n} ended game waits to be counted",
                "{n} ended games wait to be counted",
                await bot.live.storage.read_beside(account_queue.length, shards),
            ),
            _latency(bot.latency, database),
        ]

    async def announce(self) -> list[Text]:
        """Write on the boards of this process's open rounds that the bot restarts soon.

        The line disappears when a board is drawn the next time.
        """
        shards = self._bot.held_shards
        ids = await self._bot.live.storage.read(deadlines.open_ids, shards)
        room = asyncio.Semaphore(AT_ONCE)

        async def tell(round_id: int) -> bool:
            async with room, self._bot.live.lock(round_id):
                stored = await self._bot.live.load(round_id)
                if not stored.open:
                    return False
                return await self._bot.board.add_note(stored, RESTARTS)

        with unasked():
            told = sum(await asyncio.gather(*map(tell, ids)))
        log.info("announced a restart on %d of %d boards", told, len(ids))
        return [say_count("{n} board tells it.", "{n} boards tell it.", told)]

    async def block(
        self, member: discord.abc.User | None, server: str | None, *, blocked: bool
    ) -> list[Text]:
        """Block or unblock a member and a server; return the present blocks."""
        guild = _server(server)
        storage, now = self._bot.live.storage, discord.utils.utcnow()
        user = None if member is None else member.id
        if user is not None and blocked:
            await storage.write(blocks.block_member, user, now)
        elif user is not None:
            await storage.write(blocks.unblock_member, user)
        if guild is not None and blocked:
            await storage.write(blocks.block_server, guild, now)
        elif guild is not None:
            await storage.write(blocks.unblock_server, guild)
        members, servers = await storage.read(blocks.listed)
        if user is not None or guild is not None:
            log.info("blocks members=%d servers=%d", len(members), len(servers))
        names = ", ".join(servers) or "—"
        return [
            say_count("{n} member is blocked.", "{n} members are blocked.", len(members)),
            say("Blocked servers: {servers}", servers=names),
        ]


def _server(text: str | None) -> int | None:
    """Return the id that was typed. Raises a refusal for anything else."""
    if text is None:
        return None
    if not text.strip().isdecimal() or not 0 < int(text) < 2**63:
        raise Refusal(
            say(
                "A server is named by its id: in Discord’s developer mode, right-click the server, "
                "Copy Server ID."
            )
        )
    return int(text)


def _latency(gateway: float, database: float) -> Text:
    """Return the response times of Discord and the database, given in seconds.

    Discord's time is not finite before it has answered a heartbeat.
    """
    there = round(1000 * database)
    if not isfinite(gateway):
        return say("Latency: Discord not known yet, database {database} ms", database=there)
    return say(
        "Latency: Discord {discord} ms, database {database} ms",
        discord=round(1000 * gateway),
        database=there,
    )
