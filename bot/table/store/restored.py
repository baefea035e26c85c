"""What a restored database has to know of the rounds that were played after its backup."""

from __future__ import annotations

from sqlalchemy import Connection, text

from bot.table.store import seed_blocks

UNKNOWN_ROUNDS = 100_000
"""How many rounds a database that cannot be read is taken to have had more than its backup."""


def draw_open_rounds_again(restored: Connection, _: Connection | None) -> None:
    """Have the boards of open rounds redrawn: on Discord they show later moments."""
    restored.execute(
        text(
            "UPDATE rounds SET version = version + 1 "
            "WHERE message IS NOT NULL AND status IN ('waiting', 'playing', 'resting')"
        )
    )


def pass_over_later_rounds(restored: Connection, replaced: Connection | None) -> None:
    """Have new rounds begin after the ids of those that were replaced: messages name them."""
    last = text("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'rounds'")
    here = restored.execute(last).scalar_one()
    there = here + UNKNOWN_ROUNDS if replaced is None else replaced.execute(last).scalar_one()
    restored.execute(text("DELETE FROM sqlite_sequence WHERE name = 'rounds'"))
    restored.execute(
        text("INSERT INTO sqlite_sequence (name, seq) VALUES ('rounds', :seq)"),
        {"seq": max(here, there)},
    )


def renew_seeds(restored: Connection, _: Connection | None) -> None:
    """Draw what is to come anew: the database that is replaced may have shown its seeds."""
    seed_blocks.renew(restored)
