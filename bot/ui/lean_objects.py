"""Interactions and servers, read from Discord's payloads with few of discord.py's objects.

discord.py makes a tree of objects for every interaction, of which a press reads a few numbers, and
keeps all channels and roles of every server, few of which are ever used. Here an interaction reads
only the needed values from its payload, and a server is an outline.

This is the only module that depends on the internals of discord.py. Its test compares it with the
library, attribute by attribute; an interaction whose payload is not as expected is left to the
library. With any version of the library other than `TESTED`, everything is left to it.
"""

from __future__ import annotations

import logging
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from functools import wraps
from typing import Any, NamedTuple, TypeAlias, cast

import aiohttp
import discord
from discord.app_commands import AppCommandContext
from discord.enums import try_enum
from discord.ext import commands
from discord.http import Route
from discord.interactions import Interaction, InteractionResponse
from discord.state import AutoShardedConnectionState
from discord.webhook.async_ import (
    async_context,
    interaction_message_response_params,
    interaction_response_params,
)

log = logging.getLogger(__name__)

TESTED = "2.7.1"
"""The version of discord.py whose internals are used here, as in constraints.txt."""

Payload: TypeAlias = Mapping[str, Any]
"""An object of Discord's API, as it was received."""

COMMAND, COMPONENT = 2, 3
"""The types of the interactions that are read here."""

THREADS = {
    discord.ChannelType.news_thread,
    discord.ChannelType.public_thread,
    discord.ChannelType.private_thread,
}
"""The types of channels that are threads."""

PRIVATE_THREAD: int = discord.ChannelType.private_thread.value


class LeanChannel(NamedTuple):
    """The channel of an interaction; `parent_id` is the channel that holds a thread."""

    id: int
    type: discord.ChannelType
    parent_id: int | None


class Received:
    """The payload of an interaction, and the interaction that discord.py makes of it.

    An interaction and its parts share it, so that no part refers to its interaction: there is no
    reference cycle, and the memory is freed after the last use.
    """

    __slots__ = ("_state", "_whole", "payload")

    def __init__(self, payload: Payload, state: Any) -> None:
        self.payload = payload
        self._state = state
        self._whole: Interaction[Any] | None = None

    @property
    def whole(self) -> Interaction[Any]:
        """The interaction as discord.py makes it, from a copy because the library changes it."""
        if self._whole is None:
            self._whole = Interaction(data=cast("Any", deepcopy(self.payload)), state=self._state)
        return self._whole


class LeanUser:
    """A user or member; attributes that are seldom read come from discord.py's object."""

    __slots__ = ("_received", "display_name", "id", "nick", "role_ids")

    def __init__(self, user: Payload, member: Payload | None, of: Received | None) -> None:
        self.id = int(user["id"])
        self.nick: str | None = None if member is None else member.get("nick")
        self.display_name: str = self.nick or user.get("global_name") or user["username"]
        self.role_ids = () if member is None else tuple(member.get("roles", ()))
        self._received = of

    def __getattr__(self, name: str) -> Any:
        if self._received is None:
            raise AttributeError(name)
        return getattr(self._received.whole.user, name)


class LeanMessage:
    """The message that was clicked; `raw_components` are as Discord sent them."""

    __slots__ = ("_received", "flags", "id", "mentions", "raw_components")

    def __init__(self, message: Payload, of: Received) -> None:
        self.id = int(message["id"])
        self.flags = discord.MessageFlags._from_value(message.get("flags", 0))
        self.mentions = [LeanUser(user, None, None) for user in message.get("mentions", ())]
        self.raw_components: list[dict[str, Any]] = message.get("components", [])
        self._received = of

    def __getattr__(self, name: str) -> Any:
        return getattr(self._received.whole.message, name)


class Sent(NamedTuple):
    """The message that answers an interaction; its id is None if Discord does not return it."""

    message_id: int | None


