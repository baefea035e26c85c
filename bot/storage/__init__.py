"""The database, independent of the features that store data in it.

- `database`: an open database, whose `read` and `write` call functions with a connection
- `thread`: the thread on which these calls are made while the bot runs
- `statement`: statements, and the connection of a driver that runs them
- `held_connection`, `engine`: the connection that stays open, and how it is opened
- `schema`, `migrations`, `settings`, `id_counters`, `keyed_hash`, `shards`
- errors and limits: `errors`, `faults`, `files`, `file_systems`, `time_limit`, `write_fault`,
  `process_lock`
- copies: `backup`, `daily_backups`, `restoring`, `inspection`, `moving`
"""

from __future__ import annotations
