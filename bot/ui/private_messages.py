"""Private messages of a round that are deleted once they are out of date.

A private message can be deleted with the token of the interaction that it answered, for fifteen
minutes. Tokens stay in memory alone.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime

import discord

from bot.memory import Memory
from bot.ui.answer import Answer
from bot.ui.drawing.components import Drawing
from bot.ui.requests import DISCORD_ERRORS, Requests, reason

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Sent:
    webhook: discord.Webhook
    message: int
    until: datetime


class PrivateMessages:
    """The last message of one kind to each member in each round."""

    def __init__(self, requests: Requests) -> None:
        self._requests = requests
        self._sent: Memory[tuple[int, int], _Sent] = Memory()

    async def show(self, round_id: int, answer: Answer, drawing: Drawing) -> None:
        """Send the member a message in place of their last one in a round."""
        last = self._sent.get((round_id, answer.user))
        message, interaction = await answer.show_private(drawing), answer.interaction
        sent = _Sent(interaction.followup, message, interaction.expires_at)
        self._sent[round_id, answer.user] = sent
        await self._delete(round_id, last)

    def has(self, round_id: int, user: int) -> bool:
        """Return whether a message to the member in a round is noted."""
        return (round_id, user) in self._sent

    async def delete(self, round_id: int, user: int) -> None:
        """Delete the member's last message in a round, if its token is still valid."""
        await self._delete(round_id, self._sent.pop((round_id, user), None))

    async def dismiss(self, round_id: int, answer: Answer) -> None:
        """Delete the private message of a round whose button was pressed."""
        sent, pressed = self._sent.get((round_id, answer.user)), answer.interaction.message
        if sent is not None and pressed is not None and sent.message == pressed.id:
            del self._sent[round_id, answer.user]
        await answer.dismiss()

    async def _delete(self, round_id: int, sent: _Sent | None) -> None:
        if sent is None or sent.until <= discord.utils.utcnow():
            return
        try:
            await self._requests.make(sent.webhook.delete_message(sent.message))
        except DISCORD_ERRORS as error:  # the member may have dismissed it
            log.info(
                "round=%d an earlier private message could not be deleted: %s",
                round_id,
                reason(error),
            )
