"""Deletes the moves of old rounds, and the data of servers without the bot.

A few rounds are processed at a time, so that no press waits for long. `SERVER_COLUMNS`
lists the data of a server; a test finds columns of the schema that it lacks.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Select,
    TextClause,
    and_,
    delete,
    exists,
    func,
    or_,
    select,
    update,
)

from bot.storage.schema import (
    IS_OF_SERVER,
    IS_OPEN,
    IS_RESTING,
    IS_TO_JUDGE,
    IS_UNDRAWN,
    bars,
    daily_days,
    daily_reminders,
    dares,
    day_cards,
    entries,
    face_counts,
    results,
    rounds,
    settings,
    steps,
    turns,
)
from bot.table.store.seeds import delete_next_of
from bot.table.stored_round import NO_SERVER, OPEN

SERVER_COLUMNS = (
    bars.c.guild,
    daily_reminders.c.guild,
    dares.c.guild,
    day_cards.c.guild,
    rounds.c.guild,
    face_counts.c.guild,
)
"""The columns that name a server, including that of `rounds`; the row belongs to the server.

Tables that name a round, too, are not listed: their rows are deleted with it.
"""

_REMOVED = "removed"
"""The scope of the settings with the times at which servers removed the bot."""


def thin(
    connection: Connection, before: datetime, after: int, limit: int
) -> tuple[int, int | None]:
    """Delete the steps of rounds that were opened, and have ended, before a time.

    At most `limit` rounds with an id above `after` are examined. Returns the number of thinned
    rounds and the `after` of the next call, None once all are done. State and results stay, so
    boards can be drawn and rounds count.
    """
    looked_at = connection.execute(
        select(steps.c.round)
        .where(steps.c.round > after)
        .distinct()
        .order_by(steps.c.round)
        .limit(limit)
    ).scalars()
    ids = list(looked_at)
    old = list(connection.execute(_ended(ids, before)).scalars())
    if old:
        connection.execute(delete(steps).where(steps.c.round.in_(old)))
    more = len(ids) == limit and _any_opened(connection, ids, before)
    return len(old), ids[-1] if more else None


def _any_opened(connection: Connection, ids: list[int], before: datetime) -> bool:
    """Return whether any of the rounds was opened before a time."""
    opened = select(func.min(rounds.c.opened)).where(rounds.c.id.in_(ids))
    first = connection.execute(opened).scalar()
    return first is not None and first < before


# Servers


def servers(connection: Connection) -> set[int]:
    """Return the servers of which data is stored."""
    found = {
        server
        for column in SERVER_COLUMNS
        for server in connection.execute(_servers_in(column)).scalars()
    }
    scopes = connection.execute(
        select(settings.c.scope).where(settings.c.scope.startswith("guild/")).distinct()
    ).scalars()
    return found | {int(scope.removeprefix("guild/")) for scope in scopes}


def removed(connection: Connection) -> dict[int, datetime]:
    """Return the servers that have removed the bot, with the times at which that was noted."""
    query = select(settings.c.key, settings.c.value).where(settings.c.scope == _REMOVED)
    return {int(row.key): datetime.fromisoformat(row.value) for row in connection.execute(query)}


def note_removed(connection: Connection, guilds: Collection[int], now: datetime) -> None:
    """Note that servers have removed the bot; an earlier note stays."""
    known = removed(connection)
    new = [{"scope": _REMOVED, "key": str(one), "value": now.isoformat()} for one in guilds]
    new = [row for row in new if int(row["key"]) not in known]
    if new:
        connection.execute(settings.insert(), new)


def note_returned(connection: Connection, guilds: Collection[int]) -> None:
    """Note that servers have the bot again."""
    keys = [str(guild) for guild in guilds]
    connection.execute(
        delete(settings).where(settings.c.scope == _REMOVED, settings.c.key.in_(keys))
    )


def unfinished(connection: Connection, guild: int) -> tuple[int, ...]:
    """Return the open and the resting rounds of a server."""
    return tuple(
        round_id
        for condition in (IS_OPEN, IS_RESTING)
        for round_id in connection.execute(
            select(rounds.c.id).where(rounds.c.guild == guild, IS_OF_SERVER, condition)
        ).scalars()
    )


def rested(connection: Connection, now: datetime, limit: int) -> tuple[int, ...]:
    """Return resting rounds whose time is over, at most `limit`."""
    over = select(rounds.c.id).where(IS_RESTING, rounds.c.deadline <= now)
    return tuple(connection.execute(over.limit(limit)).scalars())


def delete_server(connection: Connection, guild: int, limit: int) -> bool:
    """Delete some rounds of a server; with the last of them, all its other data.

    Returns whether nothing is left.
    """
    ids = list(
        connection.execute(
            select(rounds.c.id).where(rounds.c.guild == guild, IS_OF_SERVER).limit(limit)
        ).scalars()
    )
    connection.execute(
        update(rounds).where(rounds.c.successor_of.in_(ids)).values(successor_of=None)
    )
    delete_next_of(connection, ids)
    connection.execute(delete(rounds).where(rounds.c.id.in_(ids)))
    if len(ids) == limit:
        return False
    sets_of_server = select(dares.c.set_key).where(dares.c.guild == guild)
    keys = list(connection.execute(sets_of_server).scalars())
    for column in SERVER_COLUMNS:
        connection.execute(delete(column.table).where(column == guild, _belongs(column)))
    connection.execute(delete(daily_days).where(daily_days.c.day.in_(keys)))
    connection.execute(
        delete(settings).where(
            (settings.c.scope == f"guild/{guild}")
            | and_(settings.c.scope == _REMOVED, settings.c.key == str(guild))
        )
    )
    return True


def _servers_in(column: Column[Any]) -> Select[Any]:
    """Return the query for the servers in a column.

    It takes one step in the index of the column for each server, regardless of the number of rows.
    """
    named = select(column).where(_belongs(column)).order_by(column).limit(1)
    least = named.where(column > NO_SERVER).scalar_subquery()
    found = select(least.label("server")).cte("found", recursive=True)
    after = named.where(column > found.c.server).scalar_subquery()  # SQLite uses one bound only
    found = found.union_all(select(after).where(found.c.server.is_not(None)))
    return select(found.c.server).where(found.c.server.is_not(None))


def _belongs(column: Column[Any]) -> TextClause | ColumnElement[bool]:
    """Return the condition that a row belongs to the server that a column names."""
    return IS_OF_SERVER if column.table is rounds else column != NO_SERVER


def _ended(ids: list[int], before: datetime) -> Select[tuple[int]]:
    """Return the query for those rounds that ended before a time and whose steps nobody needs.

    A set needs those of its attempts until it is closed and judged and its card shows that; a sheet
    needs them while it may be offered.
    """
    later = exists().where(results.c.round == rounds.c.id, results.c.finished >= before)
    everybody_later = exists().where(turns.c.round == rounds.c.id, turns.c.ended >= before)
    unjudged = and_(entries.c.total.is_not(None), entries.c.given.is_(None))
    undrawn = exists().where(dares.c.set_key == entries.c.set_key, IS_UNDRAWN)
    of_set = exists().where(
        entries.c.round == rounds.c.id,
        daily_days.c.day == entries.c.set_key,
        or_(daily_days.c.closed.is_(None), unjudged, undrawn),
    )
    return (
        select(rounds.c.id)
        .where(rounds.c.id.in_(ids), rounds.c.opened < before, ~later, ~everybody_later, ~of_set)
        .where(rounds.c.secret_until.is_(None))
        .where(rounds.c.status.not_in((*OPEN, "private", "resting")))
        .where(~exists().where(results.c.round == rounds.c.id, IS_TO_JUDGE))  # by the steps
    )
