"""The local Discord: REST and gateway on 127.0.0.1, in the bench's own process.

It has login, commands, the application's emoji, callbacks of interactions, webhooks, and messages
of channels. It refuses unknown routes, and answers to interactions that come too late. Stories and
`tests/conformance` check whether what a bot sends is as Discord documents it.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from http import HTTPMethod, HTTPStatus
from time import perf_counter
from typing import Any, NamedTuple, Self

from aiohttp import web

from bench.local_discord import payloads
from bench.local_discord.buckets import Buckets
from bench.local_discord.gateway import Gateway
from bench.local_discord.messages import Message
from bench.local_discord.payloads import (
    DEFER,
    DEFER_UPDATE,
    EPHEMERAL,
    SEND,
    UPDATE,
    Json,
    Place,
    Snowflakes,
    dumps,
)

HOST = "127.0.0.1"
PREFIX = "/api/v10/"

CALLBACK_SECONDS = 3.0
"""How long an interaction waits for its callback."""

SHOW_SECONDS = 60.0
"""How long a player waits for the message after a deferral."""

FIRST_COPIED = 1 << 60
"""Channels and messages from this id on are the bench's own: it writes them into the database."""

MOST_REQUEST = 25 * 1024 * 1024
"""The most bytes of a request."""

LATE = "Unknown interaction"
UNANSWERED = "Unknown Webhook"
"""Why a callback is refused after three seconds, and other requests without a callback."""


class Reply(NamedTuple):
    """An answer of the API: its status and its JSON text."""

    status: int
    text: str


@dataclass(eq=False, slots=True)
class Interaction:
    """An interaction that was sent, and what has come back.

    `callback` is the type of its callback, 0 before one. `shown` becomes the message that the
    player sees, None if none came in time. `seconds` is the time from `sent` to that message.
    """

    id: int
    place: Place
    message: Message | None
    sent: float
    shown: asyncio.Future[Message | None]
    callback: int = 0
    seconds: float = 0.0
    original: Message | None = None


@dataclass
class Application:
    """What Discord stores of an application from one start to the next."""

    commands: list[Json] = field(default_factory=list)
    emoji: list[Json] = field(default_factory=list)
    commands_known: asyncio.Event = field(default_factory=asyncio.Event)
    commands_at: float = 0.0