class LeanResponse(InteractionResponse[Any]):
    """The first response to an interaction; the message that was sent is not fetched.

    The methods take the arguments of discord.py's methods that are used here, and send the same
    payloads through the library's adapter, with its rate limits and errors. The interaction keeps
    the kind of the response, not the response.
    """

    __slots__ = ()

    def __init__(self, parent: LeanInteraction) -> None:
        self._parent: LeanInteraction = parent

    @property
    def _response_type(self) -> discord.InteractionResponseType | None:  # type: ignore[override]
        return self._parent.given

    async def defer(  # type: ignore[override]  # only the id of the message is read
        self, *, ephemeral: bool = False, thinking: bool = False
    ) -> Sent | None:
        """Defer the response: to a message for a command or if `thinking`, else to an edit."""
        kind = discord.InteractionResponseType.deferred_message_update
        if thinking or self._parent.type is not discord.InteractionType.component:
            kind = discord.InteractionResponseType.deferred_channel_message
        private = ephemeral and kind is discord.InteractionResponseType.deferred_channel_message
        data = {"flags": discord.MessageFlags(ephemeral=True).value} if private else None
        params = interaction_response_params(kind.value, data)
        return await self._give(kind, params, told=thinking and not ephemeral)

    async def edit_message(self, **message: Any) -> None:
        """Replace the clicked message. `message` are arguments of the library's method."""
        kind = discord.InteractionResponseType.message_update
        params = interaction_message_response_params(
            type=kind.value, previous_allowed_mentions=self._allowed, **message
        )
        await self._give(kind, params)

    async def send_message(  # type: ignore[override]  # only the id of the message is read
        self,
        content: str | None = None,
        *,
        ephemeral: bool = False,
        silent: bool = False,
        **message: Any,
    ) -> Sent:
        """Send a message. `message` are other arguments of the library's method."""
        flags = discord.MessageFlags(ephemeral=ephemeral, suppress_notifications=silent)
        kind = discord.InteractionResponseType.channel_message
        params = interaction_message_response_params(
            type=kind.value,
            content=content,
            previous_allowed_mentions=self._allowed,
            flags=flags if flags.value else discord.utils.MISSING,
            **message,
        )
        return await self._give(kind, params, told=True) or Sent(None)

    @property
    def _allowed(self) -> discord.AllowedMentions | None:
        return self._parent._state.allowed_mentions

    async def _give(
        self, kind: discord.InteractionResponseType, params: Any, *, told: bool = False
    ) -> Sent | None:
        """Send the response; return its message if `told`."""
        if self._response_type is not None:
            raise discord.InteractionResponded(self._parent)
        parent = self._parent
        route = Route(
            "POST",
            "/interactions/{webhook_id}/{webhook_token}/callback",
            webhook_id=parent.id,
            webhook_token=parent.token,
        )
        body: dict[str, Any] = {"payload": params.payload}
        if params.files:
            body = {"files": params.files, "multipart": params.multipart}
        state, http = cast("LeanState", parent._state), parent._state.http
        answered = await async_context.get().request(
            route,
            state.answering or parent._session,
            proxy=http.proxy,
            proxy_auth=http.proxy_auth,
            params={"with_response": "1"} if told else None,
            **body,
        )
        parent.given = kind
        if not told:
            return None
        message_id = answered["interaction"].get("response_message_id")
        return Sent(None if message_id is None else int(message_id))


