"""The version of the computers' levels stands beside the seed of a round; older ones have none."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seeds", sa.Column("levels", sa.Integer))


def downgrade() -> None:
    op.drop_column("seeds", "levels")
