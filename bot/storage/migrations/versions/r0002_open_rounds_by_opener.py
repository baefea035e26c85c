"""An index of the open rounds by their openers, to count those of a member."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    is_open = sa.text("status IN ('waiting', 'playing')")
    op.create_index(
        "open_rounds_by_opener",
        "rounds",
        ["opener"],
        sqlite_where=is_open,
        postgresql_where=is_open,
    )


def downgrade() -> None:
    op.drop_index("open_rounds_by_opener", "rounds")
