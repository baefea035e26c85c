"""The local Discord: REST and gateway on 127.0.0.1, in the bench's own process.

It knows what the bots need: login, commands, the application's emoji, callbacks of interactions,
webhooks, and messages in channels. It has no rate limits; a callback that comes after three
seconds is refused, as Discord refuses it.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from http import HTTPMethod, HTTPStatus
from time import perf_counter
from typing import Any, NamedTuple, TypeAlias

from aiohttp import web

from bench.local_discord import payloads
from bench.local_discord.gateway import Gateway
from bench.local_discord.messages import EPHEMERAL, Message
from bench.local_discord.payloads import Json, Place, Snowflakes, dumps

HOST = "127.0.0.1"
PREFIX = "/api/v10/"

CALLBACK_SECONDS = 3.0
"""How long Discord waits for the callback of an interaction."""

SHOW_SECONDS = 60.0
"""How long a player waits for the message after a deferral."""

SEND, DEFER_MESSAGE, DEFER_UPDATE, UPDATE = 4, 5, 6, 7
"""The types of callbacks."""

_LIMITS = {
    "X-RateLimit-Bucket": "0" * 32,
    "X-RateLimit-Limit": "50",
    "X-RateLimit-Remaining": "49",
    "X-RateLimit-Reset-After": "1.000",
}
"""Headers of a limit that is never reached."""


@dataclass(eq=False, slots=True)
class Interaction:
    """An interaction that was sent, and what has come back.

    `shown` becomes the message that the player sees, None if there was none in time. `seconds`
    is the time from sending to that message.
    """

    id: int
    place: Place
    message: Message | None
    sent: float
    shown: asyncio.Future[Message | None]
    seconds: float = 0.0
    callback: int = 0
    original: Message | None = None


class Reply(NamedTuple):
    """An answer of the API: its status and its JSON text."""

    status: int
    text: str


class Refused(Exception):
    """Raised for a request that Discord refuses, with its status and error code."""

    def __init__(self, status: int, code: int, why: str) -> None:
        super().__init__(why)
        self.reply = Reply(status, dumps({"message": why, "code": code}))


@dataclass
class Application:
    """What Discord stores of an application from one start to the next."""

    commands: list[Json] = field(default_factory=list)
    emoji: list[Json] = field(default_factory=list)
    commands_known: asyncio.Event = field(default_factory=asyncio.Event)
    commands_at: float = 0.0


Route: TypeAlias = Callable[[list[str], str, Json], Reply]
"""Answers a request from the parts of its path, its method and its body."""


class LocalDiscord:
    """A Discord with some guilds; every channel has one player. Use it as a context."""

    def __init__(self, guilds: int, channels: int) -> None:
        self.snowflakes = Snowflakes()
        make = self.snowflakes.make
        self.application_id = make()
        self.bot = payloads.user(self.application_id, "bench", bot=True)
        self.application = Application()
        self.places: list[Place] = []
        created = []
        for _ in range(guilds):
            guild_id = make()
            tables = [payloads.channel(make(), guild_id, number) for number in range(channels)]
            created.append(payloads.guild(guild_id, make(), self.bot, tables))
            self.places += [payloads.place(self.application_id, make(), one) for one in tables]
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
        self.unknown: Counter[str] = Counter()
        self.answers = 0
        self.answer_bytes = 0
        self._interactions: dict[str, Interaction] = {}
        self._waiting: set[Interaction] = set()
        self._routes: dict[str, Route] = {
            "users": self._me,
            "oauth2": self._me,
            "applications": self._application,
            "gateway": self._gateway,
            "interactions": self._callback,
            "webhooks": self._webhook,
            "channels": self._channel,
        }

    async def __aenter__(self) -> LocalDiscord:
        self._runner = web.ServerRunner(
            web.Server(self._serve, access_log=None, keepalive_timeout=3600)
        )
        await self._runner.setup()
        site = web.TCPSite(self._runner, HOST, 0, backlog=1024)
        await site.start()
        self.port = int(self._runner.addresses[0][1])
        self._ready["resume_gateway_url"] = self.gateway_url
        self._sweeper = asyncio.create_task(self._sweep())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._sweeper.cancel()
        await self.gateway.close()
        await self._runner.cleanup()

    @property
    def api(self) -> str:
        """The address of the REST API."""
        return f"http://{HOST}:{self.port}{PREFIX}".rstrip("/")

    @property
    def gateway_url(self) -> str:
        """The address of the gateway."""
        return f"ws://{HOST}:{self.port}/"

    async def send(
        self, place: Place, kind: int, carried: str, message: Message | None = None
    ) -> Interaction:
        """Send an interaction to the bot; `carried` is its data as JSON."""
        made = self.snowflakes.make()
        text = payloads.interaction(
            place, kind, made, carried, None if message is None else message.text
        )
        shown: asyncio.Future[Message | None] = asyncio.get_running_loop().create_future()
        sent = Interaction(made, place, message, perf_counter(), shown)
        self._interactions[payloads.token(made)] = sent
        self._waiting.add(sent)
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
        path = request.path.removeprefix(PREFIX).split("/")
        route = self._routes.get(path[0])
        body, size = await _body_of(request)
        if path[0] == "interactions":
            self.answers += 1
            self.answer_bytes += size
        try:
            if route is None:
                raise KeyError(path[0])
            status, text = route(path, request.method, body)
        except Refused as refused:
            status, text = refused.reply
        except LookupError:
            self.unknown[f"{request.method} {request.path}"] += 1
            status, text = 404, dumps({"message": "404: Not Found", "code": 0})
        if path[0] == "interactions" and status == HTTPStatus.OK and not _asks_back(request):
            status = HTTPStatus.NO_CONTENT
        limits = {} if path[0] == "interactions" else _LIMITS
        if status == HTTPStatus.NO_CONTENT:
            return web.Response(status=status, headers=limits)
        return web.Response(
            body=text.encode(), status=status, content_type="application/json", headers=limits
        )

    def _me(self, path: list[str], _method: str, _body: Json) -> Reply:
        if path[0] == "users":
            return Reply(200, dumps(self.bot))
        return Reply(200, dumps(payloads.application(self.application_id)))

    def _gateway(self, _path: list[str], _method: str, _body: Json) -> Reply:
        session = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
        return Reply(
            200,
            dumps({"url": self.gateway_url, "shards": 1, "session_start_limit": session}),
        )

    def _application(self, path: list[str], method: str, body: Json) -> Reply:
        stored = self.application
        match path[-1], method:
            case "@me", _:
                return self._me(path, method, body)
            case "commands", HTTPMethod.GET | HTTPMethod.PUT:
                if method == HTTPMethod.PUT:
                    stored.commands = [self._command(one) for one in body["items"]]
                stored.commands_at = perf_counter()
                stored.commands_known.set()
                return Reply(200, dumps(stored.commands))
            case "emojis", HTTPMethod.GET:
                return Reply(200, dumps({"items": stored.emoji}))
            case "emojis", HTTPMethod.POST:
                emoji = {"id": str(self.snowflakes.make()), "name": body["name"], "user": self.bot}
                stored.emoji.append(
                    {**emoji, "roles": [], "require_colons": True, "managed": False}
                    | {"animated": False, "available": True}
                )
                return Reply(201, dumps(stored.emoji[-1]))
        raise LookupError

    def _command(self, given: Json) -> Json:
        fixed = {
            "id": str(self.snowflakes.make()),
            "application_id": str(self.application_id),
            "version": str(self.snowflakes.make()),
        }
        return {"description": "", "type": 1, "options": [], **given, **fixed}

    def _callback(self, path: list[str], _method: str, body: Json) -> Reply:
        answered = self._interactions.get(path[2])
        now = perf_counter()
        if answered is None or now - answered.sent > CALLBACK_SECONDS:
            raise Refused(404, 10062, "Unknown interaction")
        if answered.callback:
            raise Refused(400, 40060, "Interaction has already been acknowledged.")
        answered.callback = kind = int(body["type"])
        told = body.get("data") or {}
        message: Message | None = None
        if kind == SEND:
            message = answered.original = self._new(answered.place, told)
        elif kind == UPDATE:
            message = answered.original = answered.message
            if message is not None:
                message.show(told)
        elif kind == DEFER_MESSAGE:
            answered.original = self._new(answered.place, told)
        elif kind == DEFER_UPDATE:
            answered.original = answered.message
        if message is not None:
            self._show(answered, message, now)
        return Reply(200, _callback_response(answered, kind, told, message))

    def _webhook(self, path: list[str], method: str, body: Json) -> Reply:
        token = path[2]
        answered = self._interactions.get(token)
        if answered is None:
            raise Refused(404, 10015, "Unknown Webhook")
        if method == HTTPMethod.POST:
            message = self._new(answered.place, body)
        elif path[4] != "@original":
            message = self.messages[int(path[4])]
        elif answered.original is None:
            message = answered.original = self._new(answered.place, {})
        else:
            message = answered.original
        if method == HTTPMethod.DELETE:
            self.messages.pop(message.id, None)
            return Reply(204, "")
        if method == HTTPMethod.PATCH:
            message.show(body)
        if method != HTTPMethod.GET:
            self._show(answered, message, perf_counter())
        return Reply(200, message.text)

    def _channel(self, path: list[str], method: str, body: Json) -> Reply:
        channel = int(path[1])
        if method == HTTPMethod.POST:
            return Reply(200, self._new(None, body, channel).text)
        message_id = int(path[3])
        if method == HTTPMethod.DELETE:
            self.messages.pop(message_id, None)
            return Reply(204, "")
        message = self.messages.get(message_id)
        if message is None:  # a round that was written into the database by the bench
            message = self.messages[message_id] = Message(message_id, channel, self.bot, None)
        if method == HTTPMethod.PATCH:
            message.show(body)
            self.edited.add(message_id)
        return Reply(200, message.text)

    def _new(self, place: Place | None, told: Json, channel: int = 0) -> Message:
        made = self.snowflakes.make()
        message = Message(made, place.channel if place else channel, self.bot, place)
        self.messages[made] = message.show(told)
        return message

    def _show(self, answered: Interaction, message: Message, now: float) -> None:
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


def _asks_back(request: web.BaseRequest) -> bool:
    """Return whether the callback of an interaction asks what it has made."""
    return request.query.get("with_response", "").lower() in ("1", "true")


async def _body_of(request: web.BaseRequest) -> tuple[Json, int]:
    """Return a request's JSON, a list as `items`, and its size in bytes."""
    if request.content_type.startswith("multipart/"):
        form = await request.post()
        read: Any = json.loads(str(form["payload_json"]))
        size = 0
    else:
        raw = await request.read()
        size = len(raw)
        read = json.loads(raw) if raw else {}
    return ({"items": read} if isinstance(read, list) else read), size


def _callback_response(
    answered: Interaction, kind: int, told: Json, message: Message | None
) -> str:
    """Return what Discord answers to a callback `with_response`."""
    private = bool(int(told.get("flags") or 0) & EPHEMERAL)
    about = {
        "id": str(answered.id),
        "type": 2 if answered.message is None else 3,
        "response_message_loading": kind == DEFER_MESSAGE,
        "response_message_ephemeral": private,
    }
    if message is not None:
        about["response_message_id"] = str(message.id)
    if message is None:
        return f'{{"interaction":{dumps(about)},"resource":{{"type":{kind}}}}}'
    return f'{{"interaction":{dumps(about)},"resource":{{"type":{kind},"message":{message.text}}}}}'
