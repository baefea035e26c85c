"""Sends the commands to Discord when, and only when, they have changed.

discord.py never asks Discord for its stored translations, so what Discord holds
cannot be compared with the tree. A digest of the translated payload is kept for
each application and scope instead, and the fetched names are compared too.
"""

from __future__ import annotations

import hashlib
import json
import logging
from typing import Any

import discord
from discord import app_commands

from bot.worker import Worker

log = logging.getLogger(__name__)


async def sync(
    tree: app_commands.CommandTree[Any], worker: Worker, application: int, server: int | None
) -> bool:
    """Send the commands where they changed; return whether they did.

    They go to one development `server`, or to all.
    """
    guild = None if server is None else discord.Object(server)
    if guild is not None:
        tree.copy_global_to(guild=guild)
    scope = str(server or "global")
    digest = await _digest(tree, guild)
    known = await worker.storage(lambda storage: storage.settings.digest(application, scope))
    names = {command.name for command in tree.get_commands(guild=guild)}
    if known == digest:
        fetched = await tree.fetch_commands(guild=guild)
        if {command.name for command in fetched} == names:
            return False
    await tree.sync(guild=guild)
    await worker.storage(lambda storage: storage.settings.set_digest(application, scope, digest))
    log.info("commands sent to Discord, scope=%s: %s", scope, " ".join(sorted(names)))
    return True


async def _digest(tree: app_commands.CommandTree[Any], guild: discord.Object | None) -> str:
    payload: list[dict[str, Any]] = [
        command.to_dict(tree)
        if tree.translator is None
        else await command.get_translated_payload(tree, tree.translator)
        for command in tree.get_commands(guild=guild)
    ]
    written = json.dumps(sorted(payload, key=lambda command: command["name"]), sort_keys=True)
    return hashlib.sha256(written.encode()).hexdigest()
