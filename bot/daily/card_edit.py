"""The edit of the card of a day or a dare, without a press."""

from __future__ import annotations

import logging

import discord

from bot.language.render import Place
from bot.ui.channels import Channels
from bot.ui.drawing.components import Drawing
from bot.ui.requests import DISCORD_ERRORS, reason, unasked

log = logging.getLogger(__name__)

FINAL_STATUSES = (400, 403, 404)
"""The statuses with which Discord refuses an edit for good."""


async def edit_card(channels: Channels, place: Place, drawing: Drawing, about: str) -> int | None:
    """Edit the message of a card; return 0, the status of a final refusal, or None to try again.

    `about` names the card in the log.
    """
    try:
        with unasked():
            await channels.edit(place, drawing)
    except DISCORD_ERRORS as error:
        log.info("%s its card could not be redrawn: %s", about, reason(error))
        if isinstance(error, discord.HTTPException) and error.status in FINAL_STATUSES:
            return error.status
        return None
    return 0
