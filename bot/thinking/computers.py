"""The table's own questions: choices of computers, and what is computed ahead."""

from __future__ import annotations

from typing import Any

from rules.game import Game, Weighted
from rules.screen import Seat


def choice(game: Game[Any], state: Any, seat: Seat, level: str) -> Weighted:
    """Return the computer's choice."""
    return game.computer(state, seat, level)


def think_ahead(game: Game[Any], state: Any, seat: Seat) -> None:
    """Compute what hints and computers need from here on; it stays in the memory of the process."""
    if game.exact is not None:
        game.advise(state, seat)
