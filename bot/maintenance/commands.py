"""The commands `dice-poker backup` and `restore`: their arguments.

What they do is imported when it is done: the other commands do not need a database.
"""

from __future__ import annotations

import argparse
from argparse import Namespace
from pathlib import Path
from typing import Any, TypeAlias

# add_subparsers returns a private type of argparse
Commands: TypeAlias = "argparse._SubParsersAction[Any]"  # noqa: SLF001


def backup_command(commands: Commands) -> None:
    """`dice-poker backup FILE`: a copy of the database."""
    parser = commands.add_parser(
        "backup",
        help="copy the database of the bot, which may be running",
        description="Copy the database of DATABASE_URL to a file, and check the copy. The bot may "
        "be running: the copy holds everything that was stored at one moment.",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the file to write")
    parser.add_argument("--force", action="store_true", help="replace a file that exists")

    def func(args: Namespace) -> int:
        from bot.maintenance.copies import backup  # noqa: PLC0415 — see the module docstring

        return backup(args.file, replace=args.force)

    parser.set_defaults(func=func)


def restore_command(commands: Commands) -> None:
    """`dice-poker restore FILE`: a backup in place of the database."""
    parser = commands.add_parser(
        "restore",
        help="put a backup in place of the database; the bot must not be running",
        description="Check a backup and put it in place of the database of DATABASE_URL. The bot "
        "must not be running. The database before it is kept beside it.",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the backup")

    def func(args: Namespace) -> int:
        from bot.maintenance.copies import restore  # noqa: PLC0415

        return restore(args.file)

    parser.set_defaults(func=func)
