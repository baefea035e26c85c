"""Which dice are selected: they change no round, and are remembered between two presses.

Each round has the selections of its present moment, by seat. After a restart
they are read from the colours of the clicked message; what is remembered takes
precedence over what a message shows.
"""

from __future__ import annotations

import discord

from bot.table.stored_round import StoredRound
from bot.ui.components import selected_on
from rules.screen import Seat


class Selections:
    """The dice that every seat has selected, in every round."""

    def __init__(self) -> None:
        self._rounds: dict[int, tuple[int, dict[Seat, tuple[int, ...]]]] = {}

    def of(
        self, stored: StoredRound, seat: Seat, message: discord.Message | None
    ) -> tuple[int, ...]:
        """Return the positions that a seat has selected, rising."""
        remembered = self._present(stored)
        if seat in remembered:
            return remembered[seat]
        return selected_on(message, stored.id, stored.moment)

    def shown(self, stored: StoredRound, message: discord.Message | None = None) -> tuple[int, ...]:
        """Return what the public message shows: the selection of the seat to choose."""
        if stored.play is None:
            return ()
        remembered = self._present(stored)
        for seat in stored.play.awaits.seats:
            if seat in remembered:
                return remembered[seat]
        return selected_on(message, stored.id, stored.moment)

    def set(self, stored: StoredRound, seat: Seat, positions: tuple[int, ...]) -> None:
        """Remember what a seat has selected at this moment."""
        self._rounds[stored.id] = (stored.moment, {**self._present(stored), seat: positions})

    def forget(self, round_id: int) -> None:
        """Forget the selections of a round whose moment has passed."""
        self._rounds.pop(round_id, None)

    def _present(self, stored: StoredRound) -> dict[Seat, tuple[int, ...]]:
        moment, selections = self._rounds.get(stored.id, (stored.moment, {}))
        return selections if moment == stored.moment else {}
