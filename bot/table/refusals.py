"""The refusals of the table that are caught; any other stands beside the rule that it explains.

Where Stale is caught, the board is redrawn; where NotSeated is, a member may be given a
page of their own.
"""

from __future__ import annotations

from rules.errors import Refusal
from rules.text import Command, say


class Stale(Refusal):
    """Raised when a control belongs to an earlier moment of the round; the board is redrawn."""

    def __init__(self) -> None:
        super().__init__(say("The round has moved on. This is how it stands now."))


class NotSeated(Refusal):
    """Raised when a member acts in a round in which they have no seat."""

    def __init__(self) -> None:
        super().__init__(
            say(
                "You are not playing in this round. {command} tells how to open your own in "
                "another channel.",
                command=Command("help"),
            )
        )
