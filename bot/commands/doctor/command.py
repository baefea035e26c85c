"""The command `dice-poker doctor` and its options."""

from __future__ import annotations

import argparse
from argparse import Namespace
from typing import Any, TypeAlias

# add_subparsers returns a private type of argparse
Commands: TypeAlias = "argparse._SubParsersAction[Any]"  # noqa: SLF001


def doctor_command(commands: Commands) -> None:
    """Add `dice-poker doctor`."""
    parser = commands.add_parser(
        "doctor",
        help="look at settings, token, database and backups, and say what to mend",
        description="Look at everything that a host sets up: a line each, with what to do. The bot "
        "may be running. The exit code is 0 if it can run, 2 if something has to be corrected, 1 "
        "if Discord or the database cannot be reached.",
    )

    def func(_: Namespace) -> int:
        from bot.commands.doctor.visit import visit  # noqa: PLC0415 — the other commands do not need it

        return visit()

    parser.set_defaults(func=func)
