"""Private messages of a round, of which the last one alone is deleted."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace

import discord

from bot.ui.private_messages import PrivateMessages
from bot.ui.requests import Requests


class Answered:
    """The response to a press on a private message."""

    user = 7

    def __init__(self, sent, pressed=None):
        async def delete_message(message):
            sent.remove(message)

        self._sent = sent
        self.interaction = SimpleNamespace(
            message=None if pressed is None else SimpleNamespace(id=pressed),
            followup=SimpleNamespace(delete_message=delete_message),
            expires_at=discord.utils.utcnow() + timedelta(minutes=15),
        )

    async def show_private(self, number):
        self._sent.append(number)
        return number

    async def dismiss(self):
        self._sent.remove(self.interaction.message.id)


async def test_a_message_dismissed_that_is_not_the_last_leaves_the_last_noted():
    messages, sent = PrivateMessages(Requests()), [1]
    await messages.show(5, Answered(sent), 2)
    await messages.dismiss(5, Answered(sent, pressed=1))
    assert sent == [2]
    assert messages.has(5, 7)
    await messages.delete(5, 7)
    assert sent == []
