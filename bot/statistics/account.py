"""The account of a seat in a round that has ended, as it is stored: plain values."""

from __future__ import annotations

from dataclasses import dataclass

from rules.skill import RoundSkill
from rules.whole_hands import WholeHand


@dataclass(frozen=True, slots=True)
class DecisionAccount:
    """A decision of a seat: step `number` of the record without what was taken back.

    `loss`, `difficulty` and `expected`, what the level `house` gives away at such a
    decision, are in the unit of worth. `helped` says that it comes after help and is
    not counted. `mistake` tells what kind of mistake it was (`bot.statistics.mistake_kinds`),
    None where it cost little.
    """

    number: int
    loss: float
    difficulty: float
    expected: float | None
    rows: int
    exact: bool
    helped: bool
    mistake: str | None


@dataclass(frozen=True, slots=True)
class SeatAccount:
    """The account of a seat: result − start is the sum of the five amounts between.

    `counted` decisions make its `round_skill`, which is None where the game has no table of the
    level `house` for so many seats. `rarest` is the rarest hand that the seat had, None
    without any.
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
