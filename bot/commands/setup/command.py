"""The command `dice-poker setup` and its options."""

from __future__ import annotations

import argparse
from argparse import Namespace
from typing import Any, TypeAlias

# add_subparsers returns a private type of argparse
Commands: TypeAlias = "argparse._SubParsersAction[Any]"  # noqa: SLF001


def setup_command(commands: Commands) -> None:
    """Add `dice-poker setup`, which asks for the token and writes the settings."""
    parser = commands.add_parser(
        "setup",
        help="ask for the bot's token, check it, write .env and print the invite",
        description="Ask for the bot's token, check it, and write it into .env in this folder, "
        "whose other lines stay. Then say what to set in the Developer Portal, print the link that "
        "invites the bot, and end as the doctor does. A token that is given is not asked for.",
    )
    parser.add_argument(
        "--token",
        metavar="TOKEN",
        help="the bot's token; - reads it from standard input, which no other user can see",
    )

    def func(args: Namespace) -> int:
        from bot.commands.setup.dialogue import run  # noqa: PLC0415 — the other commands do not need it

        return run(args.token)

    parser.set_defaults(func=func)