class LeanInteraction(Interaction[Any]):
    """A command or a press; attributes that are seldom read come from its `whole`.

    `given` is the kind of the response that was given. Raises KeyError, TypeError or ValueError for
    a payload that does not match Discord's description.
    """

    __slots__ = ("_received", "given")

    def _from_data(self, data: Any) -> None:
        self._received = received = Received(data, self._state)
        self.given: discord.InteractionResponseType | None = None
        self.id = int(data["id"])
        self.type = try_enum(discord.InteractionType, data["type"])
        self.data = data["data"]
        self.token = data["token"]
        self.version = data["version"]
        self.application_id = int(data["application_id"])
        self.filesize_limit = data["attachment_size_limit"]
        self._integration_owners = {
            int(kind): int(owner)
            for kind, owner in data.get("authorizing_integration_owners", {}).items()
        }
        self.context = AppCommandContext._from_value([data["context"]] if "context" in data else [])
        self.locale = try_enum(discord.Locale, data.get("locale", "en-US"))
        self.guild_locale = (
            try_enum(discord.Locale, data["guild_locale"]) if "guild_locale" in data else None
        )
        self._app_permissions = int(data.get("app_permissions", 0))
        guild, member, message = data.get("guild_id"), data.get("member"), data.get("message")
        self.guild_id = None if guild is None else int(guild)
        if guild is not None:
            self._permissions = int(member.get("permissions", 0))
            user = LeanUser(member["user"], member, received)
        else:
            self._permissions = 0
            user = LeanUser(data["user"], None, received)
        # These have the attributes that the bot reads from the library's own objects.
        self.user = cast("Any", user)
        self.message = cast("Any", None if message is None else LeanMessage(message, received))
        self.channel = cast("Any", _channel(data.get("channel")))

    @property
    def response(self) -> LeanResponse:
        return LeanResponse(self)

    @property
    def guild(self) -> discord.Guild | None:
        """The server, possibly incomplete; None outside servers."""
        if self.guild_id is None:
            return None
        told = self._received.payload.get("guild")
        return self._state._get_or_create_unavailable_guild(
            self.guild_id, data=None if told is None else {**told}
        )

    @property
    def whole(self) -> Interaction[Any]:
        """The interaction as discord.py makes it, from a copy because the library changes it."""
        return self._received.whole

    def __getattr__(self, name: str) -> Any:
        """Return an attribute that is not read from the payload."""
        if name in ("entitlements", "entitlement_sku_ids"):
            return getattr(self.whole, name)
        raise AttributeError(name)


def _channel(payload: Payload | None) -> LeanChannel | None:
    if not payload:
        return None
    kind, parent = try_enum(discord.ChannelType, payload["type"]), payload.get("parent_id")
    within = parent is not None and kind in THREADS
    return LeanChannel(int(payload["id"]), kind, int(parent) if within and parent else None)


VIEW: int = discord.Permissions.view_channel.flag
MANAGE_THREADS: int = discord.Permissions.manage_threads.flag
ADMINISTRATOR: int = discord.Permissions.administrator.flag

ASKED = VIEW | MANAGE_THREADS | ADMINISTRATOR
"""The permissions that are kept for roles and channels."""


class _NumberRows:
    """Rows of integers below 2⁶⁴, eight bytes each; the first one of a row is its key."""

    __slots__ = ("_numbers", "_width")

    def __init__(self, width: int) -> None:
        self._numbers, self._width = array("Q"), width

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        numbers = iter(self._numbers)
        return zip(*[numbers] * self._width, strict=True)

    def add(self, *row: int) -> None:
        self._numbers.extend(row)

    def remove(self, key: int, *, column: int = 0) -> None:
        kept = [row for row in self if row[column] != key]
        self._numbers = array("Q", (number for row in kept for number in row))

    def clear(self) -> None:
        self._numbers = array("Q")


