"""Erasures are kept as keyed hashes, so that they can be applied again after a restore."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "erasures",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("at", sa.DateTime(timezone=True), primary_key=True),
        sqlite_with_rowid=False,
        if_not_exists=True,  # a restoration may have made it, to note erasures
    )


def downgrade() -> None:
    op.drop_table("erasures")
