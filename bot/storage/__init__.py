"""The database, independent of the features that store data in it.

- `database`: an open database, whose `read` and `write` call functions with a connection
- `thread`: the thread on which these calls are made while the bot runs
- `statement`: statements, and the connection of a driver that runs them
- `held_connection`, `engine`, `postgresql`: the connection that stays open, and how it is opened
- `schema`, `migrations`, `settings`, `id_counters`, `keyed_hash`, `shards`
- `inspection`, `first_connection`, `disk_space`: whether a database can be used, and its disk
- errors and limits: `errors`, `faults`, `files`, `file_content`, `file_systems`, `time_limit`,
  `write_fault`, `process_lock`
- `copies`: backups, their restoration, and the move to another database
"""

from __future__ import annotations
