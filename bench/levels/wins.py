"""The wins of `house` over `easy` in every game: `python -m bench.levels.wins`.

Two seats, 10,000 seeded games each (another number may be given), the seats
changing after every game. Draws are left out of the percentage.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from fractions import Fraction
from time import perf_counter
from typing import Any

from bench.seeded import Seeded
from rules import registry
from rules.engine import begin, play_automatic
from rules.game import Game
from rules.screen import Seat

GAMES = 10_000
BETTER, WORSE = "house", "easy"


def results(game: Game[Any], games: int) -> tuple[int, int, int]:
    """Return the numbers of games that `house` wins, draws and loses."""
    won = drawn = lost = 0
    for number in range(games):
        luck = Seeded(f"{game.info.key} {number}")
        here = number % 2
        levels = {Seat(here): BETTER, Seat(1 - here): WORSE}
        over = play_automatic(begin(game, 2, {}, luck), levels, luck).over
        if over is None:
            sys.exit(f"the computers did not finish a round of {game.info.key}")
        share = over.outcome.shares[here]
        won += share > Fraction(1, 2)
        drawn += share == Fraction(1, 2)
        lost += share < Fraction(1, 2)
    return won, drawn, lost


def main() -> None:
    parser = ArgumentParser(description=f"Count the wins of {BETTER} over {WORSE}.")
    parser.add_argument("games", type=int, nargs="?", default=GAMES, help="games of each kind")
    games: int = parser.parse_args().games
    print(f"{BETTER} against {WORSE}, {games:,} seeded games, share of the decided ones")
    for key, game in registry.games().items():
        if {BETTER, WORSE} <= {level.key for level in game.info.levels} and 2 in game.info.seats:
            start = perf_counter()
            won, drawn, lost = results(game, games)
            seconds = perf_counter() - start
            print(
                f"  {key:<12}{won / (won + lost):8.1%}   {won:,} won, {drawn:,} drawn, "
                f"{lost:,} lost   {seconds:.0f} s"
            )


if __name__ == "__main__":
    main()
