"""An index of the rounds by their servers, to find what belongs to one."""

from __future__ import annotations

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("rounds_by_guild", "rounds", ["guild"])


def downgrade() -> None:
    op.drop_index("rounds_by_guild", "rounds")
