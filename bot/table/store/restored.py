"""Adapts a database in whose place there may have been a later one, which has given ids and seeds.

Every start does so by `begin`. The other functions are steps of a restoration, which see the
database that is replaced.
"""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import text

from bot.storage.statement import Connection, Statement
from bot.table.store import round_ids, seeds

_DRAW_AGAIN = Statement(
    text(
        "UPDATE rounds SET version = version + 1 "
        "WHERE message IS NOT NULL AND status IN ('waiting', 'playing', 'resting')"
    )
)


def begin(connection: Connection, now: datetime) -> None:
    """Pass over the ids of rounds, and withdraw the next seeds, that may have been used."""
    round_ids.pass_over_time(connection, now)
    seeds.withdraw(connection)


def draw_open_rounds_again(restored: Connection, _: Connection | None) -> None:
    """Mark the boards of open rounds for redrawing: on Discord they show later moments."""
    restored.run(_DRAW_AGAIN)


def pass_over_later_rounds(restored: Connection, replaced: Connection | None) -> None:
    """Start new rounds after the ids of the replaced rounds, which messages contain."""
    if replaced is not None:
        round_ids.pass_over(restored, round_ids.last_id(replaced))


def draw_seeds_again(restored: Connection, _: Connection | None) -> None:
    """Give open rounds other seeds and withdraw those of next games: their dice may be known."""
    seeds.replace_of_open(restored, datetime.now(UTC))
    seeds.withdraw(restored)
