"""The dialogue of `dice-poker setup`."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Mapping
from getpass import getpass
from pathlib import Path
from typing import Any

import aiohttp

from bot.commands.doctor.application import API, PORTAL, asking, not_answered
from bot.commands.doctor.visit import visit
from bot.commands.setup.env_lines import set_lines
from bot.config import PORTAL_INSTRUCTIONS, fault_of_token, stripped
from bot.env_file import ENV_FILE, ConfigError, load
from bot.exit_codes import EXIT_RETRY, fail
from bot.ui.invite import COMMANDS, PERMISSIONS, SCOPES, TITLES, invite

TRIES = 3
"""The number of attempts to enter the token."""

NONE = "none"
"""The text that means no development server."""


class _Fault(Exception):
    """Raised with the sentence and the exit code that end the command."""

    def __init__(self, told: str, code: int = 2) -> None:
        super().__init__(told)
        self.told, self.code = told, code


def run(token: str | None, server: str | None, api: str = API, file: Path = ENV_FILE) -> int:
    """Ask for missing values, write them and print the next steps; return the exit code.

    It is that of the doctor, 2 for a mistake, 1 if Discord cannot be reached.
    """
    try:
        found, application = _token(token, api)
        chosen = _server(server, found, api)
        written = {"DEVELOPMENT_SERVER": chosen}
        if found != _token_of_a_file():
            written = {"DISCORD_TOKEN": found, **written}
        _write(file, written)
        _tell(application)
    except _Fault as fault:
        return fail(fault.told, code=fault.code)
    print("\nFindings of dice-poker doctor:", flush=True)
    code = visit(api)
    if code == 0:
        print("\nNow: dice-poker rehearse --channel ID, then dice-poker run")
    return code


def _token(given: str | None, api: str) -> tuple[str, Mapping[str, Any]]:
    """Return the token and Discord's description of its application. Raises _Fault."""
    if given == "-":
        given = sys.stdin.readline()
    if given is not None:
        token = stripped(given)
        return token, _accepted(token, api)
    kept = _token_in_use()
    if not sys.stdin.isatty():
        if kept:
            return kept, _accepted(kept, api)
        raise _Fault(
            "There is no terminal to ask in: give the token with --token TOKEN, or --token - and "
            "the token on standard input."
        )
    print(f"The bot's token is in the {PORTAL}, Bot, Reset Token")
    print("(https://discord.com/developers/applications). It is not shown while you paste it.")
    for tries_left in range(TRIES - 1, -1, -1):
        prompt = "Token (Enter keeps the present one): " if kept else "Token: "
        token = stripped(getpass(prompt)) or kept
        try:
            return token, _accepted(token, api)
        except _Fault as fault:
            if fault.code != 2 or not tries_left:
                raise
            print(f"✗ {fault.told}")
    raise AssertionError


def _token_in_use() -> str:
    try:
        return load(needs_token=False).discord_token
    except ConfigError:
        return ""


def _token_of_a_file() -> str:
    """Return the token in the file DISCORD_TOKEN_FILE, which is not copied."""
    try:
        settings = load(needs_token=False)
    except ConfigError:
        return ""
    return settings.discord_token if settings.discord_token_file else ""


def _accepted(token: str, api: str) -> Mapping[str, Any]:
    """Return the application of a token. Raises _Fault."""
    fault = fault_of_token(token) if token else f"is missing: {PORTAL_INSTRUCTIONS}"
    if fault:
        raise _Fault(f"The token {fault}.")
    found: Mapping[str, Any] = _ask(token, api, "/applications/@me", "id", "name")
    name = (found.get("bot") or {}).get("username") or found["name"]
    print(f"✓ Discord accepts the token: the bot is {name}")
    return found


def _ask(token: str, api: str, path: str, *fields: str) -> Any:
    """Return the JSON of one answer of Discord. Raises _Fault."""

    async def ask() -> Any:
        async with asking(token, api) as asked:
            return await asked.get(path, *fields)

    try:
        return asyncio.run(ask())
    except aiohttp.ClientResponseError as error:
        if error.status == 401:
            told = f"Discord does not accept the token: {PORTAL_INSTRUCTIONS}."
            raise _Fault(told) from error
        told = f"Discord answered {error.status}. Try again in a minute."
        raise _Fault(told, EXIT_RETRY) from error
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        raise _Fault(f"{not_answered(error)}.", EXIT_RETRY) from error


def _server(given: str | None, token: str, api: str) -> str:
    """Return the id of the development server, empty for none. Raises _Fault."""
    if given is not None:
        return _server_id(given)
    if not sys.stdin.isatty():
        return _server_in_use()
    print("\nA development server gets changed commands at once, and no other server gets any: for")
    print("those who change the bot. Everybody else presses Enter.")
    servers = _ask(token, api, "/users/@me/guilds")
    for one in servers[:20]:
        print(f"  {one['id']}  {one['name']}")
    for _ in range(TRIES):
        answer = input("Development server (Enter for none): ")
        try:
            return _server_id(answer)
        except _Fault as fault:
            print(f"✗ {fault.told}")
    raise _Fault("No development server was chosen.")


def _server_in_use() -> str:
    try:
        return str(load(needs_token=False).development_server or "")
    except ConfigError:
        return ""


def _server_id(text: str) -> str:
    text = stripped(text)
    if text.lower() in ("", NONE):
        return ""
    if not (text.isdecimal() and 0 < int(text) < 2**63):
        raise _Fault(
            "A server is named by its id, a long number (Discord, developer mode, right click on "
            f"the server, Copy Server ID), or by {NONE}."
        )
    return text


def _write(file: Path, values: Mapping[str, str]) -> None:
    """Write the settings. Raises _Fault."""
    try:
        set_lines(file, values)
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no UTF-8 text"
        raise _Fault(f"{file} cannot be written ({why}): make it a file that you may write.") from (
            error
        )
    print(f"✓ {file} is written, and only you may read it")
    for name, value in values.items():
        if os.environ.get(name, value) != value:
            print(f"⚠ {name} is set in the environment, too, which goes first")


def _tell(application: Mapping[str, Any]) -> None:
    """Print the settings for the Developer Portal and the invite."""
    number = int(application["id"])
    names = ", ".join(TITLES[name] for name, wanted in PERMISSIONS if wanted)
    print(
        f"""
In the Developer Portal (https://discord.com/developers/applications/{number}):
  Bot           leave the three privileged intents off: none is needed
  Installation  tick Guild Install, with the scopes {" and ".join(SCOPES)}
                and the permissions {names}
                tick User Install, with the scope {COMMANDS}, so that members can
                add the bot to their own account and play anywhere

Invite the bot to a server:
  {invite(number)}"""
    )