class LocalDiscord:
    """A Discord with some guilds; every channel has one player. Use it as a context.

    `latency` are the seconds until a request has arrived; `hanging` are the ids of interactions
    whose callbacks get no answer; `refused` counts the requests that were refused, in words.
    """

    def __init__(self, guilds: int, channels: int) -> None:
        self.snowflakes = Snowflakes()
        make = self.snowflakes.make
        self.application_id = make()
        self.token = payloads.bot_token(self.application_id)
        self.latency = 0.0
        self.hanging: set[int] = set()
        self.refused: Counter[str] = Counter()
        self._buckets = Buckets()
        self._let_go = asyncio.Event()
        self.bot = payloads.user(self.application_id, "bench", bot=True)
        self.application = Application()
        self.places: list[Place] = []
        created = []
        for _ in range(guilds):
            guild_id = make()
            tables = [payloads.channel(make(), guild_id, number) for number in range(channels)]
            created.append(payloads.guild(guild_id, make(), self.bot, tables))
            self.places += [payloads.place(self.application_id, make(), one) for one in tables]
        self._users = {str(place.user): place.member["user"] for place in self.places}
        self._ready: Json = {
            "v": 10,
            "user": self.bot,
            "user_settings": {},
            "session_type": "normal",
            "session_id": "0" * 32,
            "relationships": [],
            "private_channels": [],
            "presences": [],
            "application": {"id": str(self.application_id), "flags": 0},
            "_trace": [],
        }
        self.gateway = Gateway(self._ready, created)
        self.messages: dict[int, Message] = {}
        self.edited: set[int] = set()
        self.answers = 0
        self.answer_bytes = 0
        self._interactions: dict[str, Interaction] = {}
        self._waiting: set[Interaction] = set()

    async def __aenter__(self) -> Self:
        self._runner = web.ServerRunner(
            web.Server(
                self._serve,
                request_factory=_large_request,
                access_log=None,
                keepalive_timeout=3600,
            )
        )
        await self._runner.setup()
        site = web.TCPSite(self._runner, HOST, 0, backlog=1024)
        await site.start()
        self.port = int(self._runner.addresses[0][1])
        self._ready["resume_gateway_url"] = self.gateway_url
        self._sweeper = asyncio.create_task(self._sweep())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._let_go.set()
        self._sweeper.cancel()
        await self.gateway.close()
        await self._runner.cleanup()

    @property
    def api(self) -> str:
        return f"http://{HOST}:{self.port}{PREFIX}".rstrip("/")

    @property
    def gateway_url(self) -> str:
        return f"ws://{HOST}:{self.port}/"

    async def send(
        self, place: Place, kind: int, carried: str, message: Message | None = None
    ) -> Interaction:
        """Send an interaction to the bot; `carried` is its data as JSON."""
        made = self.snowflakes.make()
        shown: asyncio.Future[Message | None] = asyncio.get_running_loop().create_future()
        sent = Interaction(made, place, message, perf_counter(), shown)
        self._interactions[payloads.token(made)] = sent
        self._waiting.add(sent)
        clicked = None if message is None else message.text
        text = payloads.interaction(place, kind, made, carried, clicked)
        await self.gateway.dispatch("INTERACTION_CREATE", text)
        return sent

    def forget(self, boards: Iterable[Message]) -> None:
        """Forget interactions that are answered, and all messages but these."""
        self.messages = {board.id: board for board in boards}
        self._interactions = {
            token: one for token, one in self._interactions.items() if one in self._waiting
        }

    # Requests ----------------------------------------------------------------

    async def _serve(self, request: web.BaseRequest) -> web.StreamResponse:
        if not request.path.startswith(PREFIX):
            return await self.gateway.serve(request)
        method, parts = request.method, request.path.removeprefix(PREFIX).split("/")
        body, size = await _read(request)
        asked = self._interactions.get(parts[2]) if len(parts) > 2 else None
        if parts[0] == "interactions":
            self.answers += 1
            self.answer_bytes += size
            if asked is not None and asked.id in self.hanging:
                await self._let_go.wait()
        if self.latency:
            await asyncio.sleep(self.latency)
        reply = self._answered(method, parts, body, asked)
        status, headers = reply.status, dict[str, str]()
        if parts[0] != "interactions":
            headers = self._buckets.take(method, parts)
        elif status == HTTPStatus.OK and not _asks_back(request):
            status = HTTPStatus.NO_CONTENT
        if status == HTTPStatus.NO_CONTENT:
            return web.Response(status=status, headers=headers)
        return web.Response(
            body=reply.text.encode(),
            status=status,
            content_type="application/json",
            headers=headers,
        )

    def _answered(
        self, method: str, parts: list[str], body: Any, asked: Interaction | None
    ) -> Reply:
        """Return the answer to a request; `asked` is the interaction whose token it bears."""
        match method, *parts:
            case "GET", "users", "@me":
                return Reply(200, dumps(self.bot))
            case "GET", "users", "@me", "guilds":
                guilds = [{"id": one["id"], "name": one["name"]} for one in self.gateway.guilds]
                return Reply(200, dumps(guilds))
            case ("GET", "applications", "@me") | ("GET", "oauth2", "applications", "@me"):
                return Reply(200, dumps(payloads.application(self.application_id)))
            case "GET", "gateway", "bot":
                return self._gateway()
            case _, "applications", _, "guilds", _, "commands":
                return Reply(200, "[]")  # no server has commands of its own
            case "GET" | "PUT", "applications", _, "commands":
                return self._commands(body)
            case "GET", "applications", _, "emojis":
                return Reply(200, dumps({"items": self.application.emoji}))
            case "POST", "applications", _, "emojis":
                return self._upload(body)
            case "POST", "interactions", _, _, "callback":
                return self._callback(asked, body)
            case "POST", "webhooks", _, _:
                return self._webhook(method, "", asked, body)
            case "GET" | "PATCH" | "DELETE", "webhooks", _, _, "messages", message:
                return self._webhook(method, message, asked, body)
            case "POST", "channels", channel, "messages":
                return Reply(200, self._new(None, body, int(channel)).text)
            case "GET" | "PATCH" | "DELETE", "channels", channel, "messages", message:
                return self._message(method, int(channel), int(message), body)
        return self._refuse(404, 0, f"unknown route: {method} /{'/'.join(parts)}")

    def _refuse(self, status: int, code: int, why: str) -> Reply:
        self.refused[why] += 1
        return Reply(status, dumps({"message": why, "code": code}))

    def _gateway(self) -> Reply:
        limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
        told = {"url": self.gateway_url, "shards": 1, "session_start_limit": limit}
        return Reply(200, dumps(told))

    def _commands(self, given: list[Json] | None) -> Reply:
        """Return the commands, after they were replaced by those that are `given`."""
        stored = self.application
        if given is not None:
            stored.commands = [self._command(one) for one in given]
        stored.commands_at = perf_counter()
        stored.commands_known.set()
        return Reply(200, dumps(stored.commands))

    def _command(self, given: Json) -> Json:
        fixed = {
            "id": str(self.snowflakes.make()),
            "application_id": str(self.application_id),
            "version": str(self.snowflakes.make()),
        }
        return {"description": "", "type": 1, "options": [], **given, **fixed}

    def _upload(self, given: Json) -> Reply:
        """Add an emoji to those of the application."""
        emoji = {
            "id": str(self.snowflakes.make()),
            "name": given["name"],
            "user": self.bot,
            "roles": [],
            "require_colons": True,
            "managed": False,
            "available": True,
            "animated": given["image"].startswith("data:image/gif"),
        }
        self.application.emoji.append(emoji)
        return Reply(201, dumps(emoji))

    def _callback(self, answered: Interaction | None, body: Json) -> Reply:
        now = perf_counter()
        if answered is None or now - answered.sent > CALLBACK_SECONDS:
            return self._refuse(404, 10062, LATE)
        answered.callback = kind = int(body["type"])
        told = body.get("data") or {}
        message: Message | None = None
        if kind == SEND:
            message = answered.original = self._new(answered.place, told)
        elif kind == UPDATE:
            message = answered.original = answered.message
            if message is not None:
                message.show(told, self._users)
        elif kind == DEFER:
            answered.original = self._new(answered.place, told)
        elif kind == DEFER_UPDATE:
            answered.original = answered.message
        if message is not None:
            self._show(answered, message, now)
        return Reply(200, _callback_response(answered, kind, told, message))

    def _webhook(self, method: str, name: str, answered: Interaction | None, body: Json) -> Reply:
        """Post a message, or edit, delete or return the one of this name or id."""
        if answered is None or not answered.callback:
            return self._refuse(404, 10015, UNANSWERED)
        message: Message | None
        if not name:
            message = self._new(answered.place, body)
        elif name == "@original":
            message = answered.original
        else:
            message = self.messages.get(int(name))
        if message is None:
            return self._refuse(404, 10008, "Unknown Message")
        if method == HTTPMethod.DELETE:
            return self._delete(message.id)
        if method == HTTPMethod.PATCH:
            message.show(body, self._users)
        if method != HTTPMethod.GET:
            self._show(answered, message, perf_counter())
        return Reply(200, message.text)

    def _message(self, method: str, channel: int, number: int, body: Json) -> Reply:
        """Edit, delete or return a message of a channel."""
        if method == HTTPMethod.DELETE:
            return self._delete(number)
        message = self.messages.get(number)
        if message is None:  # a round that was written into the database by the bench
            message = self.messages[number] = Message(number, channel, self.bot, None)
        if method == HTTPMethod.PATCH:
            message.show(body, self._users)
            self.edited.add(number)
        return Reply(200, message.text)

    def _delete(self, message_id: int) -> Reply:
        self.messages.pop(message_id, None)
        return Reply(204, "")

    def _new(self, place: Place | None, told: Json, channel: int = 0) -> Message:
        made = self.snowflakes.make()
        message = Message(made, place.channel if place else channel, self.bot, place)
        self.messages[made] = message.show(told, self._users)
        return message

    def _show(self, answered: Interaction, message: Message | None, now: float) -> None:
        if not answered.shown.done():
            answered.seconds = now - answered.sent
            answered.shown.set_result(message)
        self._waiting.discard(answered)

    async def _sweep(self) -> None:
        """Give up interactions that were not answered in time."""
        while True:
            await asyncio.sleep(0.1)
            now = perf_counter()
            for one in [*self._waiting]:
                allowed = SHOW_SECONDS if one.callback else CALLBACK_SECONDS
                if now - one.sent > allowed + 0.05:
                    self._waiting.discard(one)
                    one.seconds = now - one.sent
                    one.shown.set_result(None)


