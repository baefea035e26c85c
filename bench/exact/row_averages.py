"""What perfect play for points averages in each row of a sheet, for headlines of ends.

    python -m bench.exact.row_averages [game …]

Follows perfect play of one seat through all sheets that it can reach, with the probability of
each, and prints the averages of the rows: the constants `ROW_AVERAGES` in the games' `rows.py`.
Yams takes some minutes.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Sequence
from importlib import import_module

import numpy as np

from rules import registry
from rules.exact.tables import FloatArray
from rules.exact.turns import endings
from rules.sheets.outcomes import rows_of
from rules.sheets.rows import Rows
from rules.sheets.solver import Sheets, solve

TOGETHER = 1_024
"""The number of sheets that are played on at once."""


def row_averages(rows: Rows) -> tuple[float, ...]:
    """Return the average points of perfect play with one seat in each row, then the bonuses."""
    sheets, found = solve(rows), np.zeros(len(rows) + 1)
    reached: dict[int, dict[int, float]] = {(1 << len(rows)) - 1: {0: 1.0}}
    for size in range(len(rows), 0, -1):
        of_size = [mask for mask in reached if mask.bit_count() == size]
        places = [(mask, ledger) for mask in of_size for ledger in reached[mask]]
        after: dict[int, dict[int, float]] = defaultdict(lambda: defaultdict(float))
        for start in range(0, len(places), TOGETHER):
            some = places[start : start + TOGETHER]
            chances = [reached[mask][ledger] for mask, ledger in some]
            for row, points, gained, chance, left, ledger in _written(sheets, some, chances):
                found[row] += points * chance
                found[-1] += (gained - points) * chance
                after[left][ledger] += chance
        reached = dict(after)
    return tuple(found.tolist())


def _written(
    sheets: Sheets, places: Sequence[tuple[int, int]], chances: Sequence[float]
) -> list[tuple[int, float, float, float, int, int]]:
    """Return the rows that perfect play writes next.

    Each has its points, these with all bonuses, its chance, and the open rows and the ledger
    afterwards.
    """
    written = [sheets.written(mask, ledger) for mask, ledger in places]
    final: FloatArray = np.stack([np.max([*one.values()], axis=0) for one in written], axis=1)
    ends = endings(final)
    found = []
    for at, (mask, ledger) in enumerate(places):
        outcomes = sheets.outcomes.points(mask, ledger)
        scores, open_rows = sheets.outcomes.scores(mask), rows_of(mask)
        chosen = np.argmax([written[at][row] for row in open_rows], axis=0)
        for number, row in enumerate(open_rows):
            rolls = np.flatnonzero(chosen == number)
            reached = outcomes[row]
            for then in {*reached.after[reached.places[rolls]].tolist()}:
                there = rolls[reached.after[reached.places[rolls]] == then]
                chance = float(ends[there, at].sum())
                if chance > 0:
                    points, gained = (
                        float((ends[there, at] * each).sum()) / chance
                        for each in (scores[there, row], reached.points[reached.places[there]])
                    )
                    every = chance * chances[at]
                    found.append((row, points, gained, every, mask ^ (1 << row), then))
    return found


def main() -> None:
    """Print the averages of each game of sheets, or of those that are asked for."""
    exact = {key: game.exact for key, game in registry.games().items()}
    sheets = [key for key, one in exact.items() if one is not None and one.average is not None]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=sheets)
    for key in parser.parse_args().games:
        rows: Rows = import_module(f"rules.games.{key}.rows").ROWS
        averages = row_averages(rows)
        print(f"{key}: {tuple(round(one, 4) for one in averages[:-1])}")
        print(f"    {averages[-1]:.4f} for bonuses, {sum(averages):.10f} in all")


if __name__ == "__main__":
    main()
