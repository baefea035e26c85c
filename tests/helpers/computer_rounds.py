"""Rounds of a member against a computer of any level, played at the table and proven."""

from __future__ import annotations

from typing import Any

import fair_rounds
from bot.table.stored_round import StoredRound
from bot.table.time_limits import TimeLimits
from bot.table.use_cases import OpenRequest, Table
from fair_rounds import NOW, PEOPLE
from rules import registry
from rules.engine import Computer, by_the_game
from rules.game import Weighted, certainly
from rules.screen import Seat

EVERY_LEVEL = [
    (key, level.key) for key, game in registry.games().items() for level in game.info.levels
]
"""Every game with each of its levels."""


def opened(table: Table, game: str, level: str | None, number: int = 7) -> StoredRound:
    """Return a round that has begun, of a member alone where `level` is None."""
    request = OpenRequest(game, PEOPLE[0], 5, level=level)
    return fair_rounds.opened(table, request, number)


def against(game: str, level: str, number: int = 7, computer: Computer = by_the_game) -> bytes:
    """Return the proof of a round in which the member always does what is listed first."""
    table = Table(None, TimeLimits(), computer)
    stored = opened(table, game, level, number)
    while stored.status == "playing":
        play: Any = stored.play
        action = play.game.legal(play.state, play.awaits.seats[0])[0]
        stored = table.choose_action(PEOPLE[0], stored.moment, action, NOW)(stored)
    assert stored.play is not None
    return fair_rounds.file_of(stored, stored.play.steps)


def otherwise(game: Any, state: Any, seat: Seat, level: str) -> Weighted:
    """Return a choice that a level of the computer does not make: a host who cheats."""
    honest = [action for action, _ in game.computer(state, seat, level)]
    others = [one for one in game.legal(state, seat) if one not in honest]
    return certainly((others or honest)[-1])
