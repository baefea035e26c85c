"""One interaction's answer: given in time, and kindly where it is not what was hoped for."""

from __future__ import annotations

import asyncio
import logging
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
from discord import ui

from bot.words import nearest
from cogs import layout
from cogs.layout import Words
from rules.text import Text

log = logging.getLogger(__name__)

PATIENCE = 1.5
"""Seconds after which an answer that is not ready is promised; Discord waits three."""

FAULTS = (discord.HTTPException, aiohttp.ClientError, TimeoutError)
"""What may come back instead of Discord's consent: its refusal, or none at all."""

NOBODY = discord.AllowedMentions.none()


def pinging(*users: int) -> discord.AllowedMentions:
    """Allow a message to ping these members and nobody else."""
    # Discord describes ids as text, the library would send numbers.
    named: Any = [SimpleNamespace(id=str(user)) for user in users]
    return discord.AllowedMentions(everyone=False, roles=False, users=named)


class Answer:
    """The answer to one interaction.

    Until it is given a timer runs: when it rings, Discord is told that the
    answer will come, so that no player reads "This interaction failed". Use it
    as an async context manager.
    """

    def __init__(self, interaction: discord.Interaction[Any], emoji: Any) -> None:
        self.interaction = interaction
        self.user = interaction.user.id
        self.language = nearest(str(interaction.locale))
        self.words = Words(self.language, emoji)
        self._gate = asyncio.Lock()
        self._promise: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._public_promise = False

    async def __aenter__(self) -> Answer:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(PATIENCE, self._start_promise)
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._promise is not None:
            await self._promise

    @property
    def private(self) -> bool:
        """Whether the clicked message is one that only this member sees."""
        message = self.interaction.message
        return message is not None and message.flags.ephemeral

    @property
    def given(self) -> bool:
        """Whether Discord has been answered at all."""
        return self.interaction.response.is_done()

    async def promise(self) -> None:
        """Promise this member a private answer that may take a while."""
        async with self._gate:
            if not self.given:
                await self.interaction.response.defer(ephemeral=True, thinking=True)

    async def redraw(self, drawn: ui.LayoutView) -> None:
        """Draw the clicked message anew."""
        async with self._gate:
            if self.given:
                await self.interaction.edit_original_response(view=drawn, allowed_mentions=NOBODY)
            else:
                await self.interaction.response.edit_message(view=drawn, allowed_mentions=NOBODY)

    async def whisper(self, *texts: Text, buttons: list[ui.Item[Any]] | None = None) -> None:
        """Tell this member alone, in their own language."""
        await self.show(layout.whisper(texts, self.words, buttons or []))

    async def show(self, drawn: ui.LayoutView, *pictures: discord.File) -> None:
        """Show this member alone a message, with the pictures that it names."""
        message: dict[str, Any] = {
            "view": drawn,
            "files": pictures,
            "ephemeral": True,
            "allowed_mentions": NOBODY,
        }
        async with self._gate:
            if not self.given:
                await self.interaction.response.send_message(**message)
                return
            if self._public_promise:  # whatever comes first takes its place, and is public
                await self.interaction.edit_original_response(content="…")
            await self.interaction.followup.send(**message)
            if self._public_promise:
                self._public_promise = False
                await self.interaction.delete_original_response()

    async def post(self, drawn: ui.LayoutView, ping: int | None = None) -> int:
        """Post a message for everybody, pinging at most the member `ping`; return its id."""
        mentions = NOBODY if ping is None else pinging(ping)
        async with self._gate:
            if self.given:
                message = await self.interaction.followup.send(
                    view=drawn, allowed_mentions=mentions, wait=True
                )
                self._public_promise = False
                return message.id
            sent = await self.interaction.response.send_message(
                view=drawn, allowed_mentions=mentions
            )
            if sent.message_id is not None:
                return sent.message_id
            return (await self.interaction.original_response()).id

    def _start_promise(self) -> None:
        self._promise = asyncio.create_task(self._give_promise())

    async def _give_promise(self) -> None:
        async with self._gate:
            if self.given:
                return
            try:
                await self.interaction.response.defer()
            except FAULTS as fault:
                log.warning("interaction=%s could not be deferred: %s", self.interaction.id, fault)
            else:
                self._public_promise = self.interaction.message is None
