"""Stores how often each face has landed on a server, in games that have ended."""

from __future__ import annotations

from collections import Counter

from sqlalchemy import bindparam, insert, select

from bot.storage.schema import FACES, face_counts, steps
from bot.storage.statement import Connection, Statement
from bot.table.stored_round import NO_SERVER, StoredRound

_ROLLS = Statement(
    select(steps.c.faces).where(
        steps.c.round == bindparam("which"), steps.c.faces.is_not(None), steps.c.source.is_(None)
    )
)

_TOTALS = ", ".join(f"{name} = face_counts.{name} + excluded.{name}" for name in FACES)
_ADD = Statement(insert(face_counts), conflict=f"(guild) DO UPDATE SET {_TOTALS}")
_OF_SERVER = Statement(
    select(*(face_counts.c[name] for name in FACES)).where(
        face_counts.c.guild == bindparam("server")
    )
)


def add(connection: Connection, ended: StoredRound) -> None:
    """Add the dice of a round that has ended to those of its server."""
    if ended.play is None or ended.place.server == NO_SERVER:
        return
    rolls = connection.run(_ROLLS, which=ended.id).scalars()
    landed = Counter(face for faces in rolls for face in faces.split())
    if landed:
        counts = {name: landed[str(face)] for face, name in enumerate(FACES, 1)}
        connection.run(_ADD, guild=ended.place.server, **counts)


def of_server(connection: Connection, guild: int) -> tuple[int, ...]:
    """Return how often each face from 1 to 6 has landed on a server."""
    row = connection.run(_OF_SERVER, server=guild).first()
    return (0,) * len(FACES) if row is None else tuple(row)
