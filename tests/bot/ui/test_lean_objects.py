"""Lean objects beside discord.py's own, which are made of the same payloads."""

import ast
import asyncio
import gc
from copy import deepcopy
from io import BytesIO
from pathlib import Path
from random import Random
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
from bot.ui import components, lean_objects, mentions
from bot.ui.components import Drawing
from bot.ui.lean_objects import LeanBot, LeanInteraction, LeanState
from recorded_payloads import (
    ANA,
    BOGDAN,
    BOT,
    CARMEN,
    GUILD,
    INTERACTIONS,
    MANAGERS,
    PLAYERS,
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


def connection(kind: Any = LeanState, heard: Any = lambda *_: None) -> Any:
    """Return a connection with the intents and caches of the bot."""
    state = kind(
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
    noted.note(lean)
    assert lean._received._whole is None
    expected.note(whole)
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
    mentions.DisplayNames().note(lean)
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
            if file.name == "lean_objects.py":
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


# Servers ---------------------------------------------------------------------

BITS = [VIEW, MANAGE, ADMINISTER, SPEAK] = [1 << 10, 1 << 34, 1 << 3, 1 << 11]


class Made:
    """A made-up server and its changes, told to both ways of keeping it."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.roles = [GUILD, MANAGERS, PLAYERS, 6003]
        self.channels = [*range(3001, 3009)]
        self.threads = [*range(3501, 3509)]
        self.states = [connection(), connection(AutoShardedConnectionState)]
        roles = [self.role(one) for one in self.roles]
        channels = [self.channel(one) for one in self.channels]
        threads = [self.thread(one) for one in self.threads]
        self.tell("guild_create", recorded.guild(CARMEN, roles, channels, threads))

    def role(self, role: int) -> Any:
        """Return a role with some permissions."""
        weights = (8, 2, 1, 4)
        chosen = self.random.choices(BITS, weights, k=self.random.randrange(3))
        return recorded.role(role, sum({*chosen}))

    def channel(self, channel: int) -> Any:
        """Return a channel with some overwrites."""
        targets = [(one, 0) for one in self.roles] + [(one, 1) for one in (ANA, BOGDAN, CARMEN)]
        overwrites = []
        for target, kind in self.random.sample(targets, self.random.randrange(5)):
            allow, deny = (self.random.choice((0, VIEW, VIEW | MANAGE, SPEAK)) for _ in range(2))
            overwrites.append((target, kind, allow, deny & ~allow))
        return recorded.channel(channel, (0, 0, 2, 5)[channel % 4], overwrites)

    def thread(self, thread: int, *, archived: bool = False) -> Any:
        """Return a thread; its channel and its privacy never change."""
        parent, private = self.channels[thread % 7], thread % 3 == 0
        return recorded.thread(thread, parent, private=private, archived=archived)

    def change(self) -> None:
        """Change something."""
        guild, random = {"guild_id": str(GUILD)}, self.random
        role, channel = random.choice(self.roles), random.choice(self.channels)
        thread, known = random.choice(self.threads), self.states[1]._get_guild(GUILD)
        match random.randrange(5):
            case 0 if known.get_role(role) is None:
                self.tell("guild_role_create", {**guild, "role": self.role(role)})
            case 0:
                self.tell("guild_role_update", {**guild, "role": self.role(role)})
            case 1 if role != GUILD:
                self.tell("guild_role_delete", {**guild, "role_id": str(role)})
            case 2 if known.get_channel(channel) is None:
                self.tell("channel_create", self.channel(channel))
            case 2:
                self.tell("channel_update", self.channel(channel))
            case 3 if random.random() < 0.5:
                self.tell("channel_delete", self.channel(channel))
            case 3:
                self.tell("thread_delete", self.thread(thread))
            case _:
                self.tell("thread_update", self.thread(thread, archived=random.random() < 0.3))

    def tell(self, event: str, payload: Any) -> None:
        """Tell both of an event."""
        for state in self.states:
            state.parsers[event.upper()](deepcopy(payload))

    def seen(self, user: int, roles: list[int]) -> list[set[int]]:
        """Return which channels and threads a member sees, by each way."""
        shown = recorded.member(user, "x", roles=[str(one) for one in roles], permissions="0")
        interactions = [
            make(data=recorded.on_server(member=deepcopy(shown)), state=state)
            for make, state in zip((LeanInteraction, discord.Interaction), self.states, strict=True)
        ]
        places = [*self.channels, *self.threads]
        lean = {one for one in places if lean_objects.sees(interactions[0], one)}
        read_by_library = discord.Interaction(
            data=recorded.on_server(member=deepcopy(shown)), state=self.states[0]
        )
        assert lean == {one for one in places if lean_objects.sees(read_by_library, one)}
        whole = {one for one in places if _sees(interactions[1], one)}
        assert whole == {one for one in places if lean_objects.sees(interactions[1], one)}
        return [lean, whole]


def _sees(interaction: Any, place: int) -> bool:
    """Return whether a member sees a channel or thread, by discord.py's own objects."""
    found, member = interaction.guild.get_channel_or_thread(place), interaction.user
    if found is None or (isinstance(found, discord.Thread) and found.parent is None):
        return False
    allowed = found.permissions_for(member)
    if isinstance(found, discord.Thread) and found.is_private():
        return allowed.view_channel and allowed.manage_threads
    return allowed.view_channel


@pytest.mark.slow
def test_who_sees_what_is_as_the_library_says_through_all_changes():
    seen = hidden = 0
    for seed in range(40):
        made = Made(seed)
        for _ in range(12):
            for user in (ANA, BOGDAN, CARMEN):
                roles = made.random.sample(made.roles[1:], made.random.randrange(4))
                lean, whole = made.seen(user, roles)
                assert lean == whole
                seen, hidden = seen + len(whole), hidden + 16 - len(whole)
            outline = made.states[0].outlines[GUILD]
            guild = made.states[1]._get_guild(GUILD)
            for channel in made.channels:
                assert outline.has_channel(channel) == (guild.get_channel(channel) is not None)
            made.change()
    assert min(seen, hidden) > 2_000  # neither nobody nor everybody


@pytest.mark.parametrize("some", [True, False], ids=["some channels", "all"])
def test_threads_that_are_told_again_replace_those_known(some):
    made = Made(3)
    told = [recorded.thread(3600, made.channels[0]), recorded.thread(3601, made.channels[1])]
    payload = {"guild_id": str(GUILD), "threads": told, "members": []}
    if some:
        payload["channel_ids"] = [str(one) for one in made.channels[:2]]
    made.tell("thread_list_sync", payload)
    made.threads += [3600, 3601]
    lean, whole = made.seen(CARMEN, [])
    assert lean == whole
    assert {3600, 3601} <= lean
    assert (len(lean & {*range(3501, 3509)}) > 0) == some


def test_a_server_that_is_told_anew_has_its_new_owner_and_roles():
    made = Made(5)
    made.tell("guild_update", recorded.guild(ANA, [made.role(GUILD)], []) | {"features": []})
    for user in (ANA, CARMEN):
        lean, whole = made.seen(user, [MANAGERS])
        assert lean == whole
    assert made.states[0]._get_guild(GUILD).features == []


def test_nothing_is_kept_of_channels_roles_and_threads_but_the_outline():
    made = Made(1)
    made.tell("channel_create", made.channel(3100))
    made.tell("thread_create", made.thread(3600))
    made.tell("guild_role_create", {"guild_id": str(GUILD), "role": made.role(6100)})
    guild, whole = (state._get_guild(GUILD) for state in made.states)
    assert whole.channels
    assert whole.roles
    assert [*guild.channels, *guild.roles, *guild.threads, *guild.members] == []
    assert guild.features == ["COMMUNITY"]


def test_what_is_deleted_is_dispatched_as_by_the_library():
    """A channel with its active threads, and a thread; nothing of a group."""
    made = Made(4)
    lean, whole = [], []
    for state, heard in zip(made.states, (lean, whole), strict=True):
        state.dispatch = lambda event, told, heard=heard: heard.append((event, told))
    made.tell("channel_delete", made.channel(made.threads[0] % 7 + 3001))
    made.tell("thread_delete", made.thread(made.threads[1]))
    made.states[0].parse_channel_delete({"id": "3", "type": 3})
    channels = [
        [told.id for event, told in heard if event == "guild_channel_delete"]
        for heard in (lean, whole)
    ]
    threads = [
        [
            (told.thread_id, told.parent_id, told.guild_id)
            for event, told in heard
            if event == "raw_thread_delete"
        ]
        for heard in (lean, whole)
    ]
    assert channels[0] == channels[1] == [made.channels[made.threads[0] % 7]]
    assert sorted(threads[0]) == sorted(threads[1])
    assert len(threads[0]) > 1


@pytest.mark.parametrize("outage", [True, False])
def test_the_outline_goes_with_the_server_but_stays_in_an_outage(outage):
    state = connection()
    state.parse_guild_create(recorded.guild(ANA, [], []))
    state.parse_guild_delete({"id": str(GUILD), **({"unavailable": True} if outage else {})})
    assert (GUILD in state.outlines) is outage
    state.clear()
    assert not state.outlines


def test_a_server_that_is_not_there_yet_has_no_outline():
    state = connection()
    state.parse_guild_create({"id": str(GUILD), "unavailable": True})
    interaction = LeanInteraction(data=recorded.on_server(), state=state)
    assert not lean_objects.has_channel(interaction, recorded.CHANNEL)
    assert not lean_objects.sees(interaction, recorded.CHANNEL)


def test_events_of_unknown_servers_are_nothing():
    state = connection()
    guild = {"guild_id": "77"}
    state.parse_channel_create({**recorded.channel(3001), **guild})
    state.parse_channel_delete({"id": "3", "type": 3})  # a group has no server
    state.parse_thread_list_sync({**guild, "threads": []})
    state.parse_guild_role_delete({**guild, "role_id": "1"})
    assert not state.outlines


def test_an_interaction_as_a_guest_makes_no_server_known():
    lean, _ = pair("a press as a guest of a server")
    assert lean.client._connection._get_guild(2999) is None
    assert lean.guild.id == 2999
    assert not lean_objects.has_channel(lean, recorded.CHANNEL)


UNEXPECTED = {
    "guild_create": {"id": str(GUILD), "roles": [{"id": "1"}]},
    "guild_update": {"id": str(GUILD), "roles": None},
    "guild_role_create": {"guild_id": str(GUILD), "role": None},
    "guild_role_update": {"guild_id": str(GUILD), "role": {"id": "1", "permissions": "many"}},
    "guild_role_delete": {"guild_id": str(GUILD)},
    "channel_create": {"guild_id": str(GUILD), "id": "none"},
    "channel_update": {
        **recorded.channel(3001),
        "permission_overwrites": [{"id": str(1 << 65), "type": 1, "allow": "1024", "deny": "0"}],
    },
    "channel_delete": {"guild_id": str(GUILD), "id": None},
    "thread_create": {"guild_id": str(GUILD), "id": "3600"},
    "thread_update": {"guild_id": str(GUILD), "id": "3600", "thread_metadata": {}},
    "thread_delete": {"guild_id": str(GUILD)},
    "thread_list_sync": {"guild_id": str(GUILD), "threads": [{}]},
}
"""An event of each kind that nobody documents."""


@pytest.mark.parametrize("event", UNEXPECTED)
def test_an_event_that_is_not_as_expected_costs_the_outline_and_ends_nothing(event, caplog):
    made = Made(1)
    state = made.states[0]
    state.parse_guild_create(recorded.guild(ANA, [], []) | {"id": "77"})
    state.parsers[event.upper()](deepcopy(UNEXPECTED[event]))
    assert [*state.outlines] == [77], "nobody is shown what they may not see"
    (told,) = caplog.records
    assert (told.name, told.levelname) == ("bot.ui.lean_objects", "WARNING")
    made.tell("channel_delete", made.channel(3001))
    state.parse_guild_create(recorded.guild(ANA, [], []))
    assert GUILD in state.outlines, "the next one is kept"


@pytest.mark.parametrize("data", [None, [], {"guild_id": None}, {}], ids=str)
def test_an_event_without_a_server_ends_nothing(data):
    state = connection()
    for event in ("guild_role_delete", "channel_update", "thread_create", "thread_list_sync"):
        state.parsers[event.upper()](data)


# Another discord.py ------------------------------------------------------------


def test_the_tested_version_is_the_pinned_one():
    pins = (Path(bot.__path__[0]).parent / "constraints.txt").read_text(encoding="utf-8")
    assert f"discord.py=={lean_objects.TESTED}" in pins.splitlines()


async def test_another_version_is_told_once_and_reads_and_answers_by_itself(
    tmp_path, monkeypatch, caplog
):
    monkeypatch.setattr(discord, "__version__", "2.7.9")
    async with table(tmp_path) as sim:
        told = [one for one in caplog.records if one.name == "bot.ui.lean_objects"]
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
