"""Interactions beside discord.py's own, which are made of the same payloads."""

import ast
import asyncio
import gc
from copy import deepcopy
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from discord.state import AutoShardedConnectionState
from discord.webhook.async_ import async_context

import bot
import cogs
import recorded_payloads as recorded
from bot.ui.drawing import components, mentions
from bot.ui.drawing.components import Drawing
from bot.ui.interaction import TESTED, LeanBot, LeanInteraction, LeanState
from recorded_payloads import (
    ANA,
    BOGDAN,
    BOT,
    GUILD,
    INTERACTIONS,
)
from simulated import table, text_of

READ = {
    "app_permissions": lambda one: one.app_permissions,
    "application_id": lambda one: one.application_id,
    "channel": lambda one: (
        one.channel and (one.channel.id, one.channel.type, getattr(one.channel, "parent_id", None))
    ),
    "channel_id": lambda one: one.channel_id,
    "client": lambda one: one.client,
    "command": lambda one: one.command,
    "context": lambda one: (one.context.guild, one.context.dm_channel, one.context.private_channel),
    "data": lambda one: one.data,
    "entitlements": lambda one: (one.entitlements, one.entitlement_sku_ids),
    "expires_at": lambda one: one.expires_at,
    "filesize_limit": lambda one: one.filesize_limit,
    "guild": lambda one: one.guild and (one.guild.id, "COMMUNITY" in one.guild.features),
    "guild_id": lambda one: one.guild_id,
    "guild_locale": lambda one: one.guild_locale,
    "id": lambda one: one.id,
    "is_expired": lambda one: one.is_expired(),
    "is_guild_integration": lambda one: one.is_guild_integration(),
    "is_user_integration": lambda one: one.is_user_integration(),
    "locale": lambda one: one.locale,
    "message": lambda one: (
        one.message
        and (
            one.message.id,
            one.message.flags,
            [(user.id, user.display_name) for user in one.message.mentions],
            [component.to_dict() for component in one.message.components],
            one.message.author.id,
        )
    ),
    "permissions": lambda one: one.permissions,
    "token": lambda one: one.token,
    "type": lambda one: one.type,
    "user": lambda one: (one.user.id, one.user.display_name, one.user.name, one.user.bot),
    "version": lambda one: one.version,
}
"""Every attribute that is read of interactions."""

ANSWERED = {"response", "followup", "edit_original_response", "delete_original_response"} | {
    "original_response"
}
"""What interactions are answered with."""


def connection(heard: Any = lambda *_: None) -> Any:
    """Return a connection with the intents and caches of the bot."""
    state: Any = LeanState(
        dispatch=heard,
        handlers={},
        hooks={},
        http=SimpleNamespace(_HTTPClient__session=None, proxy=None, proxy_auth=None),
        intents=discord.Intents(guilds=True),
        member_cache_flags=discord.MemberCacheFlags.none(),
        chunk_guilds_at_startup=False,
        max_messages=None,
        allowed_mentions=discord.AllowedMentions.none(),
    )
    state.user = discord.ClientUser(state=state, data=deepcopy(BOT))
    client = SimpleNamespace(user=state.user, _connection=state)
    state._get_client = lambda: client
    state.shard_count = 1
    return state


def pair(name: str, **more: Any) -> tuple[LeanInteraction, discord.Interaction[Any]]:
    """Return an interaction, read both ways from the payload of this name."""
    state, payload = connection(), {**INTERACTIONS[name], **more}
    roles = [recorded.role(GUILD, 1024)]
    state.parse_guild_create(recorded.guild(BOGDAN, roles, [recorded.channel(recorded.CHANNEL)]))
    read = (
        make(data=deepcopy(payload), state=state) for make in (LeanInteraction, discord.Interaction)
    )
    return tuple(read)


# Reading ---------------------------------------------------------------------


@pytest.mark.parametrize("name", INTERACTIONS)
def test_every_attribute_is_that_of_the_library(name):
    for attribute, read in READ.items():
        lean, whole = pair(name)
        assert read(lean) == read(whole), attribute


@pytest.mark.parametrize("name", INTERACTIONS)
def test_names_are_noted_without_the_objects_of_the_library(name):
    lean, whole = pair(name)
    noted, expected = mentions.DisplayNames(), mentions.DisplayNames()
    noted.learn_from(lean)
    assert lean._received._whole is None
    expected.learn_from(whole)
    assert {**noted.memory} == {**expected.memory}
    assert {**noted.nicknames} == {**expected.nicknames}


@pytest.mark.parametrize("name", INTERACTIONS)
def test_the_selection_is_read_without_the_objects_of_the_library(name):
    lean, whole = pair(name)
    shown = components.selected_on(lean.message, components.CustomId("mark", 7, 0))
    assert lean._received._whole is None
    assert shown == components.selected_on(whole.message, components.CustomId("mark", 7, 0))
    text = name.endswith("of text") or "command" in name
    assert shown == (() if text else (2,))


