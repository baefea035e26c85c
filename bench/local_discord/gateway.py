"""The gateway of the local Discord: websockets, JSON, version 10, and sessions that are resumed."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Callable
from time import perf_counter

from aiohttp import WSMsgType, web

from bench.local_discord.payloads import Json, dumps

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, NEW_SESSION, HELLO, ACK = 0, 1, 2, 6, 7, 9, 10, 11
"""The operations on the gateway; `NEW_SESSION` tells that the last one has ended."""

REMEMBERED = 1_000
"""How many events of a session are kept for a bot that comes back."""

_GOODBYE = (1000, 1001)
"""The codes with which a bot ends its session."""


class Gateway:
    """Greets a bot that connects, and sends it events.

    `ready` is set, and `ready_at` is the time by `perf_counter`, once READY and all guilds are
    sent. Messages are sent as text: Discord's compression costs every bot the same. `begun` and
    `resumed` count the sessions that were begun and resumed. `tell` writes a guild. A `silent` one
    keeps connections open and says nothing: no greeting, no answer to a heartbeat.
    """

    def __init__(self, ready: Json, guilds: list[Json]) -> None:
        self._ready = ready
        self.guilds = guilds
        self.tell: Callable[[Json], str] = dumps
        self._socket: web.WebSocketResponse | None = None
        self._events: deque[str] = deque(maxlen=REMEMBERED)
        self._sent = 0
        self._held = False
        self.heartbeat_milliseconds = 41_250
        self.silent = False
        self.begun = 0
        self.resumed = 0
        self.ready = asyncio.Event()
        self.ready_at = 0.0

    async def serve(self, request: web.BaseRequest) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=0, compress=False)
        await socket.prepare(request)
        if not self.silent:
            hello = {"op": HELLO, "d": {"heartbeat_interval": self.heartbeat_milliseconds}}
            await socket.send_str(dumps(hello))
        async for message in socket:
            if message.type is WSMsgType.TEXT and not self.silent:
                await self._answer(socket, json.loads(message.data))
        if self._socket is socket:
            self._socket = None
            self._held = socket.close_code not in _GOODBYE
            self.ready.clear()
        return socket

    async def dispatch(self, event: str, text: str) -> None:
        """Send an event whose object is JSON text; a session without a connection gets it later.

        Raises ConnectionError without a bot.
        """
        if self._socket is None and not self._held:
            raise ConnectionError("no bot is connected to the gateway")
        await self._send(self._socket, event, text)

    async def _send(self, socket: web.WebSocketResponse | None, event: str, text: str) -> None:
        self._sent += 1
        said = f'{{"t":"{event}","s":{self._sent},"op":{DISPATCH},"d":{text}}}'
        self._events.append(said)
        if socket is not None:
            await socket.send_str(said)

    async def reconnect(self) -> None:
        """Ask the bot to connect again and to resume its session."""
        await self._say({"op": RECONNECT, "d": None})

    async def invalidate(self) -> None:
        """Tell the bot that its session has ended."""
        self._held = False
        await self._say({"op": NEW_SESSION, "d": False})

    async def close(self) -> None:
        self._held = False
        if self._socket is not None:
            await self._socket.close()

    async def _say(self, said: Json) -> None:
        if self._socket is not None:
            await self._socket.send_str(dumps(said))

    async def _answer(self, socket: web.WebSocketResponse, said: Json) -> None:
        if said["op"] == HEARTBEAT:
            await socket.send_str(dumps({"op": ACK}))
        elif said["op"] == IDENTIFY:
            self.begun += 1
            await self._greet(socket, said["d"])
        elif said["op"] == RESUME and self._held:
            await self._resume(socket, int(said["d"]["seq"]))
        elif said["op"] == RESUME:
            await socket.send_str(dumps({"op": NEW_SESSION, "d": False}))

    def _of_shard(self, shard: list[int] | None) -> list[Json]:
        number, count = shard or (0, 1)
        return [one for one in self.guilds if (int(one["id"]) >> 22) % max(1, count) == number]

    async def _greet(self, socket: web.WebSocketResponse, said: Json) -> None:
        self._socket, self._sent, self._held = socket, 0, False
        self._events.clear()
        shard = said.get("shard", [0, 1])
        held = self._of_shard(shard)
        unavailable = [{"id": one["id"], "unavailable": True} for one in held]
        ready = {**self._ready, "shard": shard, "guilds": unavailable}
        await self._send(socket, "READY", dumps(ready))
        for guild in held:  # the next shard may begin meanwhile
            await self._send(socket, "GUILD_CREATE", self.tell(guild))
        self._begin()

    async def _resume(self, socket: web.WebSocketResponse, sequence: int) -> None:
        self._socket, self._held = socket, False
        self.resumed += 1
        missed = self._sent - sequence
        for text in [*self._events][len(self._events) - missed :]:
            await socket.send_str(text)
        await self.dispatch("RESUMED", "{}")
        self._begin()

    def _begin(self) -> None:
        self.ready_at = perf_counter()
        self.ready.set()
