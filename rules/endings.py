"""The titles of finished rounds, shared by the games."""

from __future__ import annotations

from rules.screen import Seat
from rules.text import Text, say_in


def won(game: Text, winner: Seat) -> Text:
    """Return the title of a round of `game` won by one seat."""
    return say_in("title", "🏆 {game} · {seat} wins", game=game, seat=winner)


def drawn(game: Text) -> Text:
    """Return the title of a drawn round of `game`."""
    return say_in("title", "{game} · a draw", game=game)
