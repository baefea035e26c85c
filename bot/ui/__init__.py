"""The Discord interface shared by all features: answers, drawing, commands, requests.

- an answer: `interaction`, `answer`, `requests`, `custom_ids`, `controls`, `reach`,
  `private_messages`, `missing_permissions`
- a message: `drawing`, `channels`
- commands: `localization`, `command_sync`, `invite`
- beside the answers: `away`, `ticks`, `figures`, `fault_log`, `hosts`, `discord_clock`

This package depends on no feature: features register their controls and ticks.
"""

from __future__ import annotations
