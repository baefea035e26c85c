"""The selected dice and cards of each seat, kept between two presses.

A selection does not change the round. Each round has the selections of its present moment, by seat.
After a restart they are read from the colours of the clicked message. A kept selection takes
precedence over that of a message, once Discord has confirmed its drawing.
"""

from __future__ import annotations

from dataclasses import dataclass

import discord

from bot.table.stored_round import StoredRound
from bot.ui.custom_ids import MARK, CustomId
from bot.ui.drawing.components import selected_on
from rules.screen import Seat


@dataclass(frozen=True, slots=True)
class _Selection:
    """Positions, and the message on which they were selected.

    They are not `confirmed` when Discord may show other ones.
    """

    positions: tuple[int, ...]
    message: int | None = None
    confirmed: bool = True


class Selections:
    """The selected positions of every seat, in every round."""

    def __init__(self) -> None:
        self._rounds: dict[int, tuple[int, dict[Seat, _Selection]]] = {}

    def of_seat(
        self,
        stored: StoredRound,
        seat: Seat,
        message: discord.Message | None,
        *,
        doubted: bool = False,
        own: bool = False,
    ) -> tuple[int, ...]:
        """Return the positions that a seat has selected.

        They are read from the message where the kept selection is `doubted`. With `own`, where a
        seat may have several private messages, they are also read from any message but the one with
        the latest selection.
        """
        remembered = self._present(stored).get(seat)
        here = not own or (
            message is not None and remembered is not None and remembered.message == message.id
        )
        if remembered is not None and remembered.confirmed and here and not doubted:
            return remembered.positions
        return selected_on(message, CustomId(MARK, stored.id, stored.moment))

    def of_awaited(
        self, stored: StoredRound, message: discord.Message | None = None
    ) -> tuple[int, ...]:
        """Return the selected positions for the public message: those of the awaited seat."""
        if stored.play is None:
            return ()
        present = self._present(stored)
        for seat in stored.play.awaits.seats:
            remembered = present.get(seat)
            if remembered is not None and (remembered.confirmed or message is None):
                return remembered.positions
        if message is None:
            return ()
        return selected_on(message, CustomId(MARK, stored.id, stored.moment))

    def set(
        self,
        stored: StoredRound,
        seat: Seat,
        positions: tuple[int, ...],
        message: discord.Message | None = None,
    ) -> None:
        """Keep the positions that a seat has selected on a message at this moment."""
        on = None if message is None else message.id
        self._remember(stored, seat, _Selection(positions, on))

    def restore(self, stored: StoredRound, seat: Seat, positions: tuple[int, ...]) -> None:
        """Keep the selection from before a drawing that failed.

        Drawings without a press use it; the seat's next press is read from the clicked message,
        which may show the failed drawing nevertheless.
        """
        self._remember(stored, seat, _Selection(positions, confirmed=False))

    def forget(self, round_id: int) -> None:
        """Forget the selections of a round whose moment has passed."""
        self._rounds.pop(round_id, None)

    def _remember(self, stored: StoredRound, seat: Seat, selection: _Selection) -> None:
        self._rounds[stored.id] = (stored.moment, {**self._present(stored), seat: selection})

    def _present(self, stored: StoredRound) -> dict[Seat, _Selection]:
        moment, selections = self._rounds.get(stored.id, (stored.moment, {}))
        return selections if moment == stored.moment else {}
