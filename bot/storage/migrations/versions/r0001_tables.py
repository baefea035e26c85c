"""Creates the tables of version 1.0.0, which are those of the schema.

Before a second revision is added, they are written out here.
"""

from __future__ import annotations

from alembic import op
from sqlalchemy.schema import CreateIndex, CreateTable

from bot.storage.schema import metadata

revision = "r0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    connection = op.get_bind()
    for table in metadata.sorted_tables:
        connection.execute(CreateTable(table))
        for index in sorted(table.indexes, key=lambda one: str(one.name)):
            if connection.dialect.name == "postgresql":
                where = index.dialect_options["sqlite"]["where"]
                index.dialect_options["postgresql"]["where"] = where
            connection.execute(CreateIndex(index))
