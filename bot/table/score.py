"""The score of rematches.

A player's `wins` are those of the rounds before this one. A draw is no win;
closed rounds have no rematch, so they never count.
"""

from __future__ import annotations

from fractions import Fraction

from bot.table.stored_round import StoredRound
from rules.game import Ending
from rules.screen import Seat
from rules.text import Text, say, say_count, say_in


def ending(share: Fraction) -> Ending:
    """Return the ending that a stored share of the win stands for."""
    if share == 1:
        return "won"
    return "drawn" if share else "lost"


def wins(stored: StoredRound) -> tuple[int, ...]:
    """Return the number of rounds that each seat has won, this one included once it is over."""
    outcome = stored.outcome
    if outcome is None or len(stored.players) < 2:
        return tuple(player.wins for player in stored.players)
    return tuple(player.wins + won for player, won in zip(stored.players, outcome.won, strict=True))


def lines(stored: StoredRound) -> tuple[Text, ...]:
    """Return the lines with the score; none before a chain has a second round."""
    if len(stored.players) < 2 or stored.successor_of is None:
        return ()
    if len(stored.players) > 2:
        return tuple(
            say_count(
                "{seat} has won {n} game so far.",
                "{seat} has won {n} games so far.",
                count,
                seat=Seat(index),
            )
            for index, count in enumerate(wins(stored))
            if count
        )
    return (say("Score: {score}", score=_of_two(stored)),)


def _of_two(stored: StoredRound) -> Text:
    """Return the score of two seats, beginning with the higher one."""
    won = wins(stored)
    first, second = sorted((Seat(0), Seat(1)), key=lambda seat: -won[seat.index])
    return say_in(
        "a score",
        "{a} {won} – {lost} {b}",
        a=first,
        won=won[first.index],
        lost=won[second.index],
        b=second,
    )
