"""Adapts a restored database to the rounds that were played after its backup."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import text

from bot.storage.statement import Connection, Statement
from bot.table.store import seeds

UNKNOWN_ROUNDS = 100_000
"""The assumed number of rounds after the backup if the replaced database cannot be read."""

_DRAW_AGAIN = Statement(
    text(
        "UPDATE rounds SET version = version + 1 "
        "WHERE message IS NOT NULL AND status IN ('waiting', 'playing', 'resting')"
    )
)
_LAST = Statement(text("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'rounds'"))
_FORGET_LAST = Statement(text("DELETE FROM sqlite_sequence WHERE name = 'rounds'"))
_PUT_LAST = Statement(text("INSERT INTO sqlite_sequence (name, seq) VALUES ('rounds', :last)"))


def draw_open_rounds_again(restored: Connection, _: Connection | None) -> None:
    """Mark the boards of open rounds for redrawing: on Discord they show later moments."""
    restored.run(_DRAW_AGAIN)


def pass_over_later_rounds(restored: Connection, replaced: Connection | None) -> None:
    """Start new rounds after the ids of the replaced rounds, which messages contain."""
    here = restored.run(_LAST).scalar()
    there = here + UNKNOWN_ROUNDS if replaced is None else replaced.run(_LAST).scalar()
    restored.run(_FORGET_LAST)
    restored.run(_PUT_LAST, last=max(here, there))


def draw_seeds_again(restored: Connection, _: Connection | None) -> None:
    """Give open rounds other seeds and withdraw those of next games: their dice may be known."""
    seeds.replace_of_open(restored, datetime.now(UTC))
    seeds.withdraw(restored)
