"""How much playing to win gains over playing for points: `python bench/win.py [rounds]`.

Thirteen Rows and Nine Categories: the level `perfect` against sheets played
perfectly for points, in every seat of two, and in turn in each seat of four
against three. What the dice gave is taken out by the review's accounting: the
result of a round less its luck varies far less than the result, so few rounds
tell the share; behind it stands the half width of the interval of 95 of 100.
"""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import mean, stdev
from time import perf_counter
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.seeded import Seeded
from rules import registry
from rules.engine import Acted, Landed, Step
from rules.game import Game, Over, Rolls
from rules.review import review
from rules.screen import Action, Seat
from rules.sheets.flow import Choosing, acting

ROUNDS = 2000
"""Rounds for each number of seats."""


def for_points(game: Game[Any], state: Choosing) -> Action:
    """Return what maximises the expected points of the acting seat's sheet."""
    advise: Any = game.advise
    alone = Choosing((state.sheets[acting(state).index],), (None,), state.rolled)
    action: Action = advise(alone, Seat(0))[0].action
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


def shares(game: Game[Any], seats: int, rounds: int) -> list[float]:
    """Return what each round was worth to the seat that played to win, without its luck."""
    found = []
    for number in range(rounds):
        winner = Seat(number % seats)
        steps = record(game, seats, winner, f"{game.info.key} {seats} {number}")
        one = review(game, seats, {}, steps)[winner.index]
        found.append(one.result - one.total("luck"))
    return found


def main() -> None:
    """Print one line for each game and number of seats."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    print(f"playing to win against perfect play for points, {rounds:,} rounds each")
    for key in ("nine", "thirteen"):
        for seats in (2, 4):
            start = perf_counter()
            found = shares(registry.game(key), seats, rounds)
            error = 1.96 * stdev(found) / len(found) ** 0.5
            seconds = perf_counter() - start
            print(
                f"  {key:<10}{seats} seats  {mean(found):6.2%} ± {error:.2%}   {seconds:.0f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
