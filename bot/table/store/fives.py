"""Counts the fives of a kind that members have rolled on a server, by week.

One setting of the server holds the week and the number; that of a later week takes its place.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection

from bot.storage.settings import SERVER, get, put

_KEY = "fives-of-a-kind"


def count(connection: Connection, server: int, now: datetime) -> int:
    """Count one more and return which one it is in its week, from Monday on in UTC."""
    scope, week = f"{SERVER}{server}", "{}-{}".format(*now.isocalendar()[:2])
    counted_in, _, number = (get(connection, scope, _KEY) or "").partition(" ")
    counted = 1 + (int(number) if counted_in == week else 0)
    put(connection, scope, _KEY, f"{week} {counted}")
    return counted
