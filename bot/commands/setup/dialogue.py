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

from bot.commands.doctor.application import API, PORTAL, describe_silence, open_api
from bot.commands.doctor.visit import visit
from bot.commands.setup.env_lines import set_line
from bot.config import (
    ENV_FILE,
    PORTAL_INSTRUCTIONS,
    ConfigError,
    fault_of_token,
    load,
    strip_quotes,
)
from bot.exit_codes import EXIT_RETRY, fail
from bot.ui.invite import COMMANDS, PERMISSIONS, SCOPES, TITLES, invite

TRIES = 3
"""The number of attempts to enter the token."""


class _Fault(Exception):
    """Raised with the sentence and the exit code that end the command."""

    def __init__(self, message: str, code: int = 2) -> None:
        super().__init__(message)
        self.message, self.code = message, code


def run(token: str | None, api: str = API, file: Path = ENV_FILE) -> int:
    """Ask for the token, write it and print the next steps; return the exit code.

    It is that of the doctor, 2 for a mistake, 1 if Discord cannot be reached.
    """
    try:
        checked, application = _token(token, api)
        if checked != _token_of_a_file():
            _write(file, checked)
        _print_next_steps(application)
    except _Fault as fault:
        return fail(fault.message, code=fault.code)
    print("\nFindings of dice-poker doctor:", flush=True)
    code = visit(api)
    if code == 0:
        print("\nNow: dice-poker run")
    return code


def _token(option: str | None, api: str) -> tuple[str, Mapping[str, Any]]:
    """Return the token and Discord's description of its application. Raises _Fault."""
    if option == "-":
        option = sys.stdin.readline()
    if option is not None:
        token = strip_quotes(option)
        return token, _check_token(token, api)
    present = _token_in_use()
    if not sys.stdin.isatty():
        if present:
            return present, _check_token(present, api)
        raise _Fault(
            "There is no terminal to ask in: give the token with --token TOKEN, or --token - and "
            "the token on standard input."
        )
    print(f"The bot's token is in the {PORTAL}, Bot, Reset Token")
    print("(https://discord.com/developers/applications). It is not shown while you paste it.")
    for tries_left in range(TRIES - 1, -1, -1):
        prompt = "Token (Enter keeps the present one): " if present else "Token: "
        token = strip_quotes(getpass(prompt)) or present
        try:
            return token, _check_token(token, api)
        except _Fault as fault:
            if fault.code != 2 or not tries_left:
                raise
            print(f"✗ {fault.message}")
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


def _check_token(token: str, api: str) -> Mapping[str, Any]:
    """Return the application of a token. Raises _Fault."""
    fault = fault_of_token(token) if token else f"is missing: {PORTAL_INSTRUCTIONS}"
    if fault:
        raise _Fault(f"The token {fault}.")
    application = _application(token, api)
    name = (application.get("bot") or {}).get("username") or application["name"]
    print(f"✓ Discord accepts the token: the bot is {name}")
    return application


def _application(token: str, api: str) -> Mapping[str, Any]:
    """Return Discord's description of the application. Raises _Fault."""

    async def ask() -> Mapping[str, Any]:
        async with open_api(token, api) as discord_api:
            application: Mapping[str, Any] = await discord_api.get(
                "/applications/@me", "id", "name"
            )
            return application

    try:
        return asyncio.run(ask())
    except aiohttp.ClientResponseError as error:
        if error.status == 401:
            message = f"Discord does not accept the token: {PORTAL_INSTRUCTIONS}."
            raise _Fault(message) from error
        message = f"Discord answered {error.status}. Try again in a minute."
        raise _Fault(message, EXIT_RETRY) from error
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        raise _Fault(f"{describe_silence(error)}.", EXIT_RETRY) from error


def _write(file: Path, token: str) -> None:
    """Write the token. Raises _Fault."""
    try:
        set_line(file, "DISCORD_TOKEN", token)
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no UTF-8 text"
        raise _Fault(f"{file} cannot be written ({why}): make it a file that you may write.") from (
            error
        )
    print(f"✓ {file} is written, and only you may read it")
    if os.environ.get("DISCORD_TOKEN", token) != token:
        print("⚠ DISCORD_TOKEN is set in the environment, too, which goes first")


def _print_next_steps(application: Mapping[str, Any]) -> None:
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
