"""The score of a chain of rematches, and matches of several rounds (best of 3 or 5).

A player's `wins` are those of the rounds before this one. A draw counts for nobody;
closed rounds have no rematch, so they never count.
"""

from __future__ import annotations

from fractions import Fraction

from bot.table.stored_round import StoredRound
from rules.game import Ending, Named
from rules.screen import Seat
from rules.text import Text, say, say_count, say_in

SINGLE = Named("1", say_in("match", "A single round"))
MATCHES = (
    SINGLE,
    Named("3", say_in("match", "Best of 3")),
    Named("5", say_in("match", "Best of 5")),
)
"""How many rounds a match of two has at most, the default first."""


def ending_by_share(share: Fraction) -> Ending:
    """Return how a stored result reads, which holds the share of a seat and not who has won.

    A win that several seats have reads as a draw (`Outcome.ending` knows better).
    """
    if share == 1:
        return "won"
    return "drawn" if share else "lost"


def wins(stored: StoredRound) -> tuple[int, ...]:
    """Return the rounds that each seat has won, this one included once it is over."""
    outcome = stored.outcome
    if outcome is None or len(stored.players) < 2:
        return tuple(player.wins for player in stored.players)
    return tuple(player.wins + won for player, won in zip(stored.players, outcome.won, strict=True))


def best_of(stored: StoredRound) -> int:
    """Return how many rounds the match of a round has at most; 1 without a match."""
    return int(stored.table_options.get("match", SINGLE.key))


def match_winner(stored: StoredRound) -> Seat | None:
    """Return the seat that has won the match; None without a match or while it is open."""
    most = best_of(stored)
    for index, won in enumerate(wins(stored)):
        if most > 1 and won > most // 2:
            return Seat(index)
    return None


def carried(stored: StoredRound) -> tuple[int, ...]:
    """Return the wins with which each seat goes into the rematch; after a match, none."""
    if match_winner(stored) is not None:
        return (0,) * len(stored.players)
    return wins(stored)


def lines(stored: StoredRound) -> tuple[Text, ...]:
    """Return the lines that tell the score; none before a chain has a second round."""
    most = best_of(stored)
    if len(stored.players) < 2 or (stored.successor_of is None and most == 1):
        return ()
    if len(stored.players) > 2:
        return tuple(
            say_count(
                "{seat} has won {n} round so far.",
                "{seat} has won {n} rounds so far.",
                count,
                seat=Seat(index),
            )
            for index, count in enumerate(wins(stored))
            if count
        )
    winner = match_winner(stored)
    won = wins(stored)
    first, second = sorted((Seat(0), Seat(1)), key=lambda seat: -won[seat.index])
    if winner is not None:
        return (
            say(
                "{seat} wins the match, {most} – {fewest} (best of {n}).",
                seat=winner,
                most=max(won),
                fewest=min(won),
                n=most,
            ),
        )
    score = say_in(
        "a score",
        "{a} {won} – {lost} {b}",
        a=first,
        won=won[first.index],
        lost=won[second.index],
        b=second,
    )
    if most > 1:
        return (say("Best of {n}: {score}", n=most, score=score),)
    return (say("Score: {score}", score=score),)