def test_what_is_not_read_is_left_to_the_library():
    lean, whole = pair("a press on a server")
    assert lean.user.joined_at == whole.user.joined_at
    assert lean.message.created_at == whole.message.created_at
    with pytest.raises(AttributeError):
        assert lean.no_such_thing
    with pytest.raises(AttributeError):
        assert lean.message.mentions[0].no_such_thing


def test_the_library_does_not_change_what_was_received():
    payload = deepcopy(INTERACTIONS["a press on a server"])
    lean = LeanInteraction(data=payload, state=connection())
    assert lean.whole.message.mentions[0].display_name == "Bogdan"
    assert payload == INTERACTIONS["a press on a server"]


@pytest.mark.parametrize("name", INTERACTIONS)
def test_an_interaction_leaves_nothing_for_the_collection_of_garbage(name):
    gc.collect()
    gc.freeze()  # the next collections look at what is made here alone
    state = connection()
    lean = LeanInteraction(data=deepcopy(INTERACTIONS[name]), state=state)
    assert not lean.response.is_done()
    mentions.DisplayNames().learn_from(lean)
    gc.collect()
    del lean
    assert gc.collect() == 0


def _name_of(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


@pytest.mark.slow
def test_nothing_else_is_read_of_an_interaction():
    read = set()
    for package in (bot, cogs):
        for file in Path(package.__path__[0]).rglob("*.py"):
            if file.name == "interaction.py":
                continue
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Attribute) and _name_of(node.value) == "interaction":
                    read.add(node.attr)
    assert {"id", "user", "message", "response"} <= read
    assert read <= {*READ} | ANSWERED


@pytest.mark.parametrize(
    ("kind", "lean"),
    [(2, True), (3, True), (4, False), (5, False)],
    ids=["command", "press", "autocompletion", "dialog"],
)
def test_commands_and_presses_are_read_here_others_by_the_library(kind, lean):
    heard: list[Any] = []
    state = connection(heard=lambda *event: heard.append(event))
    data = {"custom_id": "x", "components": [], "name": "play", "type": 1, "id": "1"}
    state.parse_interaction_create(recorded.on_server(kind, data=data))
    ((event, interaction),) = heard
    assert event == "interaction"
    assert type(interaction) is (LeanInteraction if lean else discord.Interaction)


@pytest.mark.parametrize(
    "unexpected",
    [{"data": None}, {"channel": {}}, {"member": {"user": {}}}, {"version": ...}],
    ids=str,
)
def test_an_interaction_that_is_not_as_expected_is_left_to_the_library(
    unexpected, monkeypatch, caplog
):
    asked: list[Any] = []
    monkeypatch.setattr(
        AutoShardedConnectionState, "parse_interaction_create", lambda _, data: asked.append(data)
    )
    payload = recorded.on_server(**unexpected)
    for key in [key for key, value in unexpected.items() if value is ...]:
        del payload[key]
    readable = "data" in unexpected or "channel" in unexpected
    connection().parse_interaction_create(payload)
    assert asked == ([] if readable else [payload])
    assert ("discord.py reads it" in caplog.text) is not readable


# Answering -------------------------------------------------------------------


class Adapter:
    """Takes the requests of discord.py's webhooks."""

    def __init__(self) -> None:
        self.sent: list[Any] = []
        self.fails: Exception | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(discord.webhook.async_.AsyncWebhookAdapter, name).__get__(self)

    async def request(self, route: Any, session: Any, **kept: Any) -> Any:
        if self.fails is not None:
            raise self.fails
        asked = kept.pop("params")
        files = [file.filename for file in kept.pop("files", None) or ()]
        self.sent.append((route.method, route.url, files, kept))
        about = {"id": "1", "type": 3, "response_message_id": "77"}
        return {"interaction": about, "resource": {"type": 4}} if asked else ""


BUTTON = components.button(components.CustomId("press", 7, 0, "keep"), "Keep")
DRAWING = Drawing([*components.rows([BUTTON]), components.text(f"<@{ANA}> and <@{BOGDAN}>")])


def answers() -> dict[str, Any]:
    """Return what makes each answer that the bot gives."""
    edited, posted = mentions.edited(DRAWING), mentions.posted(DRAWING, lambda _: "Ana", (ANA,))[0]
    silent, _ = mentions.posted(DRAWING, lambda _: "Ana")

    def picture() -> discord.File:
        return discord.File(BytesIO(b"drawn"), "picture.png")

    return {
        "edit": lambda given: given.edit_message(**edited),
        "post": lambda given: given.send_message(**posted, files=()),
        "post in silence": lambda given: given.send_message(**silent, files=()),
        "post a picture": lambda given: given.send_message(**silent, files=[picture()]),
        "private": lambda given: given.send_message(**edited, files=(), ephemeral=True),
        "text": lambda given: given.send_message(**mentions.posted("text", lambda _: None)[0]),
        "defer": lambda given: given.defer(),
        "defer in private": lambda given: given.defer(ephemeral=True, thinking=True),
    }


