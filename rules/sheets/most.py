"""The most points on a sheet for a player who knows all dice in advance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TypeAlias

from rules.daily import Lands
from rules.dice import POSITIONS, SELECTIONS, Roll, reroll
from rules.screen import Seat
from rules.sheets.ledger import Bonuses, RowEntry
from rules.sheets.rows import Rows
from rules.turns import ROLLS, roll_label


def most_points(rows: Rows) -> Callable[[Lands], int]:
    """Return the function that computes the most points of a sheet with these rows."""
    return partial(_most, rows)


_Place: TypeAlias = tuple[int, int]
"""The written rows as a bit mask, and the ledger."""


def _most(rows: Rows, lands: Lands) -> int:
    """Return the most points, by dynamic programming over written rows and ledger."""
    best: dict[_Place, int] = {(0, 0): 0}
    for turn in range(1, len(rows) + 1):
        entries = _writing(rows, _reached(lands, turn))
        after: dict[_Place, int] = {}
        for (written, ledger), points in best.items():
            for entry in entries(written, ledger):
                place, more = (written | 1 << entry.row, entry.ledger), points + entry.gained
                if more > after.get(place, -1):
                    after[place] = more
        best = after if rows.bonuses is None else _useful(rows.bonuses, after)
    return max(best.values())


def _writing(rows: Rows, reached: set[Roll]) -> Callable[[int, int], Iterable[RowEntry]]:
    """Return the function from written rows and ledger to all useful writes of a turn."""
    if rows.bonuses is None:
        plain = [RowEntry(row, points) for row, points in enumerate(_bests(rows, reached))]
        return lambda written, _ledger: [one for one in plain if not written >> one.row & 1]
    alike = {roll for roll in reached if len({*roll}) == 1}
    return partial(_with_bonuses, rows, _bests(rows, reached - alike), alike)


def _with_bonuses(
    rows: Rows, plain: Sequence[int], alike: Iterable[Roll], written: int, ledger: int
) -> Iterator[RowEntry]:
    """Yield the most points of each row, and the writes of each five of a kind."""
    is_open = [row for row in range(len(rows)) if not written >> row & 1]
    for row in is_open if plain else ():
        yield rows.entry(row, plain[row], ledger, alike=False)
    for roll in alike:
        for row, points in rows.allowed(is_open, roll).items():
            yield rows.entry(row, points, ledger, alike=True)


def _useful(bonuses: Bonuses, found: Mapping[_Place, int]) -> dict[_Place, int]:
    """Return the places that no other place with the same rows dominates.

    Compared are the points without the upper bonus, the points towards it, and the fifty.
    """
    by_rows: dict[int, list[tuple[int, int, int]]] = {}
    for (written, ledger), points in found.items():
        upper = bonuses.upper_points(ledger)
        without = points - (bonuses.upper if upper == bonuses.least else 0)
        by_rows.setdefault(written, []).append((without, upper, ledger))
    useful: dict[_Place, int] = {}
    for written, places in by_rows.items():
        most_upper = {False: -1, True: -1}
        for _, upper, ledger in sorted(places, reverse=True):
            scored = ledger > bonuses.least
            if upper > max(most_upper[True], most_upper[scored]):
                most_upper[scored] = upper
                useful[written, ledger] = found[written, ledger]
    return useful


def _bests(rows: Rows, reached: Iterable[Roll]) -> tuple[int, ...]:
    """Return the most points of these rolls in each row."""
    scores = rows.scores_by_roll
    return tuple(map(max, zip(*(scores[tuple(sorted(roll))] for roll in reached), strict=True)))


def _reached(lands: Lands, turn: int) -> set[Roll]:
    """Return the possible final rolls of a turn with known dice."""
    first, *others = (
        lands(roll_label(Seat(0), turn, number), len(POSITIONS)) for number in range(1, ROLLS + 1)
    )
    reached: set[Roll] = {first}
    for landing in others:
        reached = {
            reroll(dice, chosen, landing[: len(chosen)])
            for dice in reached
            for chosen in SELECTIONS
        }
    return reached
