"""Sends the commands to Discord when, and only when, they have changed; removes those left over.

discord.py never fetches the translations that Discord stores, so the stored commands cannot be
compared with the tree. Instead, a digest is kept for each application, and the fetched names are
compared too. The digest covers the English payload and the files that translate it: translating
everything into each of Discord's locales would take a tenth of every start.

A server may have commands of its own from an earlier program with the same token. Its members would
see both.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Iterable
from http import HTTPStatus
from pathlib import Path
from typing import Any

import discord
from discord import app_commands

from bot.language import languages
from bot.storage.thread import StorageThread
from bot.ui import localization, store
from bot.ui.drawing.discord_renderer import CommandIds
from bot.ui.requests import DISCORD_ERRORS, Requests, reason, unasked

log = logging.getLogger(__name__)

REFUSED = (
    "Discord refuses the commands of this version, so those of an earlier start stay as they are: "
    "%s. If they are refused for members' own accounts, tick User Install in the Developer Portal "
    "(your application, Installation); else install the bot again as it is, or another version."
)


async def sync(
    tree: app_commands.CommandTree[Any],
    storage: StorageThread,
    application: int,
    ids: CommandIds,
) -> bool:
    """Send the commands if they have changed; return whether they were sent.

    `ids` gets the ids of the commands. If Discord refuses them, the reason is logged and the bot
    plays on.
    """
    digest = _digest(tree)
    if await storage.read(store.digest, application) == digest:
        fetched = await tree.fetch_commands()
        names = {(_type(command), command.name) for command in tree.get_commands()}
        if {(command.type, command.name) for command in fetched} == names:
            ids.know(fetched)
            return False
    try:
        sent = await tree.sync()
    except discord.HTTPException as refusal:
        if refusal.status != HTTPStatus.BAD_REQUEST:
            raise
        log.error(REFUSED, " ".join(str(refusal).split()).rstrip("."))  # noqa: TRY400 - Discord's own words
        ids.know(await tree.fetch_commands())
        return False
    ids.know(sent)
    await storage.write(store.set_digest, application, digest)
    log.info("commands sent to Discord: %s", ", ".join(sorted(one.name for one in sent)))
    return True


async def clear(client: discord.Client, requests: Requests, servers: Iterable[int]) -> None:
    """Remove the commands of single servers, which are not of this program."""
    application, http = client.application_id or 0, client.http
    for server in servers:
        try:
            with unasked():
                if not await requests.make(http.get_guild_commands(application, server)):
                    continue
                await requests.make(http.bulk_upsert_guild_commands(application, server, []))
            log.info("guild=%d commands of an earlier program are removed", server)
        except DISCORD_ERRORS as error:
            log.info("guild=%d its own commands are not removed: %s", server, reason(error))


def _type(
    command: app_commands.Command[Any, ..., Any] | app_commands.Group | app_commands.ContextMenu,
) -> discord.AppCommandType:
    """Return the type of a command: chat input, or the menu of a member or a message."""
    if isinstance(command, app_commands.ContextMenu):
        return command.type
    return discord.AppCommandType.chat_input


def _digest(tree: app_commands.CommandTree[Any]) -> str:
    """Return a digest of everything that determines the translated payload."""
    payload = [command.to_dict(tree) for command in tree.get_commands()]
    payload.sort(key=lambda command: (command.get("type", 1), command["name"]))
    written = json.dumps([discord.__version__, payload], sort_keys=True)
    digest = hashlib.sha256(written.encode())
    for file in _translating():
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _translating() -> list[Path]:
    """Return the files that determine the translations: the catalogues, and the code."""
    folder = languages.CATALOGUES
    return [*sorted(folder.glob("*.po")), *sorted(folder.glob("*.py")), Path(localization.__file__)]
