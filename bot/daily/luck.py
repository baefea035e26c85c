"""The luck of a daily challenge: what lands follows from the seed of the day and a label.

The label of a landing leaves out the member's own seat and is preceded by the hand
where there are several, so everybody who keeps the same dice meets the same faces
(docs/fair-dice.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from fractions import Fraction

from bot.table.luck import SeededLuck, daily_part
from rules.dice import Roll
from rules.screen import Seat


class DailyLuck:
    """Implements `rules.engine.Luck` for one hand of a day; hands are counted from 1.

    `seat` is that of the member, `hands` the number of hands of the day.
    """

    def __init__(self, seed: bytes, day: date, seat: Seat, hand: int, hands: int) -> None:
        self._luck = SeededLuck(seed, daily_part(day.isoformat()))
        self._own = f"seat/{seat.index + 1}/"
        self._before = f"hand/{hand}/" if hands > 1 else ""

    def label(self, label: str) -> str:
        """Return the label of the day for a label of the game."""
        return self._before + label.replace(self._own, "", 1)

    def roll(self, label: str, count: int) -> Roll:
        """Return the faces of a landing."""
        return self._luck.roll(self.label(label), count)

    def shuffle(self, label: str, cards: Roll) -> Roll:
        """Return the cards in the order of the day."""
        return self._luck.shuffle(self.label(label), cards)

    def choose(self, label: str, weights: Sequence[Fraction]) -> int:
        """Return the index of a mixed choice."""
        return self._luck.choose(self.label(label), weights)
