"""The accuracy of the computer's levels, and of random choices, in every game.

    python -m bench.levels.accuracy [--rounds N] [--sheets N] [GAME/SEATS …]

Each plays seeded rounds with `house` in every other seat, in every seat in turn; of sheets for two
a quarter of them. Printed are the accuracy of a round on average, and that of all rounds together
(docs/review.md).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from statistics import fmean
from time import perf_counter
from typing import Final, NamedTuple

from bench.seeded import Seeded
from rules import registry
from rules.accuracy import accuracy
from rules.engine import act, begin, history, play_automatic
from rules.review import review_of
from rules.screen import Seat

RANDOM: Final = "random"
"""The name of the player that takes each legal action equally often."""

HOUSE: Final = "house"

PLAYERS = (HOUSE, "easy", RANDOM)
NAMES = {HOUSE: "medium", "easy": "easy", RANDOM: RANDOM}
"""How players are called where the level `house` is shown."""

ROUNDS, SHEETS = 2_000, 200

FEWER = 4
"""How many times fewer rounds are played with sheets for two: they are slower to review."""

CHUNK = 5


class Lost(NamedTuple):
    """The loss of a player in a round, and what `medium` loses on its seat."""

    lost: float
    par: float


def lost(job: tuple[str, int, str, int]) -> Lost:
    """Return the loss in a round of a game, seats, a player, and the number of the seed."""
    key, seats, player, number = job
    game, luck = registry.game(key), Seeded(f"accuracy {key} {seats} {player} {number}")
    own = Seat(number % seats)
    levels = {Seat(index): HOUSE for index in range(seats)}
    if player == RANDOM:
        del levels[own]
    else:
        levels[own] = player
    now = play_automatic(begin(game, seats, {}, luck), levels, luck)
    while now.over is None:
        legal = game.legal(now.state, own)
        now = play_automatic(act(now, own, luck.random.choice(legal), luck), levels, luck)
    mine = review_of(history(game, seats, {}, now.steps), seats)[own.index]
    par = game.par(seats, {})
    assert par is not None  # noqa: S101 — every game that ships has it
    return Lost(sum(decision.loss for decision in mine.decisions), par.game(own))


def tables() -> Iterator[str]:
    """Yield each game with one seat, if it may be played alone, and with two."""
    for key, game in registry.games().items():
        yield from (f"{key}/{seats}" for seats in (1, 2) if seats in game.info.seats)


def measured(key: str, seats: int, player: str, rounds: int) -> tuple[float, int]:
    """Return the average accuracy of a player in a round, and that of all rounds together."""
    jobs = [(key, seats, player, number) for number in range(rounds)]
    with ProcessPoolExecutor() as pool:
        by_round = [*pool.map(lost, jobs, chunksize=CHUNK)]
    together = accuracy(sum(one.lost for one in by_round), sum(one.par for one in by_round))
    return fmean(accuracy(*one) for one in by_round), together


def main() -> None:
    """Print one line for each game and number of seats."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", nargs="*", default=[*tables()], metavar="GAME/SEATS")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="of hands")
    parser.add_argument("--sheets", type=int, default=SHEETS, help="rounds of sheets")
    asked = parser.parse_args()
    print(f"{'':<14}{'rounds':>7}  " + "".join(f"{NAMES[player]:>11}" for player in PLAYERS))
    for table in asked.tables:
        start, (key, _, number) = perf_counter(), table.partition("/")
        seats, of_sheets = int(number), registry.game(key).info.alone == "points"
        rounds = asked.sheets if of_sheets else asked.rounds
        if of_sheets and seats > 1:
            rounds = max(1, rounds // FEWER)
        both = (measured(key, seats, player, rounds) for player in PLAYERS)
        found = "".join(f"{of_round:>7.0f}{together:>4}" for of_round, together in both)
        seconds = perf_counter() - start
        print(f"{key}/{seats:<{13 - len(key)}}{rounds:>7}  {found}   {seconds:.0f} s", flush=True)


if __name__ == "__main__":
    main()
