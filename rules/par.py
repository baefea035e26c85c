"""Par: what the level `house` loses on average, the measure of accuracy.

Each game ships its table by number of seats, and each variant of a game its own.
`bench/levels/par.py` makes them.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.screen import Seat


@dataclass(frozen=True, slots=True)
class Par:
    """What the level `house` loses on average with one number of seats, in the unit of worth.

    `by_turn` holds, for each seat, the losses in its turns (`rules.accuracy.turns_played`); a
    single entry is that of every seat.

    >>> dealer, player = Seat(0), Seat(1)
    >>> Par(((0.25,), (0.5,))).game(player)
    0.5
    >>> Par(((8.0, 4.0, 2.0),)).turns(dealer, 2)
    12.0
    """

    by_turn: tuple[tuple[float, ...], ...]

    def game(self, seat: Seat) -> float:
        """Return the loss of a seat in a finished game, the sum of all its turns."""
        return sum(self._of(seat))

    def turns(self, seat: Seat, turns: int) -> float:
        """Return the loss of a seat in its first `turns` turns."""
        return sum(self._of(seat)[:turns])

    def _of(self, seat: Seat) -> tuple[float, ...]:
        return self.by_turn[seat.index if len(self.by_turn) > 1 else 0]
