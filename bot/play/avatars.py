"""Downloads the avatar of a member for a picture that shows it.

An avatar is kept for that one picture. Any failure gives None.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import aiohttp
import discord

from bot.ui.requests import reason

log = logging.getLogger(__name__)

EDGE = 128
"""The requested width and height in pixels, a power of two as Discord requires."""

SECONDS = 1.5
"""The longest time that a download may take; after that the picture is drawn without the avatar."""

MOST_BYTES = 131_072
"""The largest size in bytes of an avatar: twice that of its pixels without compression."""


async def avatar_of(user: Any) -> bytes | None:
    """Return the avatar of the user of an interaction as a still PNG; None if there is none."""
    asset: discord.Asset | None = getattr(user, "guild_avatar", None) or user.avatar
    if asset is None:
        return None
    try:
        async with asyncio.timeout(SECONDS):
            picture = await asset.replace(size=EDGE, format="png").read()
    except (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError) as error:
        log.info("no avatar is drawn: %s", reason(error))
        return None
    return picture if len(picture) <= MOST_BYTES else None
