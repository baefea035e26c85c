"""The errors that storing and loading a round raise.

::

    rules.errors.Refusal        for the player
    ├── ChannelTaken            the channel has an open round already
    ├── RematchExists           the round has a rematch already
    ├── MovesGone               the moves of an old round are no longer kept
    ├── RoundGone               no round has this id
    └── RoundElsewhere          the round belongs to another channel or server
    Exception
    ├── SeedTaken               another round has the seed: take the next one
    ├── VersionConflict         another process saved the round first: load and try again
    └── UnreadableRound         neither the state nor the record can be read
"""

from __future__ import annotations

from bot.table.stored_round import StoredRound
from rules.errors import Refusal
from rules.text import Command, say


class SeedTaken(Exception):
    """Raised when the known next seed of a channel is no longer the next one."""


class ChannelTaken(Refusal):
    """Raised when a round is opened in a channel that has an open round, `round_id`."""

    def __init__(self, round_id: int) -> None:
        super().__init__(say("There is an open game in this channel already."))
        self.round_id = round_id


class RematchExists(Refusal):
    """Raised when a round that has a rematch is to get another; `round_id` is the rematch."""

    def __init__(self, round_id: int) -> None:
        super().__init__(say("This game has a rematch already."))
        self.round_id = round_id


class MovesGone(Refusal):
    """Raised when the steps of an ended round have been deleted, KEEP_ROUNDS_DAYS after it."""

    def __init__(self) -> None:
        super().__init__(say("The moves of this game are no longer kept. Its result still counts."))


_GONE = say("This game no longer exists. {command} opens a new one.", command=Command("play"))


class RoundGone(Refusal):
    """Raised when no round has the id `round_id`; the pressed message loses its controls."""

    def __init__(self, round_id: int) -> None:
        super().__init__(_GONE)
        self.round_id = round_id


class RoundElsewhere(Refusal):
    """Raised where a round may not be reached: the member is told as if there was none."""

    def __init__(self) -> None:
        super().__init__(_GONE)


class VersionConflict(Exception):
    """Raised when another process has saved a round since it was loaded."""

    def __init__(self, round_id: int, version: int) -> None:
        super().__init__(f"round {round_id} has moved on from version {version}")


class UnreadableRound(Exception):
    """Raised when neither the state nor the record of a round can be read.

    `stored` is the round without its play, with which it can be closed.
    """

    def __init__(self, stored: StoredRound) -> None:
        super().__init__(f"round {stored.id} can be read neither from its state nor its record")
        self.stored = stored
