"""The arguments of `dice-poker backup`, `restore`, `restored`, `move` and `verify`.

Their implementations are imported on use: other commands do not need a database.
"""

from __future__ import annotations

import argparse
from argparse import Namespace
from pathlib import Path
from typing import Any, TypeAlias

# add_subparsers returns a private type of argparse
Commands: TypeAlias = "argparse._SubParsersAction[Any]"  # noqa: SLF001


def file_name(argument: str) -> Path:
    """Return a FILE. Raises ValueError for an address, which may hold a password to be repeated."""
    if "://" in argument:
        raise ValueError
    return Path(argument)


def backup_command(commands: Commands) -> None:
    """Add `dice-poker backup FILE`, which copies the database."""
    parser = commands.add_parser(
        "backup",
        help="copy the database of the bot, which may be running",
        description="Copy the database of DATABASE_URL to a file, and check the copy. The bot may "
        "be running: the copy holds everything that was stored at one moment.",
    )
    parser.add_argument("file", type=file_name, metavar="FILE", help="the file to write")
    parser.add_argument("--force", action="store_true", help="replace a file that exists")

    def func(args: Namespace) -> int:
        from bot.commands.maintenance.copies import backup  # noqa: PLC0415 — see the module docstring

        return backup(args.file, replace=args.force)

    parser.set_defaults(func=func)


def restore_command(commands: Commands) -> None:
    """Add `dice-poker restore FILE`, which puts a backup in place of the database."""
    parser = commands.add_parser(
        "restore",
        help="put a backup in place of the database; the bot must not be running",
        description="Check a backup and put it in place of the database of DATABASE_URL. The bot "
        "must not be running. The database before it is kept beside it.",
    )
    parser.add_argument("file", type=file_name, metavar="FILE", help="the backup")

    def func(args: Namespace) -> int:
        from bot.commands.maintenance.copies import restore  # noqa: PLC0415

        return restore(args.file)

    parser.set_defaults(func=func)


def restored_command(commands: Commands) -> None:
    """Add `dice-poker restored`, the last step after `pg_restore`."""
    parser = commands.add_parser(
        "restored",
        help="the last step after pg_restore; the bot must not be running",
        description="Adapt the PostgreSQL database of DATABASE_URL after a dump was put back: "
        "members who were erased since are erased again, and no id and no dice of later games are "
        "given again. dice-poker restore FILE names the commands to run before. The bot must not "
        "be running; it may be repeated.",
    )

    def func(_: Namespace) -> int:
        from bot.commands.maintenance.copies import restored  # noqa: PLC0415

        return restored()

    parser.set_defaults(func=func)


def move_command(commands: Commands) -> None:
    """Add `dice-poker move URL`, which copies the database from SQLite to PostgreSQL."""
    parser = commands.add_parser(
        "move",
        help="copy the database to PostgreSQL; the bot must not be running",
        description="Copy the SQLite database of DATABASE_URL to an empty database of PostgreSQL, "
        "and compare them row by row. The bot must not be running. Interrupted at any moment, it "
        "has copied nothing, and the same call begins anew. The file stays as it is.",
    )
    parser.add_argument(
        "url",
        metavar="URL",
        help="postgresql://user:password@host/database, or - to read it from standard input",
    )

    def func(args: Namespace) -> int:
        from bot.commands.maintenance.copies import move  # noqa: PLC0415

        return move(args.url)

    parser.set_defaults(func=func)


def verify_command(commands: Commands) -> None:
    """Add `dice-poker verify FILE …`, which checks proofs of rounds."""
    parser = commands.add_parser(
        "verify",
        help="check proofs of rounds",
        description="Check proofs that the bot has handed out: that everything that landed "
        "follows from the seed, that the record keeps the rules of its game, and that computers "
        "chose what their levels choose. The exit code is 0 if all is well, 1 if a file proves "
        "nothing, 2 if one cannot be read.",
    )
    parser.add_argument("files", type=file_name, nargs="+", metavar="FILE", help="a proof")

    def func(args: Namespace) -> int:
        from bot.commands.maintenance.verifying import verify_files  # noqa: PLC0415

        return verify_files(args.files)

    parser.set_defaults(func=func)
