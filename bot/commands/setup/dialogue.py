"""The dialogue of `dice-poker setup`."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from getpass import getpass
from pathlib import Path

from bot.commands.doctor.application import API, look_at_application
from bot.commands.doctor.database import look_at_database
from bot.commands.doctor.finding import Finding, exit_code
from bot.commands.setup.env_lines import set_line
from bot.config import ENV_FILE, PORTAL_INSTRUCTIONS, fault_of_token, load, strip_quotes
from bot.exit_codes import EXIT_MISTAKE, EXIT_OK, fail
from bot.storage.faults import FULL

RESET_INSTRUCTIONS = (
    "reset the token at https://discord.com/developers/applications (your application, Bot, Reset "
    "Token), run dice-poker setup again and give it the new one"
)
"""The remedy for a wrong token while one is asked for, in place of `PORTAL_INSTRUCTIONS`."""


def run(api: str = API, file: Path = ENV_FILE) -> int:
    """Ask for the token, write it and print the next steps; return the exit code.

    It is 2 for a mistake, 1 if Discord or the database cannot be reached. Raises ConfigError for
    another faulty setting.
    """
    settings = load(file, needs_token=False, any_token=True)
    given = _ask(has_token=bool(settings.discord_token))
    token = given or settings.discord_token
    fault = fault_of_token(token) if token else f"is missing: {PORTAL_INSTRUCTIONS}"
    if fault:
        return _refuse(f"The token {fault}")
    settings = replace(settings, discord_token=token)
    findings = asyncio.run(look_at_application(settings, api))
    about_token = next((finding for finding in findings if finding.thing == "token"), None)
    if about_token is None or about_token.level != "ok":
        first = next(finding for finding in findings if finding.level in ("fault", "away"))
        return _refuse(f"{first.thing}: {first.text}", exit_code([first]))
    print(f"The token: {about_token.text}.")
    if given:
        try:
            set_line(file, "DISCORD_TOKEN", given)
        except OSError as error:
            remedy = "make it a file that you may write"
            if error.errno in FULL:
                remedy = "free some disk space"
            return fail(f"{file} cannot be written ({error.strerror}): {remedy}.")
        print(f"It is in {file} now, which only you may read.")
        if os.environ.get("DISCORD_TOKEN", given) != given:
            print("But DISCORD_TOKEN is set in the environment, too, which goes first.")
    return _print_next_steps([*findings, *look_at_database(settings, datetime.now(UTC))])


def _ask(*, has_token: bool) -> str:
    """Return the token that a host pastes or a program writes, empty to keep the present one."""
    if not sys.stdin.isatty():
        return strip_quotes(sys.stdin.readline())
    print("The bot's token is in the Developer Portal: your application, Bot, Reset Token")
    print("(https://discord.com/developers/applications). It is not shown while you paste it.")
    try:
        return strip_quotes(
            getpass("Token (Enter keeps the present one): " if has_token else "Token: ")
        )
    except EOFError:
        print()  # the question stands in an open line
        return ""


def _refuse(text: str, code: int = EXIT_MISTAKE) -> int:
    """Print why the token is not taken, with the remedy; return the exit code."""
    text = text.replace(PORTAL_INSTRUCTIONS, RESET_INSTRUCTIONS)
    return fail(f"{text}. Nothing was written.", code=code)


def _print_next_steps(findings: Sequence[Finding]) -> int:
    """Print what keeps the bot from running, and the invite; return the exit code."""
    for finding in findings:
        if finding.level in ("fault", "away"):
            print(finding.line)
        elif finding.thing == "invite":
            print(f"\nOpen this link, and choose your server:\n  {finding.text}\n")
    code = exit_code(findings)
    if code == EXIT_OK:
        print("Then start the bot: dice-poker run")
    return code
