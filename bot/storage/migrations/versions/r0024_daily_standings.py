"""The index of the attempts of a server holds what standings read."""

from __future__ import annotations

from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

NAME, TABLE = "daily_attempts_by_guild", "daily_attempts"


def upgrade() -> None:
    op.drop_index(NAME, TABLE)
    op.create_index(NAME, TABLE, ["guild", "day", "status", "given", "member"])


def downgrade() -> None:
    op.drop_index(NAME, TABLE)
    op.create_index(NAME, TABLE, ["guild"])
