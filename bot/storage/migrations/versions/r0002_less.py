"""Brings a database of version 1.0.0 to version 2.0.0. It is edited in place until that version."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "r0002"
down_revision = "r0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("alembic_version", sa.Column("fingerprint", sa.String(64)))
    op.drop_table("practice")
    op.drop_table("opponents")
    op.drop_table("mistakes")
    op.drop_index("accounts_by_member_and_game", "accounts")
    op.drop_column("decisions", "mistake")
    op.drop_column("standings", "least_given")
    op.drop_column("standings", "luck")
    op.drop_column("rounds", "replay")
    op.drop_index("slow_threads", "rounds")
    # The members who waited for the next round of a channel.
    op.execute("DELETE FROM settings WHERE key = 'next'")
