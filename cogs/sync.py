"""Sends the commands to Discord when, and only when, they have changed.

discord.py never asks Discord for its stored translations, so what Discord holds
cannot be compared with the tree. A digest of the translated payload is kept for
each application and scope instead, and the fetched names are compared too.
"""

from __future__ import annotations

import hashlib
import json
import logging
from typing import TYPE_CHECKING, Any

import discord

if TYPE_CHECKING:
    from bot.client import DicePokerBot

log = logging.getLogger(__name__)


async def sync(bot: DicePokerBot, server: int | None) -> bool:
    """Send the commands, to one development `server` or to all; return whether it was needed."""
    guild = None if server is None else discord.Object(server)
    if guild is not None:
        bot.tree.copy_global_to(guild=guild)
    application, scope = bot.application_id or 0, str(server or "global")
    digest = await _digest(bot, guild)
    known = await bot.worker.ask(lambda storage: storage.settings.digest(application, scope))
    names = {command.name for command in bot.tree.get_commands(guild=guild)}
    if known == digest:
        fetched = await bot.tree.fetch_commands(guild=guild)
        if {command.name for command in fetched} == names:
            return False
    await bot.tree.sync(guild=guild)
    await bot.worker.ask(lambda storage: storage.settings.set_digest(application, scope, digest))
    log.info("commands sent to Discord, scope=%s: %s", scope, " ".join(sorted(names)))
    return True


async def _digest(bot: DicePokerBot, guild: discord.Object | None) -> str:
    translator = bot.tree.translator
    payload: list[dict[str, Any]] = [
        command.to_dict(bot.tree)
        if translator is None
        else await command.get_translated_payload(bot.tree, translator)
        for command in bot.tree.get_commands(guild=guild)
    ]
    written = json.dumps(sorted(payload, key=lambda command: command["name"]), sort_keys=True)
    return hashlib.sha256(written.encode()).hexdigest()