def _large_request(*parts: Any) -> web.BaseRequest:
    """Return a request that may be as large as Discord takes it."""
    message, payload, protocol, writer, task = parts
    loop, most = asyncio.get_running_loop(), MOST_REQUEST
    return web.BaseRequest(message, payload, protocol, writer, task, loop, client_max_size=most)


def _asks_back(request: web.BaseRequest) -> bool:
    """Return whether the callback of an interaction requests the created message."""
    return request.query.get("with_response", "").lower() in ("1", "true")


async def _read(request: web.BaseRequest) -> tuple[Any, int]:
    """Return the JSON of a request, and its size in bytes."""
    if request.content_type.startswith("multipart/"):
        form = await request.post()
        return json.loads(str(form["payload_json"])), request.content_length or 0
    raw = await request.read()
    return json.loads(raw) if raw else None, len(raw)


def _callback_response(
    answered: Interaction, kind: int, told: Json, message: Message | None
) -> str:
    private = bool(int(told.get("flags") or 0) & EPHEMERAL)
    about = {
        "id": str(answered.id),
        "type": 2 if answered.message is None else 3,
        "response_message_loading": kind == DEFER,
        "response_message_ephemeral": private,
    }
    if message is None:
        return f'{{"interaction":{dumps(about)},"resource":{{"type":{kind}}}}}'
    about["response_message_id"] = str(message.id)
    return f'{{"interaction":{dumps(about)},"resource":{{"type":{kind},"message":{message.text}}}}}'