def run(adapter: Adapter, give: Any, interaction: discord.Interaction[Any]) -> Any:
    """Give an answer through an adapter; return what it returns."""

    async def within() -> Any:
        async_context.set(adapter)
        return await give(interaction.response)

    return asyncio.run(within())


@pytest.mark.parametrize("answer", answers())
@pytest.mark.parametrize("name", ["a press on a server", "a command in direct messages"])
def test_an_answer_sends_what_that_of_the_library_sends(name, answer):
    if answer == "edit" and "command" in name:
        pytest.skip("a command has no message to edit")
    sent = []
    for interaction in pair(name):
        adapter = Adapter()
        assert not interaction.response.is_done()
        run(adapter, answers()[answer], interaction)
        assert interaction.response.is_done()
        ((method, url, files, kept),) = adapter.sent
        for part in kept.get("multipart") or ():
            if hasattr(part["value"], "read"):
                part["value"] = part["value"].read()
        kept = {key: value for key, value in kept.items() if value}
        sent.append((method, url, files, kept, interaction.response.type))
    assert sent[0] == sent[1]


@pytest.mark.parametrize(("answer", "told"), [("edit", False), ("defer", False), ("post", True)])
def test_only_a_new_message_is_asked_back_and_of_it_the_id(answer, told):
    lean, _ = pair("a press on a server")
    asked: list[Any] = []

    class Asked(Adapter):
        async def request(self, route, session, **kept):
            asked.append(kept["params"])
            return await super().request(route, session, **kept)

    made = run(Asked(), answers()[answer], lean)
    assert asked == [{"with_response": "1"} if told else None]
    assert (made.message_id if told else made) == (77 if told else None)


@pytest.mark.parametrize("name", ["a press on a server", "a command in direct messages"])
def test_answers_have_a_session_of_their_own_where_there_is_one(name):
    lean, _ = pair(name)
    own, librarys = lean._state, object()
    lean._session, sessions = librarys, []

    class Asked(Adapter):
        async def request(self, route, session, **kept):
            sessions.append(session)
            return await super().request(route, session, **kept)

    run(Asked(), lambda given: given.defer(), lean)
    lean.given = None
    own.answering = object()
    run(Asked(), lambda given: given.defer(), lean)
    assert sessions == [librarys, own.answering]


async def test_that_session_traces_nothing_and_uses_the_connections_of_the_library(monkeypatch):
    bot = LeanBot("!", intents=discord.Intents.none(), http_trace=aiohttp.TraceConfig())

    async def login(bot, token):
        assert token == "a token"
        bot.http.connector = aiohttp.TCPConnector()

    monkeypatch.setattr(discord.Client, "login", login)
    await bot.login("a token")
    session = bot._connection.answering
    assert session.connector is bot.http.connector
    assert session.trace_configs == []
    await bot.http.connector.close()
    assert session.closed


def test_an_answer_that_failed_may_be_given_again_and_one_that_was_given_may_not():
    lean, _ = pair("a press on a server")
    adapter = Adapter()
    adapter.fails = TimeoutError()
    with pytest.raises(TimeoutError):
        run(adapter, answers()["edit"], lean)
    assert not lean.response.is_done()
    adapter.fails = None
    run(adapter, answers()["edit"], lean)
    with pytest.raises(discord.InteractionResponded):
        run(adapter, answers()["edit"], lean)
    assert len(adapter.sent) == 1


# Another discord.py ------------------------------------------------------------


def test_the_tested_version_is_the_pinned_one():
    pins = (Path(bot.__path__[0]).parent / "constraints.txt").read_text(encoding="utf-8")
    assert f"discord.py=={TESTED}" in pins.splitlines()


async def test_another_version_is_told_once_and_reads_and_answers_by_itself(
    tmp_path, monkeypatch, caplog
):
    monkeypatch.setattr(discord, "__version__", "2.7.9")
    async with table(tmp_path) as sim:
        told = [one for one in caplog.records if one.name == "bot.ui.interaction"]
        (line,) = [one.getMessage() for one in told]
        assert line.startswith("discord.py 2.7.9 is not the tested 2.7.1")
        assert type(sim.bot._connection) is AutoShardedConnectionState
        heard = []

        async def hear(interaction):
            heard.append(type(interaction))

        sim.bot.add_listener(hear, "on_interaction")
        await sim.play(sim.ana, opponent=sim.bogdan)
        await sim.press(sim.bogdan, sim.message, "Accept")
        await sim.reroll(sim.bogdan, sim.message, 1)
        await sim.reroll(sim.ana, sim.message)
        assert sim.stored().status == "over"
        assert {*heard} == {discord.Interaction}
        boss = sim.member("boss", manage_guild=True)
        other = sim.guild.create_text_channel("other")
        page = (await boss.slash(sim.channel, "settings")).response
        await sim.press(boss, page, "This server")
        await boss.select(page, [other], custom_id="setting:0:0:channels")
        told = text_of((await sim.play(sim.ana)).response)
        assert f"Play here: <#{other.id}>" in told
