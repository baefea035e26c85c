"""Each documented rule: a request that breaks it is refused by the local Discord, as Discord does."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

import aiohttp
import pytest

from bench.local_discord import payloads
from bench.local_discord.documented import RULES, Sent, access, rates
from bench.local_discord.documented.messages import EPHEMERAL, SILENT, V2
from bench.local_discord.documented.rates import Pause
from bench.local_discord.documented.sent import DEFER, SEND
from bench.local_discord.server import LocalDiscord

pytestmark = pytest.mark.slow

HOUR = 3600.0
POST_MESSAGE = "POST /channels/{channel}/messages"
EDIT_MESSAGE = "PATCH /channels/{channel}/messages/{message}"
CALLBACK = "POST /interactions/{interaction}/{token}/callback"
ORIGINAL = "/webhooks/{application}/{token}/messages/@original"
FOLLOW_UP = "POST /webhooks/{application}/{token}"
COMMANDS = "PUT /applications/{application}/commands"
EMOJI = "POST /applications/{application}/emojis"


def text(words: str) -> dict[str, Any]:
    return {"type": 10, "content": words}


def button(custom_id: str = "a", **more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 2, "label": "Go", "custom_id": custom_id, **more}


def row(*inner: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": [*inner]}


def menu(**more: Any) -> dict[str, Any]:
    options = [{"label": "one", "value": "1"}, {"label": "two", "value": "2"}]
    return {"type": 3, "custom_id": "menu", "options": options, **more}


def message(*components: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"components": [*components], "flags": V2, "allowed_mentions": {"parse": []}, **more}


def gallery(url: str) -> dict[str, Any]:
    return {"type": 12, "items": [{"media": {"url": url}}]}


def command(name: str = "play", **more: Any) -> dict[str, Any]:
    return {"name": name, "description": "Plays", "type": 1, **more}


def option(name: str, kind: int = 3, **more: Any) -> dict[str, Any]:
    return {"type": kind, "name": name, "description": "An option", **more}


@dataclass
class Scene:
    """A local Discord that the bot meets, with an interaction of a member in the one channel."""

    discord: LocalDiscord
    session: aiohttp.ClientSession
    names: dict[str, Any] = field(default_factory=dict)

    @property
    def channel(self) -> access.Channel:
        return self.discord.channels[self.discord.places[0].channel]

    async def answer(self, body: Any | None = None) -> None:
        """Give the interaction its callback."""
        assert (await self.ask(CALLBACK, body or {"type": SEND, "data": message(text("a"))}))[
            0
        ] < 300

    async def ask(
        self, route: str, body: Any = None, file: tuple[str, int] | None = None
    ) -> tuple[int, Any]:
        """Make a request; return the status of the answer, and its JSON or text."""
        method, path = route.format(**self.names).split()
        sent: dict[str, Any] = {"json": body}
        if file is not None:
            form = aiohttp.FormData(quote_fields=False)
            form.add_field("payload_json", json.dumps(body))
            form.add_field("files[0]", BytesIO(bytes(file[1])), filename=file[0])
            sent = {"data": form}
        headers = {"Authorization": f"Bot {self.names['secret']}"}
        url = f"{self.discord.api}{path}"
        async with self.session.request(method, url, headers=headers, **sent) as answer:
            told = await answer.text()
            self.names["headers"] = answer.headers
            return answer.status, json.loads(told) if told.startswith(("{", "[")) else told


@pytest.fixture
async def scene() -> AsyncIterator[Scene]:
    async with LocalDiscord(1, 1) as discord, aiohttp.ClientSession() as session:
        discord.clock = lambda: 1_000.0
        made = Scene(discord, session)
        here = discord.places[0]
        made.names = {
            "channel": here.channel,
            "application": discord.application_id,
            "secret": discord.token,
            "message": discord.snowflakes.make(),
        }
        ask(made, here)
        yield made


def ask(scene: Scene, place: payloads.Place) -> None:
    """Let a member ask the bot something; the scene's interaction is that."""
    made = scene.discord.ask(place)
    scene.names |= {"interaction": made.id, "token": payloads.token(made.id)}


