"""The command `dice-poker rehearse` and its options."""

from __future__ import annotations

import argparse
from argparse import ArgumentTypeError, Namespace
from pathlib import Path
from typing import Any, TypeAlias

# add_subparsers returns a private type of argparse
Commands: TypeAlias = "argparse._SubParsersAction[Any]"  # noqa: SLF001


def rehearse_command(commands: Commands) -> None:
    """Add `dice-poker rehearse`, which posts, edits and removes sample messages."""
    parser = commands.add_parser(
        "rehearse",
        help="try in one channel what the bot posts, and say what Discord refuses",
        description="Post, edit and remove in one channel a board of every kind, a picture, a "
        "file, a thread, a ping of whoever hosts the bot and an emoji, in half a minute. Each step "
        "is a line with a tick, or with what Discord says and what to do. The bot may be running. "
        "The exit code is 0 if every step was taken, 2 if something has to be corrected, 1 if "
        "Discord cannot be reached.",
    )
    parser.add_argument(
        "--channel",
        required=True,
        type=channel_id,
        metavar="ID",
        help="the channel, by its id (Discord, developer mode, right click on the channel, Copy "
        "Channel ID); best one that few members read",
    )
    parser.add_argument(
        "--record",
        type=Path,
        metavar="FOLDER",
        help="keep what Discord answers in a new folder: headers and bodies without tokens, ids "
        "and names replaced",
    )

    def func(args: Namespace) -> int:
        # The other commands do not need these.
        from bot.commands.rehearse.rehearsal import rehearse  # noqa: PLC0415
        from bot.config import load  # noqa: PLC0415

        return rehearse(load(), args.channel, args.record)

    parser.set_defaults(func=func)


def channel_id(text: str) -> int:
    """Parse the id of a channel. Raises ArgumentTypeError for any other text."""
    if not (text.isdecimal() and 0 < int(text) < 2**63):
        raise ArgumentTypeError(f"a channel is named by its id, a long number, not {text!r}")
    return int(text)
