"""Reads the highlights of an ended round that follow from earlier rounds.

The standing of a member follows from the stored standings and the few rounds that are not counted
yet. Members who hide their statistics are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, exists, func, select

from bot.statistics.standing import Standing
from bot.statistics.store.standings import read_hand, read_standing
from bot.storage.schema import account_queue, results, rounds, seats, standings
from bot.table import turns
from bot.table.highlights import Highlight, Kind, members
from bot.table.rated import is_rated
from bot.table.store.account_queue import waits
from bot.table.store.game_keys import game_key
from bot.table.store.hidden import hidden_among, hidden_members
from bot.table.stored_round import EVERYBODY, NO_SERVER, StoredRound
from rules.screen import Seat
from rules.whole_hands import CARDS, WholeHand, rarest

ROUNDS_BEFORE_BEST = 3
"""The rounds of a game before a record is shown: the second sets one half the time."""

WINS_IN_A_ROW = 3
"""The least number of wins in a row that is shown."""

DAYS_IN_A_ROW = 3
"""The least number of days in a row that is shown, once a day."""

_AT_A_TIME = 100
"""The number of rounds that are read at a time to count days."""


def of_each(
    connection: Connection,
    read: Callable[[Connection, StoredRound], tuple[Highlight, ...]],
    ended: Sequence[StoredRound],
) -> list[tuple[Highlight, ...]]:
    """Return what is read of each of some rounds, in order."""
    return [read(connection, over) for over in ended]


def of_round(connection: Connection, over: StoredRound) -> tuple[Highlight, ...]:
    """Return the highlights of a round whose results are stored."""
    if over.everybody:
        return _of_everybody(connection, over)
    users = {seat: over.players[seat].user or 0 for seat in members(over)}
    hidden = hidden_among(connection, [*users.values()])
    shown = {seat: user for seat, user in users.items() if user not in hidden}
    found: list[Highlight] = []
    for seat, user in shown.items():
        found += _standing(connection, over, seat, user)
        found += _days(connection, over, seat, user)
    return tuple(found)


def _of_everybody(connection: Connection, over: StoredRound) -> tuple[Highlight, ...]:
    """Return the number of sheets of the game that everybody has played, and the best total.

    They are counted on the server, elsewhere in the channel.
    """
    query = (
        select(func.count(), func.max(results.c.score))
        .join(rounds, rounds.c.id == results.c.round)
        .where(
            results.c.user == EVERYBODY,
            results.c.guild == over.server,
            rounds.c.game == over.game,
        )
    )
    if over.server == NO_SERVER:
        query = query.where(rounds.c.channel == over.channel)
    sheets, most = connection.execute(query).one()
    return (Highlight("everybody", turns.seat_of(over).index, (sheets, most or 0)),)


def _standing(
    connection: Connection, over: StoredRound, seat: int, user: int
) -> Iterator[Highlight]:
    """Yield wins in a row, and records, if the round itself is not counted yet."""
    outcome = over.outcome
    if outcome is None or over.leavers or not waits(connection, over.id):
        return
    key = game_key(over.game, len(over.players))
    query = select(standings).where(*_of_game(over, key), standings.c.user == user)
    row = connection.execute(query).mappings().first()
    stood = Standing() if row is None else read_standing(row)
    waiting = _waiting(connection, over, key, results.c.user == user)
    streak = stood.streak
    for one in waiting:
        streak = streak + 1 if one.won else 0
    if len(over.players) > 1 and outcome.won[seat] and streak + 1 >= WINS_IN_A_ROW:
        yield Highlight("wins", seat, (streak + 1,))
    if not is_rated(over):
        return
    totals = [one for one in (stood.best, *(each.score for each in waiting)) if one is not None]
    own = _Known(stood.rounds + len(waiting), max(totals, default=None), stood.rarest)
    here = own.together(_of_others(connection, over, key, user))
    yield from _records(over, seat, own, "best", "own-hand")
    if here.rounds > own.rounds:
        yield from _records(over, seat, here, "server-best", "server-hand")


class _Uncounted(NamedTuple):
    """A result that no standing includes yet."""

    won: bool
    score: int | None


@dataclass(frozen=True, slots=True)
class _Known:
    """The rounds before this one, of a member or of a server: their best total and rarest hand."""

    rounds: int
    best: int | None
    rarest: WholeHand | None

    def together(self, other: _Known) -> _Known:
        """Return the known rounds of both."""
        bests = [one for one in (self.best, other.best) if one is not None]
        hand = rarest((self.rarest, other.rarest))
        return _Known(self.rounds + other.rounds, max(bests, default=None), hand)


def _records(
    over: StoredRound, seat: int, known: _Known, of_total: Kind, of_hand: Kind
) -> Iterator[Highlight]:
    """Yield a total above all known ones, and a hand that is rarer than all known ones."""
    play, outcome = over.play, over.outcome
    if play is None or outcome is None or known.rounds < ROUNDS_BEFORE_BEST:
        return
    if outcome.scores and known.best is not None and outcome.scores[seat] > known.best:
        yield Highlight(of_total, seat, (outcome.scores[seat], known.best))
    hand = play.game.hand(play.state, Seat(seat))
    if hand is None or hand.rank == CARDS or known.rarest is None:
        return
    if hand.chance < known.rarest.chance:
        yield Highlight(of_hand, seat)


def _of_others(connection: Connection, over: StoredRound, key: str, user: int) -> _Known:
    """Return the known rounds of the server's other members, except those who are hidden."""
    others = (standings.c.user != user, standings.c.user.not_in(hidden_members()))
    totals = select(func.sum(standings.c.rounds).label("rounds"), func.max(standings.c.best))
    rounds_played, best = connection.execute(totals.where(*_of_game(over, key), *others)).one()
    hands = select(standings.c.rarest).where(*_of_game(over, key), *others).distinct()
    waiting = _waiting(
        connection,
        over,
        key,
        results.c.user.not_in((user, EVERYBODY)),
        results.c.user.not_in(hidden_members()),
    )
    scores = [one for one in (best, *(each.score for each in waiting)) if one is not None]
    return _Known(
        (rounds_played or 0) + len(waiting),
        max(scores, default=None),
        rarest(read_hand(code) for code in connection.execute(hands).scalars()),
    )


