"""Reads what the rounds before one that has ended make worth telling about it.

Where a member stands is known from the standings and the few rounds that are not counted yet.
Who keeps their statistics to themselves is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

from sqlalchemy import Connection, exists, func, select

from bot.statistics.store.standings import read_standing
from bot.storage.schema import account_queue, results, rounds, seats, standings
from bot.table.highlights import Highlight, members
from bot.table.store.game_keys import game_key
from bot.table.store.hidden import hidden_among
from bot.table.stored_round import StoredRound

ROUNDS_BEFORE_BEST = 3
"""After how many rounds of a game a new best is worth telling: the second is one half the time."""

DAYS_IN_A_ROW = 3
"""From how many days on that a member has played they are told, once a day."""

ROUNDS_BETWEEN_TWO = 3
"""From how many decided rounds on the score between two members is told."""

_AT_A_TIME = 100
"""How many rounds are read at a time to count days."""


def of_round(connection: Connection, over: StoredRound) -> tuple[Highlight, ...]:
    """Return what is worth telling of a round whose results are stored."""
    users = {seat: over.players[seat].user or 0 for seat in members(over)}
    hidden = hidden_among(connection, [*users.values()])
    shown = {seat: user for seat, user in users.items() if user not in hidden}
    found: list[Highlight] = []
    for seat, user in shown.items():
        found += _standing(connection, over, seat, user)
        found += _days(connection, over, seat, user)
    if len(over.players) == len(shown) == len({*shown.values()}) == 2:
        found += _between_two(connection, over, shown[0], shown[1])
    return tuple(found)


def _standing(
    connection: Connection, over: StoredRound, seat: int, user: int
) -> Iterator[Highlight]:
    """Yield a first win and a new best, as long as the round itself is not counted."""
    waits = select(exists().where(account_queue.c.round == over.id))
    outcome = over.outcome
    if outcome is None or not connection.execute(waits).scalar_one():
        return
    key = game_key(over.game, len(over.players))
    query = select(standings).where(
        standings.c.user == user,
        standings.c.guild == over.server,
        standings.c.game == key,
        standings.c.period == "all",
    )
    row = connection.execute(query).mappings().first()
    stood = None if row is None else read_standing(row)
    others = select(func.count()).where(seats.c.round == results.c.round).scalar_subquery()
    waiting = [
        (one.won, one.score)
        for one in connection.execute(
            select(results.c.won, results.c.score, others.label("seats"))
            .join(account_queue, account_queue.c.round == results.c.round)
            .join(rounds, rounds.c.id == results.c.round)
            .where(
                results.c.user == user,
                results.c.guild == over.server,
                results.c.round != over.id,
                rounds.c.game == over.game,
            )
        )
        if game_key(over.game, one.seats) == key
    ]
    before = (0 if stood is None else stood.won) + sum(won for won, _ in waiting)
    played_out = over.play is None or over.play.moment or not any(one.left for one in over.players)
    if len(over.players) > 1 and outcome.won[seat] and played_out and not before:
        yield Highlight("win", seat)
    scores = [one for _, one in waiting if one is not None]
    scores += [] if stood is None or stood.best is None else [stood.best]
    played = len(waiting) + (0 if stood is None else stood.rounds)
    rated = not over.unrated and not any(one.taken_back or one.left for one in over.players)
    if rated and outcome.scores and scores and played >= ROUNDS_BEFORE_BEST:
        points = outcome.scores[seat]
        if points > max(scores):
            yield Highlight("best", seat, (points, max(scores)))


def _days(connection: Connection, over: StoredRound, seat: int, user: int) -> Iterator[Highlight]:
    """Yield the days in a row, in UTC, where this is the member's first round of its day."""
    ends = _ends(connection, over, user)
    today = next(ends, None)
    if today is None:
        return
    days, last = 1, today
    for day in ends:
        if day == today:
            return
        if day < last - timedelta(days=1):
            break
        if day < last:
            days, last = days + 1, day
    if days >= DAYS_IN_A_ROW:
        yield Highlight("days", seat, (days,))


def _ends(connection: Connection, over: StoredRound, user: int) -> Iterator[date]:
    """Yield the days on which the rounds of a member ended, this one first, then older ones."""
    query = (
        select(results.c.round, results.c.finished)
        .where(results.c.user == user, results.c.guild == over.server)
        .order_by(results.c.round.desc())
        .limit(_AT_A_TIME)
    )
    upto = over.id
    while True:
        found = connection.execute(query.where(results.c.round <= upto)).all()
        for row in found:
            finished: datetime | None = row.finished
            if finished is None:
                return
            yield finished.astimezone(UTC).date()
        if len(found) < _AT_A_TIME:
            return
        upto = found[-1].round - 1


def _between_two(
    connection: Connection, over: StoredRound, one: int, other: int
) -> Iterator[Highlight]:
    """Yield the score between two members in rounds of the game that only they played."""
    theirs, third = results.alias(), results.alias()
    query = (
        select(results.c.won, theirs.c.won.label("theirs"), func.count().label("times"))
        .join(theirs, (theirs.c.round == results.c.round) & (theirs.c.user == other))
        .join(rounds, rounds.c.id == results.c.round)
        .where(
            results.c.user == one,
            results.c.guild == over.server,
            rounds.c.game == over.game,
            ~exists().where(third.c.round == results.c.round, third.c.seat == 2),
        )
        .group_by(results.c.won, theirs.c.won)
    )
    times = {(row.won, row.theirs): row.times for row in connection.execute(query)}
    won, lost = times.get((True, False), 0), times.get((False, True), 0)
    if won + lost < ROUNDS_BETWEEN_TWO:
        return
    if won >= lost:
        yield Highlight("ahead", 0, (1, won, lost))
    else:
        yield Highlight("ahead", 1, (0, lost, won))
