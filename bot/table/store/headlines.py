"""Chooses the headline of a round as its end is stored, by what its members have played before.

One statement reads the earlier results of all members of the round, a second one the days in a row
of a member who has ended no other game on that day, a third one the totals of the server. Each
reads a bounded number of rows of an index, however many results there are.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Select,
    String,
    bindparam,
    case,
    cast,
    exists,
    func,
    literal,
    select,
    union_all,
)

from bot.storage.schema import IS_TOTAL, IS_WON_OR_LOST, Utc, results, settings
from bot.storage.settings import MEMBER
from bot.storage.statement import Connection, Statement
from bot.table import headline
from bot.table.headline import MOST_IN_A_ROW, NO_HEADLINE, EarlierResults
from bot.table.store import rows
from bot.table.store.member_settings import HIDDEN
from bot.table.store.results import WonOrLost, game_key, midnight
from bot.table.stored_round import NO_SERVER, StoredRound

LATEST = 100
"""The number of a member's latest results in which wins in a row are counted."""

RECENT = timedelta(days=90)
"""The age of the games with which the points of a sheet are compared."""

ENOUGH = 10
"""The least number of such games."""

MOST_COMPARED = 1000
"""The most of them that are read, the latest ones."""

_SERVER: BindParameter[Any] = bindparam("server")
_GAME: BindParameter[Any] = bindparam("key")


_recent = (
    select(results.c.score)
    .where(results.c.guild == _SERVER, results.c.game == _GAME, IS_TOTAL)
    .where(results.c.seat_count == bindparam("sheets"), results.c.finished >= bindparam("since"))
    .order_by(results.c.finished.desc())
    .limit(MOST_COMPARED)
    .subquery()
)
_LOWER = Statement(
    select(func.count(), func.count(case((_recent.c.score < bindparam("score"), 1)))).select_from(
        _recent
    )
)


def with_headline(
    connection: Connection,
    over: StoredRound,
    stored_steps: int,
    now: datetime,
    won: WonOrLost,
) -> StoredRound:
    """Return a round that is about to be stored as over, with its headline.

    The first `stored_steps` steps of its record are stored already; `won` is `won_or_lost` of it.
    """
    best = None
    if over.play is not None and headline.finishers(over):
        before = rows.read_record(connection, over.id, stored_steps) if stored_steps else ()
        record = (*before, *over.play.steps)
        best = headline.choose_headline(over, record, _earlier_results(connection, over, now, won))
    code = NO_HEADLINE if best is None else best.code
    better = _better_than(connection, over, now)
    return replace(over, end=replace(over.end, headline=code, better_than=better))


def _earlier_results(
    connection: Connection, over: StoredRound, now: datetime, won: WonOrLost
) -> dict[int, EarlierResults]:
    """Return the earlier results of members, by seat, but of none who hides their statistics.

    A private round is compared with no result: the page of its end tells the days in a row.
    """
    there = [seat for seat in headline.finishers(over) if over.players[seat].member is not None]
    if over.set_key is not None or not there:
        return {}
    users = {seat: over.players[seat].user or 0 for seat in there}
    row = connection.run(
        _statement(len(there)),
        server=over.place.server,
        key=game_key(over.game, len(over.players)),
        **{f"user_{n}": user for n, user in enumerate(users.values())},
        **{f"hidden_{n}": f"{MEMBER}{user}" for n, user in enumerate(users.values())},
        today=midnight(now),
    ).first()
    answers, server, earlier = row._asdict(), over.place.server, {}
    for number, (seat, user) in enumerate(users.items()):
        if answers[f"hides_{number}"]:
            continue
        anothers = server != NO_SERVER and answers["holder"] != user
        wins = min(answers[f"wins_{number}"], MOST_IN_A_ROW) if won[seat] is True else None
        earlier[seat] = EarlierResults(
            best=answers[f"best_{number}"],
            of_server=answers["of_server"] if anothers else None,
            wins=wins,
            days=0 if answers[f"today_{number}"] else _days_in_a_row(connection, user, server, now),
        )
    return earlier


def _days_in_a_row(connection: Connection, user: int, server: int, now: datetime) -> int:
    """Return on how many days in a row up to yesterday a member has ended a game."""
    today = midnight(now)
    days = {f"day_{n}": today - timedelta(days=n) for n in range(MOST_IN_A_ROW + 1)}
    return int(connection.run(_days(), user=user, server=server, **days).scalar())


