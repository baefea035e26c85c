"""Blocks of seeds that are committed to by one root, the rounds with their numbers, and words.

The seeds of `dice-poker/1` that no round has taken are used up: no round takes one any more.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    id_ = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "seed_blocks",
        sa.Column("id", id_, primary_key=True),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("nodes", sa.LargeBinary, nullable=False),
        sa.Column("root", sa.String(64), nullable=False),
        sa.Column("shown", sa.DateTime(timezone=True)),
        sa.Column("ended", sa.String(16)),
    )
    op.create_index("one_block_per_number", "seed_blocks", ["channel", "number"], unique=True)
    op.create_table(
        "seed_numbers",
        sa.Column(
            "block", id_, sa.ForeignKey("seed_blocks.id"), primary_key=True, autoincrement=False
        ),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("early", sa.Integer, nullable=False),
        sa.Column("round", id_, sa.ForeignKey("rounds.id")),
        sa.Column("ended", sa.String(16)),
        sa.Column("proof", sa.String(64)),
        sa.Column("levels", sa.Integer),
        sqlite_with_rowid=False,
    )
    op.create_index("one_number_per_round", "seed_numbers", ["round"], unique=True)
    op.add_column("seats", sa.Column("word", sa.Text))
    op.execute("UPDATE seeds SET ended = 'unused' WHERE round IS NULL AND ended IS NULL")


def downgrade() -> None:
    op.drop_column("seats", "word")
    op.drop_index("one_number_per_round", "seed_numbers")
    op.drop_table("seed_numbers")
    op.drop_index("one_block_per_number", "seed_blocks")
    op.drop_table("seed_blocks")
