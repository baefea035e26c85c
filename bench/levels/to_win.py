"""The gain of play for the win over play for points: `python -m bench.levels.to_win`.

Two sheets of Yams, 10,000 seeded rounds (another number may be given), played in pairs: the same
seed, the seats exchanged. One seat plays for the win, the other makes the most points on
average. Printed are the share of the win of the first, and how fair the estimate is: the worth
before the seventh turn of the first seat against what came of it, each with its error.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from statistics import fmean, stdev
from typing import Any

from bench.seeded import Seeded
from rules import registry
from rules.engine import act, begin
from rules.screen import Seat

ROUNDS, KEY = 10_000, "yams"
MIDDLE = 6
"""How many rows each seat has written in the middle of a round."""

CHUNK = 25
"""How many pairs a process plays at a time."""


def pair(number: int) -> tuple[list[float], list[float]]:
    """Return the shares of the seat that plays for the win, and errors of the estimate."""
    played = [one(number, Seat(index)) for index in (0, 1)]
    return [share for share, _ in played], [error for _, error in played]


def one(number: int, to_win: Seat) -> tuple[float, float]:
    """Return the share of the seat that plays for the win, and the error of the estimate."""
    game, luck = registry.game(KEY), Seeded(f"to win {number}")
    play, estimated = begin(game, 2, {}, luck), 0.0
    first = Seat(0)
    while play.over is None:
        seat, state = play.awaits.seats[0], play.state
        if seat == first and all(_written(sheet) == MIDDLE for sheet in state.sheets):
            estimated = estimated or game.worth(state, first)
        advice = game.advise(state, seat)
        best = advice[0] if seat == to_win else max(advice, key=lambda each: each.points or 0.0)
        play = act(play, seat, best.action, luck)
    shares = play.over.outcome.shares
    return float(shares[to_win.index]), float(shares[0]) - estimated


def _written(sheet: Any) -> int:
    return sum(points is not None for points in sheet[:13])


def told(values: list[float]) -> str:
    """Return a mean with its error, for 95 of 100."""
    return f"{fmean(values):+.4f} ± {1.96 * stdev(values) / len(values) ** 0.5:.4f}"


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    with ProcessPoolExecutor() as pool:
        pairs = [*pool.map(pair, range(rounds // 2), chunksize=CHUNK)]
    print(f"{KEY}: {rounds:,} rounds of two, in pairs")
    print(f"  gained by play for the win:   {told([fmean(won) - 0.5 for won, _ in pairs])}")
    print(f"  what came less the estimate:  {told([fmean(error) for _, error in pairs])}")


if __name__ == "__main__":
    main()
