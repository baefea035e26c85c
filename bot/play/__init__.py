"""Rounds on Discord: presses and their locks, the rounds in memory, and what each side needs.

- a press: `interactions`, `presses`, `rounds`, `confirmations`
- a message: `boards`
- a new round: `opening`, `own_rounds`
- without a press: `background`
- the dice: `fair`
"""

from __future__ import annotations
