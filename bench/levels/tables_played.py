"""The tables, such as "nine/2", that a bench plays."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

from rules import registry


def add_tables(
    parser: argparse.ArgumentParser, tables: Sequence[str], rounds: int, sheets: int
) -> None:
    """Let a command name tables, such as "nine/2", and how many rounds and sheets are played."""
    parser.add_argument("tables", nargs="*", default=[*tables])
    parser.add_argument("--rounds", type=int, default=rounds)
    parser.add_argument("--sheets", type=int, default=sheets)


def tables_of(arguments: argparse.Namespace) -> Iterator[tuple[str, int, int]]:
    """Yield the game of each table that was named, its seats, and how many rounds are played."""
    for table in arguments.tables:
        key, _, seats = table.partition("/")
        of_sheets = registry.game(key).info.alone == "points"
        yield key, int(seats), arguments.sheets if of_sheets else arguments.rounds
