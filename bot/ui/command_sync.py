"""Sends the commands to Discord when, and only when, they have changed.

discord.py never fetches the translations that Discord stores, so the stored commands cannot be
compared with the tree. Instead, a digest is kept for each application, and the fetched names are
compared too. The digest covers the English payload and the files that translate it: translating
everything into each of Discord's locales would take a tenth of every start. Version 1.0.0 could
send the commands to one server instead; they are removed there, because its members would see every
command twice.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Any

import discord
from discord import app_commands

from bot.language import languages
from bot.storage.thread import StorageThread
from bot.ui import localization, store
from bot.ui.discord_renderer import CommandIds
from bot.ui.requests import DISCORD_ERRORS

log = logging.getLogger(__name__)

EVERYWHERE = "global"
"""The stored scope of the commands of all servers."""


NO_USER_INSTALL = (
    "Discord refuses the commands for members who add the bot to their own account (%s); they are "
    "offered on servers alone. To allow it, tick User Install in the Developer Portal "
    "(your application, Installation) and start the bot again."
)


REFUSED = (
    "Discord refuses the commands of this version, so those of an earlier start stay as they are: "
    "%s. Install the bot again as it is, or another version of it."
)


async def sync(
    tree: app_commands.CommandTree[Any],
    storage: StorageThread,
    application: int,
    ids: CommandIds,
) -> bool:
    """Send the commands if they have changed; return whether they were sent.

    `ids` gets the ids of the commands. If Discord refuses commands for members' own accounts, they
    are sent for servers only; if it refuses all of them, the reason is logged and the bot plays on.
    """
    changed, there = await _send(tree, storage, application)
    ids.know(there)
    if changed is None:
        return False
    for scope in await storage.read(store.scopes, application):
        if scope != EVERYWHERE:
            await _clear(tree, storage, application, scope)
    return changed


async def _send(
    tree: app_commands.CommandTree[Any], storage: StorageThread, application: int
) -> tuple[bool | None, list[app_commands.AppCommand]]:
    """Send the commands if they changed.

    Returns whether they were sent, and the commands that Discord has now. The first value is None
    for commands that Discord refuses.
    """
    known = await storage.read(store.digest, application, EVERYWHERE)
    names = {(_type(command), command.name) for command in tree.get_commands()}

    async def there(digest: str) -> list[app_commands.AppCommand] | None:
        """Return the commands at Discord if they are those sent with this digest, else None."""
        if known != digest:
            return None
        fetched = await tree.fetch_commands()
        same = {(command.type, command.name) for command in fetched} == names
        return fetched if same else None

    digest = _digest(tree)
    unchanged = await there(digest)
    if unchanged is not None:
        return False, unchanged
    try:
        sent = await tree.sync()
    except discord.HTTPException as refusal:
        if refusal.status != HTTPStatus.BAD_REQUEST:
            raise
        with _servers_alone(tree):
            digest = _digest(tree)
            unchanged = await there(digest)
            try:
                sent = unchanged or await tree.sync()
            except discord.HTTPException as second:
                if second.status != HTTPStatus.BAD_REQUEST:
                    raise
                log.error(REFUSED, " ".join(str(second).split()).rstrip("."))  # noqa: TRY400 - Discord's own words
                return None, await tree.fetch_commands()
        log.warning(NO_USER_INSTALL, str(refusal).partition("\n")[0])
        if unchanged is not None:
            return False, unchanged
    await storage.write(store.set_digest, application, EVERYWHERE, digest)
    log.info("commands sent to Discord: %s", ", ".join(sorted(name for _, name in names)))
    return True, sent


@contextmanager
def _servers_alone(tree: app_commands.CommandTree[Any]) -> Iterator[None]:
    """Offer the commands on servers only within the block, not to members' own accounts."""
    offered = [
        (command, command.allowed_installs, command.allowed_contexts)
        for command in tree.get_commands()
    ]
    for command, installs, contexts in offered:
        if installs is not None and installs.user:
            command.allowed_installs = app_commands.AppInstallationType(guild=True)
        if contexts is not None and contexts.private_channel:
            command.allowed_contexts = app_commands.AppCommandContext(
                guild=contexts.guild, dm_channel=contexts.dm_channel
            )
    try:
        yield
    finally:
        for command, installs, contexts in offered:
            command.allowed_installs, command.allowed_contexts = installs, contexts


def _type(
    command: app_commands.Command[Any, ..., Any] | app_commands.Group | app_commands.ContextMenu,
) -> discord.AppCommandType:
    """Return the type of a command: chat input, or the menu of a member or a message."""
    if isinstance(command, app_commands.ContextMenu):
        return command.type
    return discord.AppCommandType.chat_input


async def _clear(
    tree: app_commands.CommandTree[Any], storage: StorageThread, application: int, scope: str
) -> None:
    """Remove the commands of one server at Discord, and their digest; `scope` is its id.

    A server that Discord denies (the bot left it) is forgotten; after any other error the next
    start tries again.
    """
    try:
        await tree.client.http.bulk_upsert_guild_commands(application, int(scope), [])
    except (discord.Forbidden, discord.NotFound) as error:
        log.warning("commands cannot be removed, scope=%s is forgotten: %s", scope, error)
    except DISCORD_ERRORS as error:
        log.warning("commands were not removed, scope=%s is tried again: %s", scope, error)
        return
    else:
        log.info("commands removed at Discord, scope=%s", scope)
    await storage.write(store.set_digest, application, scope, None)


def _digest(tree: app_commands.CommandTree[Any]) -> str:
    """Return a digest of everything that determines the translated payload."""
    payload = [command.to_dict(tree) for command in tree.get_commands()]
    payload.sort(key=lambda command: (command.get("type", 1), command["name"]))
    written = json.dumps([discord.__version__, payload], sort_keys=True)
    found = hashlib.sha256(written.encode())
    for file in _translating():
        found.update(file.read_bytes())
    return found.hexdigest()


def _translating() -> list[Path]:
    """Return the files that determine the translations: the catalogues, and the code."""
    folder = languages.CATALOGUES
    return [*sorted(folder.glob("*.po")), *sorted(folder.glob("*.py")), Path(localization.__file__)]