@lru_cache
def _statement(members: int) -> Statement:
    """Return the query for so many members, whose answer is one row."""
    return Statement(
        select(
            _of_server(results.c.score).label("of_server"),
            _of_server(results.c.user).label("holder"),
            *(column for number in range(members) for column in _columns(number)),
        )
    )


@lru_cache
def _days() -> Statement:
    """Return the query for the days in a row of a member."""
    days = union_all(
        *(
            select(
                literal(number).label("number"),
                bindparam(f"day_{number}", type_=Utc).label("begins"),
                bindparam(f"day_{number - 1}", type_=Utc).label("ends"),
            )
            for number in range(1, MOST_IN_A_ROW + 1)
        )
    ).cte("days")
    ended = _ended(_own("user"), days.c.begins).where(results.c.finished < days.c.ends)
    missed = func.min(case((~ended.exists(), days.c.number)))
    return Statement(select(func.coalesce(missed - 1, MOST_IN_A_ROW)))


def _own(user: str) -> tuple[ColumnElement[bool], ...]:
    """Return the condition for the results of a member on the server."""
    return results.c.user == bindparam(user), results.c.guild == _SERVER


def _ended(own: tuple[ColumnElement[bool], ...], begins: Any) -> Select[Any]:
    """Return the results of rounds that were played to their end from a time on."""
    return select(results.c.round).where(
        *own, results.c.finished >= begins, results.c.share.is_not(None)
    )


def _of_server(column: ColumnElement[Any]) -> ColumnElement[Any]:
    """Return a column of the best total on a server, but for members who hide their statistics."""
    key = literal(MEMBER).concat(cast(results.c.user, String))
    hides = exists().where(settings.c.scope == HIDDEN, settings.c.key == key)
    return (
        select(column)
        .where(results.c.guild == _SERVER, results.c.game == _GAME, IS_TOTAL, ~hides)
        .order_by(results.c.score.desc())
        .limit(1)
        .scalar_subquery()
    )


def _columns(number: int) -> list[ColumnElement[Any]]:
    """Return the columns about one member."""
    own = _own(f"user_{number}")
    best = (
        select(results.c.score)
        .where(*own, results.c.game == _GAME, IS_TOTAL)
        .order_by(results.c.score.desc())
        .limit(1)
        .scalar_subquery()
    )
    key: BindParameter[Any] = bindparam(f"hidden_{number}")
    hides = exists().where(settings.c.scope == HIDDEN, settings.c.key == key)
    today = _ended(own, bindparam("today", type_=Utc)).exists()
    return [
        best.label(f"best_{number}"),
        hides.label(f"hides_{number}"),
        _wins(own).label(f"wins_{number}"),
        today.label(f"today_{number}"),
    ]


def _wins(own: tuple[ColumnElement[bool], ...]) -> ColumnElement[Any]:
    """Return the number of wins among members since the latest game that was lost."""
    latest = (
        select(results.c.won, results.c.finished)
        .where(*own, IS_WON_OR_LOST)
        .order_by(results.c.finished.desc())
        .limit(LATEST)
    ).subquery()
    number = func.row_number().over(order_by=latest.c.finished.desc())
    played = select(latest.c.won, number.label("number")).subquery()
    missed = func.min(case((~played.c.won, played.c.number)))
    return select(func.coalesce(missed - 1, func.count())).select_from(played).scalar_subquery()


def _better_than(connection: Connection, over: StoredRound, now: datetime) -> int | None:
    """Return how many of ten games here have a lower total than the best one of a round.

    None if no game has, or if too few are there to compare with.
    """
    seat, outcome = headline.best_total_seat(over), over.outcome
    if seat is None or outcome is None or outcome.scores is None or over.place.server == NO_SERVER:
        return None
    values = {
        "server": over.place.server,
        "key": game_key(over.game, len(over.players)),
        "sheets": len(over.players),
        "since": now - RECENT,
        "score": outcome.scores[seat],
    }
    games, lower = connection.run(_LOWER, **values).first()
    return None if games < ENOUGH else 10 * lower // games or None