Prepare = Callable[[Scene], Any]


@dataclass(frozen=True)
class Case:
    """A request that breaks a rule in a scene, and what Discord answers: status and error."""

    rule: int
    route: str
    body: Any = None
    status: int = 400
    code: int | None = 50035
    prepare: Prepare | None = None
    file: tuple[str, int] | None = None


FORTY_ONE = [text(str(number)) for number in range(41)]
MENTION = "<@17> rolls"
PICTURE = message(
    gallery("attachment://board.png"), attachments=[{"id": 0, "filename": "board.png"}]
)


def channel_is(**changes: Any) -> Prepare:
    """Return what changes the channel of the scene."""

    def prepare(scene: Scene) -> None:
        for name, value in changes.items():
            setattr(scene.channel, name, value)

    return prepare


def later(seconds: float, *, answered: bool = True) -> Prepare:
    """Return what lets time pass after the interaction, which may be answered before."""

    async def prepare(scene: Scene) -> None:
        if answered:
            await scene.answer()
        scene.discord.ahead = seconds

    return prepare


async def as_a_guest(scene: Scene) -> None:
    """Answer a guest, and send the five follow-ups that are allowed."""
    ask(scene, scene.discord.guests[0])
    await scene.answer()
    for _ in range(5):
        assert (await scene.ask(FOLLOW_UP, message(text("more"))))[0] == 200
        scene.discord.ahead += 2.5


async def deferred(scene: Scene) -> None:
    await scene.answer({"type": DEFER})


async def deleted(scene: Scene) -> None:
    assert (await scene.ask("DELETE /channels/{channel}/messages/{message}"))[0] == 204


async def shown_in_v2(scene: Scene) -> None:
    status, made = await scene.ask(POST_MESSAGE, message(text("a")))
    assert status == 200
    scene.names["message"] = made["id"]


def wrong_token(scene: Scene) -> None:
    scene.names["secret"] = "another"


def of_an_old_message(scene: Scene) -> None:
    scene.discord.ahead = HOUR + 60


def many(number: int) -> list[dict[str, Any]]:
    return [command(f"play{index}") for index in range(number)]


