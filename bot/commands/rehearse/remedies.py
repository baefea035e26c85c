"""The meaning of Discord's refusals, with the remedies for hosts.

The codes are those of https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import discord

from bot.ui.away import NotDiscord

_COPY = "copy the id again (developer mode, right click on the channel, Copy Channel ID)"

REMEDIES: Mapping[int, str] = MappingProxyType(
    {
        10003: f"Discord knows no such channel: {_COPY}",
        20028: "too many messages were posted in this channel: wait a minute",
        30008: "the application has as many emoji as it may have: delete some (Developer Portal, "
        "Emojis)",
        30046: "too many edits of old messages: wait an hour",
        40005: "the file is too big for this server",
        50001: "the bot cannot see this channel: give it View Channels there, or invite it",
        50013: "the bot lacks a permission in this channel: give it {needs}",
        50024: "nothing can be posted in this kind of channel: choose a text channel",
        50083: "the thread is archived",
        160005: "the thread is locked: unlock it",
        160006: "the server has as many active threads as it may have: archive some",
        200000: "AutoMod has blocked the message: exempt the bot's role from that rule",
        200001: "AutoMod has blocked the title: exempt the bot's role from that rule",
    }
)
"""The meaning of a code and the remedy; `needs` are the permissions of the step."""


def explain(error: Exception, needs: str) -> str:
    """Return the meaning of an error, with Discord's words and code if it has any."""
    match error:
        case NotDiscord():
            return str(error)
        case discord.HTTPException(code=code) if code in REMEDIES:
            return f"{REMEDIES[code].format(needs=needs)} ({_own_words(error)})"
        case discord.Forbidden():
            return f"Discord forbids it: give the bot {needs} ({_own_words(error)})"
        case discord.HTTPException(status=status) if status >= 500:
            return f"Discord has a fault of its own: try again in a minute ({_own_words(error)})"
        case discord.HTTPException():
            return f"Discord refuses it: please report this ({_own_words(error)})"
        case discord.RateLimited(retry_after=seconds):
            return f"Discord takes no more for {seconds:.0f} seconds: wait until then"
    return f"Discord cannot be reached ({type(error).__name__}): check the network of this machine"


def _own_words(error: discord.HTTPException) -> str:
    return f"{error.status}, code {error.code}: {' '.join(error.text.split())}"
