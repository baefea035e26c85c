"""Deletes the moves of old rounds, and the data of servers without the bot.

A few rounds are processed at a time, so that no press waits for long.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Select,
    Table,
    TextClause,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    literal,
    or_,
    select,
)

from bot.storage.schema import (
    IS_OF_SERVER,
    IS_OPEN,
    IS_RESTING,
    IS_TO_JUDGE,
    IS_UNDRAWN,
    daily_days,
    dares,
    entries,
    metadata,
    results,
    rounds,
    settings,
    steps,
    turns,
)
from bot.storage.settings import SERVER
from bot.storage.statement import Connection, Statement, among
from bot.table.store.seeds import delete_next_of
from bot.table.stored_round import NO_SERVER, OPEN


def _goes_with_round(table: Table) -> bool:
    """Return whether the rows of a table are deleted with the rounds that they name."""
    keys = (key for column in table.columns for key in column.foreign_keys)
    return any(key.column is rounds.c.id and key.ondelete == "CASCADE" for key in keys)


SERVER_COLUMNS = tuple(
    table.c.guild
    for table in metadata.sorted_tables
    if "guild" in table.c and not _goes_with_round(table)
)
"""The columns that name a server, including that of `rounds`; the row belongs to the server.

Rows of other tables are deleted with the rounds that they name.
"""

_REMOVED = "removed"
"""The scope of the settings with the times at which servers removed the bot."""


_ROUNDS_AFTER = Statement(
    select(steps.c.round)
    .where(steps.c.round > bindparam("after"))
    .distinct()
    .order_by(steps.c.round)
    .limit(bindparam("most"))
)
_later = exists().where(results.c.round == rounds.c.id, results.c.finished >= bindparam("before"))
_everybody_later = exists().where(
    turns.c.round == rounds.c.id, turns.c.ended >= bindparam("before")
)
_unjudged = and_(entries.c.total.is_not(None), entries.c.given.is_(None))
_undrawn = exists().where(dares.c.set_key == entries.c.set_key, IS_UNDRAWN)
_of_shared_dice = exists().where(
    entries.c.round == rounds.c.id,
    daily_days.c.day == entries.c.set_key,
    or_(daily_days.c.closed.is_(None), _unjudged, _undrawn),
)
_to_judge = exists().where(results.c.round == rounds.c.id, IS_TO_JUDGE)
_going_on = rounds.c.status.in_([literal(one) for one in (*OPEN, "private", "resting")])
_ENDED = Statement(
    select(rounds.c.id).where(
        *(among(rounds.c.id, "these"), rounds.c.opened < bindparam("before")),
        *(~_later, ~_everybody_later, ~_of_shared_dice, ~_to_judge, ~_going_on),
        rounds.c.secret_until.is_(None),
    )
)
"""The rounds that ended before a time and whose steps nobody needs.

