"""An index of the rounds of matches that are over and whose next round is to be opened."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    is_due = sa.text("status = 'over' AND deadline IS NOT NULL")
    op.create_index(
        "rounds_with_next_due", "rounds", ["id"], sqlite_where=is_due, postgresql_where=is_due
    )


def downgrade() -> None:
    op.drop_index("rounds_with_next_due", "rounds")
