"""The leaders of daily challenges of sheets: `python -m bench.ratings.daily`.

Perfect play, the levels `house` and `easy`, and a player who knows all dice of the day and makes
the most points with them play the same dice on 100 days (or another number). Members are ranked by
losses, not by totals.
"""

from __future__ import annotations

import sys
from datetime import UTC, date, datetime, timedelta
from functools import cache
from hashlib import sha256
from typing import Any

from bot.daily.calendar import FIRST, game_of
from bot.daily.judging import MEMBER, judge, luck_of, result_of
from bot.daily.sets import SharedSet
from bot.table.luck import SeededLuck
from bot.table.seed import Seed
from bot.table.stored_round import NO_CHANNEL
from rules.dice import POSITIONS, SELECTIONS, reroll
from rules.engine import Round, act, begin, play_automatic
from rules.game import Game
from rules.games.nine.rows import ROWS as NINE
from rules.games.thirteen.rows import ROWS as THIRTEEN
from rules.screen import Action
from rules.sheets.rows import Rows
from rules.turns import KEEP, reroll_of, roll_label

DAYS = 100
SHEETS = {"thirteen": THIRTEEN, "nine": NINE}
LEVELS = ("perfect", "house", "easy")
KNOWS = "knows all dice"


def day_of(day: date) -> SharedSet:
    """Return a day whose seed is the same at every run."""
    secret = sha256(f"bench {day}".encode()).digest()
    return SharedSet(day, Seed(NO_CHANNEL, secret, datetime(2026, 1, 1, tzinfo=UTC)))


def attempts(day: SharedSet, game: Game[Any]) -> dict[str, Round[Any]]:
    """Return the rounds of the levels, and of a player who knows all dice, at a sheet."""
    luck = luck_of(day)
    first = begin(game, 1, {}, luck)
    found = {level: play_automatic(first, {MEMBER: level}, luck) for level in LEVELS}
    known = first
    for action in most(SHEETS[game.info.key], luck):
        known = act(known, MEMBER, action, luck)
    return {**found, KNOWS: known}


def most(rows: Rows, luck: SeededLuck) -> tuple[Action, ...]:
    """Return the choices that make the most points of a sheet, known its dice."""
    turns = [_ways(rows, luck, turn) for turn in range(1, len(rows) + 1)]

    @cache
    def rest(written: int) -> tuple[int, tuple[int, ...]]:
        """Return the most points of the turns that follow, and the row of each."""
        turn = written.bit_count()
        if turn == len(rows):
            return 0, ()
        found = []
        for row in range(len(rows)):
            if not written & 1 << row:
                points, others = rest(written | 1 << row)
                found.append((points + turns[turn][row][0], (row, *others)))
        return max(found)

    chosen = rest(0)[1]
    return tuple(
        action
        for turn, row in enumerate(chosen)
        for action in (*turns[turn][row][1], rows[row].action)
    )


def _ways(rows: Rows, luck: SeededLuck, turn: int) -> list[tuple[int, tuple[Action, ...]]]:
    """Return for each row the most points of a turn, and the rerolls that bring them."""
    one, two, three = (
        luck.roll(roll_label(MEMBER, turn, roll), len(POSITIONS)) for roll in (1, 2, 3)
    )
    best: list[tuple[int, tuple[Action, ...]]] = [(-1, ())] * len(rows)
    for first in SELECTIONS:
        after = reroll(one, first, two[: len(first)])
        for second in SELECTIONS if first else ((),):
            dice = reroll(after, second, three[: len(second)])
            way = tuple(one for one in map(reroll_of, (first, second)) if one != KEEP)
            for row, points in enumerate(rows.scores_by_roll[tuple(sorted(dice))]):
                if points > best[row][0]:
                    best[row] = (points, way)
    return best


def main() -> None:
    """Print the results of each player, and how often each leads by totals and by losses."""
    days = int(sys.argv[1]) if len(sys.argv) > 1 else DAYS
    totals: dict[str, list[int]] = {}
    lost: dict[str, list[float]] = {}
    played, number = 0, 0
    while played < days:
        day = FIRST + timedelta(days=number)
        number += 1
        game = game_of(day)
        if game is None or game.info.key not in SHEETS:
            continue
        played += 1
        for name, play in attempts(day_of(day), game).items():
            totals.setdefault(name, []).append(result_of(play))
            lost.setdefault(name, []).append(judge(game, play.steps).given_away)
    perfect = totals["perfect"]
    print(f"{days} days of sheets, the same dice for all")
    for name, made in totals.items():
        ahead = sum(one > other for one, other in zip(made, perfect, strict=True))
        behind = sum(one > 1e-6 for one in lost[name])
        print(
            f"{name:>15}: {sum(made) / days:6.1f} points, more than perfect play on "
            f"{ahead:3} days; gave away {sum(lost[name]) / days:5.1f}, ranked behind on {behind:3}"
        )


if __name__ == "__main__":
    main()
