"""Resting rounds are found by their members; an abandoned rematch makes room for another one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    begins = sa.text("status NOT IN ('declined', 'withdrawn', 'lapsed')")
    rests = sa.text("status = 'resting'")
    op.drop_index("one_successor_per_round", "rounds")
    op.create_index(
        "one_successor_per_round",
        "rounds",
        ["successor_of"],
        unique=True,
        sqlite_where=begins,
        postgresql_where=begins,
    )
    op.create_index(
        "resting_rounds_by_opener",
        "rounds",
        ["opener"],
        sqlite_where=rests,
        postgresql_where=rests,
    )


def downgrade() -> None:
    op.drop_index("resting_rounds_by_opener", "rounds")
    op.drop_index("one_successor_per_round", "rounds")
    op.create_index("one_successor_per_round", "rounds", ["successor_of"], unique=True)
