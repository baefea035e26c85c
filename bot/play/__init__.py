"""Rounds on Discord.

- a press: `interactions`, `presses`, `rounds`, `confirmations`, `act_log`
- a message: `boards`, `avatars`
- a new round: `opening`, `own_rounds`, `servers`, `quotas`
- without a press: `background`, `idle_time`
- the dice: `fair`
- members: `member_choices`, `members_in_memory`
"""

from __future__ import annotations
