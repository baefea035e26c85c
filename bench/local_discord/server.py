"""The local Discord: REST and gateway on 127.0.0.1, in the bench's own process.

It has login, commands, the application's emoji, callbacks of interactions, webhooks, channels and
their messages. It takes only documented requests: `documented` has the rules, `Strict` refuses all
others with Discord's own answers.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from http import HTTPMethod, HTTPStatus
from os import SEEK_END
from time import perf_counter
from typing import Any, Self, TypeAlias

from aiohttp import web

from bench.local_discord import payloads
from bench.local_discord.documented import Fault, Sent
from bench.local_discord.documented.access import CALLBACK_SECONDS, Asked, Channel, Token
from bench.local_discord.documented.messages import EPHEMERAL, MOST_REQUEST
from bench.local_discord.documented.rates import Arrival, Limited
from bench.local_discord.documented.sent import DEFER, DEFER_UPDATE, SEND, UPDATE
from bench.local_discord.documented.sessions import CONCURRENCY
from bench.local_discord.gateway import Gateway
from bench.local_discord.messages import Message
from bench.local_discord.payloads import Json, Place, Snowflakes, dumps
from bench.local_discord.strict import Line, Reply, Strict, limit_headers, refusal

HOST = "127.0.0.1"
PREFIX = "/api/v10/"

SHOW_SECONDS = 60.0
"""How long a player waits for the message after a deferral."""

FIRST_COPIED = 1 << 60
"""Channels and messages from this id on are the bench's own: it writes them into the database."""

THREAD = 11
"""The type of a public thread."""


@dataclass(eq=False, slots=True)
class Interaction:
    """An interaction that was sent, and what has come back.

    `shown` becomes the message that the player sees, None if none came in time.
    `seconds` is the time from sending to that message.
    """

    id: int
    place: Place
    message: Message | None
    token: Token
    shown: asyncio.Future[Message | None]
    seconds: float = 0.0
    original: Message | None = None

    @property
    def callback(self) -> int:
        """The type of its callback, 0 before one."""
        return self.token.callback


@dataclass
class Application:
    """What Discord stores of an application from one start to the next."""

    commands: list[Json] = field(default_factory=list)
    emoji: list[Json] = field(default_factory=list)
    commands_known: asyncio.Event = field(default_factory=asyncio.Event)
    commands_at: float = 0.0


Route: TypeAlias = Callable[[Sent, Interaction | None], Reply]
"""Answers a request that breaks no rule, and the interaction whose token it bears."""


