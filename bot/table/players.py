"""The players on the seats of a round."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from rules.levels import PERFECT

ABSENT_AFTER = 2
"""The number of turns missed in a row after which the table plays for a member."""

EVERYBODY = 0
"""Stands in place of a member's id on the seat of a sheet that everybody plays."""

FIRST_FORMER = -1
"""The id of the former player on the first seat, a member who was erased. Discord assigns no such
id, so results stay right. On each next seat it is one less."""

FORMER_ELSEWHERE = -1000
"""Stands for a former player without a seat in the round, such as a moderator who closed it."""


@dataclass(frozen=True, slots=True)
class Player:
    """The player on a seat: a Discord member (`user`) or the computer (`level`), or empty.

    `accepted` is False while the seat is reserved for a member who has not accepted
    yet. `missed_turns` counts the deadlines missed in a row. `hinted` holds the number
    in the record of each decision for which the member requested a hint. `wins` counts the rounds
    that the player won before this one, in the chain of its rematches. `left_at` is the number of
    the first step after the member left, 0 if they did not, or if it is not known.

    A seat is `free` until the first member who accepts takes it. A `former` player was erased. On
    the seat of `everybody` each turn is a `MemberTurn` of its own. A member is `absent` after
    `ABSENT_AFTER` turns missed in a row, until they press; the table plays for an absent member and
    for one who has left (`automatic`).
    """

    user: int | None = None
    level: str | None = None
    accepted: bool = True
    left: bool = False
    missed_turns: int = 0
    hinted: tuple[int, ...] = ()
    wins: int = 0
    left_at: int = 0
    free: bool = field(init=False, compare=False, repr=False)
    former: bool = field(init=False, compare=False, repr=False)
    everybody: bool = field(init=False, compare=False, repr=False)
    absent: bool = field(init=False, compare=False, repr=False)
    automatic: bool = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        absent = self.user is not None and self.missed_turns >= ABSENT_AFTER and not self.left
        object.__setattr__(self, "free", self.user is None and self.level is None)
        object.__setattr__(self, "former", self.user is not None and self.user < 0)
        object.__setattr__(self, "everybody", self.user == EVERYBODY)
        object.__setattr__(self, "absent", absent)
        object.__setattr__(self, "automatic", absent or (self.user is not None and self.left))

    @property
    def member(self) -> int | None:
        """The id of the member on the seat, None for any other player."""
        return None if self.former or self.everybody else self.user


class Players(tuple[Player, ...]):  # noqa: SLOT001 — what is computed once needs a dict
    """The players of a round by seat, and what follows from them alone, computed once."""

    @cached_property
    def people(self) -> tuple[int, ...]:
        """The members who accepted a seat and have not left, in order of their seats."""
        return tuple(
            player.user
            for player in self
            if player.user and player.accepted and not player.left  # 0 stands for everybody
        )

    @cached_property
    def absent(self) -> tuple[int, ...]:
        """The people for whom the table plays until they press."""
        return tuple(
            player.user for player in self if player.user and player.accepted and player.absent
        )

    @cached_property
    def leavers(self) -> tuple[int, ...]:
        """The seats that were left."""
        return tuple(seat for seat, player in enumerate(self) if player.left)

    @property
    def left_last(self) -> int:
        """The seat of the member who left last. Raises ValueError if nobody left.

        Of members who left between the same two steps, it is that of the lowest seat.
        """
        return max(self.leavers, key=lambda seat: self[seat].left_at)

    @cached_property
    def alone(self) -> bool:
        """Whether no player waits for the people."""
        return len({*self.people}) <= 1

    @cached_property
    def everybody(self) -> bool:
        """Whether a seat is that of everybody."""
        return any(player.everybody for player in self)

    @cached_property
    def perfect(self) -> bool:
        """Whether a computer plays perfectly, so that a change may compute for long."""
        return any(player.level == PERFECT.key for player in self)

    def replace_player(self, seat: int, player: Player) -> Players:
        """Return the players with another one on a seat."""
        return Players((*self[:seat], player, *self[seat + 1 :]))
