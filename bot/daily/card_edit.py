"""The edit of a card of a day or a dare, which no press has asked for."""

from __future__ import annotations

import logging

import discord

from bot.language.render import Place
from bot.ui.channels import Channels
from bot.ui.drawing.components import Drawing
from bot.ui.requests import DISCORD_ERRORS, reason, unasked

log = logging.getLogger(__name__)

GIVEN_UP = (400, 403, 404)
"""The statuses with which Discord refuses an edit for good."""


async def edited(channels: Channels, place: Place, drawing: Drawing, about: str) -> int | None:
    """Edit a message; return 0, the status of a refusal for good, or None to try again.

    `about` names the card in the log.
    """
    try:
        with unasked():
            await channels.edit(place, drawing)
    except DISCORD_ERRORS as error:
        log.info("%s its card could not be redrawn: %s", about, reason(error))
        if isinstance(error, discord.HTTPException) and error.status in GIVEN_UP:
            return error.status
        return None
    return 0
