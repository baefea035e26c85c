"""Chooses the headline of a round as its end is stored, by what its members have played before.

One statement answers all questions about results. Each part of it reads a bounded number of rows of
an index, however many results there are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
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
    """Return what is known of the members of a round, by seat, but not of those who hide.

    A private round is compared with no result: the page of its end tells the days in a row.
    """
    there = [seat for seat in headline.finishers(over) if over.players[seat].member is not None]
    if over.set_key is not None or not there:
        return {}
    users = {seat: over.players[seat].user or 0 for seat in there}
    today = midnight(now)
    row = connection.run(
        _statement(len(there)),
        server=over.place.server,
        key=game_key(over.game, len(over.players)),
        **{f"user_{n}": user for n, user in enumerate(users.values())},
        **{f"hidden_{n}": f"{MEMBER}{user}" for n, user in enumerate(users.values())},
        **{f"day_{n + 1}": today - timedelta(days=n) for n in range(-1, MOST_IN_A_ROW + 1)},
    ).first()
    answers = row._asdict()
    return {
        seat: _results_of_member(answers, number, user, over.place.server, won=won[seat] is True)
        for number, (seat, user) in enumerate(users.items())
        if not answers[f"hides_{number}"]
    }


def _results_of_member(
    answers: Mapping[str, Any], number: int, user: int, server: int, *, won: bool
) -> EarlierResults:
    anothers = server != NO_SERVER and answers["holder"] != user
    return EarlierResults(
        best=answers[f"best_{number}"],
        of_server=answers["of_server"] if anothers else None,
        wins=min(answers[f"wins_{number}"], MOST_IN_A_ROW) if won else None,
        days=0 if answers[f"today_{number}"] else answers[f"days_{number}"],
    )


@lru_cache
def _statement(members: int) -> Statement:
    """Return the query for so many members, whose answer is one row."""
    days = union_all(
        *(
            select(
                literal(number).label("number"),
                _begin_of(number).label("begins"),
                _begin_of(number - 1).label("ends"),
            )
            for number in range(1, MOST_IN_A_ROW + 1)
        )
    ).cte("days")
    return Statement(
        select(
            _of_server(results.c.score).label("of_server"),
            _of_server(results.c.user).label("holder"),
            *(column for number in range(members) for column in _columns(number, days)),
        )
    )


def _begin_of(days_ago: int) -> BindParameter[datetime]:
    """Return the time at which a day began; -1 is tomorrow."""
    return bindparam(f"day_{days_ago + 1}", type_=Utc)


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


def _columns(number: int, days: Any) -> list[ColumnElement[Any]]:
    """Return the columns about one member."""
    own = (results.c.user == bindparam(f"user_{number}"), results.c.guild == _SERVER)
    best = (
        select(results.c.score)
        .where(*own, results.c.game == _GAME, IS_TOTAL)
        .order_by(results.c.score.desc())
        .limit(1)
        .scalar_subquery()
    )
    key: BindParameter[Any] = bindparam(f"hidden_{number}")
    hides = exists().where(settings.c.scope == HIDDEN, settings.c.key == key)

    def ended(begins: Any, ends: Any) -> Any:
        at = (results.c.finished >= begins, results.c.finished < ends)
        return exists().where(*own, *at, results.c.share.is_not(None))

    missed = (
        select(func.min(days.c.number))
        .where(~ended(days.c.begins, days.c.ends))
        .correlate(None)
        .scalar_subquery()
    )
    today = ended(_begin_of(0), _begin_of(-1))
    return [
        best.label(f"best_{number}"),
        hides.label(f"hides_{number}"),
        _wins(own).label(f"wins_{number}"),
        today.label(f"today_{number}"),
        func.coalesce(missed - 1, MOST_IN_A_ROW).label(f"days_{number}"),
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
    """Return than how many in ten the best total of a round is better, if that can be told."""
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
