"""Whether it matters who sits opposite: `house` among other levels.

    python -m bench.ratings.fields [--rounds N] [--sheets N] [game/seats …]

`house` has each seat in turn, every other seat has one level. Its rating should be 2600
against each of them; beside it stands the interval that covers the true one in 95 of 100.
"""

from __future__ import annotations

import argparse
from time import perf_counter

from bench.ratings.played_rounds import add_tables, all_reviewed, tables_of
from bench.ratings.promises import counted, of
from rules import registry

TABLES = ("dice-poker/2", "poker-dice/2", "poker-dice/3", "poker-dice/4", "nine/2", "nine/3")
"""The games and their numbers of seats that are played unless others are named."""

ROUNDS, SHEETS = 8_000, 150
"""How many rounds are played against each level, and how many of sheets."""

HOUSE = "house"


def tell(key: str, seats: int, rounds: int) -> None:
    """Print the rating of `house` among each level."""
    game = registry.game(key)
    for level in (one.key for one in game.info.levels):
        start = perf_counter()
        seedings = []
        for number in range(rounds):
            levels = [level] * seats
            levels[number % seats] = HOUSE
            seedings.append((levels, f"fields {key} {seats} {level} {number}"))
        skills = [
            counted(game, seats, reviews[number % seats].decisions)
            for number, reviews in enumerate(all_reviewed(game, seedings))
        ]
        found = of(skills)
        print(
            f"{key}, {seats} seats: house among {level:<8} {found.value} "
            f"({found.low}–{found.high})   {rounds:,} rounds   {perf_counter() - start:.0f} s",
            flush=True,
        )


def main() -> None:
    """Print a part for each table."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_tables(parser, TABLES, ROUNDS, SHEETS)
    for table in tables_of(parser.parse_args()):
        tell(*table)


if __name__ == "__main__":
    main()
