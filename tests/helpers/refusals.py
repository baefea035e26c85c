"""Writes of rounds that an index may refuse, with the reason that members are told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

from bot.storage.database import Storage
from bot.storage.errors import NotUnique
from bot.storage.statement import Connection
from bot.table.store import rounds
from bot.table.stored_round import StoredRound

P = ParamSpec("P")
T = TypeVar("T")


def write_or_refuse(
    storage: Storage,
    write: Callable[Concatenate[Connection, StoredRound, P], T],
    stored: StoredRound,
    *args: P.args,
    **kwargs: P.kwargs,
) -> T:
    """Return the result of a write, as `RoundsAlone` does, which reads the reason of a refusal."""
    try:
        return storage.write(write, stored, *args, **kwargs)
    except NotUnique:
        storage.read(rounds.check_free, stored)
        raise