def _of_game(over: StoredRound, key: str) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions for the standings of all times in a game on a server."""
    return (
        standings.c.guild == over.server,
        standings.c.game == key,
        standings.c.period == "all",
        standings.c.span == "",
    )


def _waiting(
    connection: Connection, over: StoredRound, key: str, *of_whom: ColumnElement[bool]
) -> Sequence[_Uncounted]:
    """Return the results of a game on the server that are not counted yet, in their order.

    A win in a round that a member left sets no record and lengthens no streak.
    """
    others = select(func.count()).where(seats.c.round == results.c.round).scalar_subquery()
    left = exists().where(seats.c.round == results.c.round, seats.c.left)
    query = (
        select(results.c.won, results.c.score, others.label("seats"), left.label("left"))
        .join(account_queue, account_queue.c.round == results.c.round)
        .join(rounds, rounds.c.id == results.c.round)
        .where(
            *of_whom,
            results.c.guild == over.server,
            results.c.round != over.id,
            rounds.c.game == over.game,
        )
        .order_by(results.c.round)
    )
    found = connection.execute(query)
    return [
        _Uncounted(one.won, one.score)
        for one in found
        if game_key(over.game, one.seats) == key and not (one.won and one.left)
    ]


def _days(connection: Connection, over: StoredRound, seat: int, user: int) -> Iterator[Highlight]:
    """Yield the days in a row, in UTC, if this is the member's first round of its day."""
    own = select(results.c.finished).where(results.c.round == over.id, results.c.user == user)
    ended: datetime | None = connection.execute(own).scalar()
    if ended is None:
        return
    today = ended.astimezone(UTC).date()
    days, in_a_row = {today}, 1
    for some in _ends(connection, over, user, ended):
        if today in some:
            return
        days.update(some)
        while today - timedelta(days=in_a_row) in days:
            in_a_row += 1
        if min(days) <= today - timedelta(days=in_a_row):  # the day before is missing
            break
    if in_a_row >= DAYS_IN_A_ROW:
        yield Highlight("days", seat, (in_a_row,))


def _ends(
    connection: Connection, over: StoredRound, user: int, ended: datetime
) -> Iterator[set[date]]:
    """Yield the days on which other rounds of a member ended before this one, some at a time.

    Rounds that were opened last come first.
    """
    query = (
        select(results.c.round, results.c.finished)
        .where(results.c.user == user, results.c.guild == over.server)
        .order_by(results.c.round.desc())
        .limit(_AT_A_TIME)
    )
    found = connection.execute(query).all()
    while found:
        yield {
            row.finished.astimezone(UTC).date()
            for row in found
            if row.round != over.id and row.finished is not None and row.finished <= ended
        }
        found = connection.execute(query.where(results.c.round < found[-1].round)).all()
