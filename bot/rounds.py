"""A round as the table keeps it: who sits where, how it stands, when it is due.

Values only. `bot.table` changes them, `bot.storage` keeps them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from rules.engine import Round
from rules.game import Outcome
from rules.screen import Seat
from rules.text import say

Status: TypeAlias = Literal[
    "waiting", "playing", "over", "closed", "declined", "withdrawn", "lapsed"
]

OPEN: tuple[Status, ...] = ("waiting", "playing")
"""The statuses in which a round occupies its channel."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits on a seat: a member of Discord (`user`) or the computer (`level`).

    A seat that is reserved for a challenged member is not `accepted` yet. A
    seat whose member `left`, or whose time ran out twice running (`idles`), is
    played by the game's idle action. `hints` are the numbers that the record
    was to give to the decisions for which the member asked for a hint.
    """

    user: int | None = None
    level: str | None = None
    accepted: bool = True
    left: bool = False
    idles: int = 0
    hints: tuple[int, ...] = ()

    @property
    def idle(self) -> bool:
        """Whether this member's time ran out twice running; any press brings them back."""
        return self.user is not None and self.idles >= 2 and not self.left

    @property
    def away(self) -> bool:
        """Whether the table acts for this member: they left, or idled twice running."""
        return self.user is not None and (self.left or self.idle)


@dataclass(frozen=True, slots=True)
class Kept:
    """A round and all that the table knows of it.

    `id` is 0 until storage has given it one. `version` counts the saves and
    guards against two writers; `drawn` is the version that the public message
    shows. `play` is None while the round waits for its players. Times are aware
    and in UTC. `table_options` are the choices about the table rather than the
    game. `successor_of` is the round that this one is a rematch of.
    """

    channel: int
    game: str
    opener: int
    sitters: tuple[Sitter, ...]
    opened: datetime
    language: str = "en"
    options: Mapping[str, str] = field(default_factory=dict)
    table_options: Mapping[str, str] = field(default_factory=dict)
    status: Status = "waiting"
    guild: int | None = None
    message: int | None = None
    play: Round[Any] | None = None
    deadline: datetime | None = None
    nudge: datetime | None = None
    nudge_message: int | None = None
    successor_of: int | None = None
    id: int = 0
    version: int = 0
    drawn: int = 0

    @property
    def open(self) -> bool:
        """Whether the round occupies its channel."""
        return self.status in OPEN

    @property
    def moment(self) -> int:
        """What buttons carry: the moment of the round, or the version of a lobby."""
        return self.version if self.play is None else self.play.moment

    @property
    def outcome(self) -> Outcome | None:
        """How a round that is over ended: by its game, or because somebody left it."""
        if self.status != "over" or self.play is None:
            return None
        if self.play.over is not None:
            return self.play.over.outcome
        gone = next(index for index, sitter in enumerate(self.sitters) if sitter.left)
        shares = tuple(Fraction(index != gone) for index in range(len(self.sitters)))
        return Outcome(shares, say("{seat} left the round.", seat=Seat(gone)))

    @property
    def hints(self) -> bool:
        """Whether hints may be asked for at this table."""
        return self.table_options.get("hints", "on") != "off"

    @property
    def people(self) -> tuple[int, ...]:
        """The members who sit here and have not left, in order of their seats."""
        return tuple(
            sitter.user
            for sitter in self.sitters
            if sitter.user is not None and sitter.accepted and not sitter.left
        )

    def seats_of(self, user: int) -> tuple[Seat, ...]:
        """Return the seats of a member, none if they do not sit here."""
        return tuple(
            Seat(index) for index, sitter in enumerate(self.sitters) if sitter.user == user
        )
