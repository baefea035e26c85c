"""Sends the commands to Discord when, and only when, they have changed.

discord.py never asks Discord for its stored translations, so what Discord holds
cannot be compared with the tree. A digest of the translated payload is kept for
each application and scope instead, and the fetched names are compared too. The
commands stand in one scope: those of any other are removed, because members of a
development server would see every command twice.
"""

from __future__ import annotations

import hashlib
import json
import logging
from typing import Any

import discord
from discord import app_commands

from bot.ui.command_ids import CommandIds
from bot.ui.response import DISCORD_ERRORS
from bot.worker import Worker

log = logging.getLogger(__name__)

GLOBAL = "global"
"""The scope of the commands of all servers; other scopes are ids of servers."""


async def sync(
    tree: app_commands.CommandTree[Any],
    worker: Worker,
    application: int,
    server: int | None,
    ids: CommandIds,
) -> bool:
    """Send the commands where they changed; return whether they did.

    They go to one development `server`, or to all. Every other scope to which
    they were sent before is cleared. `ids` learns the ids that they have there.
    """
    scope = scope_of(server)
    guild = None if server is None else discord.Object(server)
    changed, there = await _send(tree, worker, application, scope, guild)
    ids.know(there)
    for other in await worker.storage(lambda storage: storage.settings.scopes(application)):
        if other != scope:
            await _clear(tree, worker, application, other)
    return changed


def scope_of(server: int | None) -> str:
    """Return the scope of one server, None for all of them."""
    return GLOBAL if server is None else str(server)


async def _send(
    tree: app_commands.CommandTree[Any],
    worker: Worker,
    application: int,
    scope: str,
    guild: discord.Object | None,
) -> tuple[bool, list[app_commands.AppCommand]]:
    """Send the commands to one scope where they changed; return also what stands there now."""
    if guild is not None:
        tree.copy_global_to(guild=guild)
    digest = await _digest(tree, guild)
    known = await worker.storage(lambda storage: storage.settings.digest(application, scope))
    names = {(_type(command), command.name) for command in tree.get_commands(guild=guild)}
    if known == digest:
        fetched = await tree.fetch_commands(guild=guild)
        if {(command.type, command.name) for command in fetched} == names:
            return False, fetched
    sent = await tree.sync(guild=guild)
    await worker.storage(lambda storage: storage.settings.set_digest(application, scope, digest))
    listed = ", ".join(sorted(name for _, name in names))
    log.info("commands sent to Discord, scope=%s: %s", scope, listed)
    return True, sent


def _type(
    command: app_commands.Command[Any, ..., Any] | app_commands.Group | app_commands.ContextMenu,
) -> discord.AppCommandType:
    """Return whether a command is typed, or stands in the menu of a member or a message."""
    if isinstance(command, app_commands.ContextMenu):
        return command.type
    return discord.AppCommandType.chat_input


async def _clear(
    tree: app_commands.CommandTree[Any], worker: Worker, application: int, scope: str
) -> None:
    """Remove the commands of a scope at Discord, and their digest.

    A scope that Discord denies (the bot left the server) is forgotten; after any
    other error the next start tries again.
    """
    http = tree.client.http
    try:
        if scope == GLOBAL:
            await http.bulk_upsert_global_commands(application, [])
        else:
            await http.bulk_upsert_guild_commands(application, int(scope), [])
    except (discord.Forbidden, discord.NotFound) as error:
        log.warning("commands cannot be removed, scope=%s is forgotten: %s", scope, error)
    except DISCORD_ERRORS as error:
        log.warning("commands were not removed, scope=%s is tried again: %s", scope, error)
        return
    else:
        log.info("commands removed at Discord, scope=%s", scope)
    await worker.storage(lambda storage: storage.settings.set_digest(application, scope, None))


async def _digest(tree: app_commands.CommandTree[Any], guild: discord.Object | None) -> str:
    payload: list[dict[str, Any]] = [
        command.to_dict(tree)
        if tree.translator is None
        else await command.get_translated_payload(tree, tree.translator)
        for command in tree.get_commands(guild=guild)
    ]
    written = json.dumps(
        sorted(payload, key=lambda command: (command.get("type", 1), command["name"])),
        sort_keys=True,
    )
    return hashlib.sha256(written.encode()).hexdigest()
