"""The gateway of the local Discord: one websocket, JSON, version 10."""

from __future__ import annotations

import asyncio
import json
from time import perf_counter
from typing import Any

from aiohttp import WSMsgType, web

from bench.local_discord.payloads import Json, dumps

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, INVALID_SESSION, HELLO, ACK = 0, 1, 2, 6, 9, 10, 11
"""The operations that the bench needs."""

HEARTBEAT_MILLISECONDS = 41_250


class Gateway:
    """Greets a bot that connects, and sends it events.

    `ready` is set, and `ready_at` is the time by `perf_counter`, once READY and all guilds are
    sent. Messages are sent as text: Discord's compression costs every bot the same.
    """

    def __init__(self, ready: Json, guilds: list[Json]) -> None:
        self._ready = ready
        self._guilds = guilds
        self._socket: web.WebSocketResponse | None = None
        self._sent = 0
        self.ready = asyncio.Event()
        self.ready_at = 0.0

    async def serve(self, request: web.BaseRequest) -> web.WebSocketResponse:
        """Answer a bot's messages until it goes."""
        socket = web.WebSocketResponse(max_msg_size=0, compress=False)
        await socket.prepare(request)
        await socket.send_str(
            dumps({"op": HELLO, "d": {"heartbeat_interval": HEARTBEAT_MILLISECONDS}})
        )
        async for message in socket:
            if message.type is WSMsgType.TEXT:
                await self._answer(socket, json.loads(message.data))
        if self._socket is socket:
            self._socket = None
            self.ready.clear()
        return socket

    async def dispatch(self, event: str, text: str) -> None:
        """Send an event whose object is JSON text. Raises ConnectionError without a bot."""
        if self._socket is None:
            raise ConnectionError("no bot is connected to the gateway")
        self._sent += 1
        await self._socket.send_str(
            f'{{"t":"{event}","s":{self._sent},"op":{DISPATCH},"d":{text}}}'
        )

    async def close(self) -> None:
        """Close the connection."""
        if self._socket is not None:
            await self._socket.close()

    async def _answer(self, socket: web.WebSocketResponse, said: dict[str, Any]) -> None:
        operation = said["op"]
        if operation == HEARTBEAT:
            await socket.send_str(dumps({"op": ACK}))
        elif operation == IDENTIFY:
            await self._greet(socket, said["d"])
        elif operation == RESUME:
            await socket.send_str(dumps({"op": INVALID_SESSION, "d": False}))

    async def _greet(self, socket: web.WebSocketResponse, said: dict[str, Any]) -> None:
        self._socket, self._sent = socket, 0
        shard = said.get("shard", [0, 1])
        held = [one for one in self._guilds if (int(one["id"]) >> 22) % shard[1] == shard[0]]
        unavailable = [{"id": one["id"], "unavailable": True} for one in held]
        ready = {**self._ready, "shard": shard, "guilds": unavailable}
        await self.dispatch("READY", dumps(ready))
        for guild in held:
            await self.dispatch("GUILD_CREATE", dumps(guild))
        self.ready_at = perf_counter()
        self.ready.set()
