"""The keys under which rounds of a game are summed, separately for single seats."""

from __future__ import annotations

ALONE = "/alone"
"""The suffix of the key of a game for rounds with a single seat."""


def game_key(game: str, seats: int) -> str:
    """Return the key of a game, which is separate for rounds with a single seat.

    >>> game_key("nine", 1), game_key("nine", 3)
    ('nine/alone', 'nine')
    """
    return f"{game}{ALONE}" if seats == 1 else game
