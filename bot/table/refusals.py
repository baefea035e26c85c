"""The refusals of the table that the program catches.

Any other refusal is defined next to the rule that it explains. If Stale is caught, the board is
redrawn; if NotSeated is caught, the member may get a page of their own.
"""

from __future__ import annotations

from rules.errors import Refusal
from rules.text import Command, say


class Stale(Refusal):
    """Raised when a control belongs to an earlier moment of the round; the board is redrawn."""

    def __init__(self) -> None:
        super().__init__(say("The game has moved on. This is how it stands now."))


class NotSeated(Refusal):
    """Raised when a member acts in a round in which they have no seat."""

    def __init__(self) -> None:
        super().__init__(
            say(
                "You are not playing in this game. {command} opens your own.",
                command=Command("play"),
            )
        )
