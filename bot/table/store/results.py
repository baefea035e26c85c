"""Stores what a round comes to for each member who sits in it from its first die on.

A row is written when the round begins, and again when its member leaves and when it ends. Then it
is to be judged (`bot.statistics.judging`): what its choices lost is NULL until that is known.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, time
from typing import TypeAlias

from sqlalchemy import bindparam, func, insert, select, update

from bot.storage.schema import results
from bot.storage.statement import Connection, Statement, binds
from bot.table import counts
from bot.table.stored_round import StoredRound

WonOrLost: TypeAlias = tuple[bool | None, ...]
"""By seat whether a round counts as won, True, or as lost, False, or as neither."""

ALONE = "/alone"
"""The suffix of the key of a game for rounds with a single seat."""

MOST_WINS = 2
"""The most wins of a member on a day that count with the same opponent among them."""

_AT_FIRST = ("round", "seat", "user", "guild", "game", "seat_count", "day", "begun")
_BEGIN = Statement(
    insert(results).values(**binds(*_AT_FIRST), left=False, hinted=False),
    conflict="DO NOTHING",
)
_AT_END = ("guild", "finished", "share", "won", "score", "left", "hinted")
_THIS = (results.c.round == bindparam("which"), results.c.seat == bindparam("of_seat"))
_JUDGE_AGAIN = {"choices": None, "lost": None, "par": None}
_LEAVE = Statement(
    update(results).where(*_THIS).values(left=True, hinted=bindparam("hinted"), **_JUDGE_AGAIN)
)
_END = Statement(update(results).where(*_THIS).values(**binds(*_AT_END), **_JUDGE_AGAIN))
_other = results.alias("other")
_WINS = Statement(
    select(func.count())
    .select_from(results)
    .join(_other, _other.c.round == results.c.round)
    .where(
        results.c.user == bindparam("winner"),
        results.c.guild == bindparam("server"),
        results.c.finished >= bindparam("since"),
        results.c.won,
        _other.c.user == bindparam("opponent"),
    )
)


def game_key(game: str, seats: int) -> str:
    """Return the key of a game, which is separate for rounds with a single seat.

    >>> game_key("nine", 1), game_key("nine", 3)
    ('nine/alone', 'nine')
    """
    return f"{game}{ALONE}" if seats == 1 else game


def midnight(now: datetime) -> datetime:
    """Return when the day of `now` began, in UTC."""
    return datetime.combine(now.astimezone(UTC).date(), time(), UTC)


def begin(connection: Connection, stored: StoredRound, now: datetime) -> None:
    """Write the row of each member when the first dice of a round have landed."""
    if not counts.counts(stored):
        return
    rows = [
        {
            "round": stored.id,
            "seat": seat,
            "user": player.member,
            "guild": stored.place.server,
            "game": game_key(stored.game, len(stored.players)),
            "seat_count": len(stored.players),
            "day": counts.is_day(stored),
            "begun": now,
        }
        for seat, player in enumerate(stored.players)
        if player.user is not None
    ]
    connection.run_many(_BEGIN, rows)


def leave(connection: Connection, stored: StoredRound, seats: Iterable[int]) -> None:
    """Note that the members of some seats have left a round that goes on."""
    for seat in seats:
        hinted = bool(stored.players[seat].hinted)
        connection.run(_LEAVE, which=stored.id, of_seat=seat, hinted=hinted)


def conclude(connection: Connection, stored: StoredRound, now: datetime, won: WonOrLost) -> None:
    """Write what a round that has ended came to; one that was closed has no shares."""
    if not counts.counts(stored):
        return
    outcome = stored.outcome
    rests = stored.status == "closed" and stored.end.closed == "rested"
    rows = [
        {
            "which": stored.id,
            "of_seat": seat,
            "guild": stored.place.server,
            "finished": now,
            "share": None if outcome is None else str(outcome.shares[seat]),
            "won": won[seat],
            "score": None if outcome is None or outcome.scores is None else outcome.scores[seat],
            "left": player.left or rests,
            "hinted": bool(player.hinted),
        }
        for seat, player in enumerate(stored.players)
        if player.user is not None
    ]
    connection.run_many(_END, rows)


def won_or_lost(connection: Connection, over: StoredRound, now: datetime) -> WonOrLost:
    """Return by seat whether a round counts as won, True, or as lost, False, or as neither.

    Of a member's wins of a day `MOST_WINS` with the same opponent among them count.
    """
    won = counts.won_by_seat(over)
    if True not in won:
        return won
    seat = won.index(True)
    winner = over.players[seat].member
    day = midnight(now)
    for other in {player.member for player in over.players} - {None, winner}:
        wins = connection.run(
            _WINS, winner=winner, opponent=other, server=over.place.server, since=day
        ).scalar()
        if wins >= MOST_WINS:
            return tuple(None if is_won else is_won for is_won in won)
    return won
