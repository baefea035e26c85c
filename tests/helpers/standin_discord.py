"""A small stand-in for Discord on this machine, for commands that ask its API.

It refuses what it is told to refuse, and answers with the headers and the shapes that Discord
documents.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from fnmatch import fnmatch
from typing import Any

from aiohttp import web

from bot.ui.drawing.emoji import pictured
from bot.ui.invite import PERMISSIONS
from served import served

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.aBcDeFgHiJkLmNoPqRsTuVwXyZ_0123456789-"
BOT, HOST = (str(420_000_000_000_000_000 + one) for one in (1, 2))

APPLICATION: dict[str, Any] = {
    "id": BOT,
    "name": "Dice",
    "description": "",
    "icon": None,
    "bot_public": True,
    "bot_require_code_grant": False,
    "verify_key": "ab" * 32,
    "flags": 0,
    "bot": {"id": BOT, "username": "dicey", "discriminator": "0", "avatar": None},
    "owner": {"id": HOST, "username": "ana.the.host", "discriminator": "0", "avatar": None},
    "terms_of_service_url": "https://example.org/terms",
    "privacy_policy_url": "https://example.org/privacy",
    "integration_types_config": {
        "0": {
            "oauth2_install_params": {
                "scopes": ["applications.commands", "bot"],
                "permissions": str(PERMISSIONS.value),
            }
        },
        "1": {"oauth2_install_params": {"scopes": ["applications.commands"], "permissions": "0"}},
    },
}


class Standin:
    """What Discord has and was asked. `refuse` are (method, path, status, body), tried in order.

    `portal` is type and body of what answers in its place; every answer takes `silent_for` seconds.
    """

    def __init__(self) -> None:
        self.api = ""
        self.application = dict(APPLICATION)
        self.refuse: list[tuple[str, str, int, Any]] = []
        self.asked: list[tuple[str, str]] = []
        self.emoji = [{"id": str(500 + i), "name": name} for i, name in enumerate(pictured())]
        self.portal: tuple[str, bytes] | None = None
        self.silent_for = 0.0
        self.closes_with = 1000
        self.identified = 0

    async def answer(self, request: web.Request) -> web.Response:
        await asyncio.sleep(self.silent_for)
        if self.portal is not None:
            kind, page = self.portal
            return web.Response(body=page, content_type=kind)
        method, path = request.method, request.path
        self.asked.append((method, path))
        if request.headers.get("Authorization") != f"Bot {TOKEN}":
            return self._reply(401, {"message": "401: Unauthorized", "code": 0})
        for wanted, pattern, status, told in self.refuse:
            if method == wanted and fnmatch(path, pattern):
                return self._reply(status, told)
        return self._reply(*self._done(method, path))

    async def greet(self, request: web.Request) -> web.WebSocketResponse:
        """Be a gateway that closes the connection once a bot has identified itself."""
        socket = web.WebSocketResponse(compress=False)
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 40_000}})
        async for message in socket:
            if message.json()["op"] == 2:
                self.identified += 1
                await socket.close(code=self.closes_with)
        return socket

    def _reply(self, status: int, body: Any) -> web.Response:
        headers = {
            "Via": "1.1 google",
            "X-RateLimit-Bucket": "one",
            "X-RateLimit-Limit": "50",
            "X-RateLimit-Remaining": "49",
            "X-RateLimit-Reset-After": "0.1",
        }
        sent = json.dumps(body).encode()
        return web.Response(
            body=sent, status=status, headers={**headers, "Content-Type": "application/json"}
        )

    def _done(self, method: str, path: str) -> tuple[int, Any]:
        parts = path.strip("/").split("/")
        match method, parts:
            case "GET", ["users", "@me"]:
                return 200, {**APPLICATION["bot"], "bot": True}
            case "GET", ["applications", "@me"] | ["oauth2", "applications", "@me"]:
                return 200, self.application
            case "GET", ["gateway", "bot"]:
                limits: dict[str, Any] = {
                    "total": 1000,
                    "remaining": 998,
                    "reset_after": 1,
                    "max_concurrency": 1,
                }
                return 200, {"url": "wss://x", "shards": 1, "session_start_limit": limits}
            case "GET", ["applications", _, "emojis"]:
                return 200, {"items": self.emoji}
        return 404, {"message": "404: Not Found", "code": 0}


@contextmanager
def standin() -> Iterator[Standin]:
    """Serve a stand-in from a thread of its own."""
    discord = Standin()
    app = web.Application()
    app.router.add_get("/gateway", discord.greet)
    app.router.add_route("*", "/{path:.*}", discord.answer)
    with served(app) as discord.api:
        yield discord
