"""Rounds of the games of sheets: played on without rerolls, or ended with given totals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import slow_rows
from rules import engine
from rules.game import Game
from rules.screen import Action, Seat
from rules.sheets.flow import Full
from rules.sheets.rows import Rows, ScoreSheet
from simulated_luck import SeededLuck

KEYS = ("thirteen", "nine", "yams")
"""The games of sheets."""


def writes(game: Game[Any], state: Any, seat: Seat) -> list[Action]:
    """Return the rows that a seat may write, in order."""
    return [action for action in game.legal(state, seat) if action.verb == "write"]


def filled(game: Game[Any], seats: int, until: int = 10_000, seed: int = 0) -> Any:
    """Write the first open row again and again, without a reroll, `until` so many are written."""
    luck = SeededLuck(seed)
    playing = engine.begin(game, seats, {}, luck)
    for _ in range(until):
        if playing.over:
            break
        seat = playing.awaits.seats[0]
        playing = engine.act(playing, seat, writes(game, playing.state, seat)[0], luck)
    return playing, luck


def ended(game: Game[Any], *totals: int) -> Full:
    """Return the end of a round with these totals: all points stand in the first row."""
    entries = len(game.start(1, {}).sheets[0])
    return Full(tuple((points, *(0,) * (entries - 1)) for points in totals), (0,) * len(totals))


def rows_of(game: Game[Any]) -> Rows:
    """Return the rows of a game of sheets."""
    rows: Rows = game.exact.advise.__self__.flow.rows  # type: ignore[union-attr]
    return rows


def sheet_of(game: Game[Any], written: Callable[[str], int | None]) -> ScoreSheet:
    """Return a sheet in which that is written by the key of each row; no bonus is paid."""
    rows = rows_of(game)
    return (*(written(row.key) for row in rows.rows), *rows.empty[len(rows) :])


def points_of(rows: Rows, dice: tuple[int, ...]) -> tuple[int, ...]:
    """Return what five dice would write into each row of an empty sheet."""
    return tuple(entry.points for entry in rows.entries(rows.empty, dice).values())


def slow_points(game: Game[Any], roll: tuple[int, ...]) -> tuple[int, ...]:
    """Return what a roll scores in each row, counted slowly."""
    return (slow_rows.nine if game.info.key == "nine" else slow_rows.thirteen)(roll)
