"""The account of a seat in an ended round, as it is stored: plain values."""

from __future__ import annotations

from dataclasses import dataclass

from rules.skill import RoundSkill
from rules.whole_hands import WholeHand


@dataclass(frozen=True, slots=True)
class DecisionAccount:
    """A decision of a seat: step `number` of the record.

    `loss`, `difficulty` and `expected`, the loss of the level `house` at such a decision, are in
    the unit of worth. `helped` is whether it comes after help and is not counted.
    """

    number: int
    loss: float
    difficulty: float
    expected: float | None
    rows: int
    exact: bool
    helped: bool


@dataclass(frozen=True, slots=True)
class SeatAccount:
    """The account of a seat: result − start is the sum of the five amounts between them.

    `counted` is the number of decisions behind `round_skill`, which is None where the game has no
    table of the level `house` for this number of seats. `rarest` is the rarest hand of the seat,
    None if it had none.
    """

    start: float
    luck: float
    skill: float
    others: float
    hidden: float
    estimate: float
    result: float
    round_skill: RoundSkill | None
    counted: int
    decisions: tuple[DecisionAccount, ...]
    rarest: WholeHand | None = None