CASES = [
    Case(101, "POST /channels/{channel}/pins", {}, 404, 0),
    Case(102, POST_MESSAGE, message(row(button(label="x" * 81)))),
    Case(102, POST_MESSAGE, message(row(button("x" * 101)))),
    Case(102, POST_MESSAGE, message(row(menu(placeholder="x" * 151)))),
    Case(102, POST_MESSAGE, message(row(menu(options=[])))),
    Case(102, POST_MESSAGE, message(row(*[button(str(n)) for n in range(6)]))),
    Case(102, POST_MESSAGE, message(text(""))),
    Case(
        102,
        POST_MESSAGE,
        message(text("a"), allowed_mentions={"users": list(map(str, range(1, 102)))}),
    ),
    Case(102, POST_MESSAGE, message(text("a"), colour=1)),
    Case(102, CALLBACK, {"type": 3}),
    Case(
        102, COMMANDS, [command(options=[option("x", choices=[{"name": "x" * 101, "value": "x"}])])]
    ),
    Case(102, COMMANDS, [command(description="x" * 101)]),
    Case(102, EMOJI, {"name": "x", "image": "data:image/png;base64,"}),
    Case(102, "POST /channels/{channel}/threads", {"name": "x" * 101}),
    Case(102, "POST /channels/{channel}/threads", {"name": "x", "auto_archive_duration": 5}),
    Case(201, COMMANDS, [command("Play")]),
    Case(201, COMMANDS, [command("a b")]),
    Case(201, COMMANDS, [command(options=[option("one", name_localizations={"ro": "un joc"})])]),
    Case(202, COMMANDS, [command(description="")]),
    Case(202, COMMANDS, [command(type=2, name="Challenge")]),
    Case(
        203,
        COMMANDS,
        [
            command(
                options=[
                    option(
                        f"o{n}",
                        choices=[
                            {
                                "name": "x" * 100,
                                "value": f"{n}{m}",
                                "name_localizations": {"ro": "x"},
                            }
                            for m in range(25)
                        ],
                    )
                    for n in range(4)
                ]
            )
        ],
    ),
    Case(204, COMMANDS, many(101)),
    Case(204, COMMANDS, [{"name": f"Bar {n}", "type": 2} for n in range(16)]),
    Case(204, COMMANDS, [{"name": f"Close {n}", "type": 3} for n in range(16)]),
    Case(205, COMMANDS, [command(options=[option("a"), option("b", required=True)])]),
    Case(206, COMMANDS, [command(), command()]),
    Case(206, COMMANDS, [command(), command("stats", name_localizations={"ro": "play"})]),
    Case(207, COMMANDS, [command(options=[option("a"), option("a")])]),
    Case(
        207,
        COMMANDS,
        [
            command(
                options=[
                    option("a", name_localizations={"ro": "b"}),
                    option("b", name_localizations={"ro": "c"}),
                ]
            )
        ],
    ),
    Case(
        208, COMMANDS, [command(options=[option("a", choices=[{"name": "x", "value": "y" * 101}])])]
    ),
    Case(
        208,
        COMMANDS,
        [
            command(
                options=[
                    option("a", choices=[{"name": "x", "value": "1"}, {"name": "x", "value": "2"}])
                ]
            )
        ],
    ),
    Case(209, COMMANDS, [command(name_localizations={"ro-RO": "joc"})]),
    Case(210, COMMANDS, [command(options=[option("a", 1), option("b")])]),
    Case(301, POST_MESSAGE, message({"type": 17, "components": FORTY_ONE[:40]})),
    Case(302, POST_MESSAGE, message(text("x" * 2001), text("y" * 2000))),
    Case(303, POST_MESSAGE, message(text("🎲" * 2501)), 500, 0),
    Case(304, POST_MESSAGE, message(row(button(), button()))),
    Case(305, POST_MESSAGE, message({**text("a"), "id": 7}, {**text("b"), "id": 7})),
    Case(306, POST_MESSAGE, message(row(menu(), button()))),
    Case(307, POST_MESSAGE, message(row(button(label="")))),
    Case(307, POST_MESSAGE, message(row({"type": 2, "style": 2, "label": "Go"}))),
    Case(307, POST_MESSAGE, message(row(button(url="https://example.org")))),
    Case(307, POST_MESSAGE, message(row(button(style=5)))),
    Case(308, POST_MESSAGE, message(row(menu(max_values=3)))),
    Case(308, POST_MESSAGE, message(row(menu(options=[{"label": "a", "value": "1"}] * 2)))),
    Case(
        308,
        POST_MESSAGE,
        message(row(menu(options=[{"label": n, "value": n, "default": True} for n in "ab"]))),
    ),
    Case(309, POST_MESSAGE, message(gallery("attachment://board.png"))),
    Case(309, POST_MESSAGE, message(text("a")), file=("board.png", 3)),
    Case(310, POST_MESSAGE, message(text("a"), flags=V2 | EPHEMERAL)),
    Case(310, CALLBACK, {"type": DEFER, "data": {"flags": V2 | EPHEMERAL}}),
    Case(311, POST_MESSAGE, message(text("a"), content="b")),
    Case(311, EDIT_MESSAGE, {"content": "b"}, prepare=shown_in_v2),
    Case(312, POST_MESSAGE, message(text("a"), flags=0)),
    Case(312, CALLBACK, {"type": SEND, "data": message(text("a"), flags=EPHEMERAL)}),
    Case(
        312,
        f"PATCH {ORIGINAL}",
        {"components": [text("a")]},
        prepare=deferred,
    ),
    Case(313, POST_MESSAGE, message(), code=50006),
    Case(314, POST_MESSAGE, {"content": "x" * 2001, "allowed_mentions": {"parse": []}}),
    Case(315, POST_MESSAGE, message(text(MENTION))),
    Case(
        315, EDIT_MESSAGE, message(text(MENTION), allowed_mentions={"parse": [], "users": ["18"]})
    ),
    Case(315, CALLBACK, {"type": SEND, "data": message(text(MENTION), flags=V2 | EPHEMERAL)}),
    Case(
        318,
        f"PATCH {ORIGINAL}",
        PICTURE,
        prepare=deferred,
        file=("board.png", 3),
    ),
    Case(316, POST_MESSAGE, message(text("a"), allowed_mentions={"users": ["17"]})),
    Case(
        316,
        POST_MESSAGE,
        message(text(MENTION), allowed_mentions={"parse": ["users"], "users": ["17"]}),
    ),
    Case(317, POST_MESSAGE, PICTURE, 413, 40005, file=("board.png", 10 * 1024 * 1024 + 1)),
    Case(
        401,
        CALLBACK,
        {"type": SEND, "data": message(text("a"))},
        404,
        10062,
        later(3.1, answered=False),
    ),
    Case(402, CALLBACK, {"type": SEND, "data": message(text("a"))}, 400, 40060, later(0)),
    Case(403, FOLLOW_UP, message(text("a")), 404, 10015),
    Case(403, FOLLOW_UP, message(text("a")), 401, 50027, later(15 * 60 + 1)),
    Case(404, FOLLOW_UP, message(text("a")), 400, 40094, as_a_guest),
    Case(405, FOLLOW_UP, message(text("a")), prepare=deferred),
    Case(501, POST_MESSAGE, message(text("a")), 401, 0, wrong_token),
    Case(502, "POST /channels/17/messages", message(text("a")), 404, 10003),
    Case(503, POST_MESSAGE, message(text("a")), 403, 50001, channel_is(permissions=None)),
    Case(
        503,
        EDIT_MESSAGE,
        message(text("a")),
        403,
        50001,
        channel_is(permissions=access.SEND_MESSAGES),
    ),
    Case(
        504,
        POST_MESSAGE,
        message(text("a")),
        403,
        50013,
        channel_is(permissions=access.VIEW_CHANNEL),
    ),
    Case(
        505,
        POST_MESSAGE,
        message(text("a")),
        403,
        50013,
        channel_is(thread=True, permissions=access.VIEW_CHANNEL | access.SEND_MESSAGES),
    ),
    Case(
        506,
        "POST /channels/{channel}/threads",
        {"name": "a"},
        403,
        50013,
        channel_is(permissions=access.VIEW_CHANNEL),
    ),
    Case(
        507,
        POST_MESSAGE,
        PICTURE,
        403,
        50013,
        channel_is(permissions=access.VIEW_CHANNEL | access.SEND_MESSAGES),
        ("board.png", 3),
    ),
    Case(508, EDIT_MESSAGE, message(text("a")), 400, 50083, channel_is(thread=True, archived=True)),
    Case(
        509,
        POST_MESSAGE,
        message(text("a")),
        403,
        160005,
        channel_is(
            thread=True, locked=True, permissions=access.ALL_PERMISSIONS & ~access.MANAGE_THREADS
        ),
    ),
    Case(
        509,
        "PATCH /channels/{channel}",
        {"archived": False},
        403,
        50013,
        channel_is(
            thread=True, locked=True, permissions=access.ALL_PERMISSIONS & ~access.MANAGE_THREADS
        ),
    ),
    Case(510, EDIT_MESSAGE, message(text("a")), 404, 10008, deleted),
]

