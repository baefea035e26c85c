"""What every feature needs on Discord: answers given in time, drawings, ids, names, requests.

- a message: `components`, `layout`, `discord_renderer`, `emoji`, `mentions`, `rules_pages`,
  `short_names`
- an answer: `response`, `requests`, `custom_ids`, `controls`, `rate_limits`, `reach`,
  `missing_permissions`
- commands: `localization`, `command_sync`, `invite`
- beside the answers: `ticks`, `figures`, `fault_log`, `hosts`

No feature is known here: features register their controls and ticks.
"""

from __future__ import annotations