class Outline:
    """The channels and active threads of a server, and the permissions to see them."""

    __slots__ = ("_channels", "_guild", "_overwrites", "_owner", "_roles", "_threads")

    def __init__(self, guild: Payload) -> None:
        self._guild = int(guild["id"])
        self._owner = 0
        self._roles = _NumberRows(2)  # role, its permissions
        self._channels = _NumberRows(1)
        self._overwrites = _NumberRows(4)  # channel, role or member, allowed, denied
        self._threads = _NumberRows(3)  # thread, its channel, whether it is private
        self.update(guild)
        for channel in guild.get("channels", ()):
            self._add_channel(channel)
        for thread in guild.get("threads", ()):
            self._add_thread(thread)

    def update(self, guild: Payload) -> None:
        """Note the owner and the roles of a guild."""
        self._owner = int(guild.get("owner_id") or 0)
        self._roles.clear()
        for role in guild.get("roles", ()):
            self._add_role(role)

    def set_role(self, role: Payload) -> None:
        """Note a role, new or changed."""
        self.remove_role(int(role["id"]))
        self._add_role(role)

    def _add_role(self, role: Payload) -> None:
        permissions = int(role["permissions"]) & ASKED
        if permissions:
            self._roles.add(int(role["id"]), permissions)

    def remove_role(self, role: int) -> None:
        self._roles.remove(role)

    def set_channel(self, channel: Payload) -> None:
        """Note a channel, new or changed."""
        key = int(channel["id"])
        self._channels.remove(key)
        self._overwrites.remove(key)
        self._add_channel(channel)

    def _add_channel(self, channel: Payload) -> None:
        key = int(channel["id"])
        self._channels.add(key)
        for overwrite in channel.get("permission_overwrites", ()):
            allowed, denied = (int(overwrite[one]) & ASKED for one in ("allow", "deny"))
            if allowed or denied:
                self._overwrites.add(key, int(overwrite["id"]), allowed, denied)

    def threads_of(self, channel: int) -> list[int]:
        """Return the active threads of a channel."""
        return [thread for thread, parent, _ in self._threads if parent == channel]

    def remove_channel(self, channel: int) -> None:
        """Forget a channel and its threads."""
        self._channels.remove(channel)
        self._overwrites.remove(channel)
        self._threads.remove(channel, column=1)

    def set_thread(self, thread: Payload) -> None:
        """Note a thread, new or changed; an archived one is forgotten."""
        self.remove_thread(int(thread["id"]))
        self._add_thread(thread)

    def _add_thread(self, thread: Payload) -> None:
        if not thread["thread_metadata"]["archived"]:
            private = thread["type"] == PRIVATE_THREAD
            self._threads.add(int(thread["id"]), int(thread["parent_id"]), private)

    def remove_thread(self, thread: int) -> None:
        self._threads.remove(thread)

    def set_threads(
        self, threads: Iterable[Payload], channels: Iterable[int] | None = None
    ) -> None:
        """Replace the active threads of some channels, or of all channels for None."""
        if channels is None:
            self._threads.clear()
        else:
            for channel in channels:
                self._threads.remove(channel, column=1)
        for thread in threads:
            self.set_thread(thread)

    def has_channel(self, channel: int) -> bool:
        """Return whether a channel exists that is not a thread."""
        return (channel,) in self._channels

    def sees(self, channel: int, member: int, roles: Iterable[int]) -> bool:
        """Return whether a member with these roles sees a channel or thread that exists.

        The members added to a private thread are not known here: only its moderators are sure to
        see it.
        """
        needed = VIEW
        for thread, parent, private in self._threads:
            if thread == channel:
                channel, needed = parent, VIEW | MANAGE_THREADS if private else VIEW
                break
        return (
            self.has_channel(channel)
            and self._permissions(channel, member, {*roles}) & needed == needed
        )

    def _permissions(self, channel: int, member: int, roles: set[int]) -> int:
        """Return the permissions of a member in a channel, among `ASKED`."""
        if member == self._owner:
            return ASKED
        held = 0
        for role, permissions in self._roles:
            if role in roles or role == self._guild:
                held |= permissions
        if held & ADMINISTRATOR:
            return ASKED
        found = [row[1:] for row in self._overwrites if row[0] == channel]
        # First @everyone, then all roles together, then the member: the last one holds.
        for of in ({self._guild}, roles - {self._guild}, {member}):
            allowed = denied = 0
            for target, allow, deny in found:
                if target in of:
                    allowed, denied = allowed | allow, denied | deny
            held = held & ~denied | allowed
        return held


KEPT_FEATURES = {"COMMUNITY"}
"""The features of servers that are kept."""


KEPT = ("id", "unavailable", "owner_id", "system_channel_id", "preferred_locale")
"""The fields of a server that discord.py keeps unchanged."""


def system_channel(guild: discord.Guild) -> int | None:
    """Return the system channel of a server, None if it has none."""
    return guild._system_channel_id


def locale(guild: discord.Guild) -> str:
    """Return the locale of a Community server; elsewhere it is always en-US."""
    return str(guild.preferred_locale)


def _thinned(guild: Payload) -> dict[str, Any]:
    """Return the fields of a guild that discord.py is to keep."""
    kept = {key: guild[key] for key in KEPT if key in guild}
    kept["features"] = [one for one in KEPT_FEATURES if one in (guild.get("features") or ())]
    return kept