ON_THE_GATEWAY = {number for number in RULES if number // 100 == 7}
OF_RATES = {number for number in RULES if number // 100 == 6}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.rule} {case.route.split()[1]}")
async def test_what_breaks_a_rule_is_refused(scene, case):
    if case.prepare is not None:
        done = case.prepare(scene)
        if done is not None:
            await done
    assert scene.discord.strict.broken == []
    status, told = await scene.ask(case.route, case.body, case.file)
    assert [one.rule for one in scene.discord.strict.broken] == [case.rule]
    assert (status, told["code"]) == (case.status, case.code)


def test_every_rule_has_a_case_a_source_and_its_words():
    tried = (
        {case.rule for case in CASES}
        | {case.rule for case in RATES}
        | {number for number, *_ in SAID}
    )
    assert tried == RULES.keys()
    for number, rule in RULES.items():
        assert rule.number == number
        assert rule.says[0].isupper()
        assert (
            rule.source.endswith(("json, paths", "requestBody"))
            or "mdx" in rule.source
            or "discord-api-docs" in rule.source
        )


FITS = [
    (POST_MESSAGE, message(text("x" * 2000), text("y" * 2000))),
    (POST_MESSAGE, message({"type": 17, "components": FORTY_ONE[:39]})),
    (POST_MESSAGE, message(text("🎲" * 2500))),
    (
        POST_MESSAGE,
        message(text(MENTION), row(button()), row(menu()), allowed_mentions={"users": ["17"]}),
    ),
    (POST_MESSAGE, {"content": "x" * 2000}),
    (EDIT_MESSAGE, message(text("a"), flags=V2 | SILENT)),
    (EDIT_MESSAGE, message(text("a"), row(button(emoji={"name": "🎲"}, label="")))),
    (CALLBACK, {"type": SEND, "data": message(text("a"), flags=V2 | EPHEMERAL)}),
    (COMMANDS, many(100)),
    (COMMANDS, [command(options=[option("joc", name_localizations={"ro": "joacă-te_ț"})])]),
    ("POST /channels/{channel}/threads", {"name": "x" * 100, "type": 11}),
]


@pytest.mark.parametrize(("route", "body"), FITS)
async def test_what_reaches_a_limit_is_taken(scene, route, body):
    status, _ = await scene.ask(route, body)
    assert status in (200, 201, 204)
    assert scene.discord.strict.broken == []


async def test_a_file_that_is_named_is_taken(scene):
    status, _ = await scene.ask(POST_MESSAGE, PICTURE, ("board.png", 3))
    assert (status, scene.discord.strict.broken) == (200, [])


async def test_an_error_tells_its_place_as_discord_does(scene):
    _, told = await scene.ask(POST_MESSAGE, message(row(button(label="x" * 81))))
    place = told["errors"]["components"]["0"]["components"]["0"]["label"]
    assert told["message"] == "Invalid Form Body"
    assert place["_errors"][0]["message"] == "Must be between 0 and 80 in length."


async def test_a_message_has_the_data_of_those_whom_it_mentions_and_lists(scene):
    user = scene.discord.places[0].user
    listed = {"parse": [], "users": [str(user)]}
    _, told = await scene.ask(
        POST_MESSAGE, message(text(f"<@{user}> rolls"), allowed_mentions=listed)
    )
    assert [one["id"] for one in told["mentions"]] == [str(user)]


async def test_a_deferral_is_filled_by_an_edit_or_deleted_before_another_message_follows(scene):
    for method in ("PATCH", "DELETE"):
        ask(scene, scene.discord.places[0])
        await scene.answer({"type": DEFER, "data": {"flags": EPHEMERAL}})
        before = set(scene.discord.messages)
        status, told = await scene.ask(f"{method} {ORIGINAL}", message(text("a")))
        assert status < 300
        if method == "PATCH":
            assert int(told["id"]) in before
            assert told["flags"] & EPHEMERAL
        status, told = await scene.ask(FOLLOW_UP, message(text("a")))
        assert status == 200
        assert int(told["id"]) not in before


# Rate limits


@dataclass(frozen=True)
class Many:
    """A request that is one too many: how the scene came there, and what the refusal says."""

    rule: int
    route: str
    body: Any
    prepare: Prepare
    scope: str = "user"
    seconds: float = 1.0


def emptied(route: str, body: Any, count: int) -> Prepare:
    """Return what makes so many requests, which are all taken."""

    async def prepare(scene: Scene) -> None:
        for _ in range(count):
            assert (await scene.ask(route, body))[0] == 200

    return prepare


def in_hot_water(scene: Scene) -> None:
    scene.discord.strict.rates.invalid = deque([scene.discord.now()] * 10_000)


def told_to_wait(scene: Scene) -> None:
    now = scene.discord.now()
    scene.discord.strict.rates.pauses["global"] = Pause(now + 8, "global", told=now - 1)


def fifty_a_second(scene: Scene) -> None:
    scene.discord.strict.rates.counted = [scene.discord.now()] * 50


async def three_old_edits(scene: Scene) -> None:
    of_an_old_message(scene)
    for _ in range(3):
        assert (await scene.ask(EDIT_MESSAGE, message(text("a"))))[0] == 200


def no_emoji_left(scene: Scene) -> None:
    scene.discord.strict.rates.emoji_quota = 0


def all_emoji(scene: Scene) -> None:
    scene.discord.application.emoji = [{}] * 2000


ONE_EMOJI = {"name": "pips_1", "image": "data:image/png;base64,AAAA"}

RATES = [
    Many(601, POST_MESSAGE, message(text("a")), in_hot_water, "", 3600),
    Many(602, POST_MESSAGE, message(text("a")), told_to_wait, "global", 8),
    Many(603, POST_MESSAGE, message(text("a")), fifty_a_second, "global", 1),
    Many(
        604,
        POST_MESSAGE,
        message(text("a")),
        emptied(POST_MESSAGE, message(text("a")), 5),
        "user",
        5,
    ),
    Many(605, EDIT_MESSAGE, message(text("a")), three_old_edits, "user", 20),
    Many(606, EMOJI, ONE_EMOJI, no_emoji_left, "user", 3600),
    Many(607, EMOJI, ONE_EMOJI, all_emoji, "", 0),
]


@pytest.mark.parametrize("many", RATES, ids=lambda many: str(many.rule))
async def test_one_request_too_many_is_refused(scene, many):
    done = many.prepare(scene)
    if done is not None:
        await done
    status, told = await scene.ask(many.route, many.body)
    headers = scene.names["headers"]
    assert [one.rule for one in scene.discord.strict.broken] == [many.rule]
    if many.rule == 607:
        assert (status, told["code"]) == (400, 30008)
        return
    assert status == 429
    assert 0 < float(headers["Retry-After"]) <= many.seconds
    assert headers.get("X-RateLimit-Scope", "") == many.scope
    assert ("Via" in headers) == bool(many.scope)
    assert headers.get("X-RateLimit-Global") == ("true" if many.scope == "global" else None)
    if many.scope:
        assert told["global"] == (many.scope == "global")
        assert 0 < told["retry_after"] <= many.seconds
        assert told.get("code") == (30046 if many.rule == 605 else None)
    else:
        assert told.startswith("<!doctype html>")


async def test_a_large_emoji_is_refused(scene):
    await scene.ask(EMOJI, {**ONE_EMOJI, "image": "A" * 400_000})
    assert [one.rule for one in scene.discord.strict.broken] == [607]


async def test_a_pause_that_nobody_was_told_of_breaks_no_rule(scene):
    """Who has sent before the refusal came could not know; who sends after it could."""
    rates_now = scene.discord.strict.rates
    post = Sent("POST", f"/channels/{scene.channel.id}/messages")
    rates_now.pause("shared", scene.discord.now() + 5, post)
    status, told = await scene.ask(POST_MESSAGE, message(text("a")))
    assert (status, told["message"]) == (429, "The resource is being rate limited.")
    assert scene.discord.strict.broken == []
    assert len(rates_now.invalid) == 0
    scene.discord.ahead = rates.GRACE_SECONDS * 2
    assert (await scene.ask(POST_MESSAGE, message(text("a"))))[0] == 429
    assert [one.rule for one in scene.discord.strict.broken] == [602]
    scene.discord.ahead = 6
    assert (await scene.ask(POST_MESSAGE, message(text("a"))))[0] == 200


async def test_cloudflare_refuses_answers_to_interactions_too(scene):
    scene.discord.strict.rates.pause("", scene.discord.now() + 5)
    status, told = await scene.ask(CALLBACK, {"type": SEND, "data": message(text("a"))})
    assert (status, told.startswith("<!doctype html>")) == (429, True)
    assert "Via" not in scene.names["headers"]
    assert 0 < float(scene.names["headers"]["Retry-After"]) <= 5


async def test_every_answer_but_those_of_interactions_tells_of_its_bucket(scene):
    for left in (4, 3):
        await scene.ask(POST_MESSAGE, message(text("a")))
        headers = scene.names["headers"]
        assert (headers["X-RateLimit-Limit"], headers["X-RateLimit-Remaining"]) == ("5", str(left))
        assert headers["X-RateLimit-Reset-After"] == "5.000"
        assert float(headers["X-RateLimit-Reset"]) > 1_700_000_000
    bucket = headers["X-RateLimit-Bucket"]
    await scene.ask(EDIT_MESSAGE, message(text("a")))
    assert scene.names["headers"]["X-RateLimit-Bucket"] != bucket
    await scene.answer()
    assert "X-RateLimit-Bucket" not in scene.names["headers"]


async def test_interactions_have_no_part_in_the_global_limit(scene):
    fifty_a_second(scene)
    await scene.answer()
    assert (await scene.ask(FOLLOW_UP, message(text("a"))))[0] == 200
    assert scene.discord.strict.broken == []


# The gateway

IDENTIFY, RESUME, HELLO, READY, NEW_SESSION = 2, 6, 10, 0, 9


def identify(scene: Scene, **more: Any) -> dict[str, Any]:
    data = {"token": scene.discord.token, "intents": 1, "shard": [0, 1], "properties": {}}
    return {"op": IDENTIFY, "d": data | more}


def resume(scene: Scene, sequence: int, session: str = "0" * 32) -> dict[str, Any]:
    data = {"token": scene.discord.token, "session_id": session, "seq": sequence}
    return {"op": RESUME, "d": data}


def budget_spent(scene: Scene) -> None:
    scene.discord.gateway.starts.times = deque([scene.discord.now() - 60] * 1000)


def just_started(scene: Scene) -> None:
    scene.discord.gateway.starts.times.append(scene.discord.now())


def many_servers(scene: Scene) -> None:
    scene.discord.gateway.guilds = scene.discord.gateway.guilds * 2501


def session_held(scene: Scene) -> None:
    scene.discord.gateway._held = True


Speech = Callable[[Scene], list[Any]]

SAID: list[tuple[int, int, Speech, Prepare | None]] = [
    (701, 4002, lambda scene: ["{"], None),
    (701, 4002, lambda scene: [{"op": 1, "d": "x" * 4096}], None),
    (702, 4001, lambda scene: [{"op": 99}], None),
    (703, 4008, lambda scene: [{"op": 1, "d": None}] * 121, None),
    (704, 4003, lambda scene: [{"op": 3, "d": {}}], None),
    (705, 4005, lambda scene: [identify(scene), identify(scene)], None),
    (706, 4004, lambda scene: [identify(scene, token="another")], None),
    (707, 4004, lambda scene: [identify(scene)], budget_spent),
    (708, NEW_SESSION, lambda scene: [identify(scene)], just_started),
    (709, 4010, lambda scene: [identify(scene, shard=[1, 1])], None),
    (710, 4011, lambda scene: [identify(scene)], many_servers),
    (711, 4013, lambda scene: [identify(scene, intents=1 << 30)], None),
    (712, 4014, lambda scene: [identify(scene, intents=1 << 15)], None),
    (713, 4007, lambda scene: [resume(scene, 5)], session_held),
    (714, NEW_SESSION, lambda scene: [resume(scene, 0, "1" * 32)], session_held),
]


async def heard(socket: aiohttp.ClientWebSocketResponse) -> Any:
    """Return the next thing that Discord says: its JSON, or the code with which it closes."""
    message = await socket.receive(timeout=5)
    return json.loads(message.data) if message.type is aiohttp.WSMsgType.TEXT else socket.close_code


async def heard_last(socket: aiohttp.ClientWebSocketResponse) -> int:
    """Return the code of the end, or the operation that asks for a new session."""
    while True:
        said = await heard(socket)
        if not isinstance(said, dict):
            return said
        if said["op"] == NEW_SESSION:
            return NEW_SESSION


@pytest.mark.parametrize(
    ("rule", "code", "speech", "prepare"), SAID, ids=[str(number) for number, *_ in SAID]
)
async def test_who_breaks_a_rule_on_the_gateway_is_sent_away(scene, rule, code, speech, prepare):
    if prepare is not None:
        prepare(scene)
    async with scene.session.ws_connect(scene.discord.gateway_url) as socket:
        for said in speech(scene):
            await socket.send_str(said if isinstance(said, str) else json.dumps(said))
        assert await heard_last(socket) == code
    numbers = [one.rule for one in scene.discord.strict.broken]
    assert numbers[0] == rule


async def test_a_spent_budget_costs_the_token(scene):
    budget_spent(scene)
    async with scene.session.ws_connect(scene.discord.gateway_url) as socket:
        await socket.send_str(json.dumps(identify(scene)))
        assert await heard_last(socket) == 4004
    assert (await scene.ask("GET /users/@me"))[0] == 401


async def test_the_budget_is_told(scene):
    just_started(scene)
    _, told = await scene.ask("GET /gateway/bot")
    limit = told["session_start_limit"]
    assert (limit["total"], limit["remaining"], limit["max_concurrency"]) == (1000, 999, 1)
    assert 86_000_000 < limit["reset_after"] <= 86_400_000


async def test_a_bot_that_comes_back_gets_what_it_has_missed(scene):
    gateway = scene.discord.gateway
    async with scene.session.ws_connect(scene.discord.gateway_url) as socket:
        await socket.send_str(json.dumps(identify(scene)))
        assert (await heard(socket))["op"] == HELLO
        ready, server = await heard(socket), await heard(socket)
        assert (ready["t"], server["t"]) == ("READY", "GUILD_CREATE")
        assert ready["d"]["guilds"][0]["unavailable"]
        await gateway.reconnect()
        assert (await heard(socket))["op"] == 7
        await socket.close(code=4000)
    await gateway.lose(int(server["d"]["id"]))
    async with scene.session.ws_connect(scene.discord.gateway_url) as socket:
        await socket.send_str(json.dumps(resume(scene, server["s"])))
        assert (await heard(socket))["op"] == HELLO
        lost, resumed = await heard(socket), await heard(socket)
        assert (lost["t"], lost["d"]["unavailable"], resumed["t"]) == (
            "GUILD_DELETE",
            True,
            "RESUMED",
        )
        await gateway.invalidate()
        assert await heard(socket) == {"op": NEW_SESSION, "d": False}
    assert scene.discord.strict.broken == []


async def test_an_uplink_makes_large_requests_wait_and_delay_others(scene):
    """612 KiB at 1 Mbit/s take five seconds; a request behind them waits as long."""
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    line = scene.discord.line
    line.bytes_per_second = 125_000
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("bench.local_discord.strict.asyncio.sleep", sleep)
        await line.carry(612 * 1024)
        await line.carry(1_250)
    assert waited == [pytest.approx(5.01, abs=0.05), pytest.approx(5.02, abs=0.05)]
    assert scene.discord.strict.broken == []
