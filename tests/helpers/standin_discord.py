"""A small stand-in for Discord on this machine, for commands that ask its API.

It keeps what is posted, refuses what it is told to refuse, and answers with the headers and the
shapes that Discord documents.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from fnmatch import fnmatch
from typing import Any

from aiohttp import web

from bot.ui.emoji import pictured
from bot.ui.invite import PERMISSIONS
from served import served

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.aBcDeFgHiJkLmNoPqRsTuVwXyZ_0123456789-"
BOT, HOST, CHANNEL, SERVER = (str(420_000_000_000_000_000 + one) for one in range(1, 5))

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
        self.asked: list[tuple[str, str, Any]] = []
        self.messages: dict[str, dict[str, Any]] = {}
        self.threads: dict[str, dict[str, Any]] = {}
        self.channel_type = 0
        self.emoji = [{"id": str(500 + i), "name": name} for i, name in enumerate(pictured())]
        self.portal: tuple[str, bytes] | None = None
        self.silent_for = 0.0
        self.closes_with = 1000
        self.identified = 0
        self._next = 430_000_000_000_000_000

    def _id(self) -> str:
        self._next += 1
        return str(self._next)

    async def answer(self, request: web.Request) -> web.Response:
        """Answer one request."""
        await asyncio.sleep(self.silent_for)
        if self.portal is not None:
            kind, page = self.portal
            return web.Response(body=page, content_type=kind)
        method, path = request.method, request.path
        if request.content_type == "multipart/form-data":
            form = await request.post()
            body: Any = json.loads(str(form["payload_json"]))
            files = [key for key in form if key.startswith("files[")]
        else:
            read = await request.text()
            body, files = json.loads(read) if read else None, []
        self.asked.append((method, path, body))
        if request.headers.get("Authorization") != f"Bot {TOKEN}":
            return self._reply(401, {"message": "401: Unauthorized", "code": 0})
        for wanted, pattern, status, told in self.refuse:
            if method == wanted and fnmatch(path, pattern):
                return self._reply(status, told)
        return self._reply(*self._done(method, path, body, files))

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
            "Set-Cookie": "__dcfduid=secret",
        }
        if status == 204:
            return web.Response(status=204, headers=headers)
        sent = json.dumps(body).encode()
        return web.Response(
            body=sent, status=status, headers={**headers, "Content-Type": "application/json"}
        )

    def _done(self, method: str, path: str, body: Any, files: list[str]) -> tuple[int, Any]:
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
            case "POST", ["applications", _, "emojis"]:
                made = {"id": self._id(), "name": body["name"], "roles": [], "animated": False}
                self.emoji.append(made)
                return 201, made
            case "DELETE", ["applications", _, "emojis", key]:
                self.emoji = [one for one in self.emoji if one["id"] != key]
                return 204, None
            case "GET", ["channels", key] if key == CHANNEL:
                return 200, {
                    "id": key,
                    "type": self.channel_type,
                    "guild_id": SERVER,
                    "name": "secret-games",
                    "permission_overwrites": [],
                    "position": 0,
                    "topic": "ana lives here",
                    "nsfw": False,
                    "parent_id": None,
                    "last_message_id": None,
                }
            case "POST", ["channels", key, "messages"]:
                return 200, self._post(key, body, files)
            case "PATCH", ["channels", _, "messages", key]:
                self.messages[key].update(body)
                return 200, self._shown(self.messages[key])
            case "DELETE", ["channels", _, "messages", key]:
                del self.messages[key]
                return 204, None
            case "POST", ["channels", _, "threads"] if (body["type"] == 10) != (
                self.channel_type == 5
            ):
                return 400, {"code": 50024, "message": "Cannot execute action on this channel type"}
            case "POST", ["channels", key, "threads"]:
                made = {"id": self._id(), "parent_id": key, "type": body["type"], **body}
                made["thread_metadata"] = {
                    "archived": False,
                    "locked": False,
                    "auto_archive_duration": body["auto_archive_duration"],
                    "archive_timestamp": "2026-01-01T12:00:00+00:00",
                }
                self.threads[made["id"]] = made
                return 201, made
            case "PATCH", ["channels", key] if key in self.threads:
                self.threads[key]["thread_metadata"]["archived"] = body["archived"]
                return 200, self.threads[key]
            case "DELETE", ["channels", key] if key in self.threads:
                return 200, self.threads.pop(key)
        return 404, {"message": "Unknown Channel", "code": 10003}

    def _post(self, channel: str, body: Any, files: list[str]) -> dict[str, Any]:
        attached = [
            {"id": self._id(), "filename": one["filename"], "size": 9, "url": "https://x/a?ex=1"}
            for one in body.get("attachments", [])
        ]
        assert len(attached) == len(files)
        for one in attached:
            one["proxy_url"] = one["url"]
        made = {**body, "id": self._id(), "channel_id": channel, "attachments": attached}
        self.messages[made["id"]] = made
        return self._shown(made)

    @staticmethod
    def _shown(message: dict[str, Any]) -> dict[str, Any]:
        return {
            "id": message["id"],
            "channel_id": message["channel_id"],
            "author": {**APPLICATION["bot"], "bot": True},
            "content": message.get("content") or "",
            "components": [],
            "attachments": message["attachments"],
            "embeds": [],
            "mentions": [],
            "mention_roles": [],
            "mention_everyone": False,
            "pinned": False,
            "tts": False,
            "type": 0,
            "timestamp": "2026-01-01T12:00:00.000000+00:00",
            "edited_timestamp": None,
        }


@contextmanager
def standin() -> Iterator[Standin]:
    """Serve a stand-in from a thread of its own."""
    discord = Standin()
    app = web.Application(client_max_size=2**24)
    app.router.add_get("/gateway", discord.greet)
    app.router.add_route("*", "/{path:.*}", discord.answer)
    with served(app) as discord.api:
        yield discord
