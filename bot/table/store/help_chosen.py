"""Stores the help that a member has chosen last for a round without other members."""

from __future__ import annotations

from sqlalchemy import Connection

from bot.storage.settings import MEMBER, of_scope, put
from bot.table.stored_round import TRAINING

_KEY, _COACH = "help", "coach"


def help_chosen(connection: Connection, user: int) -> str | None:
    """Return the help that a member has chosen last, None for none yet.

    Who has asked for a coach has chosen training by that.
    """
    stored = of_scope(connection, f"{MEMBER}{user}")
    return stored.get(_KEY, TRAINING if _COACH in stored else None)


def note_help(connection: Connection, user: int, key: str) -> None:
    """Store the help that a member has chosen."""
    put(connection, f"{MEMBER}{user}", _KEY, key)
