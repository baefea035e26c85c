"""How much playing to win gains over playing for points: `python bench/win.py [rounds]`.

Thirteen Rows and Nine Categories: the level `perfect` against sheets played
perfectly for points, in every seat of two, and in turn in each seat of four
against three. What the dice gave is taken out by the review's accounting: the
result of a round less its luck varies far less than the result, so few rounds
tell the share; behind it stands the half width of the interval of 95 of 100.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from statistics import mean, stdev
from time import perf_counter
from types import MappingProxyType
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.seeded import Seeded
from rules import registry
from rules.engine import Acted, Landed, Step
from rules.game import Game, Over, Rolls
from rules.review import SeatReview, review
from rules.screen import Action, Seat
from rules.sheets.flow import Choosing, acting

ROUNDS = 2000
"""Rounds for each number of seats."""

AIMS: Mapping[tuple[str, int], float] = MappingProxyType(
    {("nine", 2): 55.0, ("nine", 4): 31.3, ("thirteen", 2): 52.0, ("thirteen", 4): 26.8}
)
"""What the seat that plays to win should have at least, in 100 rounds, by game and seats."""

HEADS = ("share", "aim", "luck, mean", "estimate, mean", "spread", "s")
"""The heads of the columns."""


def for_points(game: Game[Any], state: Choosing) -> Action:
    """Return what maximises the expected points of the acting seat's sheet."""
    alone = Choosing((state.sheets[acting(state).index],), (None,), state.rolled)
    action: Action = game.advise(alone, Seat(0))[0].action
    return action


def record(game: Game[Any], seats: int, winner: Seat, seed: str) -> tuple[Step, ...]:
    """Return the record of a round in which one seat plays to win and the others for points."""
    luck, state, steps = Seeded(seed), game.start(seats, {}), list[Step]()
    while True:
        match game.turn(state):
            case Over():
                return tuple(steps)
            case Rolls(count, label):
                faces = luck.roll(label, count)
                steps.append(Landed(len(steps) + 1, faces))
                state = game.land(state, faces)
            case _:
                seat = acting(state)
                ((to_win, _),) = game.computer(state, seat, "perfect")
                action = to_win if seat == winner else for_points(game, state)
                steps.append(Acted(len(steps) + 1, seat, action))
                state = game.play(state, seat, action)


def reviewed(key: str, seats: int, number: int) -> SeatReview:
    """Return the review of a round for the seat that played to win, each seat in its turn."""
    game, winner = registry.game(key), Seat(number % seats)
    steps = record(game, seats, winner, f"{key} {seats} {number}")
    return review(game, seats, {}, steps)[winner.index]


def half_width(numbers: Sequence[float]) -> float:
    """Return half the width of the interval that holds the mean in 95 of 100 cases."""
    width: float = 1.96 * stdev(numbers) / len(numbers) ** 0.5
    return width


def main() -> None:
    """Print one line for each game and number of seats."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    print(f"playing to win against perfect play for points, {rounds:,} rounds each, in %")
    print("{:<18}{:>16}{:>7}{:>18}{:>19}{:>8}{:>7}".format("", *HEADS))
    with Pool() as processes:
        for (key, seats), aim in AIMS.items():
            start = perf_counter()
            found = processes.map(partial(reviewed, key, seats), range(rounds), chunksize=10)
            shares = [100 * (one.result - one.total("luck")) for one in found]
            luck = [100 * one.total("luck") for one in found]
            estimate = [100 * one.total("estimate") for one in found]
            print(
                f"{key:<10}{seats} seats"
                f"{mean(shares):>9.2f} ± {half_width(shares):.2f}{aim:>7.1f}"
                f"{mean(luck):>11.2f} ± {half_width(luck):.2f}"
                f"{mean(estimate):>12.2f} ± {half_width(estimate):.2f}{stdev(estimate):>8.2f}"
                f"{perf_counter() - start:>7.0f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
