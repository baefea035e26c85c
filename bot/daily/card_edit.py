"""The edit of a card of a day or a dare, which no press has asked for."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from functools import partial

import discord

from bot.ui import reach
from bot.ui.drawing import mentions
from bot.ui.drawing.components import Drawing
from bot.ui.requests import DISCORD_ERRORS, Requests, reason, unasked

log = logging.getLogger(__name__)

GIVEN_UP = (400, 403, 404)
"""The statuses with which Discord refuses an edit for good."""


async def edited(
    client: discord.Client,
    requests: Requests,
    message: discord.PartialMessage,
    drawing: Drawing,
    about: str,
) -> int | None:
    """Edit a message; return 0, the status of a refusal for good, or None to try again.

    `about` names the card in the log.
    """
    edit: Callable[[], Awaitable[object]] = partial(message.edit, **mentions.edited(drawing))
    try:
        with unasked():
            opened = partial(reach.in_open_thread, client, message.channel.id, edit)
            await requests.edit(message.id, drawing, opened)
    except DISCORD_ERRORS as error:
        log.info("%s its card could not be redrawn: %s", about, reason(error))
        if isinstance(error, discord.HTTPException) and error.status in GIVEN_UP:
            return error.status
        return None
    return 0
