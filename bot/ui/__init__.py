"""The Discord interface shared by all features: answers, components, names, requests.

- a message: `components`, `layout`, `discord_renderer`, `emoji`, `mentions`, `rules_pages`,
  `short_names`
- an answer: `interaction`, `answer`, `requests`, `custom_ids`, `controls`, `reach`,
  `missing_permissions`
- commands: `localization`, `command_sync`, `invite`
- beside the answers: `away`, `ticks`, `figures`, `fault_log`, `hosts`

This package depends on no feature: features register their controls and ticks.
"""

from __future__ import annotations