def _of_outline(note: Callable[[Any, Any], None]) -> Callable[[Any, Any], None]:
    """Wrap a method that notes an event in an outline, so that it never raises.

    Otherwise discord.py would end the bot. If an event could not be noted, the outline of its
    server is forgotten, so that no member sees more than they may.
    """

    @wraps(note)
    def safe(state: Any, data: Any) -> None:
        try:
            note(state, data)
        except Exception:
            log.warning("an event is not as expected: its server has no outline", exc_info=True)
            told = data if isinstance(data, Mapping) else {}
            servers = {str(told.get(key)) for key in ("guild_id", "id")}
            for guild in [one for one in state.outlines if str(one) in servers]:
                del state.outlines[guild]

    return safe


class LeanState(AutoShardedConnectionState[Any]):
    """discord.py's connection state, with lazy interactions and outlines of servers.

    Responses are sent by the session `answering` if there is one, else by the library's own.
    """

    answering: aiohttp.ClientSession | None = None

    def clear(self, *, views: bool = True) -> None:
        super().clear(views=views)
        self.outlines: dict[int, Outline] = {}

    def _remove_guild(self, guild: discord.Guild) -> None:
        super()._remove_guild(guild)
        self.outlines.pop(guild.id, None)

    def parse_interaction_create(self, data: Any) -> None:
        """Pass a command to the tree, and dispatch a press to the listeners."""
        interaction = self._read(data)
        if interaction is None:
            super().parse_interaction_create(data)
        elif data["type"] == COMMAND and self._command_tree:
            self._command_tree._from_interaction(interaction)
        else:
            self.dispatch("interaction", interaction)

    def _read(self, data: Payload) -> LeanInteraction | None:
        """Return an interaction, None if the library has to read it."""
        if data["type"] not in (COMMAND, COMPONENT):
            return None
        try:
            return LeanInteraction(data=cast("Any", data), state=self)
        except (LookupError, TypeError, ValueError, AttributeError):
            log.warning("an interaction is not as expected: discord.py reads it", exc_info=True)
            return None

    def parse_guild_create(self, data: Any) -> None:
        """Keep the outline of a server."""
        self._keep_outline(data)
        super().parse_guild_create(cast("Any", _thinned(data)))

    @_of_outline
    def _keep_outline(self, data: Any) -> None:
        if not data.get("unavailable"):
            self.outlines[int(data["id"])] = Outline(data)

    def parse_guild_update(self, data: Any) -> None:
        """Note the owner and the roles of a server."""
        self._update_outline(data)
        super().parse_guild_update(cast("Any", _thinned(data)))

    @_of_outline
    def _update_outline(self, data: Any) -> None:
        outline = self._outline_of(data["id"])
        if outline is not None:
            outline.update(data)

    @_of_outline
    def parse_guild_role_create(self, data: Any) -> None:
        outline = self._outline_of(data["guild_id"])
        if outline is not None:
            outline.set_role(data["role"])

    def parse_guild_role_update(self, data: Any) -> None:
        self.parse_guild_role_create(data)

    @_of_outline
    def parse_guild_role_delete(self, data: Any) -> None:
        outline = self._outline_of(data["guild_id"])
        if outline is not None:
            outline.remove_role(int(data["role_id"]))

    @_of_outline
    def parse_channel_create(self, data: Any) -> None:
        outline = self._outline_of(data.get("guild_id"))
        if outline is not None:
            outline.set_channel(data)

    def parse_channel_update(self, data: Any) -> None:
        self.parse_channel_create(data)

    @_of_outline
    def parse_channel_delete(self, data: Any) -> None:
        """Forget a channel; dispatch its deletion and that of its threads, as the library does."""
        channel, guild = int(data["id"]), data.get("guild_id")
        outline = self._outline_of(guild)
        threads = [] if outline is None else outline.threads_of(channel)
        if outline is not None:
            outline.remove_channel(channel)
        if guild is not None:
            self.dispatch("guild_channel_delete", _channel(data))
        for thread in threads:
            kind = discord.ChannelType.public_thread.value
            told = {"id": thread, "type": kind, "guild_id": guild, "parent_id": channel}
            self._dispatch_thread_delete(told)

    def _dispatch_thread_delete(self, data: Any) -> None:
        self.dispatch("raw_thread_delete", discord.RawThreadDeleteEvent(data))

    @_of_outline
    def parse_thread_create(self, data: Any) -> None:
        outline = self._outline_of(data["guild_id"])
        if outline is not None:
            outline.set_thread(data)

    def parse_thread_update(self, data: Any) -> None:
        self.parse_thread_create(data)

    @_of_outline
    def parse_thread_delete(self, data: Any) -> None:
        """Forget a thread, and dispatch its deletion, as the library does."""
        outline = self._outline_of(data["guild_id"])
        if outline is not None:
            outline.remove_thread(int(data["id"]))
        self._dispatch_thread_delete(data)

    @_of_outline
    def parse_thread_list_sync(self, data: Any) -> None:
        """Note the active threads of a server, or of some channels of it."""
        outline = self._outline_of(data["guild_id"])
        if outline is not None:
            channels = data.get("channel_ids")
            within = None if channels is None else [int(one) for one in channels]
            outline.set_threads(data.get("threads", ()), within)

    def _outline_of(self, guild: str | None) -> Outline | None:
        return None if guild is None else self.outlines.get(int(guild))


