"""Records of rounds, written down in tests."""

from __future__ import annotations

from typing import Any

from rules.engine import Acted, Landed, Step
from rules.screen import Action, Seat


def steps_of(*written: Any) -> tuple[Step, ...]:
    """Return a record: (seat, code) is an action, a tuple of numbers what landed."""
    return tuple(
        Acted(number, Seat(one[0]), Action.parse(one[1]))
        if isinstance(one[-1], str)
        else Landed(number, one)
        for number, one in enumerate(written, 1)
    )


BLUNDER = steps_of(
    (6, 6, 6, 6, 6), (1, 1, 2, 2, 3), (0, "reroll.12345"), (1, 2, 3, 3, 5), (1, "keep")
)
"""A round of Dice Poker in which the dealer rerolls five of a kind."""
