"""Feats: what stood out in a round that has ended, of which its headline tells one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.dice import Roll
from rules.screen import Action, Seat

Role: TypeAlias = Literal["jackpot", "roll", "close"]
"""The place of a feat among the headlines.

A jackpot comes first. A roll comes last; where no member has won, a close end is told instead.
"""


@dataclass(frozen=True, slots=True)
class DiceLanding:
    """Dice that have landed, under their `label`, and the `action` that was taken next, if any."""

    label: str
    faces: Roll
    action: Action | None = None


Landings: TypeAlias = Sequence[DiceLanding]
"""The dice of a round as they have landed; empty where they are not known."""


@dataclass(frozen=True, slots=True)
class Feat:
    """A feat of `seat` or, where that is None, of the end as a whole.

    `key` is the game's name for this kind of feat, in lower-case letters and hyphens, and `amounts`
    are the numbers in its sentence: both are stored. Of several feats in the same role the one with
    the most `weight` is told. `dice` are those that show it, empty where none do.
    """

    key: str
    seat: Seat | None = None
    amounts: tuple[int, ...] = ()
    weight: float = 0.0
    role: Role = "roll"
    dice: Roll = ()
