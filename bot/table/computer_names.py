"""The names of computers, by their level."""

from __future__ import annotations

from bot.language.render import Small
from rules.screen import Seat
from rules.text import Text, say_in


def computer_name(level: Text, seat: Seat | None = None) -> Text:
    """Return the name of a computer of this `level`, with the letter of its seat if given."""
    small = Small(level)
    if seat is None:
        return say_in("a computer’s name", "Computer ({level})", level=small)
    return say_in(
        "a computer’s name", "Computer {letter} ({level})", level=small, letter=seat.letter
    )
