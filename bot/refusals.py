"""What the table refuses, beyond the refusals of the rules.

Each carries the sentence that the player reads::

    rules.errors.Refusal
    ├── Stale              the button belongs to a moment that has passed
    ├── NotSeated          the member does not sit at this table
    ├── OpenerOnly         only whoever opened the round may do this
    ├── TableFull          every seat is taken
    ├── AlreadySeated      the member sits here already
    ├── SeatReserved       the challenge is for somebody else
    ├── OwnChallenge       the challenger declines their own challenge
    ├── TooFew             the game needs more players
    ├── NoComputer         there is no computer to take away
    ├── NotYoursToClose    another person plays in this round
    ├── LevelOfAPerson     a level was chosen for a human opponent
    ├── CannotChallenge    a bot, or oneself, was challenged
    ├── NothingToRepeat    only a finished round has a rematch
    ├── HintsOff           the table plays without hints
    └── NoRoundHere        no round is open in this channel
"""

from __future__ import annotations

from rules.errors import Refusal
from rules.text import Text, say, say_count


class Stale(Refusal):
    """Raised when a control belongs to a moment that has passed; the present is redrawn."""

    def __init__(self) -> None:
        super().__init__(say("The table has moved on. This is how it stands now."))


class NotSeated(Refusal):
    """Raised when a member acts in a round in which they have no seat."""

    def __init__(self) -> None:
        super().__init__(
            say("You are not playing in this round. Open your own in another channel with /play.")
        )


class OpenerOnly(Refusal):
    """Raised when anybody else does what is left to the opener."""

    def __init__(self) -> None:
        super().__init__(say("Only the player who opened this round can do that."))


class TableFull(Refusal):
    """Raised when somebody joins a table that has no free seat."""

    def __init__(self) -> None:
        super().__init__(say("Every seat at this table is taken. You can watch the round here."))


class AlreadySeated(Refusal):
    """Raised when a member joins twice."""

    def __init__(self) -> None:
        super().__init__(say("You already have a seat at this table."))


class SeatReserved(Refusal):
    """Raised when somebody answers a challenge that was made to another."""

    def __init__(self) -> None:
        super().__init__(say("This seat is kept for somebody else. You can watch the round here."))


class OwnChallenge(Refusal):
    """Raised when the challenger answers their own challenge."""

    def __init__(self) -> None:
        super().__init__(say("This challenge is yours: press “Withdraw” to take it back."))


class TooFew(Refusal):
    """Raised when a round is started with fewer players than its game needs."""

    def __init__(self, fewest: int) -> None:
        super().__init__(
            say_count(
                "This game needs at least {n} player. Wait for others or add a computer.",
                "This game needs at least {n} players. Wait for others or add a computer.",
                fewest,
            )
        )


class NoComputer(Refusal):
    """Raised when a computer is to leave a table at which none sits."""

    def __init__(self) -> None:
        super().__init__(say("There is no computer at this table."))


class NotYoursToClose(Refusal):
    """Raised when a member may not close a round."""

    def __init__(self) -> None:
        super().__init__(
            say(
                "Another person plays in this round, so only members who may manage messages "
                "can close it. You can leave it instead."
            )
        )


class LevelOfAPerson(Refusal):
    """Raised when both an opponent and a level of the computer are chosen."""

    def __init__(self) -> None:
        super().__init__(say("Choose either an opponent or a level of the computer, not both."))


class CannotChallenge(Refusal):
    """Raised when a bot or the challenger is challenged; carries why."""

    def __init__(self, oneself: bool) -> None:
        text: Text = (
            say("You cannot challenge yourself. Leave out the opponent to play the computer.")
            if oneself
            else say("Bots cannot be challenged. Leave out the opponent to play the computer.")
        )
        super().__init__(text)


class NothingToRepeat(Refusal):
    """Raised when a rematch is asked for that is not to be had."""

    def __init__(self) -> None:
        super().__init__(say("This round cannot be played again. Open a new one with /play."))


class HintsOff(Refusal):
    """Raised when a hint is asked for at a table that plays without them."""

    def __init__(self) -> None:
        super().__init__(say("This table plays without hints."))


class NoRoundHere(Refusal):
    """Raised when a command needs an open round and the channel has none."""

    def __init__(self) -> None:
        super().__init__(say("No round is open in this channel. Open one with /play."))
