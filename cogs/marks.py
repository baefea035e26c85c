"""The marks of dice: they change no round, and are remembered here between two presses.

Each round has those of its present moment, by seat. After a restart they are
read back from the colours of the clicked message; what is remembered wins over
what a message shows.
"""

from __future__ import annotations

import discord

from bot.rounds import Kept
from cogs import controls
from rules.screen import Seat


class Marks:
    """What every seat has marked, in every round."""

    def __init__(self) -> None:
        self._rounds: dict[int, tuple[int, dict[Seat, tuple[int, ...]]]] = {}

    def of(self, kept: Kept, seat: Seat, message: discord.Message | None) -> tuple[int, ...]:
        """Return the positions that a seat has marked, rising."""
        remembered = self._now(kept)
        if seat in remembered:
            return remembered[seat]
        return controls.marked_on(message, kept.id, kept.moment)

    def shown(self, kept: Kept, message: discord.Message | None = None) -> tuple[int, ...]:
        """Return the marks that the public message shows: those of the seat to choose."""
        if kept.play is None:
            return ()
        remembered = self._now(kept)
        for seat in kept.play.awaits.seats:
            if seat in remembered:
                return remembered[seat]
        return controls.marked_on(message, kept.id, kept.moment)

    def set(self, kept: Kept, seat: Seat, positions: tuple[int, ...]) -> None:
        """Remember what a seat has marked at this moment."""
        self._rounds[kept.id] = (kept.moment, {**self._now(kept), seat: positions})

    def forget(self, round_id: int) -> None:
        """Forget the marks of a round whose moment has passed."""
        self._rounds.pop(round_id, None)

    def _now(self, kept: Kept) -> dict[Seat, tuple[int, ...]]:
        moment, marks = self._rounds.get(kept.id, (kept.moment, {}))
        return marks if moment == kept.moment else {}