class LocalDiscord:
    """A Discord with some guilds; every channel has one player. Use it as a context.

    Beside the `places` in guilds of the bot, there are as many `guests` on a guild without it,
    who have the app for themselves, and `commands_only` where it was added without the bot.
    `line` is the way to it; `hanging` are the ids of interactions whose callbacks get no answer;
    `ahead` moves its clock on, in seconds. One in `sampled` bodies is checked.
    """

    def __init__(self, guilds: int, channels: int, *, sampled: int = 1) -> None:
        self.snowflakes = Snowflakes()
        make = self.snowflakes.make
        self.application_id = make()
        self.token = payloads.bot_token(self.application_id)
        self.clock: Callable[[], float] = perf_counter
        self.ahead = 0.0
        self.strict = Strict(sampled, self.now)
        self.line = Line()
        self.hanging: set[int] = set()
        self._let_go = asyncio.Event()
        self.bot = payloads.user(self.application_id, "bench", bot=True)
        self.application = Application()
        self.places: list[Place] = []
        self.channels: dict[int, Channel] = {}
        created = []
        for _ in range(guilds):
            guild_id = make()
            tables = [payloads.channel(make(), guild_id, number) for number in range(channels)]
            created.append(payloads.guild(guild_id, make(), self.bot, tables))
            self.places += [payloads.place(self.application_id, make(), one) for one in tables]
        self.guests = self._elsewhere(channels, guest=True)
        self.commands_only = self._elsewhere(channels, guest=False)
        for place in self.places:
            self.channels[place.channel] = Channel(place.channel)
        everybody = (*self.places, *self.guests, *self.commands_only)
        self._users = {str(place.user): place.member["user"] for place in everybody}
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
        self.gateway = Gateway(self._ready, created, self.token, self.strict.broken.append)
        self.gateway.clock = self.now
        self.messages: dict[int, Message] = {}
        self.edited: set[int] = set()
        self._deleted: set[int] = set()
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

    def _elsewhere(self, channels: int, *, guest: bool) -> list[Place]:
        """Return places on a guild of which the bot is no member."""
        make = self.snowflakes.make
        guild = make()
        tables = [payloads.channel(make(), guild, number) for number in range(channels)]
        for one in tables:
            self.channels[int(one["id"])] = Channel(int(one["id"]), permissions=None)
        return [payloads.place(self.application_id, make(), one, guest=guest) for one in tables]

    def now(self) -> float:
        return self.clock() + self.ahead

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
        sent = self.ask(place, message)
        clicked = None if message is None else message.text
        text = payloads.interaction(place, kind, sent.id, carried, clicked)
        await self.gateway.dispatch("INTERACTION_CREATE", text)
        return sent

    def ask(self, place: Place, message: Message | None = None) -> Interaction:
        """Make an interaction of a member that a bot may answer."""
        made = self.snowflakes.make()
        shown: asyncio.Future[Message | None] = asyncio.get_running_loop().create_future()
        asked = Interaction(made, place, message, Token(self.now(), guest=place.guest), shown)
        self._interactions[payloads.token(made)] = asked
        self._waiting.add(asked)
        return asked

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
        left = self.now()
        sent, size = await _read(request)
        asked = self._interactions.get(sent.parts[2]) if len(sent.parts) > 2 else None
        if sent.parts[0] == "interactions":
            self.answers += 1
            self.answer_bytes += size
            if asked is not None and asked.id in self.hanging:
                await self._let_go.wait()
        await self.line.carry(size)
        authorized = request.headers.get("Authorization") == f"Bot {self.gateway.token}"
        reply, headers = self._answered(sent, left, asked, authorized=authorized)
        status = reply.status
        if sent.parts[0] == "interactions" and status == HTTPStatus.OK and not _asks_back(request):
            status = HTTPStatus.NO_CONTENT
        if status == HTTPStatus.NO_CONTENT:
            return web.Response(status=status, headers=headers)
        kind = "text/html" if reply.text.startswith("<") else "application/json"
        return web.Response(
            body=reply.text.encode(), status=status, content_type=kind, headers=headers
        )

    def _answered(
        self, sent: Sent, left: float, asked: Interaction | None, *, authorized: bool
    ) -> tuple[Reply, dict[str, str]]:
        """Return the answer to a request, and the headers of its rate limits."""
        strict, now = self.strict, self.now()
        if sent.edits:
            edited = self._edited(sent, asked)
            sent = replace(sent, v2=None if edited is None else edited.v2)
        fault = strict.limited(self._arrival(sent, left, now))
        if isinstance(fault, Limited):
            strict.rates.told(sent, fault, now)
            strict.limits.append((now, fault))
            strict.count(fault.status, shared=fault.scope == "shared")
            about = strict.rates.headers(sent, now, time.time()) if fault.scope else {}
            return refusal(fault), about | limit_headers(fault)
        channel, known = self._about(sent, asked)
        token = None if asked is None else asked.token
        fault = fault or strict.refused(Asked(sent, now, token, channel, authorized, known))
        reply = refusal(fault) if fault is not None else self._routed(sent, asked)
        strict.count(reply.status, shared=False)
        return reply, strict.rates.headers(sent, now, time.time())

    def _arrival(self, sent: Sent, left: float, now: float) -> Arrival:
        """Return the arrival of a request, for the rules of rate limits."""
        age = 0.0
        if sent.route == "PATCH /channels/{}/messages/{}":
            age = time.time() + self.ahead - payloads.made_at(int(sent.parts[3]))
        size = 0
        if sent.route == "POST /applications/{}/emojis":
            size = len(str((sent.body or {}).get("image", ""))) * 3 // 4  # base64
            self.strict.rates.emoji = len(self.application.emoji)
        return Arrival(sent, self.strict.rates, now, left, age, size)

    def _about(self, sent: Sent, asked: Interaction | None) -> tuple[Channel | None, bool]:
        """Return the channel that a request is about, and whether its message is there."""
        known = not (sent.parts[-1].isdigit() and int(sent.parts[-1]) in self._deleted)
        if sent.parts[0] == "channels" and len(sent.parts) > 1:
            number = int(sent.parts[1])
            copied = Channel(number) if number >= FIRST_COPIED else None
            return self.channels.get(number, copied), known
        return (None if asked is None else self.channels.get(asked.place.channel)), known

    def _edited(self, sent: Sent, asked: Interaction | None) -> Message | None:
        """Return the message that a request edits, as far as it is known."""
        if sent.parts[-1] == "@original":
            return None if asked is None else asked.original
        if sent.parts[-1] == "callback":
            return None if asked is None else asked.message
        return self.messages.get(int(sent.parts[-1]))

    def _routed(self, sent: Sent, asked: Interaction | None) -> Reply:
        try:
            return self._routes[sent.parts[0]](sent, asked)
        except LookupError:
            return refusal(Fault("404: Not Found", status=404, code=0))

    def _shows(self, message: Message, told: Json) -> Message:
        return message.show(told, self._users)

    def _me(self, sent: Sent, _asked: Interaction | None) -> Reply:
        if sent.path == "/users/@me/guilds":
            return Reply(
                200, dumps([{"id": one["id"], "name": one["name"]} for one in self.gateway.guilds])
            )
        if sent.parts[0] == "users":
            return Reply(200, dumps(self.bot))
        return Reply(200, dumps(payloads.application(self.application_id)))

    def _gateway(self, _sent: Sent, _asked: Interaction | None) -> Reply:
        starts, now = self.gateway.starts, self.now()
        session = {
            "total": starts.total,
            "remaining": starts.remaining(now),
            "reset_after": int(1000 * starts.reset_after(now)),
            "max_concurrency": CONCURRENCY,
        }
        return Reply(
            200,
            dumps({"url": self.gateway_url, "shards": 1, "session_start_limit": session}),
        )

    def _application(self, sent: Sent, asked: Interaction | None) -> Reply:
        stored = self.application
        match sent.parts[-1], sent.method:
            case "@me", _:
                return self._me(sent, asked)
            case "commands", _ if "guilds" in sent.parts:
                return Reply(200, "[]")  # no server has commands of its own
            case "commands", HTTPMethod.GET | HTTPMethod.PUT:
                if sent.method == HTTPMethod.PUT:
                    stored.commands = [self._command(one) for one in sent.body]
                stored.commands_at = perf_counter()
                stored.commands_known.set()
                return Reply(200, dumps(stored.commands))
            case "emojis", HTTPMethod.GET:
                return Reply(200, dumps({"items": stored.emoji}))
            case "emojis", HTTPMethod.POST:
                own = {"id": str(self.snowflakes.make()), "name": sent.body["name"]}
                stored.emoji.append(
                    {**own, "user": self.bot, "roles": [], "require_colons": True}
                    | {"managed": False, "available": True}
                    | {"animated": sent.body["image"].startswith("data:image/gif")}
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

    def _callback(self, sent: Sent, answered: Interaction | None) -> Reply:
        if answered is None:
            raise LookupError
        now = self.now()
        answered.token.callback = kind = int(sent.body["type"])
        answered.token.deferred = kind == DEFER
        told = sent.body.get("data") or {}
        message: Message | None = None
        if kind == SEND:
            message = answered.original = self._new(answered.place, told)
        elif kind == UPDATE:
            message = answered.original = answered.message
            if message is not None:
                self._shows(message, told)
        elif kind == DEFER:
            answered.original = self._new(answered.place, told)
        elif kind == DEFER_UPDATE:
            answered.original = answered.message
        if message is not None:
            self._show(answered, message, now)
        return Reply(200, _callback_response(answered, kind, told, message))

    def _webhook(self, sent: Sent, answered: Interaction | None) -> Reply:
        if answered is None:
            raise LookupError
        token, method = answered.token, sent.method
        if method == HTTPMethod.POST:
            message = self._new(answered.place, sent.body)
            token.follow_ups += 1
        elif sent.parts[4] != "@original":
            message = self.messages[int(sent.parts[4])]
        elif answered.original is None:
            raise LookupError
        else:
            message = answered.original
        if message is answered.original and method != HTTPMethod.GET:
            token.deferred = False
        if method == HTTPMethod.DELETE:
            return self._delete(message.id)
        if method == HTTPMethod.PATCH:
            self._shows(message, sent.body)
        if method != HTTPMethod.GET:
            self._show(answered, message, self.now())
        return Reply(200, message.text)

    def _channel(self, sent: Sent, _asked: Interaction | None) -> Reply:
        number = int(sent.parts[1])
        channel = self.channels.get(number) or Channel(number)
        match sent.route:
            case "POST /channels/{}/messages":
                channel.archived = False  # a message opens a thread that is not locked
                return Reply(200, self._new(None, sent.body, number).text)
            case "POST /channels/{}/threads":
                made = Channel(self.snowflakes.make(), channel.permissions, thread=True)
                self.channels[made.id] = made
                return Reply(201, dumps(_told_of(made)))
            case "PATCH /channels/{}":
                channel.archived = bool(sent.body.get("archived", channel.archived))
                return Reply(200, dumps(_told_of(channel)))
            case "GET /channels/{}":
                return Reply(200, dumps(_told_of(channel)))
        message_id = int(sent.parts[3])
        if sent.method == HTTPMethod.DELETE:
            return self._delete(message_id)
        message = self.messages.get(message_id)
        if message is None:  # a round that was written into the database by the bench
            message = self.messages[message_id] = Message(message_id, number, self.bot, None)
        if sent.method == HTTPMethod.PATCH:
            self._shows(message, sent.body)
            self.edited.add(message_id)
        return Reply(200, message.text)

    def _delete(self, message_id: int) -> Reply:
        self.messages.pop(message_id, None)
        self._deleted.add(message_id)
        return Reply(204, "")

    def _new(self, place: Place | None, told: Json, channel: int = 0) -> Message:
        made = self.snowflakes.make()
        message = Message(made, place.channel if place else channel, self.bot, place)
        self.messages[made] = self._shows(message, told)
        return message

    def _show(self, answered: Interaction, message: Message | None, now: float) -> None:
        if not answered.shown.done():
            answered.seconds = now - answered.token.sent
            answered.shown.set_result(message)
        self._waiting.discard(answered)

    async def _sweep(self) -> None:
        """Give up interactions that were not answered in time."""
        while True:
            await asyncio.sleep(0.1)
            now = self.now()
            for one in [*self._waiting]:
                allowed = SHOW_SECONDS if one.callback else CALLBACK_SECONDS
                if now - one.token.sent > allowed + 0.05:
                    self._waiting.discard(one)
                    one.seconds = now - one.token.sent
                    one.shown.set_result(None)


def _large_request(*parts: Any) -> web.BaseRequest:
    """Return a request that may be larger than Discord takes, so that a rule refuses it."""
    message, payload, protocol, writer, task = parts
    loop, most = asyncio.get_running_loop(), 2 * MOST_REQUEST
    return web.BaseRequest(message, payload, protocol, writer, task, loop, client_max_size=most)


def _asks_back(request: web.BaseRequest) -> bool:
    """Return whether the callback of an interaction requests the created message."""
    return request.query.get("with_response", "").lower() in ("1", "true")


async def _read(request: web.BaseRequest) -> tuple[Sent, int]:
    path = "/" + request.path.removeprefix(PREFIX)
    files: dict[str, int] = {}
    if request.content_type.startswith("multipart/"):
        form = await request.post()
        body: Any = json.loads(str(form["payload_json"]))
        for part in form.values():
            if isinstance(part, web.FileField):
                files[part.filename] = part.file.seek(0, SEEK_END)
        size = request.content_length or sum(files.values())
    else:
        raw = await request.read()
        size = len(raw)
        body = json.loads(raw) if raw else None
    return Sent(request.method, path, body, request.query, files), size


def _told_of(channel: Channel) -> Json:
    """Return a channel or a thread as Discord's JSON."""
    told: Json = {"id": str(channel.id), "type": THREAD if channel.thread else 0, "name": "table"}
    if channel.thread:
        times = {"auto_archive_duration": 10080, "archive_timestamp": "2026-01-01T12:00:00+00:00"}
        told["thread_metadata"] = {"archived": channel.archived, "locked": channel.locked} | times
    return told


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
    if message is not None:
        about["response_message_id"] = str(message.id)
    if message is None:
        return f'{{"interaction":{dumps(about)},"resource":{{"type":{kind}}}}}'
    return f'{{"interaction":{dumps(about)},"resource":{{"type":{kind},"message":{message.text}}}}}'
