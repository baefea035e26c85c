"""Erases a member: their id leaves every column of `bot.admin.store.personal`.

Seats stay, held by a former player (`bot.table.former`), and results stay without
a member. Versions of rounds move, so that no process writes the id back from its
memory; what their messages show counts as drawn, as far as it was. Large databases
are erased in parts, each in one transaction.
"""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from sqlalchemy import (
    Connection,
    Row,
    Select,
    bindparam,
    delete,
    func,
    inspect,
    literal_column,
    or_,
    select,
    update,
)

from bot.admin.store.personal import PERSONAL, Personal
from bot.storage.keyed_hash import hash_with, keyed_hash, store_key, stored_key
from bot.storage.schema import erasures, results, rounds
from bot.table.former import number_in, options_without, seats_without
from bot.table.store.erasures import note
from bot.table.store.rows import seated_pattern
from bot.table.stored_round import OPEN

PART = 5000
"""How many rounds are looked through in one transaction."""

HELD = or_(
    rounds.c.players.like(bindparam("seated")),
    rounds.c.opener == bindparam("who"),
    rounds.c.table_options.like(bindparam("closed_by")),
)
"""Rounds that may hold the id of a member, with the values of `naming`."""

_HOLDING = (
    select(
        rounds.c.id,
        rounds.c.status,
        rounds.c.version,
        rounds.c.drawn,
        rounds.c.opener,
        rounds.c.players,
        rounds.c.table_options,
    )
    .where(rounds.c.id > bindparam("after"), rounds.c.id <= bindparam("last"), HELD)
    .order_by(rounds.c.id)
)
_REWRITE = (
    update(rounds)
    .where(rounds.c.id == bindparam("which"), rounds.c.version == bindparam("loaded"))
    .values({name: bindparam(f"new_{name}") for name in ("opener", "players", "table_options")})
    .values(version=rounds.c.version + 1, drawn=bindparam("new_drawn"))
)
_END = (
    update(rounds)
    .where(rounds.c.id == bindparam("which"))
    .values(status=bindparam("new_status"), deadline=None, remind_at=None)
)
_RESULTS = (
    update(results)
    .where(results.c.user == bindparam("who"))
    .where(results.c.round > bindparam("after"), results.c.round <= bindparam("last"))
    .values(user=None)
)
_LAST = select(func.max(rounds.c.id))
_PART: Select[Any] = select(func.max(literal_column("id"))).select_from(
    select(rounds.c.id)
    .where(rounds.c.id > bindparam("after"))
    .order_by(rounds.c.id)
    .limit(bindparam("part"))
    .subquery()
)
"""The last of some rounds after another one; ids may have gaps of any size."""


def naming(user: int) -> dict[str, Any]:
    """Return the values of `HELD` for a member."""
    return {"who": user, "seated": seated_pattern(user), "closed_by": f'%"by.{user}"%'}


def erase_part(connection: Connection, user: int, after: int) -> int | None:
    """Erase a member from some rounds after the round `after`; return where to go on.

    None once there are no more. Open and resting rounds in which the member
    sits are left as they are: they are to be left before.
    """
    last = connection.execute(_PART, {"after": after, "part": PART}).scalar()
    if last is not None:
        _erase_rounds(connection, user, after, last)
    return None if last is None else int(last)


def finish(connection: Connection, user: int, now: datetime) -> None:
    """Erase a member from everything but rounds, and note the erasure.

    The ids are gone from the file after `Storage.checkpoint`.
    """
    _erase_others(connection, user)
    note(connection, keyed_hash(connection, user), now)


