"""The database, whatever is stored in it: no feature is known here.

- `database`: an open one, whose `read` and `write` call functions of a connection
- `thread`: the one on which that happens while the bot runs
- `connection`, `statement`, `schema`, `settings`, `keyed_hash`, `held`, `shards`, `lease`;
  `migrations`
- what can happen: `errors`, `faults`, `files`, `file_systems`, `time_limit`, `write_fault`,
  `process_lock`
- copies: `backup`, `daily_backups`, `restoring`, `inspection`, `moving`
"""

from __future__ import annotations
