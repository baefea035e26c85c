"""The score of rematches, and matches of several rounds (best of 3 or 5).

A player's `wins` are those of the rounds before this one. A draw is no win;
closed rounds have no rematch, so they never count.
`bot.table.next_round` says when a match goes on.
"""

from __future__ import annotations

from fractions import Fraction

from bot.table.stored_round import StoredRound
from rules.game import Ending, Named
from rules.screen import Seat
from rules.text import Text, say, say_count, say_in

SINGLE = Named("1", say_in("match", "A single game"))
MATCHES = (
    SINGLE,
    Named("3", say_in("match", "Best of 3")),
    Named("5", say_in("match", "Best of 5")),
)
"""The largest number of rounds of a match of two, the default first."""


def ending(share: Fraction, *, won: bool) -> Ending:
    """Return the ending that a stored result stands for, as in `Outcome.ending`."""
    if won:
        return "won"
    return "drawn" if share else "lost"


def wins(stored: StoredRound) -> tuple[int, ...]:
    """Return the number of rounds that each seat has won, this one included once it is over."""
    outcome = stored.outcome
    if outcome is None or len(stored.players) < 2:
        return tuple(player.wins for player in stored.players)
    return tuple(player.wins + won for player, won in zip(stored.players, outcome.won, strict=True))


def match_winner(stored: StoredRound) -> Seat | None:
    """Return the seat that has won the match; None without a match or while it is open.

    A player who leaves a round of a match has lost the match.
    """
    most, outcome = stored.match_of, stored.outcome
    if most > 1 and outcome is not None and any(player.left for player in stored.players):
        return outcome.winners[0]
    for index, won in enumerate(wins(stored)):
        if most > 1 and won > most // 2:
            return Seat(index)
    return None


def carried(stored: StoredRound) -> tuple[int, ...]:
    """Return the wins with which each seat goes into the rematch.

    There are none after a match, and none of games of more players where two would play a match.
    """
    if match_winner(stored) is not None or (stored.match_of == 1 and stored.best_of > 1):
        return (0,) * len(stored.players)
    return wins(stored)


def lines(stored: StoredRound) -> tuple[Text, ...]:
    """Return the lines with the score; none before a chain has a second round.

    The score of a match is in the first line of the board instead (`match_score`).
    """
    if stored.match_of > 1:
        return ()
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


def match_score(stored: StoredRound) -> Text:
    """Return the score of a match that is open: "Best of 3: ana 1 – 0 bogdan"."""
    return say("Best of {n}: {score}", n=stored.match_of, score=_of_two(stored))


def if_two(stored: StoredRound) -> tuple[Text, ...]:
    """Return the line of an open table that says when it is a match; none without a match."""
    most = stored.best_of
    if most == 1:
        return ()
    return (say("Best of {n} if two play; with more it is a single game.", n=most),)


def match_won(stored: StoredRound, winner: Seat) -> Text:
    """Return the line with the winner of the match: "ana wins the match, 2 – 1 (best of 3)"."""
    won, loser = wins(stored), Seat(1 - winner.index)
    return say(
        "{seat} wins the match, {won} – {lost} (best of {n})",
        seat=winner,
        won=won[winner.index],
        lost=won[loser.index],
        n=stored.match_of,
    )


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
