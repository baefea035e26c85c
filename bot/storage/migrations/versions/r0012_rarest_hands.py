"""The rarest hand of a seat in its round, and of a member among their rounds."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("accounts", "standings"):
        op.add_column(table, sa.Column("rarest", sa.String(64)))


def downgrade() -> None:
    for table in ("accounts", "standings"):
        op.drop_column(table, "rarest")
