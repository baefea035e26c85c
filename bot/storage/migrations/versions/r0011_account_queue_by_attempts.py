"""The rounds that wait for their accounting are read in the order in which they are tried."""

from __future__ import annotations

from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("account_queue_by_attempts", "account_queue", ["attempts", "round"])


def downgrade() -> None:
    op.drop_index("account_queue_by_attempts", "account_queue")
