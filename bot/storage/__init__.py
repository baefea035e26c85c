"""The database: connection, schema, statements, migrations, faults, locks, backup, restore."""

from __future__ import annotations