The steps of a private round are needed until its day or dare is closed, it is judged, and the card
shows that; those of a sheet while it may be offered, those of a game while it is to be judged.
"""

_DELETE_STEPS = Statement(delete(steps).where(among(steps.c.round, "these")))
_FIRST_OPENED = Statement(select(func.min(rounds.c.opened)).where(among(rounds.c.id, "these")))


def thin_rounds(
    connection: Connection, before: datetime, after: int, limit: int
) -> tuple[int, int | None]:
    """Delete the steps of rounds that were opened, and have ended, before a time.

    At most `limit` rounds with an id above `after` are examined. Returns the number of thinned
    rounds and the `after` of the next call, None once all are done. State and results stay, so
    boards can be drawn and rounds count.
    """
    ids = connection.run(_ROUNDS_AFTER, after=after, most=limit).scalars()
    old = connection.run(_ENDED, these=ids, before=before).scalars()
    connection.run(_DELETE_STEPS, these=old)
    more = len(ids) == limit and _any_opened(connection, ids, before)
    return len(old), ids[-1] if more else None


def _any_opened(connection: Connection, ids: list[int], before: datetime) -> bool:
    """Return whether any of the rounds was opened before a time."""
    first = connection.run(_FIRST_OPENED, these=ids).scalar()
    return first is not None and first < before


# Servers


def _belongs(column: Column[Any]) -> TextClause | ColumnElement[bool]:
    """Return the condition that a row belongs to the server that a column names."""
    return IS_OF_SERVER if column.table is rounds else column != NO_SERVER


def _servers_in(column: Column[Any]) -> Select[Any]:
    """Return the query for the servers in a column.

    It takes one step in the index of the column for each server, regardless of the number of rows.
    """
    of_server = select(column).where(_belongs(column)).order_by(column).limit(1)
    least = of_server.where(column > NO_SERVER).scalar_subquery()
    servers = select(least.label("server")).cte("servers", recursive=True)
    # SQLite uses one bound only.
    after = of_server.where(column > servers.c.server).scalar_subquery()
    servers = servers.union_all(select(after).where(servers.c.server.is_not(None)))
    return select(servers.c.server).where(servers.c.server.is_not(None))


_SERVERS_IN_COLUMNS = tuple(Statement(_servers_in(column)) for column in SERVER_COLUMNS)
_SCOPES = Statement(select(settings.c.scope).where(settings.c.scope.startswith(SERVER)).distinct())
_IS_REMOVED = settings.c.scope == _REMOVED
_REMOVALS = Statement(select(settings.c.key, settings.c.value).where(_IS_REMOVED))
_NOTE = Statement(
    insert(settings).values(scope=_REMOVED, key=bindparam("server"), value=bindparam("noted")),
    conflict="DO NOTHING",
)
_FORGET = Statement(delete(settings).where(_IS_REMOVED, among(settings.c.key, "servers")))
_OF_SERVER = (rounds.c.guild == bindparam("server"), IS_OF_SERVER)
_UNFINISHED = tuple(
    Statement(select(rounds.c.id).where(*_OF_SERVER, condition))
    for condition in (IS_OPEN, IS_RESTING)
)
_RESTED = Statement(
    select(rounds.c.id)
    .where(IS_RESTING, rounds.c.deadline <= bindparam("now"))
    .limit(bindparam("most"))
)
_SOME_OF_SERVER = Statement(select(rounds.c.id).where(*_OF_SERVER).limit(bindparam("most")))
_DELETE_ROUNDS = Statement(delete(rounds).where(among(rounds.c.id, "these")))
_dare_keys = select(dares.c.set_key).where(dares.c.guild == bindparam("server"))
_DELETE_DARES = Statement(delete(daily_days).where(daily_days.c.day.in_(_dare_keys)))
_DELETE_OF_SERVER = tuple(
    Statement(delete(column.table).where(column == bindparam("server"), _belongs(column)))
    for column in SERVER_COLUMNS
)
_DELETE_SETTINGS = Statement(delete(settings).where(settings.c.scope == bindparam("scope")))


def stored_servers(connection: Connection) -> set[int]:
    """Return the servers of which data is stored."""
    servers = {
        server
        for statement in _SERVERS_IN_COLUMNS
        for server in connection.run(statement).scalars()
    }
    scopes = connection.run(_SCOPES).scalars()
    return servers | {int(scope.removeprefix(SERVER)) for scope in scopes}


def removed_servers(connection: Connection) -> dict[int, datetime]:
    """Return the servers that have removed the bot, with the times at which that was noted."""
    return {int(row.key): datetime.fromisoformat(row.value) for row in connection.run(_REMOVALS)}


def note_removed(connection: Connection, guilds: Collection[int], now: datetime) -> None:
    """Note that servers have removed the bot; an earlier note stays."""
    at = now.isoformat()
    connection.run_many(_NOTE, [{"server": str(guild), "noted": at} for guild in guilds])


def note_returned(connection: Connection, guilds: Collection[int]) -> None:
    connection.run(_FORGET, servers=[*map(str, guilds)])


def unfinished_rounds(connection: Connection, guild: int) -> tuple[int, ...]:
    """Return the open and the resting rounds of a server."""
    return tuple(
        round_id
        for statement in _UNFINISHED
        for round_id in connection.run(statement, server=guild).scalars()
    )


def rested_rounds(connection: Connection, now: datetime, limit: int) -> tuple[int, ...]:
    """Return resting rounds whose time is over, at most `limit`."""
    return tuple(connection.run(_RESTED, now=now, most=limit).scalars())


def delete_server(connection: Connection, guild: int, limit: int) -> bool:
    """Delete some rounds of a server; with the last of them, all its other data.

    Returns whether nothing is left.
    """
    ids = connection.run(_SOME_OF_SERVER, server=guild, most=limit).scalars()
    delete_next_of(connection, ids)
    connection.run(_DELETE_ROUNDS, these=ids)
    if len(ids) == limit:
        return False
    for statement in (_DELETE_DARES, *_DELETE_OF_SERVER):
        connection.run(statement, server=guild)
    connection.run(_DELETE_SETTINGS, scope=f"{SERVER}{guild}")
    note_returned(connection, {guild})
    return True
