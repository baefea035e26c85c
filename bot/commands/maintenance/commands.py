"""The commands `dice-poker backup`, `restore`, `move`, `export`, … `analyse`: their arguments.

What they do is imported when it is done: the other commands do not need a database.
"""

from __future__ import annotations

import argparse
from argparse import ArgumentTypeError, Namespace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias

from bot.language.languages import LANGUAGES

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
        from bot.commands.maintenance.copies import backup  # noqa: PLC0415 — see the module docstring

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
        from bot.commands.maintenance.copies import restore  # noqa: PLC0415

        return restore(args.file)

    parser.set_defaults(func=func)


def move_command(commands: Commands) -> None:
    """`dice-poker move URL`: the database of SQLite to PostgreSQL."""
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


def export_command(commands: Commands) -> None:
    """`dice-poker export`: finished rounds as JSON lines."""
    parser = commands.add_parser(
        "export",
        help="write finished rounds as JSON, one a line",
        description="Write the finished rounds of the database as JSON, one round a line, with "
        "every step and result. The bot may be running. docs/export.md explains the fields.",
    )
    parser.add_argument(
        "file", type=Path, nargs="?", metavar="FILE", help="the file (default: standard output)"
    )
    parser.add_argument(
        "--since",
        type=moment,
        metavar="TIME",
        help="only rounds that ended since then, such as 2026-11-21 or 2026-11-21T18:30Z",
    )
    parser.add_argument("--force", action="store_true", help="replace a file that exists")

    def func(args: Namespace) -> int:
        from bot.commands.maintenance.export import export  # noqa: PLC0415

        return export(args.file, args.since, replace=args.force)

    parser.set_defaults(func=func)


def replay_command(commands: Commands) -> None:
    """`dice-poker replay`: a finished round step by step, and whether its record is right."""
    parser = commands.add_parser(
        "replay",
        help="show a finished round step by step, and check its record",
        description="Show a finished round step by step and check that its steps lead to its "
        "result: from a file that `dice-poker export` has written, or from the database. Without "
        "--round all rounds of a file are checked. The exit code is 0 if all is well, 1 if a "
        "record is wrong, 2 if there is nothing to replay.",
    )
    parser.add_argument(
        "file", type=Path, nargs="?", metavar="FILE", help="the file (default: the database)"
    )
    parser.add_argument("--round", type=round_number, metavar="N", help="the id of the round")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="default: %(default)s")

    def func(args: Namespace) -> int:
        from bot.commands.maintenance.replay import replay  # noqa: PLC0415

        return replay(args.file, args.round, args.language)

    parser.set_defaults(func=func)


def verify_command(commands: Commands) -> None:
    """`dice-poker verify FILE …`: whether proofs of rounds prove their dice."""
    parser = commands.add_parser(
        "verify",
        help="check proofs of rounds",
        description="Check proofs that the bot has handed out: that everything that landed "
        "follows from the committed seed, that the record keeps the rules of its game, and that "
        "computers chose what their levels choose. Several proofs are checked together. The exit "
        "code is 0 if all is well, 1 if a file proves nothing, 2 if one cannot be read.",
    )
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="a proof")

    def func(args: Namespace) -> int:
        from bot.commands.maintenance.verifying import verify_files  # noqa: PLC0415

        return verify_files(args.files)

    parser.set_defaults(func=func)


def analyse_command(commands: Commands) -> None:
    """`dice-poker analyse`: the accounting of old rounds."""
    parser = commands.add_parser(
        "analyse",
        help="account for rounds that ended before there were statistics",
        description="Account for all rounds that have ended without an accounting: their luck, and "
        "what each choice gave away. The bot may be running; it accounts for new rounds itself. "
        "Interrupted at any moment, it goes on with the same call.",
    )
    parser.add_argument(
        "--again",
        action="store_true",
        help="account for all rounds anew, and count them again: after an update that changes how "
        "an accounting is made; rounds whose moves were deleted keep theirs",
    )
    parser.add_argument(
        "--count-again",
        action="store_true",
        help="build ratings and statistics of all members anew, in the order of the rounds",
    )

    def func(args: Namespace) -> int:
        from bot.commands.maintenance.analyse import analyse  # noqa: PLC0415

        return analyse(again=args.again, count_again=args.count_again)

    parser.set_defaults(func=func)


def moment(text: str) -> datetime:
    """Parse a date or a time of ISO 8601, in UTC unless it names its zone.

    Raises ArgumentTypeError for any other text.

    >>> moment("2026-11-21").isoformat()
    '2026-11-21T00:00:00+00:00'
    """
    try:
        parsed = datetime.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(
            f"a time is written like 2026-11-21 or 2026-11-21T18:30Z, not {text!r}"
        ) from None
    return parsed.replace(tzinfo=UTC) if parsed.tzinfo is None else parsed.astimezone(UTC)


def round_number(text: str) -> int:
    """Parse the id of a round. Raises ArgumentTypeError for any other text."""
    if not (text.isdecimal() and 1 <= int(text) < 2**62):
        raise ArgumentTypeError(f"a round is a whole number above 0, not {text!r}")
    return int(text)
