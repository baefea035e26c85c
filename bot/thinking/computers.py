"""The table's own question: what a computer chooses."""

from __future__ import annotations

from typing import Any

from rules.game import Game, Weighted
from rules.screen import Seat


def choice(game: Game[Any], state: Any, seat: Seat, level: str) -> Weighted:
    """Return the computer's choice: actions with weights that sum to 1."""
    return game.computer(state, seat, level)
