"""Interactions, read and answered with few of discord.py's objects.

discord.py makes a tree of objects for every interaction, of which a press reads a few numbers: a
quarter of the processor time of a press. Here an interaction reads only the needed values from its
payload, and its response is sent without fetching the message back. Servers and channels are the
library's. Neither its `DynamicItem` nor its `LayoutView` is used for presses: they add 150 and 100
microseconds to each, which is more than the game needs.

This is the only module that depends on the internals of discord.py. Its test compares it with the
library, attribute by attribute; an interaction whose payload is not as expected is left to the
library. With any version of the library other than `TESTED`, everything is left to it.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from copy import deepcopy
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


class LeanChannel(NamedTuple):
    """The channel of an interaction; `parent_id` is the channel that holds a thread."""

    id: int
    type: discord.ChannelType
    parent_id: int | None


class PayloadSource:
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

    __slots__ = ("_received", "display_name", "id", "nick")

    def __init__(self, user: Payload, member: Payload | None, of: PayloadSource | None) -> None:
        self.id = int(user["id"])
        self.nick: str | None = None if member is None else member.get("nick")
        self.display_name: str = self.nick or user.get("global_name") or user["username"]
        self._received = of

    def __getattr__(self, name: str) -> Any:
        if self._received is None:
            raise AttributeError(name)
        return getattr(self._received.whole.user, name)


class LeanMessage:
    """The message that was clicked; `raw_components` are as Discord sent them."""

    __slots__ = ("_received", "flags", "id", "mentions", "raw_components")

    def __init__(self, message: Payload, of: PayloadSource) -> None:
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
        self._received = received = PayloadSource(data, self._state)
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


class LeanState(AutoShardedConnectionState[Any]):
    """discord.py's connection state, with lazy interactions.

    Responses are sent by the session `answering` if there is one, else by the library's own.
    """

    answering: aiohttp.ClientSession | None = None

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
                "more time",
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
