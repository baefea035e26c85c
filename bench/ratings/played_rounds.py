"""Rounds that levels of the computer play from a seed, and their reviews."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from types import MappingProxyType
from typing import Any, TypeAlias

from bench.seeded import Seeded
from rules import registry
from rules.engine import begin, play_automatic
from rules.game import Game
from rules.review import SeatReview, review
from rules.screen import Seat

Seeding: TypeAlias = tuple[Sequence[str], str]
"""The levels that play a round, a seat each, and its seed."""

DEFAULTS: Mapping[str, str] = MappingProxyType({})
"""The options of a round for which none are chosen."""

CHUNK = 10
"""How many rounds a process plays at a time."""


def reviewed(
    game: Game[Any], options: Mapping[str, str], levels: Sequence[str], seed: str
) -> tuple[SeatReview, ...]:
    """Return the review of a seeded round between these levels, a seat each."""
    luck = Seeded(seed)
    seats = {Seat(index): level for index, level in enumerate(levels)}
    over = play_automatic(begin(game, len(levels), options, luck), seats, luck)
    return review(game, len(levels), options, over.steps)


def all_reviewed(
    game: Game[Any], rounds: Iterable[Seeding], options: Mapping[str, str] = DEFAULTS
) -> Iterator[tuple[SeatReview, ...]]:
    """Yield the reviews of many rounds, in order, played by one process for each core."""
    jobs = [(game.info.key, dict(options), [*levels], seed) for levels, seed in rounds]
    if len(jobs) <= CHUNK:
        yield from map(_reviewed, jobs)
        return
    with ProcessPoolExecutor() as pool:
        yield from pool.map(_reviewed, jobs, chunksize=CHUNK)


def _reviewed(job: tuple[str, Mapping[str, str], Sequence[str], str]) -> tuple[SeatReview, ...]:
    key, options, levels, seed = job
    return reviewed(registry.game(key), options, levels, seed)


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