def apply_again(restored: Connection, replaced: Connection | None) -> None:
    """Erase in a restored database who was erased after it had been copied.

    `replaced` is the database in whose place it comes, which knows the erasures. Rounds
    that were open in the copy end where an erased member sits. The restored database may
    be older than the code, so that tables are missing.
    """
    if replaced is None or not inspect(replaced).has_table(erasures.name):
        return
    key = stored_key(replaced)
    if key is None:
        return
    if restored.dialect.name == "sqlite":
        restored.exec_driver_sql("PRAGMA secure_delete = ON")
    erasures.create(restored, checkfirst=True)
    if stored_key(restored) is None:
        store_key(restored, key)
    known, noted = (
        {(row.hash, row.at) for row in one.execute(select(erasures))}
        for one in (restored, replaced)
    )
    later = sorted(noted - known, key=lambda one: one[1])
    hashes = {hashed for hashed, _ in later}
    last = restored.execute(_LAST).scalar() or 0
    for user in _members(restored):
        if hash_with(key, user) in hashes:
            _erase_rounds(restored, user, 0, last, ends=True)
            _erase_others(restored, user)
    for hashed, at in later:
        note(restored, hashed, at)


def _erase_rounds(
    connection: Connection, user: int, after: int, last: int, *, ends: bool = False
) -> None:
    """Erase a member from the rounds after `after` up to `last`.

    Where the member still sits, a round `ends`, or is left as it is.
    """
    among = {"after": after, "last": last}
    rows: list[Row[Any]] = [*connection.execute(_HOLDING, {**naming(user), **among})]
    under_way = [row for row in rows if _under_way(row, user)]
    values = [_rewritten(row, user) for row in rows if ends or row not in under_way]
    if values:
        connection.execute(_REWRITE, values)
    if ends and under_way:
        ended = {True: "withdrawn", False: "closed"}
        statuses = [(row.id, ended[row.status == "waiting"]) for row in under_way]
        connection.execute(_END, [{"which": one, "new_status": to} for one, to in statuses])
    connection.execute(_RESULTS, {"who": user, **among})


def _under_way(row: Row[Any], user: int) -> bool:
    """Return whether a member still sits in an open or resting round."""
    seated = any(one.get("user") == user and not one.get("left") for one in json.loads(row.players))
    return seated and row.status in (*OPEN, "resting")


def _rewritten(row: Row[Any], user: int) -> dict[str, Any]:
    players = json.loads(row.players)
    number = number_in(players, user)
    options = options_without(json.loads(row.table_options), user, number)
    return {
        "which": row.id,
        "loaded": row.version,
        "new_opener": number if row.opener == user else row.opener,
        "new_players": _json(seats_without(players, user)),
        "new_table_options": _json(options),
        "new_drawn": row.drawn + (row.drawn >= row.version and not _under_way(row, user)),
    }


def _erase_others(connection: Connection, user: int) -> None:
    for one in _there(connection):
        if one.fate == "null":
            connection.execute(update(one.table).where(one.holds(user)).values({one.column: None}))
        elif one.fate == "delete":
            connection.execute(delete(one.table).where(one.holds(user)))


def _members(connection: Connection) -> set[int]:
    found: set[int] = set()
    for row in connection.execute(
        select(rounds.c.opener, rounds.c.players, rounds.c.table_options)
    ):
        found.add(row.opener)
        found.update(one.get("user") or 0 for one in json.loads(row.players))
        kind, _, user = json.loads(row.table_options).get("closed", "").partition(".")
        found.add(int(user) if kind == "by" else 0)
    for one in _there(connection):
        if one.fate in ("null", "delete"):
            held = connection.execute(select(one.column).where(one.column.is_not(None))).scalars()
            prefix = one.prefix or ""
            texts = (str(value) for value in held)
            found.update(
                int(text.removeprefix(prefix))
                for text in texts
                if text.startswith(prefix) and text.removeprefix(prefix).isdecimal()
            )
    return {user for user in found if user > 0}


def _there(connection: Connection) -> list[Personal]:
    """Return the columns of the list that a database has, which may be older than the code."""
    there = inspect(connection)
    columns = {
        name: {column["name"] for column in there.get_columns(name)}
        for name in there.get_table_names()
    }
    return [one for one in PERSONAL if one.column.name in columns.get(one.table.name, ())]


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