class LeanBot(commands.AutoShardedBot):
    """A bot whose connection is a `LeanState`, if discord.py is the tested version."""

    answer_class = aiohttp.ClientResponse
    """The class of Discord's answers to responses."""

    async def login(self, token: str) -> None:
        """Log in, and open a session without tracing for responses.

        It shares the library's connections and is closed with them. Tracing makes each request take
        longer, and never needs to delay a response.
        """
        await super().login(token)
        state = self._connection
        if isinstance(state, LeanState) and self.http.connector is not discord.utils.MISSING:
            state.answering = aiohttp.ClientSession(
                connector=self.http.connector,
                connector_owner=False,
                cookie_jar=aiohttp.DummyCookieJar(),
                response_class=self.answer_class,
            )

    def _get_state(self, **options: Any) -> AutoShardedConnectionState[Any]:
        if discord.__version__ != TESTED:
            log.warning(
                "discord.py %s is not the tested %s: it reads and answers by itself, which takes "
                "more time and memory",
                discord.__version__,
                TESTED,
            )
            return super()._get_state(**options)
        return LeanState(
            dispatch=self.dispatch,
            handlers=self._handlers,
            hooks=self._hooks,
            http=self.http,
            **options,
        )


def has_channel(interaction: Interaction[Any], channel: int) -> bool:
    """Return whether the server of an interaction has a channel that is not a thread."""
    if not isinstance(interaction.client._connection, LeanState):
        guild = interaction.guild
        return guild is not None and guild.get_channel(channel) is not None
    server = _outline(interaction)
    return server is not None and server.has_channel(channel)


def sees(interaction: Interaction[Any], channel: int) -> bool:
    """Return whether a channel or thread of the server exists and the member sees it."""
    if not isinstance(interaction.client._connection, LeanState):
        return _library_sees(interaction, channel)
    server, user = _outline(interaction), cast("Any", interaction.user)
    if server is None:
        return False
    roles = user.role_ids if isinstance(user, LeanUser) else user._roles
    return server.sees(channel, user.id, (int(role) for role in roles))


def _outline(interaction: Interaction[Any]) -> Outline | None:
    """Return the outline of the server of an interaction, None where the bot is not a member."""
    state: Any = interaction.client._connection
    found: Outline | None = state.outlines.get(interaction.guild_id)
    return found


def _library_sees(interaction: Interaction[Any], channel: int) -> bool:
    """Return the result of `sees`, from the objects of discord.py."""
    guild, member = interaction.guild, interaction.user
    found = None if guild is None else guild.get_channel_or_thread(channel)
    if found is None or not isinstance(member, discord.Member):
        return False
    if isinstance(found, discord.Thread):
        if found.parent is None:
            return False
        allowed = found.permissions_for(member)
        return allowed.view_channel and (allowed.manage_threads or not found.is_private())
    return found.permissions_for(member).view_channel
