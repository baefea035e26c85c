"""Private messages with hints or words of the coach, each replacing the last.

A private message can be deleted with the token of the interaction that it answered, for fifteen
minutes. Tokens stay in memory alone.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime

import discord

from bot.memory import Memory
from bot.ui.requests import DISCORD_ERRORS, Requests, reason
from bot.ui.response import Response

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Given:
    webhook: discord.Webhook
    message: int
    until: datetime


class GivenHints:
    """The last message of its kind to each member in each round."""

    def __init__(self, requests: Requests) -> None:
        self._requests = requests
        self._given: Memory[tuple[int, int], _Given] = Memory()

    def note(self, round_id: int, response: Response, message: int) -> None:
        """Note the message that was sent to a member."""
        interaction = response.interaction
        given = _Given(interaction.followup, message, interaction.expires_at)
        self._given[round_id, response.user] = given

    async def delete(self, round_id: int, user: int) -> None:
        """Delete the member's last message in a round, if its token is still valid."""
        given = self._given.pop((round_id, user), None)
        if given is None or given.until <= discord.utils.utcnow():
            return
        try:
            await self._requests.make(given.webhook.delete_message(given.message))
        except DISCORD_ERRORS as error:  # the member may have dismissed it
            log.info(
                "round=%d an earlier private message could not be deleted: %s",
                round_id,
                reason(error),
            )
