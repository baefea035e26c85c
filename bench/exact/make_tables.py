"""Makes the tables of exact play that come with the program: `python -m bench.exact.make_tables`.

All tables that games store (`rules.exact.table_store`) are solved, and those that take long are
written to `bot/thinking/tables`, in place of the present ones; it takes a quarter of a minute. Run
it after a change of the rows or the bonuses of a game, or of the solvers. Printed are the seconds
of processor time of each solution, and its size.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable
from time import process_time
from typing import Any

from numpy.typing import NDArray

from bench.seeded import Seeded
from bot.thinking.shipped_tables import FOLDER, write
from rules import engine, registry
from rules.exact.table_store import use_tables
from rules.screen import Seat

LONG = 0.2
"""Seconds of a solution that make a file worth its size; the others take some hundredths."""


class Maker:
    """Solves the tables of a game and writes those that take long."""

    def __init__(self, game: str) -> None:
        self._game = game

    def table(self, name: str, inputs: str, build: Callable[[], NDArray[Any]]) -> NDArray[Any]:
        begun = process_time()
        made = build()
        seconds = process_time() - begun
        if seconds < LONG:
            return made
        file = FOLDER / f"{self._game}-{name}.table"
        write(file, inputs, made)
        print(f"{file.name:<54}{seconds:>8.2f} s{file.stat().st_size / 1e6:>8.3f} MB")
        return made


def main() -> None:
    ArgumentParser(description="Make the tables of exact play anew.").parse_args()
    FOLDER.mkdir(exist_ok=True)
    for file in FOLDER.glob("*.table"):
        file.unlink()
    for key, game in registry.games().items():
        if game.exact is None:
            continue
        use_tables(Maker(key))
        for options in ({}, *(variant.options for variant in game.info.variants)):
            for seats in {min(game.info.seats), max(game.info.seats)}:
                play = engine.begin(game, seats, game.complete(options), Seeded(1))
                game.worth(play.state, Seat(0))


if __name__ == "__main__":
    main()
