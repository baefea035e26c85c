"""The seed of a game's luck, and its seal.

A channel and its threads have the seed of their next game before it is opened: whoever looks at its
seal then knows that nobody chose the dice of that game. The seed itself is shown once the game can
no longer be played.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from secrets import token_bytes
from typing import Literal, TypeAlias

from bot.table.luck import SEED_BYTES
from rules import levels

Reason: TypeAlias = Literal["game", "start"]
"""Why a seed was drawn: the seed before it was taken by a game, or there was none since the start
of the bot."""


@dataclass(frozen=True, slots=True)
class Seed:
    """The seed of a game, or of the next game of a `channel`; a day or dare has none.

    It was `drawn` at a time for a `reason`. `opened` is the id of the interaction that opened the
    game, 0 without one. `levels` is the version of the computers' levels (`rules.levels.VERSION`)
    with which the game was opened and, once it has ended, also played to its end; 0 if that was
    another one. A seed that is not `proven` was drawn while its game was played, whose earlier dice
    are of another one. It is `revealed` unless others may still play the dice of its day or dare.
    """

    channel: int
    secret: bytes = field(repr=False)  # no log may hold it
    drawn: datetime
    reason: Reason = "start"
    opened: int = 0
    levels: int = levels.VERSION
    proven: bool = True
    revealed: bool = True

    @property
    def seal(self) -> str:
        """What is shown of the seed before its game is opened: its SHA-256, in hex."""
        return seal_of(self.secret)


def draw_seed(channel: int, now: datetime, reason: Reason = "start") -> Seed:
    """Return a new seed from the operating system."""
    return Seed(channel, token_bytes(SEED_BYTES), now, reason)


def seal_of(secret: bytes) -> str:
    """Return the SHA-256 of a seed, in hex."""
    return sha256(secret).hexdigest()
