"""The response to one interaction, given within the three seconds that Discord allows."""

from __future__ import annotations

import asyncio
import logging
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord

from bot.language.languages import nearest
from bot.ui import layout
from bot.ui.components import Component, Drawing
from bot.ui.discord_renderer import DiscordRenderer
from bot.ui.emoji import EmojiSet
from rules.text import Text

log = logging.getLogger(__name__)

DEFER_AFTER = 1.5
"""Seconds after which a response that is not ready is deferred; Discord waits three."""

ANSWER_TIMEOUT = 5.0
"""Seconds after which a request to Discord is given up; it may still arrive."""

DISCORD_ERRORS = (discord.HTTPException, aiohttp.ClientError, TimeoutError)
"""Errors raised when Discord rejects a request or cannot be reached."""

NO_PINGS = discord.AllowedMentions.none()


def pinging(*users: int) -> discord.AllowedMentions:
    """Allow a message to ping these members and nobody else."""
    # Discord describes ids as text, the library would send numbers.
    mentioned: Any = [SimpleNamespace(id=str(user)) for user in users]
    return discord.AllowedMentions(everyone=False, roles=False, users=mentioned)


def is_unsure(error: Exception | None) -> bool:
    """Return whether a request that failed may have been carried out, or may be later."""
    if isinstance(error, discord.HTTPException):
        return error.status >= 500
    return isinstance(error, aiohttp.ClientError | TimeoutError)


def reason(error: Exception) -> str:
    """Return what the log says of an error; a time-out has no message of its own."""
    return str(error) or type(error).__name__


class Response:
    """The response to one interaction.

    A timer defers it when it takes long, so that no player reads "This
    interaction failed". Use it as an async context manager.
    """

    def __init__(self, interaction: discord.Interaction[Any], emoji: EmojiSet) -> None:
        self.interaction = interaction
        self.user = interaction.user.id
        self.language = nearest(str(interaction.locale))
        self.renderer = DiscordRenderer(self.language, emoji)
        self._lock = asyncio.Lock()
        self._deferring: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._deferred_in_public = False

    async def __aenter__(self) -> Response:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(DEFER_AFTER, self._start_deferring)
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._deferring is not None:
            if kind is not None:  # the bot stops
                self._deferring.cancel()
            await asyncio.wait({self._deferring})

    @property
    def private(self) -> bool:
        """Whether the clicked message is one that only this member sees."""
        message = self.interaction.message
        return message is not None and message.flags.ephemeral

    @property
    def given(self) -> bool:
        """Whether Discord has received any response."""
        return self.interaction.response.is_done()

    async def defer_private(self) -> None:
        """Defer a private response that may take long."""
        async with asyncio.timeout(ANSWER_TIMEOUT), self._lock:
            if not self.given:
                await self.interaction.response.defer(ephemeral=True, thinking=True)

    async def redraw(self, drawing: Drawing) -> None:
        """Replace the clicked message."""
        async with asyncio.timeout(ANSWER_TIMEOUT), self._lock:
            if self.given:
                await self.interaction.edit_original_response(
                    view=drawing, allowed_mentions=NO_PINGS
                )
            else:
                await self.interaction.response.edit_message(
                    view=drawing, allowed_mentions=NO_PINGS
                )

    async def send_private(self, *texts: Text, buttons: list[Component] | None = None) -> None:
        """Send sentences that only this member sees, in their own language."""
        await self.show_private(layout.message(texts, self.renderer, buttons or []))

    async def show_private(self, drawing: Drawing, *pictures: discord.File) -> None:
        """Send a message that only this member sees, with the pictures it refers to."""
        message: dict[str, Any] = {
            "view": drawing,
            "files": pictures,
            "ephemeral": True,
            "allowed_mentions": NO_PINGS,
        }
        async with asyncio.timeout(ANSWER_TIMEOUT), self._lock:
            if not self.given:
                await self.interaction.response.send_message(**message)
                return
            if self._deferred_in_public:  # the next message replaces the deferral, in public
                await self.interaction.edit_original_response(content="…")
            await self.interaction.followup.send(**message)
            if self._deferred_in_public:
                self._deferred_in_public = False
                await self.interaction.delete_original_response()

    async def post(self, drawing: Drawing, ping: int | None = None) -> int:
        """Post a message for everybody, pinging at most the member `ping`; return its id."""
        mentions = NO_PINGS if ping is None else pinging(ping)
        async with asyncio.timeout(ANSWER_TIMEOUT), self._lock:
            if self.given:
                message = await self.interaction.followup.send(
                    view=drawing, allowed_mentions=mentions, wait=True
                )
                self._deferred_in_public = False
                return message.id
            sent = await self.interaction.response.send_message(
                view=drawing, allowed_mentions=mentions
            )
            if sent.message_id is not None:
                return sent.message_id
            return (await self.interaction.original_response()).id

    def _start_deferring(self) -> None:
        self._deferring = asyncio.create_task(self._defer())

    async def _defer(self) -> None:
        """Defer the response, unless it is given or on its way."""
        if self._lock.locked() or self.given:
            return
        async with self._lock:
            try:
                async with asyncio.timeout(ANSWER_TIMEOUT):
                    await self.interaction.response.defer()
            except DISCORD_ERRORS as error:
                number = self.interaction.id
                log.warning("interaction=%s could not be deferred: %s", number, reason(error))
            else:
                self._deferred_in_public = self.interaction.message is None
